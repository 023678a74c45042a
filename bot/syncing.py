"""Sends the commands to Discord when they have changed."""

import asyncio
import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

import discord
import structlog

from bot.outages import is_outage
from bot.tables.ports import Clock
from bot.texts.translator import ADMIN, COMMAND
from cogs.base.services import Client

log = structlog.get_logger(__name__)

SECONDS_OF_ROLLOUT: Final = 900.0
"""Seconds for which a version whose commands were replaced leaves those of the other version."""


class Facts(Protocol):
    """Remembers single facts between runs."""

    async def fact(self, name: str) -> str | None:
        """Give what was remembered under a name, or None."""
        ...

    async def remember(self, name: str, value: str) -> None:
        """Remember a text under a name, in place of the previous one."""
        ...


async def synced(
    bot: Client, facts: Facts, guild_id: int | None = None, clock: Clock | None = None
) -> dict[str, int]:
    """Send the commands to Discord if it lacks them, or if their definition has changed.

    Args:
        bot: the client.
        facts: remembers the fingerprint of the commands sent last.
        guild_id: the one server to sync to while developing; None for all.
        clock: tells the time where other processes may run another version: one that is being
            replaced sends nothing for `SECONDS_OF_ROLLOUT`. None where there are no others.

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
    if clock is not None:
        await _let_others_settle(facts, name, fingerprint, clock)
    before = await facts.fact(name)
    if before == fingerprint:
        known = await _listed(bot, guild)
        if known is None:
            return {}
        if known.keys() == {COMMAND, ADMIN}:
            return known
    try:
        sent = await _send(bot, definitions, guild_id)
    except discord.HTTPException as fault:
        if is_outage(fault):
            raise
        log.exception("commands_refused", code=fault.code)
        return {}
    await facts.remember(name, fingerprint)
    if clock is not None and before is not None:
        await facts.remember(f"{name}:before", f"{clock.now().timestamp():.0f} {before}")
    log.info("commands_synced", count=len(definitions), guild=guild_id)
    return _ids_among((str(each["name"]), int(each["id"])) for each in sent)


async def _let_others_settle(facts: Facts, name: str, fingerprint: str, clock: Clock) -> None:
    """Wait if this version's commands have just been replaced by those of another version.

    During an update both versions run, and the old one may be the one that leads. After a way back
    to the old version it sends its commands once the time is over.
    """
    at, _, replaced = (await facts.fact(f"{name}:before") or "0 ").partition(" ")
    if replaced == fingerprint:
        await asyncio.sleep(max(0.0, float(at) + SECONDS_OF_ROLLOUT - clock.now().timestamp()))


async def listed(bot: Client, guild_id: int | None = None) -> dict[str, int]:
    """Give Discord's ids of the bot's commands by name, as far as another process has sent them.

    Raises:
        discord.HTTPException: Discord cannot be reached.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    return await _listed(bot, guild) or {}


def _fingerprint(application_id: int | None, definitions: list[dict[str, Any]]) -> str:
    canonical = json.dumps(definitions, sort_keys=True, default=str)
    return hashlib.sha256(f"{application_id}:{canonical}".encode()).hexdigest()


async def _listed(bot: Client, guild: discord.Object | None) -> dict[str, int] | None:
    """Give the ids that Discord lists by name; None where it does not list the commands."""
    try:
        known = await bot.tree.fetch_commands(guild=guild)
    except discord.HTTPException as fault:
        if is_outage(fault):
            raise
        # The game works without the ids: only a command in a text cannot be tapped.
        log.warning("commands_not_listed", status=fault.status, code=fault.code)
        return None
    return _ids_among((each.name, each.id) for each in known)


async def _send(
    bot: Client, definitions: list[dict[str, Any]], guild_id: int | None
) -> Iterable[Mapping[str, Any]]:
    """Send what has been translated already; `tree.sync` would translate it once more."""
    if bot.application_id is None:
        raise discord.app_commands.MissingApplicationID
    if guild_id is None:
        return await bot.http.bulk_upsert_global_commands(bot.application_id, definitions)
    return await bot.http.bulk_upsert_guild_commands(bot.application_id, guild_id, definitions)


def _ids_among(found: Iterable[tuple[str, int]]) -> dict[str, int]:
    return {name: command_id for name, command_id in found if name in {COMMAND, ADMIN}}


async def _definition(bot: Client, command: Any) -> dict[str, Any]:  # noqa: ANN401 - of 3 kinds
    """Give the payload of a command, its translations included."""
    translator = bot.tree.translator
    if translator is None:
        plain: dict[str, Any] = command.to_dict(bot.tree)
        return plain
    translated: dict[str, Any] = await command.get_translated_payload(bot.tree, translator)
    return translated
