"""Copies a file of SQLite into a PostgreSQL database, and compares the two."""

import asyncio
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Row, Table, bindparam, insert, select, text

from data.connections import reading_engine_now
from data.database import Database
from data.errors import CopyDiffersError, TargetFilledError
from data.faults import told_at_start
from data.preparation import require_readable
from data.schema import OF_PROCESSES, metadata, sittings, tables
from data.statements import Statement
from data.transaction import Unit, find, run

_TOGETHER: Final = 1000
"""Rows that are read and written at a time."""

TABLES: Final = tuple(table for table in metadata.sorted_tables if table not in OF_PROCESSES)
"""What is copied, in an order in which rows refer only to those before."""

_NUMBERED: Final = (tables.name, sittings.name)
"""The tables that number their rows."""


@dataclass(slots=True)
class Content:
    """What a table holds, whatever the order of its rows.

    Attributes:
        rows: how many there are.
        total: the sum of their hashes, modulo 2**256.
    """

    rows: int = 0
    total: int = 0

    def add(self, rows: Iterable[Row[Any]]) -> None:
        """Count rows in."""
        for row in rows:
            self.rows += 1
            digest = hashlib.sha256(repr(tuple(row)).encode()).digest()
            self.total = (self.total + int.from_bytes(digest)) % 2**256


Contents = dict[str, Content]
"""What each table holds, by its name."""


async def copy(source: Path, target: URL) -> Contents:
    """Copy every row of a file into an empty database, in one transaction.

    The file may be served meanwhile: it is copied as it is at the beginning.

    Returns:
        What each table holds, the same on both sides.

    Raises:
        DatabaseProblem: one of them cannot be used, the target is not empty, or they differ
            afterwards.
        StoreError: the target cannot be written now; nothing was written.
    """
    await asyncio.to_thread(require_readable, source)
    async with await Database.open(target) as database:
        with _snapshot(source) as reading:
            await database.write(lambda: _copying(reading, target))
            expected = {table.name: _read(reading, table) for table in TABLES}
        found = {table.name: await _stored(database, table) for table in TABLES}
    if found != expected:
        raise CopyDiffersError(target)
    return found


@contextmanager
def _snapshot(path: Path) -> Iterator[Connection]:
    """Give a connection that sees a file as it is at the first query."""
    with told_at_start(path), reading_engine_now(path).connect() as connection:
        connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


def _copying(reading: Connection, target: URL) -> Unit[None]:
    for table in TABLES:
        [(filled,)] = yield from find(Statement(select(select(table).exists())))
        if filled:
            raise TargetFilledError(target)
    for table in TABLES:
        names = table.columns.keys()
        into = Statement(insert(table).values({name: bindparam(name) for name in names}).inline())
        for rows in _rows(reading, table):
            yield from run(into, [row._asdict() for row in rows])
    for name in _NUMBERED:
        # The next row gets the number after the highest.
        highest = f"SELECT setval('{name}_id_seq', coalesce(max(id), 1)) FROM {name}"  # noqa: S608 - our own
        yield from find(Statement(text(highest)))


def _rows(reading: Connection, table: Table) -> Iterator[Iterable[Row[Any]]]:
    reader = reading.execution_options(yield_per=_TOGETHER)
    return reader.execute(select(table)).partitions()


def _read(reading: Connection, table: Table) -> Content:
    content = Content()
    for rows in _rows(reading, table):
        content.add(rows)
    return content


async def _stored(database: Database, table: Table) -> Content:
    content = Content()
    async with database.read() as connection:
        found = await connection.stream(select(table), execution_options={"yield_per": _TOGETHER})
        async for rows in found.partitions():
            content.add(rows)
    return content
