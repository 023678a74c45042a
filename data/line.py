"""A connection to the server kept for what must not wait behind saves: leases, and tidings.

What one process tells, every other hears by LISTEN. A connection breaks now and then, and what is
told meanwhile is not heard; then whoever listens is told that something was missed.
"""

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import asyncpg
import structlog
from asyncpg.exceptions import InternalClientError
from sqlalchemy import URL

from data.hearing import Heard, Missed
from data.session import SESSION, address_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from asyncpg.pool import PoolConnectionProxy

log = structlog.get_logger(__name__)

SERVER_FAULTS: Final[tuple[type[Exception], ...]] = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    InternalClientError,
    OSError,
    TimeoutError,
)
"""What the driver raises when the server cannot be reached, refuses, or breaks off."""

_CHANNEL: Final = "spades"
_NOTIFY: Final = "SELECT pg_notify($1, $2)"

_NAME: Final = "SELECT set_config('application_name', $1, false)"

_Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


class Line:
    """One connection, opened anew whenever it is needed and has broken.

    Attributes:
        name: that of this process.
    """

    def __init__(self, url: URL, name: str, seconds: float) -> None:
        """Know the server; nothing is opened yet.

        Args:
            url: its address.
            name: that of this process, which the connection bears at the server.
            seconds: how long it may take to connect, and to answer; then the connection is given
                up.
        """
        self._url = url
        self.name = name
        self._seconds = seconds
        self._connection: _Connection | None = None
        self._free = asyncio.Lock()
        self._listeners: list[tuple[Heard, Missed]] = []
        self._opened = False
        self._untold: list[str] = []

    def listen(self, heard: Heard, missed: Missed) -> None:
        """Be told what other processes tell, in the event loop.

        Args:
            heard: is given each text.
            missed: is called when something may have been told unheard.
        """
        self._listeners.append((heard, missed))

    async def fetch(self, sql: str, *values: Any) -> "list[asyncpg.Record]":  # noqa: ANN401 - any
        """Run a statement in a transaction of its own, and give its rows.

        Raises:
            asyncpg.PostgresError, OSError, TimeoutError: it may or may not have been done.
        """
        async with self._used() as connection:
            return await connection.fetch(sql, *values)

    @asynccontextmanager
    async def transaction(self) -> "AsyncIterator[_Connection]":
        """Give the connection for the time of one transaction.

        Raises:
            asyncpg.PostgresError, OSError, TimeoutError: it may or may not have been done.
        """
        async with self._used() as connection, connection.transaction():
            yield connection

    @asynccontextmanager
    async def _used(self) -> "AsyncIterator[_Connection]":
        async with self._free:
            try:
                if self._connection is None or self._connection.is_closed():
                    self._connection = await self._connected()
                yield self._connection
            except asyncpg.PostgresError:
                raise
            except BaseException:
                # Its state is unknown.
                if self._connection is not None:
                    self._connection.terminate()
                self._connection = None
                raise

    async def notify(self, text: str) -> None:
        """Tell every other process.

        It is never part of a save: the commits of those who tell wait for each other.

        Raises:
            asyncpg.PostgresError, OSError, TimeoutError: it may or may not have been told.
        """
        await self.fetch(_NOTIFY, _CHANNEL, text)

    async def tell(self, text: str) -> None:
        """Tell every other process; if that fails, it is told with the next connection."""
        try:
            await self.notify(text)
        except SERVER_FAULTS as fault:
            log.warning("not_told_yet", cause=type(fault).__name__)
            self._untold.append(text)

    async def close(self) -> None:
        """Close the connection."""
        async with self._free:
            connection, self._connection = self._connection, None
            if connection is not None:
                with suppress(*SERVER_FAULTS):
                    await connection.close(timeout=self._seconds)

    async def _connected(self) -> _Connection:
        # A timeout round all of it: the driver's own is for each step.
        async with asyncio.timeout(self._seconds):
            connection = await asyncpg.connect(
                address_of(self._url),
                server_settings=SESSION,
                timeout=self._seconds,
                command_timeout=self._seconds,
            )
            try:
                # By a statement: what stands between may keep the settings of a start to itself.
                await connection.fetch(_NAME, self.name)
                await connection.add_listener(_CHANNEL, self._hear)
                while self._untold:
                    await connection.fetch(_NOTIFY, _CHANNEL, self._untold[-1])
                    self._untold.pop()
            except BaseException:
                connection.terminate()
                raise
        if self._opened:
            log.info("line_reopened")
            for _, missed in self._listeners:
                missed()
        self._opened = True
        return connection

    def _hear(
        self,
        connection: "_Connection | PoolConnectionProxy[asyncpg.Record]",
        sender: int,
        _channel: str,
        text: object,
    ) -> None:
        if not connection.is_closed() and sender != connection.get_server_pid():
            for heard, _ in self._listeners:
                heard(str(text))
