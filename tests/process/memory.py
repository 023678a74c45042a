"""The real bot, which at its end says what the garbage collector passes over."""

import gc
import sys
from collections.abc import Sequence
from typing import Final

from tests.process import quick

MAIN: Final = "tests.process.memory:main"
"""For `LoopbackDiscord.process(main=...)`."""

SAID: Final = "Passed over: "


def main(arguments: Sequence[str]) -> int:
    """Do what `python -m bot` does, then say how many objects are out of the collector's sight."""
    code = quick.main(arguments)
    sys.stdout.write(f"{SAID}{gc.get_freeze_count()}\n")
    return code
