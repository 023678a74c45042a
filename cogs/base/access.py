"""Who may see a table, and who is a moderator there: as Discord has it for the table's channel."""

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.outages import UNREACHABLE
from bot.tables.errors import NoSuchTable
from bot.tables.model import Table
from bot.tables.ports import Clock

Channel = discord.abc.GuildChannel | discord.Thread

ANSWER_HOLDS: Final = timedelta(minutes=1)
"""How long an answer of Discord's on who belongs to a private thread is taken as true."""

MOST_QUESTIONS: Final = 10
"""Questions to Discord for one list; what they do not reach is not listed."""

MOST_ANSWERS: Final = 10_000
"""Answers that are kept."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What Discord has answered: when, and whether a person sees a channel; None for no telling."""

    at: datetime
    sees: bool | None


class Sight:
    """Knows who sees which channel, without a privileged intent.

    Permissions follow from what Discord tells of servers and of whoever interacts. Who belongs to
    a private thread it tells only when asked, as it does of threads that are archived.
    """

    def __init__(self, clock: Clock) -> None:
        """Begin with nothing asked."""
        self._clock = clock
        self._answers: dict[tuple[int, int], _Answer] = {}

    async def can_see(self, interaction: discord.Interaction, table: Table) -> bool:
        """Say whether a person sees the channel of a table, which is one of this server.

        Where nobody can tell, since the channel is gone or Discord does not say, those who hold a
        seat see the table, and nobody else.
        """
        if table.place.guild_id != interaction.guild_id:
            return False
        sees = await self._sees(interaction, table.place.channel_id)
        return table.seat_of(interaction.user.id) is not None if sees is None else sees

    async def seen(
        self, interaction: discord.Interaction, tables: Iterable[Table]
    ) -> AsyncIterator[Table]:
        """Give those of some tables that a person sees, in their order."""
        questions = 0
        known: dict[int, bool | None] = {}
        for table in tables:
            channel_id = table.place.channel_id
            if channel_id not in known:
                questions += self._must_ask(interaction, channel_id)
                if questions > MOST_QUESTIONS:
                    continue
                known[channel_id] = await self._sees(interaction, channel_id)
            sees = known[channel_id]
            if table.seat_of(interaction.user.id) is not None if sees is None else sees:
                yield table

    async def require(
        self, interaction: discord.Interaction, table: Table, *, own: bool = False
    ) -> None:
        """Refuse a table to whoever cannot see it, as if there were none.

        Args:
            interaction: the command or press.
            table: the table that it means.
            own: whether it is nothing but what everybody who holds a seat may do.

        Raises:
            NoSuchTable: the person cannot see it.
        """
        if own and table.seat_of(interaction.user.id) is not None:
            return
        if not await self.can_see(interaction, table):
            raise NoSuchTable(table.id)

    def _must_ask(self, interaction: discord.Interaction, channel_id: int) -> bool:
        return (
            _by_permissions(interaction, channel_id, _known(interaction, channel_id)) is None
            and self._answered(interaction.user.id, channel_id) is None
        )

    async def _sees(self, interaction: discord.Interaction, channel_id: int) -> bool | None:
        channel = _known(interaction, channel_id)
        sees = _by_permissions(interaction, channel_id, channel)
        if sees is not None:
            return sees
        answer = self._answered(interaction.user.id, channel_id)
        if answer is None:
            return await self._ask(interaction, channel_id, channel)
        return answer.sees

    def _answered(self, user_id: int, channel_id: int) -> _Answer | None:
        answer = self._answers.get((user_id, channel_id))
        fresh = answer is not None and self._clock.now() - answer.at < ANSWER_HOLDS
        return answer if fresh else None

    async def _ask(
        self, interaction: discord.Interaction, channel_id: int, channel: Channel | None
    ) -> bool | None:
        """Ask Discord, and keep what it says; whatever fails on the way is asked again."""
        sees = None
        try:
            channel = channel or await _fetched(interaction, channel_id)
            sees = _by_permissions(interaction, channel_id, channel)
            if sees is None and isinstance(channel, discord.Thread):
                sees = await _belongs(channel, interaction.user.id)
        except (discord.NotFound, discord.Forbidden):
            pass  # The channel is gone, or out of the bot's own sight.
        except (discord.HTTPException, *UNREACHABLE):
            return None
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.clear()
        self._answers[interaction.user.id, channel_id] = _Answer(self._clock.now(), sees)
        return sees


async def is_moderator(interaction: discord.Interaction, table: Table) -> bool:
    """Say whether a person may end other people's tables: whoever may manage the table's channel.

    Where that channel is gone it is whoever may manage channels throughout the server.
    """
    channel_id, member = table.place.channel_id, interaction.user
    if channel_id == interaction.channel_id:
        return interaction.permissions.manage_channels
    if not isinstance(member, discord.Member):
        return False
    channel = _known(interaction, channel_id)
    try:
        channel = channel or await _fetched(interaction, channel_id)
    except (discord.HTTPException, *UNREACHABLE):
        return member.guild_permissions.manage_channels
    return channel is not None and channel.permissions_for(member).manage_channels


def is_manager(interaction: discord.Interaction) -> bool:
    """Say whether a person may set what holds for the whole server: by rights over all of it.

    What one channel gives or takes, where a command happens to be given, counts for nothing.
    """
    member = interaction.user
    return isinstance(member, discord.Member) and member.guild_permissions.manage_guild


def is_hidden(interaction: discord.Interaction, table: Table) -> bool:
    """Say whether a table is where not everyone in the server sees it."""
    channel = _known(interaction, table.place.channel_id)
    if channel is None:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return True
    return not channel.permissions_for(channel.guild.default_role).view_channel


def _known(interaction: discord.Interaction, channel_id: int) -> Channel | None:
    """Give a channel of the server that Discord has told of, with what its permissions need."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    return None if isinstance(channel, discord.Thread) and channel.parent is None else channel


async def _fetched(interaction: discord.Interaction, channel_id: int) -> Channel | None:
    """Ask Discord for a channel.

    Raises:
        discord.HTTPException: there is none, or Discord does not tell.
    """
    channel = await interaction.client.fetch_channel(channel_id)
    if isinstance(channel, discord.Thread):
        return None if channel.parent is None else channel
    return channel if isinstance(channel, discord.abc.GuildChannel) else None


def _by_permissions(
    interaction: discord.Interaction, channel_id: int, channel: Channel | None
) -> bool | None:
    """Say whether a person sees a channel; None where permissions alone do not tell."""
    if channel_id == interaction.channel_id:
        return True
    member = interaction.user
    if channel is None or not isinstance(member, discord.Member):
        return None
    mine = channel.permissions_for(member)
    if not isinstance(channel, discord.Thread) or not channel.is_private():
        return mine.view_channel
    if not mine.view_channel or mine.manage_threads:
        return mine.view_channel
    return None


async def _belongs(thread: discord.Thread, user_id: int) -> bool:
    """Ask Discord whether someone belongs to a thread.

    Raises:
        discord.HTTPException: Discord does not tell.
    """
    try:
        await thread.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True
