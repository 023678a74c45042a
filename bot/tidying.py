"""Puts tables away some time after their end, and drops names of people who play no more."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog

from bot.tables.ports import Clock, StoreError

log = structlog.get_logger(__name__)

AFTER_THE_END: Final = timedelta(hours=1)
"""How long a table stays as it is after its end: presses on it may still be repeated."""

NAMES_KEPT: Final = timedelta(days=90)
"""How long the name of someone is kept after their last game."""

SECONDS_BETWEEN: Final = 600.0
"""Seconds from one tidying to the next."""

_TOGETHER: Final = 50
_PAUSE: Final = 0.05
"""Seconds between two tables, which leave the disk to the saves of others."""


class Closet(Protocol):
    """Where tables are put away. Every call may raise a StoreError."""

    async def to_put_away(self, before: datetime, most: int) -> list[int]:
        """Give ids of tables that ended before a moment and are not put away yet, oldest first."""
        ...

    async def put_away(self, table_id: int) -> bool:
        """Make a table that has ended a record without ids; say whether it was none yet."""
        ...


class Names(Protocol):
    """The names of people."""

    async def drop_names(self, before: datetime) -> int:
        """Drop the names of those who have not played since a moment; give how many."""
        ...


class Tidying:
    """Tidies up again and again, in one of the processes of a bot."""

    def __init__(
        self, closet: Closet, names: Names, clock: Clock, mine: Callable[[], bool]
    ) -> None:
        """Tidy nothing yet.

        Args:
            closet: the tables.
            names: the people.
            clock: tells the time.
            mine: says whether it is this process that tidies.
        """
        self._closet = closet
        self._names = names
        self._clock = clock
        self._mine = mine

    async def run(self) -> None:
        """Tidy up from time to time, until cancelled."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN)
            if self._mine():
                try:
                    await self.tidy()
                except StoreError as fault:
                    log.warning("not_tidied", cause=str(fault))

    async def tidy(self) -> None:
        """Put away all that is due, and drop the names that are.

        Raises:
            StoreError: the store cannot be read or written now.
        """
        now = self._clock.now()
        while due := await self._closet.to_put_away(now - AFTER_THE_END, _TOGETHER):
            put = 0
            for table_id in due:
                put += await self._closet.put_away(table_id)
                await asyncio.sleep(_PAUSE)
            if not put:
                break
        await self._names.drop_names(now - NAMES_KEPT)
