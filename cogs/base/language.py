"""The languages of people, servers and commands, with the faces and commands that texts show.

The command is `/spades` in every language, so that people can help each other in one channel;
Discord lists its subcommands and options to each person in their own language.
"""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.preferences import Preferences
from bot.tables.model import Pace
from bot.texts.settings import pace_name
from bot.texts.translator import ENGLISH, Translator, is_translated
from cogs.base.faces import Faces
from cogs.base.services import Interaction, SpadesCommands, services_of

_NAMES: Final = frozenset(
    {
        TranslationContextLocation.group_name,
        TranslationContextLocation.command_name,
        TranslationContextLocation.parameter_name,
    }
)


def words_for(interaction: Interaction) -> Translator:
    """Give the language of the person who interacts: their choice, or that of their Discord."""
    services = services_of(interaction)
    settings = services.preferences.of_person(interaction.user.id)
    locale = settings.language or str(interaction.locale)
    if settings.text_only:
        return Translator(locale, command_ids=services.commands.ids)
    faces = services.faces.of_all(four_color=settings.four_color)
    return Translator(locale, faces, services.commands.ids)


def public_words(interaction: Interaction) -> Translator:
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
) -> Translator:
    """Give the language of a server, for messages that everyone sees.

    Args:
        preferences: the servers' settings; a server without pictures gets no faces.
        commands: the commands that texts name.
        guild_id: the server.
        locale: the language of the server's Discord.
        faces: the card faces, for messages that name cards.
    """
    settings = preferences.of_server(guild_id)
    language = settings.language or str(locale or "en")
    if faces is None or not settings.pictures:
        return Translator(language, command_ids=commands.ids)
    return Translator(language, faces.of_all(four_color=False), commands.ids)


PACE: Final = "pace"
"""Marks a text as the name of a pace, whose numbers are not in the catalogues."""


def pace_choice(pace: Pace) -> app_commands.locale_str:
    """Name a pace as a choice of a command."""
    return app_commands.locale_str(pace_name(pace, ENGLISH), **{PACE: pace})


class CatalogTranslator(app_commands.Translator):
    """Translates names and descriptions of commands by the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Give the translation of a text, or None if there is none."""
        if not is_translated(locale.value):
            return None
        words = Translator(locale.value)
        if PACE in string.extras:
            translated = pace_name(string.extras[PACE], words)
        else:
            said = words.name if context.location in _NAMES else words
            translated = said(string.message)
        return None if translated == string.message else translated
