"""The games that people have played."""

from datetime import datetime
from typing import Protocol


class History(Protocol):
    """Finds the games of a person."""

    async def games_of(
        self, guild_id: int, user_id: int, before: int | None = None, most: int = 10
    ) -> list[int]:
        """Give the ids of the ended tables at which a person has played, newest first.

        Args:
            guild_id: the server.
            user_id: the person.
            before: only tables with a smaller id; None for the newest.
            most: how many at most.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def rounds_of(self, table_id: int, user_id: int) -> frozenset[int]:
        """Give the scored rounds of a table, from 1, whose end saw a person in their seat.

        Totals and ratings count the same ones.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def ended_before(self, guild_id: int, moment: datetime, most: int) -> list[int]:
        """Give the ids of the last tables of a server whose games ended before a moment.

        Private tables are left out. The newest come first.

        Args:
            guild_id: the server.
            moment: aware, UTC.
            most: how many at most.

        Raises:
            StoreError: they cannot be read now.
        """
        ...
