"""The connections of every shard that this process wants, each with a task of its own.

So a shard that waits for its turn, or for Discord, does not hold up the others.
"""

import asyncio
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Any, Final

import discord

from bot.connection import Connection
from bot.identifying import Identifying

READY: Final = "READY"
SERVER: Final = "GUILD_CREATE"

NAMED: Final = "shard_named"
"""The event of a session that has begun, with its shard: Discord has named every server of it."""

_NEVER: Final = -1

Parse = Callable[[Any], None]


class Connections:
    """Opens and closes shards at any time, once the client may connect.

    Attributes:
        named: the shards of which Discord has named every server, available or not.
    """

    def __init__(self, client: discord.AutoShardedClient, identifying: Identifying) -> None:
        """Start with none.

        Args:
            client: the client; `begin` comes after its login.
            identifying: gives new sessions their turn.
        """
        self._client = client
        self._identifying = identifying
        self.named: set[int] = set()
        self._wanted: set[int] = set()
        self._connections: dict[int, Connection] = {}
        self._staying: dict[int, asyncio.Task[None]] = {}
        self._ready: dict[int, asyncio.Event] = {}
        self._server_came = asyncio.Event()
        self._end: asyncio.Future[None] | None = None

    @property
    def begun(self) -> bool:
        """Whether shards are opened as soon as they are wanted."""
        return self._end is not None

    @property
    def missing(self) -> tuple[int, ...]:
        """The wanted shards whose session the gateway does not know now."""
        return tuple(shard for shard in sorted(self._wanted) if not self.connected(shard))

    @property
    def wanted(self) -> frozenset[int]:
        """The shards that are open, or to be opened."""
        return frozenset(self._wanted)

    def connected(self, shard: int) -> bool:
        """Say whether the gateway knows the session of a shard."""
        connection = self._connections.get(shard)
        return connection is not None and connection.connected

    def open(self, *shards: int) -> None:
        """Open shards, and keep them open; those that are open stay so."""
        self._wanted.update(shards)
        if self._end is None:
            return
        for shard in sorted(self._wanted - self._connections.keys()):
            connection = Connection(self._client, shard, self._identifying)
            self._connections[shard] = connection
            staying = asyncio.create_task(connection.stay(), name=f"shard-{shard}")
            staying.add_done_callback(self._ended)
            self._staying[shard] = staying
        self._tell_client()

    async def close(self, *shards: int) -> None:
        """Close shards, and forget their servers; each may be opened again meanwhile."""
        self._wanted.difference_update(shards)
        open_ones = self._connections.keys() & set(shards)
        await asyncio.gather(
            *(
                self._end_of(each, self._connections.pop(each), self._staying.pop(each))
                for each in sorted(open_ones)
            )
        )
        self._tell_client()

    async def _end_of(
        self, shard: int, connection: Connection, staying: asyncio.Task[None]
    ) -> None:
        staying.cancel()
        with suppress(asyncio.CancelledError, discord.DiscordException):
            await staying
        await connection.close()
        if shard not in self._connections:
            self.named.discard(shard)
            self._event(shard).clear()
            self._forget_servers(shard)

    def _forget_servers(self, shard: int, but: Container[int] = ()) -> None:
        state = self._client._connection  # noqa: SLF001 - discord.py forgets no shard by itself
        for guild in self._servers(shard):
            if guild.id not in but:
                state._remove_guild(guild)  # noqa: SLF001 - as above

    def _tell_client(self) -> None:
        """Tell discord.py which shards there are, and that one more is to come.

        When it takes all for complete, the READY of a shard that is opened later cancels what it
        still has to tell of servers of the others.
        """
        self._client._connection.shard_ids = [*self._connections, _NEVER]  # noqa: SLF001 - as above

    def listen(self, parsers: dict[str, Parse]) -> None:
        """Note which sessions have begun, and which of their servers are there.

        discord.py's own parser of READY only adds servers, and keeps those that the bot has left.

        Args:
            parsers: discord.py's, by event; changed in place.
        """
        ready, server = parsers[READY], parsers[SERVER]

        def read_ready(data: Any) -> None:  # noqa: ANN401 - whatever Discord sends
            shard = int(data["shard"][0])
            self._forget_servers(shard, but={int(each["id"]) for each in data["guilds"]})
            ready(data)
            self.named.add(shard)
            self._event(shard).set()
            self._client.dispatch(NAMED, shard)

        def read_server(data: Any) -> None:  # noqa: ANN401 - as above
            server(data)
            self._server_came.set()

        parsers[READY], parsers[SERVER] = read_ready, read_server

    def _event(self, shard: int) -> asyncio.Event:
        return self._ready.setdefault(shard, asyncio.Event())

    async def until_ready(self, shard: int, seconds: float) -> None:
        """Wait until the session of a shard has begun, and up to some seconds for its servers."""
        await self._event(shard).wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(each.unavailable for each in self._servers(shard)):
                    self._server_came.clear()
                    await self._server_came.wait()

    def _servers(self, shard: int) -> list[discord.Guild]:
        return [each for each in self._client.guilds if each.shard_id == shard]

    async def stay(self) -> None:
        """Open the wanted shards, and whichever are wanted later, until `end`.

        Raises:
            discord.ConnectionClosed: the gateway refuses the token, or the number of shards.
            discord.PrivilegedIntentsRequired: it refuses the intents.
        """
        self._end = asyncio.get_running_loop().create_future()
        self.open()
        try:
            await self._end
        finally:
            self._end = None

    def _ended(self, staying: asyncio.Task[None]) -> None:
        """Pass on why the gateway refuses a shard for good."""
        fault = None if staying.cancelled() else staying.exception()
        if fault is not None and self._end is not None and not self._end.done():
            self._end.set_exception(fault)

    async def end(self) -> None:
        """Close every shard."""
        await self.close(*self._wanted)
        if self._end is not None and not self._end.done():
            self._end.set_result(None)
