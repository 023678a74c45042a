"""What Discord says by itself: which servers and channels are there, or gone."""

import discord
import structlog
from discord.ext import commands

from bot.tables import lifecycle
from bot.tables.errors import TableError
from bot.tables.model import Table
from bot.tables.service import Tables
from cogs.table_message.presenter import Presenter

log = structlog.get_logger(__name__)


class Events(commands.Cog):
    """Listens for servers that come, and for all that goes away."""

    def __init__(self, tables: Tables, presenter: Presenter) -> None:
        """Listen for the tables of a bot."""
        self._tables = tables
        self._presenter = presenter

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show the tables of a server that was away, as every server is at first."""
        self._presenter.server_known(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show the tables of a server that the bot is in again."""
        self._presenter.server_known(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Set aside the tables of servers that the bot was removed from while it was away."""
        self._presenter.servers_known()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Park the tables of a deleted channel."""
        await self._park(self._tables.in_channel(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Park the tables of a deleted thread."""
        await self._park(self._tables.in_channel(event.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Park the tables of a server that the bot was removed from."""
        await self._park(self._tables.in_guild(guild.id))

    async def _park(self, tables: tuple[Table, ...]) -> None:
        for table in tables:
            try:
                await self._tables.change(table.id, lifecycle.park)
            except TableError as refusal:
                log.warning("table_not_parked", table=table.id, cause=refusal.code)
