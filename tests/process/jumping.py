"""The real bot on a computer whose clock is set while it runs, by the number in a file."""

import datetime as dt
import os
import time
from collections.abc import Sequence
from datetime import datetime as real_datetime
from pathlib import Path
from typing import Any, Final

MAIN: Final = "tests.process.jumping:main"
"""For `LoopbackDiscord.process(main=...)`."""

FILE_VARIABLE: Final = "CLOCK_IS_WRONG_BY"
"""Names the file that holds by how many seconds the clock is ahead; without it the clock is right.
"""

_real_time: Final = time.time


def _wrong_by() -> float:
    file = Path(os.environ[FILE_VARIABLE])
    return float(file.read_text()) if file.exists() else 0.0


def set_ahead(file: Path, seconds: float) -> None:
    """Set the clock of a computer that may be reading the file: it finds the old or the new."""
    written = file.with_suffix(".new")
    written.write_text(str(seconds))
    written.replace(file)


class _AsReal(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, real_datetime)


class _Jumping(real_datetime, metaclass=_AsReal):
    @classmethod
    def now(cls, tz: dt.tzinfo | None = None) -> Any:  # noqa: ANN401 - a real one
        return real_datetime.fromtimestamp(time.time(), tz)


def main(arguments: Sequence[str]) -> int:
    """Do what `python -m bot` does, on that computer."""
    time.time = lambda: _real_time() + _wrong_by()
    dt.datetime = _Jumping  # type: ignore[misc]
    # Imported only now, so that it gets the jumping clock from `datetime`.
    from tests.process import quick  # noqa: PLC0415

    return quick.main(arguments)
