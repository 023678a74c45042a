"""How tables look to everyone in a channel: the language of the server."""

import discord

from bot.preferences import Preferences
from bot.tables.model import Table
from bot.texts.words import Words
from cogs.ui.language import server_words


class PublicLook:
    """Gives the language of the messages that everyone sees."""

    def __init__(self, client: discord.Client, preferences: Preferences) -> None:
        """Ask the client for the servers, and the preferences for what they have chosen."""
        self._client = client
        self._preferences = preferences

    def words(self, table: Table) -> Words:
        """Give the language of the server that a table is in."""
        guild = self._client.get_guild(table.place.guild_id)
        locale = None if guild is None else guild.preferred_locale
        return server_words(self._preferences, table.place.guild_id, locale)

    def may_mention(self, user_id: int) -> bool:
        """Say whether a person wants to be mentioned when a table waits."""
        return self._preferences.of_person(user_id).pings
