"""Who may see a table, and who moderates it, by Discord's permissions in the table's channel."""

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
"""Seconds that Discord's answer about a member of a private thread is trusted."""

MOST_QUESTIONS: Final = 10
"""Requests to Discord for one list; tables beyond that are not listed."""

MOST_ANSWERS: Final = 10_000
"""Answers to keep."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """Discord's answer: when it came, and whether a person sees a channel; None if unknown."""

    at: datetime
    sees: bool | None


class Sight:
    """Tells who sees which channel, without a privileged intent.

    Permissions follow from the servers' channels and the interaction. Discord must be asked about
    members of private threads, and about archived threads.
    """

    def __init__(self, clock: Clock) -> None:
        """Start with no answers."""
        self._clock = clock
        self._answers: dict[tuple[int, int], _Answer] = {}

    async def can_see(self, interaction: discord.Interaction, table: Table) -> bool:
        """Say whether a person sees the channel of a table in this server.

        If that cannot be determined, since the channel is gone or Discord does not answer, only
        those who hold a seat see the table.
        """
        if table.place.guild_id != interaction.guild_id:
            return False
        sees = await self._sees(interaction, table.place.channel_id)
        return table.seat_of(interaction.user.id) is not None if sees is None else sees

    async def seen(
        self, interaction: discord.Interaction, tables: Iterable[Table]
    ) -> AsyncIterator[Table]:
        """Give the tables that a person sees, in order."""
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
        """Refuse a table to a person who cannot see it, as if there were none.

        Args:
            interaction: the command or press.
            table: the table meant.
            own: whether everyone who holds a seat may do it without seeing the table.

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
        """Ask Discord and keep its answer; a failed request is repeated next time."""
        sees = None
        try:
            channel = channel or await _fetched(interaction, channel_id)
            sees = _by_permissions(interaction, channel_id, channel)
            if sees is None and isinstance(channel, discord.Thread):
                sees = await _belongs(channel, interaction.user.id)
        except (discord.NotFound, discord.Forbidden):
            pass  # The channel is gone, or the bot cannot see it.
        except (discord.HTTPException, *UNREACHABLE):
            return None
        if len(self._answers) >= MOST_ANSWERS:
            self._answers.clear()
        self._answers[interaction.user.id, channel_id] = _Answer(self._clock.now(), sees)
        return sees


async def is_moderator(interaction: discord.Interaction, table: Table) -> bool:
    """Say whether a person may end other people's tables: those who manage the table's channel may.

    If the channel is gone, those who manage channels throughout the server may.
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
    """Say whether a person may change settings of the whole server.

    The permissions in the channel of the command do not count, only those in the server.
    """
    member = interaction.user
    return isinstance(member, discord.Member) and member.guild_permissions.manage_guild


def is_hidden(interaction: discord.Interaction, table: Table) -> bool:
    """Say whether a table is in a channel that not everyone in the server sees."""
    channel = _known(interaction, table.place.channel_id)
    if channel is None:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return True
    return not channel.permissions_for(channel.guild.default_role).view_channel


def _known(interaction: discord.Interaction, channel_id: int) -> Channel | None:
    """Give a known channel of the server, with all that its permissions need."""
    guild = interaction.guild
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    return None if isinstance(channel, discord.Thread) and channel.parent is None else channel


async def _fetched(interaction: discord.Interaction, channel_id: int) -> Channel | None:
    """Ask Discord for a channel.

    Raises:
        discord.HTTPException: there is none, or Discord does not answer.
    """
    channel = await interaction.client.fetch_channel(channel_id)
    if isinstance(channel, discord.Thread):
        return None if channel.parent is None else channel
    return channel if isinstance(channel, discord.abc.GuildChannel) else None


def _by_permissions(
    interaction: discord.Interaction, channel_id: int, channel: Channel | None
) -> bool | None:
    """Say whether a person sees a channel; None if permissions alone do not decide."""
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
    """Ask Discord whether a person is a member of a thread.

    Raises:
        discord.HTTPException: Discord does not tell.
    """
    try:
        await thread.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True
