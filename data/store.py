"""Tables in SQLite: `bot.tables.ports.Store`."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import BindParameter, RowMapping, Select, bindparam, func, select

from bot.tables.model import Table
from bot.tables.ports import (
    BrokenTableError,
    Clock,
    DuplicateCommandError,
    Entry,
    StaleVersionError,
)
from bot.tables.resting import Resting, Shard
from data import statements as sql
from data.brief import brief_of
from data.changes import Change, change_of, new_table_rest, new_table_row
from data.database import Database
from data.people import random_key, sat_at, seated_at
from data.put_away import put_away, users_of
from data.ratings import hold, rate_ended
from data.replay import Logged, Stored
from data.resting import OPEN, read_resting
from data.results import Write
from data.rows import read_sitting, to_micros
from data.schema import games, log, seats, sittings, tables
from data.transaction import Unit, count, find, run

_OUTLINES_TOGETHER: Final = 50
"""Tables that are put together before the event loop gets its turn."""


_IDS: Final[BindParameter[Sequence[int]]] = bindparam("ids", expanding=True)

# Built once: to build them takes as long as to replay a round.
_OF_TABLES: Final = select(tables).where(tables.c.id.in_(_IDS)).order_by(tables.c.id)
_OF_SEATS: Final = seated_at(seats.c.table_id.in_(_IDS))
_OF_PEOPLE: Final = sat_at(sittings.c.table_id.in_(_IDS))
_OF_RECORDS: Final = select(games).where(games.c.table_id.in_(_IDS))
_OF_LOGS: Final = (
    select(log.c.table_id, log.c.version, log.c.action, log.c.at)
    .where(log.c.table_id.in_(_IDS))
    .order_by(log.c.version)
)


class SqlStore:
    """Keeps tables in a database, as `bot.tables.ports.Store` describes it."""

    def __init__(
        self, database: Database, clock: Clock, new_key: Callable[[], int] = random_key
    ) -> None:
        """Use an open database.

        Args:
            database: where the tables are.
            clock: gives the time of log entries.
            new_key: gives keys for people.
        """
        self._database = database
        self._clock = clock
        self._new_key = new_key

    async def create(self, table: Table) -> Table:
        """Store a new table and give it with its id; a repeated command gives the same table.

        Raises:
            ValueError: the table has actions that are not in any log.
            StoreError: it cannot be written now.
        """
        if table.version:
            raise ValueError("a new table has no actions")
        row = new_table_row(table)

        def work() -> Unit[tuple[bool, int]]:
            new = (yield from count(sql.ADD_TABLE, [row])) == 1
            of_command = {"command_id": table.command_id}
            [(table_id,)] = yield from find(sql.TABLE_OF_COMMAND, of_command)
            if new:
                yield from _run_all(new_table_rest(replace(table, id=table_id)))
            return new, table_id

        new, table_id = await self._database.write(work, table.place.guild_id)
        stored = replace(table, id=table_id) if new else await self.load(table_id)
        assert stored is not None  # noqa: S101 - rows of tables are never deleted
        return stored

    async def save(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> None:
        """Write the difference between two states of a table, in one transaction.

        Raises:
            ValueError: the versions do not match the entries.
            DuplicateCommandError: an entry's command id is already in the log.
            StaleVersionError: the log is not at `before.version`.
            StoreError: it cannot be written now.
        """
        change = change_of(before, after, entries, self._clock.now(), self._new_key)
        if change is not None:
            brief = None if change.rest else brief_of(*change.update, change.log)
            await self._database.write(_Saving(change).work, after.place.guild_id, brief)

    async def load(self, table_id: int) -> Table | None:
        """Give a table with its game replayed from the log, ended or not; None if unknown.

        Raises:
            BrokenTableError: its stored data is invalid.
            StoreError: it cannot be read now.
        """
        found = await self._read([table_id])
        return await found[0].table() if found else None

    async def outlines(self, table_ids: Sequence[int]) -> list[Table]:
        """Give what the rows say of tables, oldest first, without reading any log.

        Raises:
            StoreError: they cannot be read now.
        """
        found: list[Table] = []
        for number, stored in enumerate(await self._read(table_ids, logs=False), start=1):
            with suppress(BrokenTableError):
                found.append(stored.outline())
            if number % _OUTLINES_TOGETHER == 0:
                await asyncio.sleep(0)
        return found

    async def resting(self, shard: Shard | None = None) -> list[Resting]:
        """Give every table that has not ended, or whose end has not been shown, by its rows.

        Raises:
            StoreError: they cannot be read now.
        """
        async with self._database.read() as connection:
            return await read_resting(connection, shard)

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the id of a channel's newest table that ended with a game.

        Raises:
            StoreError: it cannot be read now.
        """
        newest = (
            select(tables.c.id)
            .where(tables.c.channel_id == channel_id, tables.c.guild_id == guild_id)
            .where(tables.c.status.not_in(OPEN), tables.c.first_dealer.is_not(None))
            .order_by(tables.c.id.desc())
            .limit(1)
        )
        async with self._database.read() as connection:
            return await connection.scalar(newest)

    async def to_put_away(self, before: datetime, most: int) -> list[int]:
        """Give ids of tables that ended before a moment and are not put away yet, oldest first.

        Args:
            before: the moment (aware, UTC).
            most: how many at most.

        Raises:
            StoreError: they cannot be read now.
        """
        ended_at = func.coalesce(tables.c.moved_at, tables.c.created_at)
        found = (
            select(tables.c.id)
            .where(tables.c.status.not_in(OPEN), tables.c.roles.is_(None))
            .where(tables.c.message_id.is_(None), ended_at < to_micros(before))
            .order_by(tables.c.id)
            .limit(most)
        )
        async with self._database.read() as connection:
            return list((await connection.execute(found)).scalars())

    async def put_away(self, table_id: int) -> bool:
        """Make a table that has ended a record without ids; say whether it was none yet.

        Raises:
            StoreError: it cannot be written now.
        """
        return await self._database.write(lambda: put_away(table_id, self._new_key))

    async def _read(self, ids: Sequence[int], *, logs: bool = True) -> list[Stored]:
        """Read everything about some tables in one snapshot, by id; their logs only if asked."""
        async with self._database.read() as connection:

            async def rows(statement: Select[*tuple[Any, ...]]) -> Iterable[RowMapping]:
                return (await connection.execute(statement, {"ids": ids})).mappings()

            found = {row["id"]: Stored(row) for row in await rows(_OF_TABLES)}
            for row in await rows(_OF_SEATS):
                found[row["table_id"]].chairs.append(row)
            for row in await rows(_OF_PEOPLE):
                found[row["table_id"]].sittings.append(read_sitting(row))
            away = [each for each in found.values() if each.row["roles"] is not None]
            if away:
                users = await users_of(connection, ids, away)
                for each in away:
                    each.users = users
            if not logs:
                return list(found.values())
            for row in await rows(_OF_RECORDS) if away else ():
                found[row["table_id"]].record = row["record"]
            for row in await rows(_OF_LOGS):
                found[row["table_id"]].log.append(Logged(row["version"], row["action"], row["at"]))
        return list(found.values())


def _run_all(writes: Iterable[Write]) -> Unit[None]:
    for statement, rows in writes:
        yield from run(statement, rows)


@dataclass(slots=True)
class _Saving:
    """A save, as a unit of work."""

    change: Change

    def work(self) -> Unit[None]:
        """Write the change, unless the log has moved on."""
        update, rows = self.change.update
        if self.change.ends is not None:
            yield from hold(self.change.ends)
        if not (yield from count(update, rows)):
            raise (yield from self._refusal())
        entries = self.change.log
        if entries and (yield from count(sql.APPEND, entries)) < len(entries):
            raise (yield from self._refusal())
        yield from _run_all(self.change.rest)
        if self.change.ends is not None:
            yield from rate_ended(self.change.ends, rows[0]["at_id"])

    def _refusal(self) -> Unit[Exception]:
        """Say why entries cannot be appended: their commands are in the log, or it moved on."""
        for entry in self.change.log:
            if (yield from find(sql.LOGGED, {"command_id": entry["command_id"]})):
                return DuplicateCommandError()
        return StaleVersionError()
