"""The open database: one file, one writer, a few readers, each unit of work on its own connection.

An absent or empty file gets the present schema. A file of an earlier version is refused, and the
message names the command that upgrades it: an upgrade cannot be undone, so the operator should make
a copy first. A file of a later version, or of another program, is left untouched.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.connections import BUSY_SECONDS, reading_engine, serving_engine
from data.custody import Custody
from data.faults import told_to_tables
from data.migrate import MIGRATIONS
from data.preparation import require_readable
from data.soundness import CHECKED_AT_ONCE
from data.transaction import Work
from data.writer import Writer

T = TypeVar("T")


class Database:
    """An open database. Make one with `open` or `read_only`; use it in one event loop; close it."""

    def __init__(self, path: Path, engine: AsyncEngine, custody: Custody | None = None) -> None:
        """Use an engine of `data.connections`.

        Args:
            path: the file.
            engine: makes the connections to it.
            custody: keeps other processes away from the file; None for a reader.
        """
        self.path = path
        self._engine = engine
        self._custody = custody
        self._writer = Writer(engine, custody.require if custody is not None else None)

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        migrations: Path = MIGRATIONS,
        busy_seconds: float = BUSY_SECONDS,
        check_at_once: int = CHECKED_AT_ONCE,
    ) -> Self:
        """Open a database to serve it, as the only process; an absent one is created.

        Args:
            path: the file.
            migrations: the scripts that make the schema.
            busy_seconds: seconds to wait, each time, for a program that holds SQLite's lock.
            check_at_once: size in bytes of the largest file that is checked before use if it was
                not closed cleanly; a larger one is checked while the bot runs.

        Raises:
            DatabaseProblem: it cannot be used; the sentence says why and what to do.
        """
        custody = await asyncio.to_thread(
            Custody.taken, path, migrations, busy_seconds, check_at_once
        )
        return cls(path, serving_engine(path, busy_seconds, custody.require), custody)

    @classmethod
    async def read_only(cls, path: Path, *, migrations: Path = MIGRATIONS) -> Self:
        """Open a database to read it, even while another process serves it.

        It takes no lock, creates no file, and reads no more than it is asked for.

        Raises:
            DatabaseProblem: there is none, or this version cannot read it.
        """
        await asyncio.to_thread(require_readable, path, migrations)
        return cls(path, reading_engine(path))

    async def write(self, work: Work[T]) -> T:
        """Run a unit of work that writes, and give its result once it is on disk.

        Raises:
            StoreError: the database cannot be written now; nothing was written.
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
        """Finish the work under way, and release the file."""
        await self._writer.close()
        await self._engine.dispose()
        if self._custody is not None:
            await asyncio.to_thread(self._custody.end)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
