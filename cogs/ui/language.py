"""The language of a person, and of a server."""

from typing import Any

import discord

from bot.preferences import Preferences
from bot.texts.words import Words
from cogs.services import services_of


def words_for(interaction: discord.Interaction[Any]) -> Words:
    """Give the language of the person who interacts: chosen, or that of their Discord."""
    chosen = services_of(interaction).preferences.of_person(interaction.user.id).language
    return Words(chosen or str(interaction.locale))


def public_words(interaction: discord.Interaction[Any]) -> Words:
    """Give the language of the server that an interaction comes from."""
    preferences = services_of(interaction).preferences
    return server_words(preferences, interaction.guild_id or 0, interaction.guild_locale)


def server_words(
    preferences: Preferences, guild_id: int, locale: discord.Locale | str | None
) -> Words:
    """Give the language of a server, for messages that everyone sees."""
    return Words(preferences.of_server(guild_id).language or str(locale or "en"))
