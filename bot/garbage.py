"""How often Python's garbage collector runs.

Each collection stops the event loop. A full one takes 50 ms after the start and 250 ms with five
hundred tables, so it must be rare. The young generation is collected in small steps. The middle one
waits long enough for an edit under way to end, since what survives it stays until the next full
collection.
"""

import gc
from typing import Final

YOUNG: Final = 700
"""New objects per collection of the young generation, which takes less than a millisecond."""

MIDDLE: Final = 50
"""Collections of the young generation per collection of the middle one."""

OLD: Final = 200
"""Collections of the middle generation per full one: at most one every few minutes."""


def settle_memory() -> None:
    """Exclude all present objects from collection, and collect the rest rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
