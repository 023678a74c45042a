"""The score of a side."""

from typing import NamedTuple


class Tally(NamedTuple):
    """The score of a side: its points, and its bags towards the next penalty."""

    points: int = 0
    bags: int = 0
