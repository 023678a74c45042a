"""The threads of tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Literal

import discord
import structlog

from bot.outages import UNREACHABLE, cause_of, is_outage
from bot.tables.errors import NoPrivateThreadHere, NoThreadHere
from bot.tables.model import Place
from bot.texts.names import label_name
from cogs.base.callbacks import bring
from cogs.base.finding import place_of
from cogs.base.services import Interaction, services_of

log = structlog.get_logger(__name__)

ThreadKind = Literal["public", "private"]

NAME_LENGTH = 100
"""Discord's limit, in characters."""


ARCHIVED_AFTER: Final = 10080
"""Minutes without a message until Discord archives a thread; the maximum, since a game may pause
for days."""

SECONDS_BEFORE_A_LOOK: Final = 0.5
"""Seconds before searching for a thread whose response was lost."""


@asynccontextmanager
async def place_for(interaction: Interaction, kind: ThreadKind | None) -> AsyncIterator[Place]:
    """Give the place for a new table: the channel of the command, or a new thread.

    If the table cannot be opened after all, the thread is removed.

    Raises:
        NoThreadHere: a thread is wanted, and this is not a text channel.
        NoPrivateThreadHere: a private one is wanted, and this is an announcement channel.
        discord.HTTPException, aiohttp.ClientError, OSError: Discord does not create the thread.
    """
    here = place_of(interaction)
    if kind is None:
        yield here
        return
    thread = await _open_thread(interaction, kind)
    try:
        if kind == "private":
            await bring(lambda: thread.add_user(interaction.user))
        yield Place(here.guild_id, thread.id)
    except Exception:
        await _take_away(thread)
        raise


async def _open_thread(interaction: Interaction, kind: ThreadKind) -> discord.Thread:
    """Create a thread; after a lost response, search for it before creating another."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise NoThreadHere
    name = f"Spades, {label_name(interaction.user.display_name)}"[:NAME_LENGTH].rstrip()
    try:
        return await _make(channel, name, kind)
    except (discord.HTTPException, *UNREACHABLE) as fault:
        if not is_outage(fault):
            raise
        log.warning("thread_unheard_of", cause=cause_of(fault))
    await asyncio.sleep(SECONDS_BEFORE_A_LOOK)
    found = await _made_for(interaction, channel, name)
    return found or await _make(channel, name, kind)


async def _make(channel: discord.TextChannel, name: str, kind: ThreadKind) -> discord.Thread:
    if channel.is_news():
        if kind == "private":
            raise NoPrivateThreadHere
        form = discord.ChannelType.news_thread
    elif kind == "public":
        form = discord.ChannelType.public_thread
    else:
        form = discord.ChannelType.private_thread
    return await channel.create_thread(name=name, type=form, auto_archive_duration=ARCHIVED_AFTER)


async def _made_for(
    interaction: Interaction, channel: discord.TextChannel, name: str
) -> discord.Thread | None:
    """Find the thread created for a command, among those created after it."""
    mine = interaction.client.user
    tables = services_of(interaction).tables
    for thread in await channel.guild.active_threads():
        if (
            thread.parent_id == channel.id
            and thread.name == name
            and thread.id > interaction.id
            and mine is not None
            and thread.owner_id == mine.id
            and not await tables.in_channel(thread.id)
        ):
            return thread
    return None


async def _take_away(thread: discord.Thread) -> None:
    """Delete a thread, or close it if the bot may not: a thread's owner may close it."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except (discord.HTTPException, *UNREACHABLE) as fault:
        log.warning("empty_thread_left", cause=type(fault).__name__)
