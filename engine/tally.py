"""What a side has so far."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side has so far: its points, and its bags towards the next penalty."""

    points: int = 0
    bags: int = 0
