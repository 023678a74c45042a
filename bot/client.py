"""The Discord client: as little state and as few intents as a card table needs."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot import transport
from bot.answering import answers_ended
from bot.connections import Connections
from bot.gate import Gate
from bot.identifying import Identifying
from bot.metrics import IDENTIFIES_LEFT
from bot.outages import UNREACHABLE, Patience
from bot.receiving import INTERACTION, pass_over_unreadable
from cogs.base.services import Client, Services


class Parts(Protocol):
    """The parts of a running bot besides the client."""

    services: Services

    @property
    def shard_count(self) -> int:
        """How many shards there are, for all processes."""
        ...

    def recount(self, shards: int) -> bool:
        """Serve so many shards from now on, and open them; say whether the operator allows that."""
        ...

    async def start(self) -> None:
        """Start; `close` ends it at any point, even if this failed or was cancelled."""
        ...

    async def missing(self) -> str:
        """Say what is missing before people can be served; nothing if they can."""
        ...

    async def leave(self) -> None:
        """Let other processes serve what this one serves; presses are answered meanwhile."""
        ...

    async def close(self) -> None:
        """Save the work under way and release everything."""
        ...


WRONG_COUNT: Final = frozenset({4010, 4011})
"""Close codes of the gateway for too few shards."""

Assemble = Callable[["SpadesBot"], Awaitable[Parts]]


class SpadesBot(Client):
    """A client that assembles its parts after logging in, and closes them in order.

    It uses only the guilds intent, and caches neither members nor messages.
    """

    def __init__(
        self,
        assemble: Assemble,
        heard: transport.Heard,
        tree: type[app_commands.CommandTree[Any]],
    ) -> None:
        """Make a client.

        Args:
            assemble: builds the parts around the client after the login.
            heard: called with every response of Discord.
            tree: holds the commands.
        """
        # The bot never uses voice, so a client's warnings about missing voice libraries are noise.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            # The parts know how many there are.
            shard_count=1,
            tree_cls=tree,
            http_trace=transport.outcomes(heard),
        )
        self._assemble = assemble
        self._assembling = False
        self._parts: Parts | None = None
        self.identifying = Identifying(self._ask_gateway, IDENTIFIES_LEFT.set)
        self.connections = Connections(self, self.identifying)
        self.named = self.connections.named
        self.gate = Gate()
        parsers = self._connection.parsers
        self.connections.listen(parsers)
        pass_over_unreadable(parsers)
        parsers[INTERACTION] = self.gate.guarding(parsers[INTERACTION])

    async def _ask_gateway(self) -> tuple[int, str, Mapping[str, Any]]:
        return await self.http.get_bot_gateway()

    async def login(self, token: str) -> None:
        """Log in, as soon as Discord can be reached.

        Raises:
            discord.LoginFailure: Discord does not know the token.
        """
        patience = Patience("logging in")
        while True:
            # Close what an earlier attempt opened; the connector belongs to the running loop.
            await self.http.close()
            self.http.connector = transport.connector()
            transport.keep_close_codes()
            try:
                await super().login(token)
            except (discord.HTTPException, *UNREACHABLE) as fault:
                if self._assembling:
                    raise
                await patience.wait(fault)
            else:
                return

    async def connect(self, *, reconnect: bool = True) -> None:  # noqa: ARG002 - discord.py's own
        """Stay on the gateway until the client is closed.

        Args:
            reconnect: ignored; the client always reconnects.

        Raises:
            discord.ConnectionClosed, discord.PrivilegedIntentsRequired: the gateway refuses the
                token, or the intents.
        """
        parts = self._parts
        if parts is None:
            return
        starts = await self.identifying.starts()
        parts.recount(starts.shards)
        while True:
            self.shard_count = self._connection.shard_count = parts.shard_count
            try:
                await self.connections.stay()
            except discord.ConnectionClosed as fault:
                if fault.code not in WRONG_COUNT or not await self._reshard(parts):
                    raise
            else:
                return

    async def _reshard(self, parts: Parts) -> bool:
        """Serve as many shards as Discord asks for by now; say whether that changes anything."""
        starts = await self.identifying.starts(anew=True)
        await self.connections.close(*self.connections.wanted)
        return parts.recount(starts.shards)

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py's own
    ) -> None:
        """Wait until a session may be started; discord.py calls this just before.

        Args:
            shard_id: its shard.
            initial: ignored; the first one may have to wait too.
        """
        await self.identifying.turn(shard_id or 0)

    async def setup_hook(self) -> None:
        """Assemble the parts; discord.py calls this after the login, before any event."""
        self._assembling = True
        self._parts = await self._assemble(self)
        self.services = self._parts.services
        await self._parts.start()

    @property
    def connected(self) -> bool:
        """Whether the gateway knows the session of every shard that this process wants."""
        return self.connections.begun and not self.connections.missing

    async def missing(self) -> str:
        """Say what is missing before people can be served; nothing if they can."""
        if self._parts is None or not self.connected:
            return "not connected to Discord"
        return await self._parts.missing()

    async def close(self) -> None:
        """Finish saving and showing the work under way, then leave Discord."""
        parts, self._parts = self._parts, None
        if parts is not None:
            await parts.leave()
            await answers_ended()
            await parts.close()
        self.gate.close()
        await self.connections.end()
        if self._ready is discord.utils.MISSING:
            # discord.py closes only what a login has set up.
            await self._async_setup_hook()
        await super().close()
