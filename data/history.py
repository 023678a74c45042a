"""The games that people have played: `bot.tables.history.History` over the database."""

from datetime import datetime

from sqlalchemy import select

from bot.tables.model import Status
from data.database import Database
from data.rows import to_micros
from data.schema import people, played, round_seats, tables

_ENDED = [status.value for status in Status if status.ended]


class SqlHistory:
    """Implements `bot.tables.history.History`."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

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
        theirs = (
            select(played.c.table_id)
            .join(people, people.c.key == played.c.person)
            .where(people.c.user_id == user_id)
        )
        found = (
            select(tables.c.id)
            .where(
                tables.c.id.in_(theirs),
                tables.c.guild_id == guild_id,
                tables.c.status.in_(_ENDED),
                tables.c.first_dealer.is_not(None),
            )
            .order_by(tables.c.id.desc())
            .limit(most)
        )
        if before is not None:
            found = found.where(tables.c.id < before)
        async with self._database.read() as connection:
            return list((await connection.execute(found)).scalars())

    async def rounds_of(self, table_id: int, user_id: int) -> frozenset[int]:
        """Give the scored rounds of a table, from 1, whose end saw a person in their seat.

        Raises:
            StoreError: they cannot be read now.
        """
        found = (
            select(round_seats.c.number)
            .join(people, people.c.key == round_seats.c.person)
            .where(round_seats.c.table_id == table_id, people.c.user_id == user_id)
        )
        async with self._database.read() as connection:
            return frozenset((await connection.execute(found)).scalars())

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
        found = (
            select(tables.c.id)
            .where(
                tables.c.guild_id == guild_id,
                tables.c.status.in_(_ENDED),
                tables.c.first_dealer.is_not(None),
                tables.c.private.is_(False),
                tables.c.moved_at < to_micros(moment),
            )
            .order_by(tables.c.id.desc())
            .limit(most)
        )
        async with self._database.read() as connection:
            return list((await connection.execute(found)).scalars())
