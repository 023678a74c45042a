"""The Discord client: as little state and as few intents as a card table needs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import discord
from discord import app_commands
from discord.ext import commands

from bot import transport
from bot.connection import stay_connected
from bot.outages import UNREACHABLE, Patience
from bot.receiving import pass_over_unreadable
from cogs.base.services import Client, Services


class Parts(Protocol):
    """What a running bot consists of besides the client."""

    services: Services

    async def start(self) -> None:
        """Begin; `close` ends it at any point, also where this has failed or was cancelled."""
        ...

    async def close(self) -> None:
        """Save what has begun and let go of everything."""
        ...


ANSWERING: Final = ("discord.py: on_interaction", "CommandTree-")
"""How the names of discord.py's tasks begin in which a press or command is answered."""

SECONDS_TO_ANSWER: Final = 3.0
"""How long an answer may take when the bot ends; Discord takes none after that anyway."""

SECONDS_TO_GIVE_UP: Final = 0.5
"""How long a cancelled answer is waited for."""

Assemble = Callable[["SpadesBot"], Awaitable[Parts]]


class SpadesBot(Client):
    """A client that assembles its parts once it is logged in, and closes them in order.

    It asks for the guilds intent alone, and keeps neither members nor messages.
    """

    def __init__(
        self,
        assemble: Assemble,
        heard: transport.Heard,
        tree: type[app_commands.CommandTree[Any]],
    ) -> None:
        """Make a client.

        Args:
            assemble: builds the parts around the client, when it has logged in.
            heard: is told of every answer of Discord's.
            tree: holds the commands.
        """
        # The bot never speaks, so what it lacks for that is nothing to warn of, as a client does
        # when it is made.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            tree_cls=tree,
            http_trace=transport.outcomes(heard),
        )
        self._assemble = assemble
        self._assembling = False
        self._parts: Parts | None = None
        pass_over_unreadable(self._connection.parsers)

    async def login(self, token: str) -> None:
        """Log in, as soon as Discord lets anybody in.

        Raises:
            discord.LoginFailure: Discord does not know the token.
        """
        patience = Patience("logging in")
        while True:
            # What an earlier try has opened is closed; what opens connections belongs to this loop.
            await self.http.close()
            self.http.connector = transport.connector()
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
            reconnect: always so, whatever is given.

        Raises:
            discord.ConnectionClosed, discord.PrivilegedIntentsRequired: the gateway refuses the
                token, or what the bot asks for.
        """
        await stay_connected(self)

    async def setup_hook(self) -> None:
        """Assemble the parts; Discord calls this after the login, before anything arrives."""
        self._assembling = True
        self._parts = await self._assemble(self)
        self.services = self._parts.services
        await self._parts.start()

    async def close(self) -> None:
        """Let everything that has begun be saved and shown, then leave Discord."""
        parts, self._parts = self._parts, None
        if parts is not None:
            await _answers_given()
            await parts.close()
        await super().close()


async def _answers_given() -> None:
    """Let whoever has pressed have the answer: what is being done for them, discord.py has begun.

    It keeps no account of these tasks, but it names them.
    """
    begun = [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
    if not begun:
        return
    _, late = await asyncio.wait(begun, timeout=SECONDS_TO_ANSWER)
    for task in late:
        # It would go on to ask for a connection when there is none any more.
        task.cancel()
    if late:
        await asyncio.wait(late, timeout=SECONDS_TO_GIVE_UP)
