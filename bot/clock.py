"""The time that tables live by: it never jumps, whatever happens to the clock of the computer."""

import time
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables.ports import Clock

WORTH_TELLING: Final = timedelta(seconds=5)
"""How far the two times may drift apart before a countdown is drawn by another difference."""


class SteadyClock:
    """Asks the computer for the time once, and from then on counts the seconds.

    A computer's clock is set now and then, by hours where its zone or battery was wrong. A deadline
    that was an hour away would then be there at once, or stand for an hour.
    """

    def __init__(self) -> None:
        """Begin at the present moment."""
        self._begin = datetime.now(UTC) - timedelta(seconds=time.monotonic())

    def now(self) -> datetime:
        """Give the present moment (aware, UTC)."""
        return self._begin + timedelta(seconds=time.monotonic())


class DiscordTime:
    """How far Discord's time is ahead of the clock of the tables.

    Countdowns in messages run by Discord's time. Every answer of Discord's says when it was given.
    Interactions say it too, but they can come late, and those of before a restart come again.
    """

    def __init__(self, clock: Clock) -> None:
        """Take both for the same until an answer says otherwise."""
        self._clock = clock
        self._ahead = timedelta()

    def heard(self, moment: datetime) -> None:
        """Take note of an answer that has just arrived.

        Args:
            moment: when Discord has given it (aware, UTC), to the second.
        """
        ahead = moment - self._clock.now()
        if abs(ahead - self._ahead) >= WORTH_TELLING:
            self._ahead = ahead

    def of(self, moment: datetime) -> datetime:
        """Give a moment of the tables' clock as Discord's time (aware, UTC)."""
        return moment + self._ahead
