"""The Discord client: as little state and as few intents as a card table needs."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

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
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
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
