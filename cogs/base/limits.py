"""How often requests may start, and when there are too many refused ones."""

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final

INVALID: Final = frozenset({401, 403, 429})
"""The statuses of invalid requests; Discord bans an address for 10,000 of them in ten minutes."""

MOST_INVALID: Final = 1000
"""Invalid requests in `SECONDS_OF_INVALID` after which all requests slow down."""

SECONDS_OF_INVALID: Final = 600.0


@dataclass(slots=True)
class Pace:
    """How often requests may start.

    Attributes:
        per_second: the average rate.
        burst: the most at once after a pause.
    """

    per_second: float
    burst: int = 1
    _free_at: float = float("-inf")

    def wait(self, now: float) -> float:
        """Give the seconds until the next may start."""
        return max(0.0, self._free_at - now)

    def take(self, now: float) -> None:
        """Count one that starts now."""
        rested = now - (self.burst - 1) / self.per_second
        self._free_at = max(self._free_at, rested) + 1 / self.per_second


class InvalidRequests:
    """Counts the responses of the last ten minutes that count towards a ban."""

    def __init__(self, most: int = MOST_INVALID) -> None:
        """Start with none.

        Args:
            most: how many there may be before `many` is true.
        """
        self._heard: deque[float] = deque(maxlen=most)

    def heard(self, status: int) -> None:
        """Note the status of a response of Discord."""
        if status in INVALID:
            self._heard.append(asyncio.get_running_loop().time())

    def many(self, now: float) -> bool:
        """Say whether there are too many, at a time of the event loop's clock."""
        full = len(self._heard) == self._heard.maxlen
        return full and now - self._heard[0] < SECONDS_OF_INVALID
