"""The language of a person, and of a server, with the card faces that its texts show."""

from typing import Any

import discord

from bot.preferences import Preferences
from bot.texts.words import Words
from cogs.services import services_of
from cogs.ui.command import SpadesCommands
from cogs.ui.faces import Faces


def words_for(interaction: discord.Interaction[Any]) -> Words:
    """Give the language of the person who interacts: chosen, or that of their Discord."""
    services = services_of(interaction)
    settings = services.preferences.of_person(interaction.user.id)
    locale = settings.language or str(interaction.locale)
    if settings.text_only:
        return Words(locale, command_ids=services.commands.ids)
    faces = services.faces.of_all(four_color=settings.four_color)
    return Words(locale, faces, services.commands.ids)


def public_words(interaction: discord.Interaction[Any]) -> Words:
    """Give the language of the server that an interaction comes from."""
    services = services_of(interaction)
    return server_words(
        services.preferences, services.commands, interaction.guild_id or 0, interaction.guild_locale
    )


def server_words(
    preferences: Preferences,
    commands: SpadesCommands,
    guild_id: int,
    locale: discord.Locale | str | None,
    faces: Faces | None = None,
) -> Words:
    """Give the language of a server, for messages that everyone sees.

    Args:
        preferences: what servers have chosen; one that wants no pictures is shown no faces.
        commands: the commands that texts name.
        guild_id: the server.
        locale: the language of the server's Discord.
        faces: the card faces, for messages in which cards are told.
    """
    settings = preferences.of_server(guild_id)
    language = settings.language or str(locale or "en")
    if faces is None or not settings.pictures:
        return Words(language, command_ids=commands.ids)
    return Words(language, faces.of_all(four_color=False), commands.ids)
