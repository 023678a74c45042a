"""The real bot, which prints how many objects are exempt from garbage collection."""

import gc
import sys
from collections.abc import Sequence
from typing import Final

from tests.process import quick

MAIN: Final = "tests.process.memory:main"
"""For `LoopbackDiscord.process(main=...)`."""

SAID: Final = "Passed over: "


def main(arguments: Sequence[str]) -> int:
    """Do what `python -m bot` does, then print how many objects are exempt from collection."""
    code = quick.main(arguments)
    sys.stdout.write(f"{SAID}{gc.get_freeze_count()}\n")
    return code
