"""Events of Discord: servers and channels that appear or disappear."""

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
    """Listens for new servers, and for deleted servers, channels and threads."""

    def __init__(self, tables: Tables, presenter: Presenter) -> None:
        """Listen on behalf of the tables."""
        self._tables = tables
        self._presenter = presenter

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Show the tables of a server that becomes available, as each does after the start."""
        self._presenter.server_known(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Show the tables of a server that the bot has rejoined."""
        self._presenter.server_known(guild.id)

    @commands.Cog.listener()
    async def on_shard_named(self, _shard: int) -> None:
        """Park the tables of servers that the bot was removed from while it was offline."""
        self._presenter.servers_known()
        for guild_id in self._tables.guilds:
            if self._presenter.appearance.has_left(guild_id):
                self._tables.restart_in(guild_id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Park the tables of a deleted channel."""
        await self._park(await self._tables.in_channel(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """Park the tables of a deleted thread."""
        await self._park(await self._tables.in_channel(event.thread_id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Park the tables of a server that the bot was removed from."""
        await self._park(await self._tables.in_guild(guild.id))

    async def _park(self, tables: tuple[Table, ...]) -> None:
        for table in tables:
            try:
                await self._tables.change(table.id, lifecycle.park)
            except TableError as refusal:
                log.warning("table_not_parked", table=table.id, cause=refusal.code)
