"""Connections to a PostgreSQL server, and units of work there, each in a transaction of its own.

The server flushes the commits of one moment together, so there is no group commit here.
"""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import asyncpg
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.tables.ports import StoreError
from data.errors import DatabaseInUseError
from data.faults import store_error
from data.leases import SERVER_FAULTS, Lease, LeaseHeldError
from data.transaction import Ask, Wanted, Work

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

T = TypeVar("T")

ONLY_SHARD: Final = 0
"""The shard of every table, while one process serves them all."""

WRITERS: Final = 8
"""Transactions that one process writes at a time."""

READERS: Final = 4
"""Connections that one process reads with."""

CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for a connection to the server."""

ANSWER_SECONDS: Final = 10.0
"""Seconds to wait for the server's answer to a statement; after that the connection is given up."""

_SESSION: Final = {
    "application_name": "spades",
    # Statements are short; compiling them would take longer than running them.
    "jit": "off",
    # A press must be answered within three seconds.
    "lock_timeout": "2s",
    "statement_timeout": "10s",
    # A process that is stopped in the middle of a transaction must not hold up the next owner of
    # its tables.
    "idle_in_transaction_session_timeout": "5s",
}

_Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"


def server_engine(url: URL) -> AsyncEngine:
    """Make an engine for reading and for migrations."""
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_size=READERS,
        max_overflow=0,
        # A connection that a restart of the server has cut is replaced unseen.
        pool_pre_ping=True,
        connect_args={
            "server_settings": _SESSION,
            "timeout": CONNECT_SECONDS,
            "command_timeout": ANSWER_SECONDS,
        },
    )


class ServerWriter:
    """Writes units of work to a server."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]", lease: Lease) -> None:
        """Write through the connections of a pool, while a lease holds."""
        self._pool = pool
        self._lease = lease
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def connected(cls, url: URL, lease_seconds: float) -> "ServerWriter":
        """Connect to a server, and take the lease.

        Args:
            url: the address.
            lease_seconds: how long the lease holds without being renewed.

        Raises:
            asyncpg.PostgresError, OSError, TimeoutError: it cannot be reached, or refuses.
            DatabaseInUseError: another process holds the lease, and renews it.
        """
        pool = await asyncpg.create_pool(
            url.set(drivername="postgresql").render_as_string(hide_password=False),
            min_size=1,
            max_size=WRITERS,
            server_settings=_SESSION,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            reset=_leave_as_it_is,
        )
        lease = Lease(pool, ONLY_SHARD, lease_seconds)
        try:
            await lease.acquire()
        except LeaseHeldError:
            await pool.close()
            raise DatabaseInUseError(url) from None
        except BaseException:
            await pool.close()
            raise
        return cls(pool, lease)

    async def write(self, work: Work[T]) -> T:
        """Run a unit of work and give its result once it is on disk.

        A caller that is cancelled while it waits cannot know whether the work was done.

        Raises:
            StoreError: it cannot be written now, or another process has the lease. Whether it was
                written is unknown if the connection broke at the commit.
            Exception: whatever the work itself raised; nothing of it was written.
        """
        if self._closed:
            raise StoreError("the database is closed")
        self._under_way += 1
        self._idle.clear()
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await self._lease.require(connection)
                return await _driven(connection, work)
        except SERVER_FAULTS as error:
            raise store_error(error) from error
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def close(self) -> None:
        """Refuse new work and wait for the work under way."""
        self._closed = True
        # The pool would refuse those that still wait for a connection.
        await self._idle.wait()
        await self._lease.release()
        await self._pool.close()


async def _leave_as_it_is(_connection: object) -> None:
    """Save the round trip that resets a connection: a unit of work changes nothing of it."""


async def _driven(connection: _Connection, work: Work[T]) -> T:
    with closing(work()) as unit:
        answer = None
        try:
            while True:
                answer = await _answer(connection, unit.send(answer))
        except StopIteration as end:
            result: T = end.value
            return result


async def _answer(connection: _Connection, ask: Ask) -> Any:  # noqa: ANN401 - by `ask.wanted`
    statement = ask.statement.postgresql
    rows = [[row[name] for name in statement.names] for row in ask.rows]
    match ask.wanted:
        case Wanted.ROWS:
            return [tuple(found) for found in await connection.fetch(statement.sql, *rows[0])]
        case Wanted.COUNT:
            return sum([await _affected(connection, statement.sql, row) for row in rows])
        case Wanted.NOTHING if len(rows) == 1:
            await connection.execute(statement.sql, *rows[0])
        case Wanted.NOTHING:
            await connection.executemany(statement.sql, rows)
    return None


async def _affected(connection: _Connection, sql: str, row: Sequence[Any]) -> int:
    # The server's words: "INSERT 0 1", "UPDATE 1".
    return int((await connection.execute(sql, *row)).rpartition(" ")[2])
