"""Disables the compiled core of the computer players if it was built from other source code.

`make core` writes a fingerprint of the source into each compiled module. The engine reads no files
and cannot compare it with the present source; the bot does when it starts.
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
    """Give the fingerprint of a module and its declarations, as the Makefile computes it.

    Raises:
        OSError: they cannot be read.
    """
    source = Path(module.__file__ or "")
    parts = source.read_bytes(), source.with_suffix(".pxd").read_bytes()
    return hashlib.sha256(b"".join(parts)).hexdigest()


def leave_outdated_out() -> bool:
    """Use the interpreted core if the compiled one is outdated; say whether it was."""
    if not core.compiled:
        return False
    for name, source in _BUILT.items():
        if getattr(import_module(name), "SOURCE", None) != fingerprint(source):
            core.use_interpreted()
            return True
    return False
