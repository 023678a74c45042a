"""Totals and leaderboards: `bot.tables.records.Records` over the database."""

from typing import Any, Final

from sqlalchemy import ColumnElement, Float, RowMapping, cast, func, select

from bot.tables.records import RANKED_AFTER, Order, Page, Standing, Totals
from data.database import Database
from data.schema import COUNTERS, people, played, tables
from data.schema import person_totals as totals
from engine.errors import BadRules
from engine.rules import Rules, parse_rules

_OF_PERSON: Final = totals.c.person == people.c.key
_TOTALS: Final = select(people.c.user_id, totals).join(people, _OF_PERSON)
"""Totals with the user id. Nobody who is forgotten has any."""


def _a(of: str, each: str) -> ColumnElement[Any]:
    return cast(totals.c[of], Float) / totals.c[each]


_RANKED_BY: Final[dict[Order, tuple[ColumnElement[Any], ColumnElement[bool]]]] = {
    Order.WINS: (totals.c.wins.desc(), totals.c.games >= RANKED_AFTER[Order.WINS]),
    Order.WIN_RATE: (_a("wins", "games").desc(), totals.c.games >= RANKED_AFTER[Order.WIN_RATE]),
    Order.POINTS_A_ROUND: (
        _a("points", "rounds").desc(),
        totals.c.rounds >= RANKED_AFTER[Order.POINTS_A_ROUND],
    ),
    Order.NILS_MADE: (totals.c.nils_made.desc(), totals.c.nils >= RANKED_AFTER[Order.NILS_MADE]),
    # Per round, not in total: otherwise those who play least would lead.
    Order.FEWEST_BAGS: (
        _a("bags", "rounds").asc(),
        totals.c.rounds >= RANKED_AFTER[Order.FEWEST_BAGS],
    ),
}
"""What each order ranks by, best first, and who is ranked."""


class SqlRecords:
    """Implements `bot.tables.records.Records`."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def totals(self, guild_id: int, user_id: int) -> Totals | None:
        """Give a person's totals in a server, or None before the first finished round.

        Raises:
            StoreError: they cannot be read now.
        """
        one = _TOTALS.where(totals.c.guild_id == guild_id, people.c.user_id == user_id)
        async with self._database.read() as connection:
            row = (await connection.execute(one)).mappings().first()
        return None if row is None else _totals(row)

    async def finishers(self) -> frozenset[int]:
        """Give the user ids of all who have finished a game, in any server.

        Raises:
            StoreError: they cannot be read now.
        """
        everyone = (
            select(people.c.user_id).join(totals, _OF_PERSON).where(totals.c.games > 0).distinct()
        )
        async with self._database.read() as connection:
            return frozenset((await connection.execute(everyone)).scalars())

    async def leaderboard(self, guild_id: int, order: Order, page: int = 1, size: int = 10) -> Page:
        """Give a page of a server's leaderboard; for a page out of range, the nearest one.

        People with equal scores share a place and are listed by id.

        Args:
            guild_id: the server.
            order: what to rank by.
            page: from 1.
            size: the lines per page, at least 1.

        Raises:
            StoreError: it cannot be read now.
        """
        key, enough = _RANKED_BY[order]
        here = (totals.c.guild_id == guild_id, enough)
        place = func.rank().over(order_by=key).label("place")
        lines = _TOTALS.add_columns(place).where(*here).order_by(place, people.c.user_id)
        async with self._database.read() as connection:
            ranked = await connection.scalar(select(func.count()).where(*here)) or 0
            pages = max(1, -(-ranked // size))
            number = min(max(page, 1), pages)
            found = await connection.execute(lines.limit(size).offset((number - 1) * size))
            standings = tuple(Standing(row["place"], _totals(row)) for row in found.mappings())
        return Page(standings, number, pages)

    async def last_rules(self, guild_id: int, user_id: int) -> Rules | None:
        """Give the rules of the newest game that a person has sat at in a server.

        Raises:
            StoreError: they cannot be read now.
        """
        key = select(people.c.key).where(people.c.user_id == user_id).scalar_subquery()
        theirs = select(played.c.table_id).where(played.c.person == key)
        newest = (
            select(tables.c.rules)
            .where(tables.c.id.in_(theirs), tables.c.guild_id == guild_id)
            .order_by(tables.c.id.desc())
            .limit(1)
        )
        async with self._database.read() as connection:
            stored = await connection.scalar(newest)
        try:
            return None if stored is None else parse_rules(stored)
        except BadRules:
            return None


def _totals(row: RowMapping) -> Totals:
    return Totals(row["user_id"], **{name: row[name] for name in COUNTERS})
