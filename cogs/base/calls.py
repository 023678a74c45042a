"""Messages that call people to a table."""

from collections.abc import Sequence

import discord
import structlog

from bot.preferences import NEVER, Preferences
from bot.tables.model import Table
from cogs.base.faults import FAULTS, told
from cogs.base.outgoing import Outgoing, Priority

log = structlog.get_logger(__name__)


def role_to_call(
    client: discord.Client, preferences: Preferences, guild_id: int
) -> discord.Role | None:
    """Give the role that a server wants called to its lobbies, if it still exists."""
    chosen = preferences.of_server(guild_id).call_role
    guild = client.get_guild(guild_id)
    return None if guild is None or chosen is None else guild.get_role(chosen)


class Calls:
    """Calls people to the channel of a table."""

    def __init__(
        self, client: discord.Client, outgoing: Outgoing, preferences: Preferences
    ) -> None:
        """Use the client and the settings.

        Args:
            client: the Discord client.
            outgoing: gives every request its turn.
            preferences: who wants to be mentioned.
        """
        self._client = client
        self._outgoing = outgoing
        self._preferences = preferences

    def wanted(self, guild_id: int, users: Sequence[int]) -> list[int]:
        """Give the people among these who want to be mentioned in a server."""
        return [u for u in users if self._preferences.mention_after(guild_id, u) != NEVER]

    def role(self, guild_id: int) -> discord.Role | None:
        """Give the role that a server wants called to its lobbies, if there is one."""
        return role_to_call(self._client, self._preferences, guild_id)

    async def call(
        self,
        table: Table,
        said: str,
        users: Sequence[int] = (),
        role: discord.Role | None = None,
    ) -> None:
        """Send a message that notifies people to the channel of a table.

        If Discord refuses it, it is dropped.

        Args:
            table: the table.
            said: the message, with the mentions.
            users: the ids of the people to notify.
            role: the role to notify, or None.
        """
        mentions = discord.AllowedMentions(
            users=[discord.Object(user) for user in users], roles=[role] if role else False
        )
        channel = self._client.get_partial_messageable(table.place.channel_id)
        try:
            lane, server = ("post", channel.id), table.place.guild_id
            async with self._outgoing.turn(lane, Priority.PROMPT, server=server):
                await channel.send(said, allowed_mentions=mentions)
        except FAULTS as fault:
            log.info("call_not_sent", table=table.id, cause=told(fault))
