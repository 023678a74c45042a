"""Totals, ratings and leaderboards: `bot.tables.records.Records` over the database."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    RowMapping,
    ScalarSelect,
    Select,
    and_,
    cast,
    func,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.records import (
    NOT_RATED,
    Order,
    Page,
    Partner,
    PersonCard,
    Rated,
    RatingChange,
    Score,
    Totals,
)
from data.database import Database
from data.leaderboards import page_of
from data.rating_schema import rating_changes
from data.rating_statements import GONE
from data.ratings import renew
from data.schema import COUNTERS, people, played, tables
from data.schema import person_totals as totals
from data.transaction import Unit, run
from engine.errors import BadRules
from engine.ratings import Skill
from engine.rules import Rules, parse_rules

LAST_GAMES: Final = 40
"""How many games the course of a rating shows."""

TOGETHER_FOR: Final = 3
"""The games with a partner before they can be called the best."""

_THOUSAND: Final = 1000

_OF_PERSON: Final = totals.c.person == people.c.key

_CHANGES: Final = (
    select(people.c.user_id, rating_changes)
    .join(people, people.c.key == rating_changes.c.person)
    .where(people.c.user_id.is_not(None))
)
"""Changes of ratings with the user id; nobody asks for those of people who are forgotten."""


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
        async with self._database.read() as connection:
            return await _totals_of(connection, guild_id, user_id)

    async def card(self, guild_id: int, user_id: int) -> PersonCard | None:
        """Give what a person has achieved in a server, or None before the first finished round.

        Raises:
            StoreError: it cannot be read now.
        """
        c = rating_changes.c
        mine = and_(c.guild_id == guild_id, c.person == _key_of(user_id))
        async with self._database.read() as connection:
            counted = await _totals_of(connection, guild_id, user_id)
            if counted is None:
                return None
            last = _CHANGES.where(mine).order_by(c.nth.desc()).limit(LAST_GAMES)
            rows = (await connection.execute(last)).mappings().all()
            scores = {
                among: Score(wins, games)
                for among, games, wins in await connection.execute(_scores(mine))
            }
            best = (await connection.execute(_partners(mine))).first()
        return PersonCard(
            counted,
            tuple(_change(row) for row in reversed(rows)),
            scores.get(True, Score()),
            scores.get(False, Score()),
            None if best is None else Partner(*best),
        )

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

    async def leaderboard(
        self, guild_id: int, order: Order, season: int, page: int = 1, size: int = 10
    ) -> Page:
        """Give a page of a server's leaderboard; for a page out of range, the nearest one.

        Args:
            guild_id: the server.
            order: what to rank by.
            season: the season, or `ALL_TIME`.
            page: from 1.
            size: the lines per page, at least 1.

        Raises:
            StoreError: it cannot be read now.
        """
        async with self._database.read() as connection:
            return await page_of(connection, guild_id, order, season, page, size)

    async def note_gone(self, guild_id: int, users: Collection[int]) -> None:
        """Leave people out of the leaderboards of a server until they play there again.

        Raises:
            StoreError: it cannot be written now.
        """
        rows = [{"at_guild": guild_id, "at_user": user} for user in sorted(users)]

        def work() -> Unit[None]:
            for statement in GONE:
                yield from run(statement, rows)

        await self._database.write(work, guild_id)

    async def rated(self, table_id: int) -> Rated:
        """Give what the game of a table has changed in ratings.

        Raises:
            StoreError: it cannot be read now.
        """
        c = rating_changes.c
        of_table = _CHANGES.where(c.table_id == table_id).order_by(people.c.user_id)
        async with self._database.read() as connection:
            rows = (await connection.execute(of_table)).mappings().all()
            if not rows:
                return NOT_RATED
            over = await _season_over(connection, rows[0])
        return Rated(tuple(map(_change, rows)), over)

    async def begin_anew(self, guild_id: int, season: int) -> None:
        """Let the ratings of a server, of this season and of all time, begin anew.

        Raises:
            StoreError: it cannot be written now.
        """
        await self._database.write(lambda: renew(guild_id, season), guild_id)

    async def last_rules(self, guild_id: int, user_id: int) -> Rules | None:
        """Give the rules of the newest game that a person has sat at in a server.

        Raises:
            StoreError: they cannot be read now.
        """
        theirs = select(played.c.table_id).where(played.c.person == _key_of(user_id))
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


async def _season_over(connection: AsyncConnection, row: RowMapping) -> int | None:
    """Give the season before, if a game was the first of its season in its server."""
    c = rating_changes.c
    here, season = c.guild_id == row["guild_id"], row["season"]
    earlier = select(c.nth).where(here, c.season == season, c.nth < row["nth"]).limit(1)
    if await connection.scalar(earlier) is not None:
        return None
    before = select(func.max(c.season)).where(here, c.season < season)
    found: int | None = await connection.scalar(before)
    return found


def _key_of(user_id: int) -> ScalarSelect[int]:
    return select(people.c.key).where(people.c.user_id == user_id).scalar_subquery()


async def _totals_of(connection: AsyncConnection, guild_id: int, user_id: int) -> Totals | None:
    one = (
        select(people.c.user_id, totals)
        .join(people, _OF_PERSON)
        .where(totals.c.guild_id == guild_id, people.c.user_id == user_id)
    )
    row = (await connection.execute(one)).mappings().first()
    return None if row is None else Totals(row["user_id"], **{name: row[name] for name in COUNTERS})


def _won() -> ColumnElement[int]:
    return func.sum(cast(rating_changes.c.place == 1, Integer))


def _scores(mine: ColumnElement[bool]) -> Select[bool, int, int]:
    """Count a person's finished games and wins, among people and with computer players alone."""
    c = rating_changes.c
    return (
        select(c.among_people, func.count(), _won())
        .where(mine, c.place > 0)
        .group_by(c.among_people)
    )


def _partners(mine: ColumnElement[bool]) -> Select[int, str, int, int]:
    """Give the person with whom someone wins most; few games count for less."""
    c = rating_changes.c
    share = (_won() + 1.0) / (func.count() + 2.0)
    return (
        select(people.c.user_id, func.coalesce(people.c.name, ""), _won(), func.count())
        .select_from(rating_changes)
        .join(people, people.c.key == c.partner)
        .where(mine, c.place > 0, people.c.user_id.is_not(None))
        .group_by(people.c.user_id, people.c.name)
        .having(func.count() >= TOGETHER_FOR)
        .order_by(share.desc(), people.c.user_id)
        .limit(1)
    )


def _change(row: RowMapping) -> RatingChange:
    skill = Skill(row["mean"] / _THOUSAND, row["deviation"] / _THOUSAND)
    return RatingChange(
        row["user_id"],
        row["season"],
        row["before"] / _THOUSAND,
        skill.mean,
        skill.provisional,
        row["place"],
        bool(row["among_people"]),
        "partners" if row["mode"] == "partners" else "solo",
    )
