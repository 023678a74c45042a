"""Writes units of work to disk; those that arrive together share a transaction.

A commit waits for the disk, so writes that arrive meanwhile are committed together. A failed one
does not affect the others, and nothing is acknowledged before the commit is on disk. The writing
task ends when nothing is left to write.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

import aiosqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.tables.ports import StoreError
from data.brief import Brief
from data.faults import store_error
from data.sqlite import Transaction
from data.transaction import Done, Outcome, Work

T = TypeVar("T")

MOST_TOGETHER: Final = 64
"""The most units in one transaction, so that the first does not wait too long."""

_DRIVER_ERRORS: Final = (sqlite3.Error, ValueError)
"""What the driver raises; the last one is for a closed connection."""


@dataclass(frozen=True, slots=True)
class _Job(Generic[T]):
    """A unit of work and the future of its caller."""

    work: Work[T]
    waiting: asyncio.Future[T]


@dataclass(frozen=True, slots=True)
class _Session:
    """The writer's own connection, kept because fetching one takes longer than a statement.

    Attributes:
        connection: from SQLAlchemy's pool.
        driver: the driver's connection behind it.
    """

    connection: AsyncConnection
    driver: aiosqlite.Connection


class Writer:
    """Writes units of work to disk, one transaction at a time."""

    def __init__(self, engine: AsyncEngine, before_commit: Callable[[], None] | None) -> None:
        """Write through an engine's connections.

        Args:
            engine: makes them.
            before_commit: raises a StoreError if nothing may be committed; called in the driver's
                thread.
        """
        self._engine = engine
        self._before_commit = before_commit
        self._session: _Session | None = None
        self._jobs: deque[_Job[Any]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(
        self,
        work: Work[T],
        guild_id: int | None = None,  # noqa: ARG002 - the process has them all
        brief: Brief | None = None,  # noqa: ARG002 - statements cost little here, commits much
    ) -> T:
        """Run a unit of work and give its result once it is on disk.

        A caller that is cancelled while it waits cannot know whether the work was done.

        Args:
            work: begins the unit.
            guild_id: the server to which it belongs.
            brief: what it writes.

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
        """Refuse new work and wait for the work under way."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._session is not None:
            await self._session.connection.close()
            self._session = None

    async def _run(self) -> None:
        while self._jobs:
            together = min(len(self._jobs), MOST_TOGETHER)
            await self._commit([self._jobs.popleft() for _ in range(together)])
        self._task = None

    def _stopped(self, task: asyncio.Task[None]) -> None:
        """Cancel the waiting callers when the task is cancelled, as a closing event loop does."""
        if self._task is task:
            self._task = None
            _fail(self._jobs, None)
            self._jobs.clear()

    async def _commit(self, group: Sequence[_Job[Any]]) -> None:
        transaction = Transaction([job.work for job in group], self._before_commit)
        try:
            await self._hand_over(transaction)
        except (SQLAlchemyError, StoreError, *_DRIVER_ERRORS) as error:
            _fail(group, error)
        except BaseException:
            _fail(group, None)
            raise
        else:
            for job, outcome in zip(group, transaction.outcomes, strict=True):
                _answer(job, outcome)

    async def _hand_over(self, transaction: Transaction) -> None:
        """Run a transaction in the driver's thread."""
        if self._session is None:
            connection = await self._engine.connect()
            raw = await connection.get_raw_connection()
            driver = cast("aiosqlite.Connection", raw.driver_connection)
            self._session = _Session(connection, driver)
        session = self._session
        try:
            # Declared for strings; the connection is a `ScriptConnection`.
            await session.driver.executescript(cast("str", transaction))
        except BaseException:
            # Its state is unknown, so the next transaction gets a fresh connection.
            self._session = None
            await session.connection.invalidate()
            await session.connection.close()
            raise


def _answer(job: _Job[Any], outcome: Outcome) -> None:
    if job.waiting.done():
        return
    if isinstance(outcome, Done):
        job.waiting.set_result(outcome.answer)
    elif isinstance(outcome.error, sqlite3.Error):
        _fail([job], outcome.error)
    else:
        job.waiting.set_exception(outcome.error)


def _fail(jobs: Iterable[_Job[Any]], cause: Exception | None) -> None:
    for job in jobs:
        if not job.waiting.done():
            job.waiting.set_exception(store_error(cause))
