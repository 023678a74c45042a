"""Time and identifiers of the loopback Discord."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400.0
"""The Unix time at which Discord's identifiers begin."""

_SEQUENCE_BITS = 22


class Clock:
    """The server's clock; tests advance it instead of waiting.

    `source` gives Unix time in seconds. Only deadlines of tokens and time stamps follow this clock:
    the bot keeps the time of its own machine.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead = 0.0

    def now(self) -> float:
        """Unix time in seconds."""
        return self._source() + self._ahead

    def advance(self, seconds: float) -> None:
        """Advance by `seconds`, which must be at least 0."""
        if seconds < 0:
            raise ValueError("time does not go back")
        self._ahead += seconds


class Snowflakes:
    """Identifiers as Discord makes them: time in the upper bits, unique, rising with time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._count = 0

    def next(self, *, age: float = 0.0) -> int:
        """A new identifier that claims to have been made `age` seconds ago."""
        self._count = (self._count + 1) % (1 << _SEQUENCE_BITS)
        since = self._clock.now() - age - DISCORD_EPOCH
        return (int(since * 1000) << _SEQUENCE_BITS) | self._count


def iso(moment: float) -> str:
    """Unix time in seconds as the time stamp of a payload."""
    return datetime.fromtimestamp(moment, UTC).isoformat()
