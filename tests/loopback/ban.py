"""The ban of an address that has made too many invalid requests."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from .faults import Fault

INVALID: Final = frozenset({401, 403, 429})
"""Statuses that Discord counts towards the ban."""

_MOST: Final = 10_000
_WITHIN: Final = 600.0
_LASTS: Final = 3600.0
_PAGE: Final = "<html><head><title>Access denied</title></head><body>error code: 1015</body></html>"


class Ban:
    """Counts invalid requests, and bans the address once there are too many.

    `most` invalid answers within `within` seconds begin a ban of `lasts` seconds. `began` is when
    the ban in force began, None where there is none. `monotonic` gives seconds.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._invalid: deque[float] = deque()
        self.most = _MOST
        self.within = _WITHIN
        self.lasts = _LASTS
        self.began: float | None = None

    def note(self, status: int) -> None:
        """Count an answer."""
        if status not in INVALID:
            return
        now = self._monotonic()
        self._invalid.append(now)
        while self._invalid[0] < now - self.within:
            self._invalid.popleft()
        if self.began is None and len(self._invalid) >= self.most:
            self.began = now

    def answer(self) -> Fault | None:
        """The answer to every request: a page, not JSON, and without Via. None without a ban."""
        if self.began is None:
            return None
        left = self.began + self.lasts - self._monotonic()
        if left <= 0:
            self.lift()
            return None
        return Fault(status=429, body=_PAGE, headers={"Retry-After": str(int(left) + 1)})

    def lift(self) -> None:
        """End the ban, and restart the count."""
        self.began = None
        self._invalid.clear()
