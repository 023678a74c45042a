"""When Python looks for dead objects that hold each other, as the parts of a message's layout do.

Each look stops the event loop, and everybody waits. A look through everything takes a twentieth of
a second after the start and a quarter with five hundred tables, so it has to be seldom; what is
new is looked through in small bites; and what is of middle age only after so long that an edit
under way has ended, for what outlives that look stays until the next through everything.
"""

import gc
from typing import Final

YOUNG: Final = 700
"""New objects after which the new ones are looked through: less than a millisecond."""

MIDDLE: Final = 50
"""So many looks through the new ones before one through those that outlived one: some five."""

OLD: Final = 200
"""So many of those before one through everything: every few minutes at the most."""


def settle_memory() -> None:
    """Take what is there now out of the collector's sight, and let it look seldom at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
