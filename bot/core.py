"""Leaves the fast core of the computer players out where it was built from another source.

`make core` writes into each compiled module what the source was that it was built from. The engine,
which reads no files, cannot hold that against the source of now; the bot does when it starts.
"""

import hashlib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from engine.players import core, kernel, sampling

_BUILT: Final[dict[str, ModuleType]] = {
    "engine.players._kernel": kernel,
    "engine.players._sampling": sampling,
}


def fingerprint(module: ModuleType) -> str:
    """Give what a module and its types for the compiler are known by; the Makefile does the same.

    Raises:
        OSError: they cannot be read.
    """
    source = Path(module.__file__ or "")
    parts = source.read_bytes(), source.with_suffix(".pxd").read_bytes()
    return hashlib.sha256(b"".join(parts)).hexdigest()


def leave_outdated_out() -> bool:
    """Go on with the interpreted core if the fast one is of another source; say whether it is."""
    if not core.compiled:
        return False
    for name, source in _BUILT.items():
        if getattr(import_module(name), "SOURCE", None) != fingerprint(source):
            core.use_interpreted()
            return True
    return False
