"""Sends the commands to Discord when they have changed."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any, Protocol

import discord
import structlog
from discord.app_commands import AppCommand
from discord.ext import commands

from bot.outages import is_outage
from bot.texts.translator import ADMIN, COMMAND

log = structlog.get_logger(__name__)


class Facts(Protocol):
    """Remembers single facts between runs."""

    async def fact(self, name: str) -> str | None:
        """Give what was remembered under a name, or None."""
        ...

    async def remember(self, name: str, value: str) -> None:
        """Remember a text under a name, in place of the previous one."""
        ...


async def synced(bot: commands.Bot, facts: Facts, guild_id: int | None = None) -> dict[str, int]:
    """Send the commands to Discord if it lacks them, or if their definition has changed.

    Args:
        bot: the client.
        facts: remembers the fingerprint of the commands sent last.
        guild_id: the one server to sync to while developing; None for all.

    Returns:
        Discord's ids of the bot's commands by name; nothing if it does not list them.

    Raises:
        discord.HTTPException: Discord cannot be reached. A refusal is only logged, since the
            commands sent before still work.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        bot.tree.copy_global_to(guild=guild)
    definitions = [
        await _definition(bot, command) for command in bot.tree.get_commands(guild=guild)
    ]
    fingerprint = _fingerprint(bot.application_id, definitions)
    name = f"commands:{guild_id or 'global'}"
    if await facts.fact(name) == fingerprint:
        known = await _listed(bot, guild)
        if known is None:
            return {}
        if known.keys() == {COMMAND, ADMIN}:
            return known
    try:
        sent = await bot.tree.sync(guild=guild)
    except discord.HTTPException as fault:
        if is_outage(fault):
            raise
        log.exception("commands_refused", code=fault.code)
        return {}
    await facts.remember(name, fingerprint)
    log.info("commands_synced", count=len(definitions), guild=guild_id)
    return _ids_among(sent)


def _fingerprint(application_id: int | None, definitions: list[dict[str, Any]]) -> str:
    canonical = json.dumps(definitions, sort_keys=True, default=str)
    return hashlib.sha256(f"{application_id}:{canonical}".encode()).hexdigest()


async def _listed(bot: commands.Bot, guild: discord.Object | None) -> dict[str, int] | None:
    """Give the ids that Discord lists by name; None where it does not list the commands."""
    try:
        return _ids_among(await bot.tree.fetch_commands(guild=guild))
    except discord.HTTPException as fault:
        if is_outage(fault):
            raise
        # The game works without the ids: only a command in a text cannot be tapped.
        log.warning("commands_not_listed", status=fault.status, code=fault.code)
        return None


def _ids_among(found: Iterable[AppCommand]) -> dict[str, int]:
    return {command.name: command.id for command in found if command.name in {COMMAND, ADMIN}}


async def _definition(bot: commands.Bot, command: Any) -> dict[str, Any]:  # noqa: ANN401 - of 3 kinds
    """Give the payload of a command, its translations included."""
    translator = bot.tree.translator
    if translator is None:
        plain: dict[str, Any] = command.to_dict(bot.tree)
        return plain
    translated: dict[str, Any] = await command.get_translated_payload(bot.tree, translator)
    return translated
