"""The language of a person, and of a server."""

from typing import Any

import discord

from bot.texts.words import Words


def words_for(interaction: discord.Interaction[Any]) -> Words:
    """Give the language of the person who interacts."""
    return Words(str(interaction.locale))


def public_words(locale: discord.Locale | str | None) -> Words:
    """Give the language of a server, for messages that everyone sees."""
    return Words(str(locale or "en"))
