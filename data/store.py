"""Tables in SQLite: `bot.tables.ports.Store`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog
from sqlalchemy import CompoundSelect, RowMapping, Select, select, union

from bot.tables.model import Status, Table
from bot.tables.ports import Clock, DuplicateCommandError, Entry, StaleVersionError
from data import statements as sql
from data.changes import Change, change_of, new_table_rest, new_table_row
from data.database import Database
from data.errors import BrokenTableError
from data.replay import Logged, Stored
from data.results import Write
from data.rows import read_sitting
from data.schema import log, seats, sittings, tables
from data.transaction import Unit, count, find, run

_logger = structlog.get_logger(__name__)

_OPEN: Final = tuple(str(status) for status in Status if not status.ended)

_NEEDED: Final = union(
    select(tables.c.id).where(tables.c.status.in_(_OPEN)),
    select(tables.c.id).where(tables.c.message_id.is_not(None)),
)
"""The tables to restore at the start. An OR would scan every table there ever was."""


class SqlStore:
    """Keeps tables in a database, as `bot.tables.ports.Store` describes it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        """Use an open database.

        Args:
            database: where the tables are.
            clock: gives the time of log entries.
        """
        self._database = database
        self._clock = clock

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
        change = change_of(before, after, entries, self._clock.now())
        if change is not None:
            await self._database.write(_Saving(change).work, after.place.guild_id)

    async def load(self, table_id: int) -> Table | None:
        """Give a table with its game replayed from the log, ended or not; None if unknown.

        Raises:
            BrokenTableError: its stored data is invalid.
            StoreError: it cannot be read now.
        """
        found = await self._read(select(tables.c.id).where(tables.c.id == table_id))
        return found[0].table() if found else None

    async def load_open(self) -> list[Table]:
        """Give every table that has not ended or whose end has not been shown, its game replayed.

        A table with invalid rows or an invalid log is left out and reported; the others go on.

        Raises:
            StoreError: they cannot be read now.
        """
        found = []
        for stored in await self._read(_NEEDED):
            try:
                found.append(stored.table())
            except BrokenTableError as broken:
                _logger.error(  # noqa: TRY400 - a traceback could lead to a hand
                    "table_left_out",
                    table=broken.table_id,
                    version=broken.version,
                    code=broken.code,
                )
        return found

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the id of a channel's newest table that ended with a game.

        Raises:
            StoreError: it cannot be read now.
        """
        newest = (
            select(tables.c.id)
            .where(tables.c.channel_id == channel_id, tables.c.guild_id == guild_id)
            .where(tables.c.status.not_in(_OPEN), tables.c.first_dealer.is_not(None))
            .order_by(tables.c.id.desc())
            .limit(1)
        )
        async with self._database.read() as connection:
            return await connection.scalar(newest)

    async def _read(self, ids: Select[int] | CompoundSelect[int]) -> list[Stored]:
        """Read everything about some tables in one snapshot, by id."""
        async with self._database.read() as connection:

            async def rows(statement: Select[*tuple[Any, ...]]) -> Iterable[RowMapping]:
                return (await connection.execute(statement)).mappings()

            of_tables = await rows(select(tables).where(tables.c.id.in_(ids)).order_by(tables.c.id))
            found = {row["id"]: Stored(row) for row in of_tables}
            of_seats = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
            for row in await rows(of_seats):
                found[row["table_id"]].chairs.append(row)
            of_people = select(sittings).where(sittings.c.table_id.in_(ids)).order_by(sittings.c.id)
            for row in await rows(of_people):
                found[row["table_id"]].sittings.append(read_sitting(row))
            of_log = select(log).where(log.c.table_id.in_(ids)).order_by(log.c.version)
            for row in await rows(of_log):
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
        if not (yield from count(update, rows)):
            raise (yield from self._refusal())
        entries = self.change.log
        if entries and (yield from count(sql.APPEND, entries)) < len(entries):
            raise (yield from self._refusal())
        yield from _run_all(self.change.rest)

    def _refusal(self) -> Unit[Exception]:
        """Say why entries cannot be appended: their commands are in the log, or it moved on."""
        for entry in self.change.log:
            if (yield from find(sql.LOGGED, {"command_id": entry["command_id"]})):
                return DuplicateCommandError()
        return StaleVersionError()
