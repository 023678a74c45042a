"""The time that tables live by: it never jumps, whatever happens to the clock of the computer."""

import time
from collections import deque
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.tables.ports import Clock

LISTENED_TO: Final = 8
"""Interactions by which Discord's time is judged: one that came late says too little."""

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

    Countdowns in messages run by Discord's time. Each interaction tells it: its id holds the moment
    at which it was made, and it cannot have come before.
    """

    def __init__(self, clock: Clock) -> None:
        """Take both for the same until an interaction says otherwise."""
        self._clock = clock
        self._heard: deque[timedelta] = deque(maxlen=LISTENED_TO)
        self._ahead = timedelta()

    def heard(self, made_at: datetime) -> None:
        """Take note of an interaction that has just arrived.

        Args:
            made_at: when Discord has made it (aware, UTC).
        """
        self._heard.append(made_at - self._clock.now())
        ahead = max(self._heard)
        if abs(ahead - self._ahead) >= WORTH_TELLING:
            self._ahead = ahead

    def of(self, moment: datetime) -> datetime:
        """Give a moment of the tables' clock as Discord's time (aware, UTC)."""
        return moment + self._ahead
