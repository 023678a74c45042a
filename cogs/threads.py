"""Threads that tables are opened in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal

import discord
import structlog

from bot.tables.errors import NoThreadHere
from bot.tables.model import Place
from bot.texts.names import label_name
from cogs.finding import Interaction, place_of
from cogs.ui.network import UNREACHABLE

log = structlog.get_logger(__name__)

ThreadKind = Literal["public", "private"]

NAME_LENGTH = 100
"""Discord's limit, in characters."""


@asynccontextmanager
async def place_for(interaction: Interaction, kind: ThreadKind | None) -> AsyncIterator[Place]:
    """Give the place for a new table: where the command was given, or a thread made for it.

    Where the table cannot be opened there after all, no empty thread is left.

    Raises:
        NoThreadHere: a thread is wanted, and this is no text channel.
        discord.HTTPException: Discord refuses the thread.
    """
    here = place_of(interaction)
    if kind is None:
        yield here
        return
    thread = await _open_thread(interaction, kind)
    try:
        if kind == "private":
            await thread.add_user(interaction.user)
        yield Place(here.guild_id, thread.id)
    except Exception:
        await _take_away(thread)
        raise


async def _open_thread(interaction: Interaction, kind: ThreadKind) -> discord.Thread:
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise NoThreadHere
    return await channel.create_thread(
        name=f"Spades, {label_name(interaction.user.display_name)}"[:NAME_LENGTH],
        type=discord.ChannelType.public_thread
        if kind == "public"
        else discord.ChannelType.private_thread,
    )


async def _take_away(thread: discord.Thread) -> None:
    """Delete a thread, or close it where the bot may not: a thread's owner may do that much."""
    try:
        try:
            await thread.delete()
        except discord.Forbidden:
            await thread.edit(archived=True)
    except (discord.HTTPException, *UNREACHABLE) as fault:
        log.warning("empty_thread_left", cause=type(fault).__name__)
