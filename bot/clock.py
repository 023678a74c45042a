"""The tables' clock, which never jumps, even when the computer's clock is set."""

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables.ports import Clock

WORTH_TELLING: Final = timedelta(seconds=5)
"""How far the two clocks may drift apart before countdowns use a new difference."""


class SteadyClock:
    """Reads the computer's clock once, and counts the seconds from then on.

    A computer's clock is set now and then, sometimes by hours. A deadline would then expire at
    once, or an hour late.
    """

    def __init__(self) -> None:
        """Begin at the present moment."""
        self._begin = datetime.now(UTC) - timedelta(seconds=time.monotonic())

    def now(self) -> datetime:
        """Give the present moment (aware, UTC)."""
        return self._begin + timedelta(seconds=time.monotonic())


class DiscordTime:
    """How far Discord's time is ahead of the tables' clock.

    Countdowns in messages run on Discord's time, which every response carries. Interactions carry
    it as well, but they can arrive late, or again after a restart.
    """

    def __init__(self, clock: Clock) -> None:
        """Assume no difference until a response shows one."""
        self._clock = clock
        self._ahead = timedelta()

    def heard(self, moment: datetime) -> None:
        """Note a response that has just arrived.

        Args:
            moment: Discord's time of the response (aware, UTC), to the second.
        """
        ahead = moment - self._clock.now()
        if abs(ahead - self._ahead) >= WORTH_TELLING:
            self._ahead = ahead

    def of(self, moment: datetime) -> datetime:
        """Convert a time of the tables' clock to Discord's (aware, UTC)."""
        return moment + self._ahead
