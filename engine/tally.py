"""The score of a side."""

from typing import NamedTuple


class Tally(NamedTuple):
    """The score of a side.

    Attributes:
        points: its points.
        bags: its bags towards the next penalty.
        sets: the contracts that it has missed.
        run: those of them that it has missed in a row up to now.
    """

    points: int = 0
    bags: int = 0
    sets: int = 0
    run: int = 0
