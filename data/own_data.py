"""What is stored of one person, to give it out or to forget it: `bot.own_data.Kept`."""

import json
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, or_, select

from bot.tables.model import Status
from bot.tables.ports import FORGOTTEN
from data import forget_statements as forgetting
from data import statements as sql
from data.database import Database
from data.rating_statements import FORGET_RANKS
from data.roles import Roles
from data.rows import print_contributions, read_seeds, to_micros
from data.schema import COUNTERS, people, person_totals, played, rule_sets, seats, tables
from data.transaction import Unit, count, find, run
from engine.deals import without_person

_NAMING: Final = (
    tables.c.invited,
    tables.c.removed,
    tables.c.end_votes,
    tables.c.resign_votes,
    tables.c.asking,
    tables.c.added,
    tables.c.contributions,
)
"""The columns of a table that may name a person in JSON."""


class SqlOwnData:
    """Finds and forgets people in a database."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def naming(self, user_id: int) -> list[tuple[int, bool]]:
        """Give the tables that name a person by id, each with whether it has ended.

        Raises:
            StoreError: they cannot be read now.
        """
        in_seat = select(seats.c.table_id).where(
            or_(seats.c.user_id == user_id, seats.c.held_for == user_id)
        )
        named: list[ColumnElement[bool]] = [
            tables.c.host == user_id,
            tables.c.id.in_(in_seat),
            *(column.contains(str(user_id)) for column in _NAMING),
        ]
        found = (
            select(tables.c.id, tables.c.status)
            .where(tables.c.roles.is_(None), or_(*named))
            .order_by(tables.c.id)
        )
        async with self._database.read() as connection:
            return [(row.id, Status(row.status).ended) for row in await connection.execute(found)]

    async def forget(self, user_id: int) -> None:
        """Forget a person whom no table names by id any more, at once and on disk.

        Other processes are told, so that they do not keep names and settings in memory.

        Raises:
            StoreError: it cannot be written now; nothing has changed.
        """
        await self._database.write(lambda: _forget(user_id))
        await self._database.hearing.tell(f"person:{user_id}")
        await self._database.hearing.tell(FORGOTTEN)
        await self._database.scrub()

    async def forget_server(self, guild_id: int) -> int:
        """Delete everything of a server, and the people who have played nowhere else.

        Returns:
            How many tables it had.

        Raises:
            StoreError: it cannot be written now; nothing has changed.
        """
        tables = await self._database.write(lambda: _forget_server(guild_id))
        await self._database.scrub()
        return tables

    async def drop_names(self, before: datetime) -> int:
        """Drop the names of those who have not played since a moment; give how many.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"before": to_micros(before)}
        return await self._database.write(lambda: count(forgetting.DROP_NAMES, [row]))

    async def games(self, user_id: int) -> list[int]:
        """Give the tables where a person has sat in a game, oldest first.

        Raises:
            StoreError: they cannot be read now.
        """
        found = select(played.c.table_id).join(people, people.c.key == played.c.person)
        mine = found.where(people.c.user_id == user_id).order_by(played.c.table_id)
        async with self._database.read() as connection:
            return list((await connection.execute(mine)).scalars())

    async def totals(self, user_id: int) -> list[dict[str, Any]]:
        """Give a person's totals, each with its server.

        Raises:
            StoreError: they cannot be read now.
        """
        counters = [person_totals.c[name] for name in COUNTERS]
        mine = (
            select(person_totals.c.guild_id.label("server"), *counters)
            .join(people, people.c.key == person_totals.c.person)
            .where(people.c.user_id == user_id)
            .order_by(person_totals.c.guild_id)
        )
        async with self._database.read() as connection:
            return [dict(row) for row in (await connection.execute(mine)).mappings()]

    async def rule_sets(self, user_id: int) -> list[dict[str, Any]]:
        """Give the rule sets that a person has saved, each with its server.

        Raises:
            StoreError: they cannot be read now.
        """
        mine = select(
            rule_sets.c.guild_id.label("server"), rule_sets.c.name, rule_sets.c.rules
        ).where(rule_sets.c.author == user_id)
        async with self._database.read() as connection:
            found = (await connection.execute(mine)).mappings()
            return [{**row, "rules": json.loads(row["rules"])} for row in found]

    async def met(self, user_id: int) -> str | None:
        """Give the name under which a person was last known, or None.

        Raises:
            StoreError: it cannot be read now.
        """
        async with self._database.read() as connection:
            name: str | None = await connection.scalar(
                select(people.c.name).where(people.c.user_id == user_id)
            )
            return name


def _forget_server(guild_id: int) -> Unit[int]:
    here = [{"guild_id": guild_id}]
    yield from run(forgetting.BEGIN_FORGETTING, here)
    for statement in forgetting.FORGET_SERVER:
        yield from run(statement, here)
    tables = yield from count(forgetting.FORGET_TABLES, here)
    yield from run(forgetting.END_FORGETTING, here)
    for statement in forgetting.FORGET_STRANGERS:
        yield from run(statement, [{}])
    return tables


def _forget(user_id: int) -> Unit[None]:
    user = {"user_id": user_id}
    for table_id, secret, text in (
        yield from find(forgetting.NAMED_IN, {"mark": f'%"{user_id}:%'})
    ):
        seeds = print_contributions(without_person(read_seeds(secret, text), user_id))
        yield from run(forgetting.KEEP_KEY, [{"at_id": table_id, "contributions": seeds}])
    for (key,) in (yield from find(sql.KEY_OF, user)):
        for table_id, roles in (yield from find(forgetting.ROLES_WITH, {"mark": f"%{key}%"})):
            left = Roles.parse(roles).without(key).print()
            yield from run(forgetting.KEEP_ROLES, [{"at_id": table_id, "roles": left}])
        yield from run(forgetting.FORGET_TOTALS, [{"person": key}])
        for statement in FORGET_RANKS:
            yield from run(statement, [{"at_person": key}])
    for statement in forgetting.FORGET_PERSON:
        yield from run(statement, [user])
