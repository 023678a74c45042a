"""The Discord client: as little state and as few intents as a card table needs."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import discord
import structlog
from discord.ext import commands

log = structlog.get_logger(__name__)


class Parts(Protocol):
    """What a running bot consists of besides the client."""

    services: Any

    async def close(self) -> None:
        """Save what has begun and let go of everything."""
        ...


class Facts(Protocol):
    """Remembers single facts between runs."""

    async def fact(self, name: str) -> str | None:
        """Give what was remembered under a name, or None."""
        ...

    async def remember(self, name: str, value: str) -> None:
        """Remember something under a name, in place of what was there."""
        ...


class LostConnections(logging.Filter):
    """Lets a lost connection be told as what it is, a warning.

    discord.py tells it as an error with a traceback, at each try, for as long as Discord is away.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn such a record into a warning; every other passes as it is."""
        cause = record.exc_info[1] if record.exc_info else None
        if cause is None or not str(record.msg).startswith("Attempting a reconnect"):
            return True
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg = f"Discord's gateway cannot be reached ({type(cause).__name__}). {record.msg}"
        record.exc_info = None
        return logging.getLogger(record.name).isEnabledFor(logging.WARNING)


ANSWERING: Final = ("discord-ui-", "CommandTree-")
"""How the names of discord.py's tasks begin in which a press or command is answered."""

SECONDS_TO_ANSWER: Final = 3.0
"""How long an answer may take when the bot ends; Discord takes none after that anyway."""

LOST_CONNECTIONS: Final = LostConnections()

Assemble = Callable[["SpadesBot"], Awaitable[Parts]]


class SpadesBot(commands.Bot):
    """A client that assembles its parts once it is logged in, and closes them in order.

    It asks for the guilds intent alone, and keeps neither members nor messages.
    """

    services: Any

    def __init__(self, assemble: Assemble) -> None:
        """Make a client.

        Args:
            assemble: builds the parts around the client, when it has logged in.
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
        )
        logging.getLogger("discord.client").addFilter(LOST_CONNECTIONS)
        self._assemble = assemble
        self._parts: Parts | None = None

    async def setup_hook(self) -> None:
        """Assemble the parts; Discord calls this after the login, before anything arrives."""
        self._parts = await self._assemble(self)
        self.services = self._parts.services

    async def close(self) -> None:
        """Let everything that has begun be saved and shown, then leave Discord."""
        parts, self._parts = self._parts, None
        if parts is not None:
            await _answers_given()
            await parts.close()
        await super().close()


async def _definition(bot: commands.Bot, command: Any) -> dict[str, Any]:  # noqa: ANN401 - of 3 kinds
    """Give what Discord is sent for a command, its translations included."""
    translator = bot.tree.translator
    if translator is None:
        plain: dict[str, Any] = command.to_dict(bot.tree)
        return plain
    translated: dict[str, Any] = await command.get_translated_payload(bot.tree, translator)
    return translated


async def _answers_given() -> None:
    """Let whoever has pressed have the answer: what is being done for them, discord.py has begun.

    It keeps no account of these tasks, but it names them.
    """
    begun = [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
    if begun:
        await asyncio.wait(begun, timeout=SECONDS_TO_ANSWER)


async def sync_if_changed(bot: commands.Bot, facts: Facts, guild_id: int | None = None) -> bool:
    """Send the commands to Discord if their definition changed since they were sent last.

    Args:
        bot: the client.
        facts: where the fingerprint of what was sent last is remembered.
        guild_id: the one server to sync to while developing; None for all.

    Returns:
        Whether they were sent.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    definitions = [
        await _definition(bot, command) for command in bot.tree.get_commands(guild=guild)
    ]
    canonical = json.dumps(definitions, sort_keys=True, default=str)
    fingerprint = hashlib.sha256(f"{bot.application_id}:{canonical}".encode()).hexdigest()
    name = f"commands:{guild_id or 'global'}"
    if await facts.fact(name) == fingerprint:
        return False
    await bot.tree.sync(guild=guild)
    await facts.remember(name, fingerprint)
    log.info("commands_synced", count=len(definitions), guild=guild_id)
    return True
