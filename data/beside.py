"""Writes beside a bot that serves the same database, without getting in its way."""

import asyncio
from typing import Final, TypeVar

from data.database import Database
from data.transaction import Work

T = TypeVar("T")

_LONGEST: Final = 1.0
"""Seconds to leave the database alone at most."""


class Beside:
    """Runs the many units of work of a command; the bot can write between any two of them.

    SQLite has one writer, and no queue: whoever waits asks again from time to time. So after each
    unit the database is left alone for half as long as the unit took, and not only for a moment.
    """

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def write(self, work: Work[T]) -> T:
        """Run a unit of work, and give its result once others have had their turn.

        Raises:
            StoreError: the database cannot be written now; nothing was written.
        """
        clock = asyncio.get_running_loop().time
        start = clock()
        result = await self._database.write(work)
        await asyncio.sleep(min(_LONGEST, (clock() - start) / 2))
        return result
