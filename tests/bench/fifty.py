"""How long the event loop stands still while fifty tables play, which is what the look is held to.

The same as `stall` with half as many tables. Every card is a new picture, and an edit of a message.
"""

from tests.bench._crowd import Crowd, Figures, watch


def measure() -> Figures:
    """Let fifty tables of quick people play for twenty seconds."""
    return watch(Crowd(tables=50, thinking=(0.3, 2.0), level="normal", seconds=20.0))
