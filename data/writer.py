"""Units of work on their way to the disk: those of one moment share a transaction.

A commit waits for the disk, so writes that arrive meanwhile are gathered and committed together,
each within a savepoint of its own: one that fails harms none of the others, and nobody is told
"done" before the commit is on disk. The task that does it ends when nothing is left to write.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

import aiosqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.ports import StoreError
from data.faults import store_error
from data.rows import Row

T = TypeVar("T")

BEGIN: Final = "BEGIN IMMEDIATE"
"""Begins a transaction as a writer: one that began as a reader could lose an update."""

DRIVER_ERRORS: Final = (sqlite3.Error, ValueError)
"""What the driver raises; the last is what it says of a connection that is closed."""

MOST_TOGETHER: Final = 64
"""Units in one transaction at most, so that the first of them does not wait for too many."""


class Unit:
    """What a unit of work may do: run compiled statements within its transaction."""

    def __init__(self, driver: aiosqlite.Connection) -> None:
        self._driver = driver

    async def run(self, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement once for each row, and give how many rows it touched altogether.

        It must begin with INSERT, UPDATE or DELETE: for these the driver begins a transaction
        as a writer by itself, which saves a visit to its thread.
        """
        cursor = await self._driver.executemany(sql, rows)
        return cursor.rowcount

    async def rows(self, sql: str, row: Row | None = None) -> list[tuple[Any, ...]]:
        """Run a query and give all its rows."""
        if not self._driver.in_transaction:
            await self._driver.execute(BEGIN)
        return [tuple(each) for each in await self._driver.execute_fetchall(sql, row)]


Work = Callable[[Unit], Awaitable[T]]
"""A unit of work. It touches nothing but the database, since it may be rolled back."""


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    """A unit of work and whoever waits for it."""

    work: Work[T]
    waiting: asyncio.Future[T]


class Writer:
    """Puts units of work on disk, one transaction at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._session: _Session | None = None
        self._jobs: deque[_Job[Any]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, work: Work[T]) -> T:
        """Do a unit of work and give its answer once it is on disk.

        A caller that is cancelled while it waits cannot know whether the work was done.

        Raises:
            StoreError: it cannot be written now; nothing of it was.
            Exception: whatever the work itself raised; nothing of it was written.
        """
        if self._closed:
            raise StoreError("the database is closed")
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[T] = loop.create_future()
        self._jobs.append(_Job(work, waiting))
        if self._task is None:
            self._task = loop.create_task(self._run(), name="store-writer")
            self._task.add_done_callback(self._stopped)
        return await waiting

    async def close(self) -> None:
        """Refuse new work and wait for what was begun."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._session is not None:
            await self._session.connection.close()

    async def _run(self) -> None:
        while self._jobs:
            together = min(len(self._jobs), MOST_TOGETHER)
            await self._commit([self._jobs.popleft() for _ in range(together)])
        self._task = None

    def _stopped(self, task: asyncio.Task[None]) -> None:
        """Leave nobody waiting for a task that was cancelled, as an event loop's end does."""
        if self._task is task:
            self._task = None
            _fail(self._jobs, None)
            self._jobs.clear()

    async def _commit(self, group: Sequence[_Job[Any]]) -> None:
        try:
            outcomes = await self._transact(group)
        except (SQLAlchemyError, *DRIVER_ERRORS) as error:
            _fail(group, error)
        except BaseException:
            _fail(group, None)
            raise
        else:
            for job, outcome in zip(group, outcomes, strict=True):
                _answer(job, outcome)

    async def _transact(self, group: Sequence[_Job[Any]]) -> list[object]:
        """Do a group of units in one transaction, and give the answer or failure of each."""
        if self._session is None:
            self._session = await _Session.begin(self._engine)
        driver = self._session.driver
        try:
            if len(group) == 1:
                outcomes = [await _attempt(driver, group[0])]
                failed = isinstance(outcomes[0], _Failed)
                await (driver.rollback() if failed else driver.commit())
            else:
                await driver.execute(BEGIN)
                outcomes = [await _apart(driver, job) for job in group]
                await driver.commit()
        except BaseException:
            if not await self._session.undo():
                self._session = None
            raise
        return outcomes


@dataclass(frozen=True, slots=True)
class _Session:
    """The writer's own connection, kept because fetching one takes as long as two statements.

    Attributes:
        connection: as SQLAlchemy's pool gave it.
        driver: what is behind it.
    """

    connection: AsyncConnection
    driver: aiosqlite.Connection

    @classmethod
    async def begin(cls, engine: AsyncEngine) -> "_Session":
        """Fetch a connection."""
        connection = await engine.connect()
        raw = await connection.get_raw_connection()
        return cls(connection, cast("aiosqlite.Connection", raw.driver_connection))

    async def undo(self) -> bool:
        """Roll back; where even that fails, throw the connection away and say False."""
        try:
            await self.driver.rollback()
        except DRIVER_ERRORS:
            await self.connection.invalidate()
            await self.connection.close()
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Failed:
    """What a unit of work raised."""

    error: Exception


async def _apart(driver: aiosqlite.Connection, job: _Job[Any]) -> object:
    """Do one unit of several, so that its failure undoes nothing of the others."""
    await driver.execute("SAVEPOINT unit")
    outcome = await _attempt(driver, job)
    if isinstance(outcome, _Failed):
        if not driver.in_transaction:
            # A full disk or the like: SQLite has undone the units before this one, too.
            raise sqlite3.OperationalError("the transaction was undone") from outcome.error
        await driver.execute("ROLLBACK TO unit")
    await driver.execute("RELEASE unit")
    return outcome


async def _attempt(driver: aiosqlite.Connection, job: _Job[Any]) -> object:
    try:
        return await job.work(Unit(driver))
    except Exception as error:  # noqa: BLE001 - it belongs to whoever waits for this unit
        return _Failed(error)


def _answer(job: _Job[Any], outcome: object) -> None:
    if job.waiting.done():
        return
    if not isinstance(outcome, _Failed):
        job.waiting.set_result(outcome)
    elif isinstance(outcome.error, sqlite3.Error):
        _fail([job], outcome.error)
    else:
        job.waiting.set_exception(outcome.error)


def _fail(jobs: Iterable[_Job[Any]], cause: Exception | None) -> None:
    for job in jobs:
        if not job.waiting.done():
            job.waiting.set_exception(store_error(cause))
