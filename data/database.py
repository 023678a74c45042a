"""The open database: one file, one writer, a few readers, each unit of work on its own connection.

An absent or empty file is given the present schema. A file of an earlier version is refused with
the command that upgrades it: an upgrade cannot be undone, so a person should make a copy first. A
file of a later version, or of another program, is left untouched.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from sqlalchemy import URL, Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data.faults import told_to_tables
from data.lock import ProcessLock
from data.migrate import MIGRATIONS
from data.opening import BUSY_SECONDS, prepare, require_place
from data.transaction import ScriptConnection, Work
from data.writer import Writer

T = TypeVar("T")

_CONNECTIONS: Final = 4
"""One for the writer, the others for readers."""

_PRAGMAS: Final = (
    # A press is answered "done" only when it would survive a power cut.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)


class Database:
    """An open database. Make one with `open`; use it in one event loop; close it."""

    def __init__(self, path: Path, engine: AsyncEngine, lock: ProcessLock | None) -> None:
        self.path = path
        self._engine = engine
        self._lock = lock
        self._writer = Writer(engine)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        exclusive: bool = True,
        migrations: Path = MIGRATIONS,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Self:
        """Open a database; an absent one is created.

        Args:
            path: the file.
            exclusive: whether to refuse while another process serves the file. A command that
                only reads need not.
            migrations: the scripts that make the schema.
            busy_seconds: how long to wait, each time, for a program that holds SQLite's lock.

        Raises:
            DatabaseProblem: it cannot be used; the sentence says why and what to do.
        """
        return await asyncio.to_thread(cls._open, path, exclusive, migrations, busy_seconds)

    @classmethod
    def _open(cls, path: Path, exclusive: bool, migrations: Path, busy_seconds: float) -> Self:  # noqa: FBT001
        require_place(path)
        lock = ProcessLock(path) if exclusive else None
        if lock is not None:
            lock.acquire()
        try:
            prepare(path, migrations, busy_seconds)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        return cls(path, _engine(path, busy_seconds), lock)

    async def write(self, work: Work[T]) -> T:
        """Do a unit of work that writes, and give its answer once it is on disk.

        Raises:
            StoreError: the database cannot be written now; nothing was.
            Exception: whatever the work itself raised; nothing was written.
        """
        return await self._writer.write(work)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection that sees the database as it is at its first query.

        Raises:
            StoreError: the database cannot be read now.
        """
        with told_to_tables():
            async with self._engine.connect() as connection:
                yield connection

    async def close(self) -> None:
        """Finish what was begun, and let go of the file."""
        await self._writer.close()
        await self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def _engine(path: Path, busy_seconds: float) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        hide_parameters=True,
        connect_args={
            # Python begins no transaction of its own: writers and readers begin differently.
            "isolation_level": None,
            "timeout": busy_seconds,
            "factory": ScriptConnection,
        },
        pool_size=_CONNECTIONS,
        max_overflow=0,
        # Both the writer and SQLAlchemy's own transactions end what they begin.
        pool_reset_on_return=None,
    )
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _set_pragmas(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
