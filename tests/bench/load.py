"""Five hundred tables with three strong computer players each, at a human pace, on one bot.

The person at each table thinks for three to eight seconds. Watched as in `stall`; besides, from the
log, how much longer than their usual pace computer players took, and how many deals they looked at.
"""

from tests.bench._crowd import Crowd, Figures, watch


def measure() -> Figures:
    """Let five hundred tables play for a minute."""
    return watch(Crowd(tables=500, thinking=(3.0, 8.0), level="strong", seconds=60.0))
