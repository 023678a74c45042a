"""What a side has so far."""

from typing import NamedTuple


class Tally(NamedTuple):
    """What a side has so far: its points, and its bags towards the next penalty."""

    points: int = 0
    bags: int = 0
