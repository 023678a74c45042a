"""Tells Discord what the commands are, when that has changed."""

import hashlib
import json
from typing import Any, Protocol

import discord
import structlog
from discord.ext import commands

from bot.texts.words import COMMAND

log = structlog.get_logger(__name__)


class Facts(Protocol):
    """Remembers single facts between runs."""

    async def fact(self, name: str) -> str | None:
        """Give what was remembered under a name, or None."""
        ...

    async def remember(self, name: str, value: str) -> None:
        """Remember something under a name, in place of what was there."""
        ...


async def synced(bot: commands.Bot, facts: Facts, guild_id: int | None = None) -> int:
    """Send the commands to Discord if their definition changed since they were sent last.

    Args:
        bot: the client.
        facts: where the fingerprint of what was sent last is remembered.
        guild_id: the one server to sync to while developing; None for all.

    Returns:
        Discord's id of the bot's command.
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
    known = await facts.fact(f"{name}:id")
    if known is not None and await facts.fact(name) == fingerprint:
        return int(known)
    sent = await bot.tree.sync(guild=guild)
    [command_id] = [command.id for command in sent if command.name == COMMAND]
    # The fingerprint last: whoever finds it finds the id that belongs to it.
    await facts.remember(f"{name}:id", str(command_id))
    await facts.remember(name, fingerprint)
    log.info("commands_synced", count=len(definitions), guild=guild_id)
    return command_id


async def _definition(bot: commands.Bot, command: Any) -> dict[str, Any]:  # noqa: ANN401 - of 3 kinds
    """Give what Discord is sent for a command, its translations included."""
    translator = bot.tree.translator
    if translator is None:
        plain: dict[str, Any] = command.to_dict(bot.tree)
        return plain
    translated: dict[str, Any] = await command.get_translated_payload(bot.tree, translator)
    return translated
