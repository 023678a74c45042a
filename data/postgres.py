"""Connections to a PostgreSQL server, and units of work there, each in a transaction of its own.

The server flushes the commits of one moment together, so there is no group commit here.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

import asyncpg
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.tables.ports import StoreError
from bot.tables.shards import ShardPlan
from data.brief import Brief, brief_statement
from data.errors import DatabaseInUseError
from data.faults import store_error
from data.leases import require
from data.line import SERVER_FAULTS, Line
from data.rows import Row
from data.schema import metadata
from data.session import NAMED, SESSION, address_of
from data.shards import LeasedShards, LeaseHeldError
from data.sharing import RENEWALS
from data.transaction import Ask, Wanted, Work

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

T = TypeVar("T")

WRITERS: Final = 8
"""Transactions that one process writes at a time."""

READERS: Final = 4
"""Connections that one process reads with."""

CONNECT_SECONDS: Final = 5.0
"""Seconds to wait for a connection to the server."""

ANSWER_SECONDS: Final = 10.0
"""Seconds to wait for the server's answer to a statement; after that the connection is given up."""

_Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"


def server_engine(url: URL) -> AsyncEngine:
    """Make an engine for reading and for migrations."""
    return create_async_engine(
        url,
        hide_parameters=True,
        pool_size=READERS,
        max_overflow=0,
        pool_timeout=CONNECT_SECONDS,
        # A connection that a restart of the server has cut is replaced unseen.
        pool_pre_ping=True,
        connect_args={
            "server_settings": SESSION,
            "timeout": CONNECT_SECONDS,
            "command_timeout": ANSWER_SECONDS,
        },
    )


class ServerWriter:
    """Writes units of work to a server."""

    def __init__(
        self, pool: "asyncpg.Pool[asyncpg.Record]", line: Line, shards: LeasedShards
    ) -> None:
        """Write through the connections of a pool, what the leases allow.

        Args:
            pool: the connections.
            line: one more, for the leases.
            shards: what this process may write.
        """
        self._pool = pool
        self.line = line
        self.shards = shards
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @classmethod
    async def connected(
        cls, url: URL, plan: ShardPlan | None, lease_seconds: float, late: Callable[[], None]
    ) -> "ServerWriter":
        """Connect to a server.

        Args:
            url: the address.
            plan: how several processes share the servers out; None to take all, as the only one.
            lease_seconds: how long leases hold without being renewed, if there is no plan.
            late: called when a renewal was late.

        Raises:
            asyncpg.PostgresError, OSError, TimeoutError: it cannot be reached, or refuses.
            DatabaseInUseError: another process holds a lease, and renews it.
            ShardCountError: other processes share the servers out in another number of shards.
        """
        seconds = lease_seconds if plan is None else plan.seconds
        writer = await cls.beside(url, plan or ShardPlan(seconds=seconds), late)
        try:
            if plan is None:
                await writer.shards.take_all()
            else:
                await writer.shards.make(url)
        except LeaseHeldError:
            await writer.give_up()
            raise DatabaseInUseError(url) from None
        except BaseException:
            await writer.give_up()
            raise
        return writer

    @classmethod
    async def beside(
        cls, url: URL, plan: ShardPlan | None = None, late: Callable[[], None] = lambda: None
    ) -> "ServerWriter":
        """Be ready to connect to a server, without any lease; see `connected`."""
        plan = plan or ShardPlan()
        name = NAMED + secrets.token_hex(8)
        line = Line(url, name, max(plan.seconds / RENEWALS, 1.0))
        pool = await asyncpg.create_pool(
            address_of(url),
            # None is opened for its own sake: while the server is away, that fails every time.
            min_size=0,
            max_size=WRITERS,
            server_settings=SESSION,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            reset=_leave_as_it_is,
        )
        return cls(pool, line, LeasedShards(line, plan, late))

    async def write(
        self, work: Work[T], guild_id: int | None = None, brief: Brief | None = None
    ) -> T:
        """Run a unit of work and give its result once it is on disk.

        A caller that is cancelled while it waits cannot know whether the work was done.

        Args:
            work: begins the unit.
            guild_id: the server to which all that is written belongs; None if it belongs to none.
            brief: what the unit writes, if it gives nothing and that is all it writes.

        Raises:
            LeaseLostError: another process serves that server.
            StoreError: it cannot be written now. Whether it was written is unknown if the
                connection broke at the commit.
            Exception: whatever the work itself raised; nothing of it was written.
        """
        if self._closed:
            raise StoreError("the database is closed")
        self._under_way += 1
        self._idle.clear()
        try:
            lease = self.shards.lease(guild_id)
            async with self._pool.acquire(timeout=ANSWER_SECONDS) as connection:
                if brief is not None and lease is not None:
                    values = brief.values(self.shards.owner, lease.shard, lease.fence)
                    if await _briefly(connection, values):
                        return cast("T", None)
                async with connection.transaction():
                    if lease is not None:
                        await require(connection, self.shards.owner, lease)
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
        await self.shards.close()
        await self.give_up()

    async def give_up(self) -> None:
        """Close the connections."""
        await self.line.close()
        await self._pool.close()


async def _leave_as_it_is(_connection: object) -> None:
    """Save the round trip that resets a connection: a unit of work changes nothing of it."""


async def _briefly(connection: _Connection, values: Row) -> bool:
    """Save an action by one statement; say whether that was possible."""
    brief = brief_statement()
    try:
        found = await connection.fetchrow(brief.sql, *[values[name] for name in brief.names])
    except asyncpg.UniqueViolationError:
        return False
    return found is not None and found[1] == 1


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


async def vacuum(url: URL) -> None:
    """Free what was deleted or written over, so that the server's files lose it."""
    connection = await asyncpg.connect(address_of(url), timeout=CONNECT_SECONDS)
    try:
        for table in metadata.sorted_tables:
            await connection.execute(f"VACUUM {table.name}")
    finally:
        await connection.close()
