"""Descriptions of commands in each user's language.

The names of commands and options stay English: people of several languages help each other in one
channel, and a sentence like "open one with /spades new" must be true for all of them. Discord
itself shows the English name wherever a command is named in a text.
"""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.texts.words import Words

_TRANSLATED: Final = frozenset(
    {
        TranslationContextLocation.group_description,
        TranslationContextLocation.command_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    }
)


class CatalogTranslator(app_commands.Translator):
    """Looks descriptions up in the catalogues of texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Give the translation of a text, or None where there is none."""
        if context.location not in _TRANSLATED:
            return None
        translated = Words(locale.value)(string.message)
        return None if translated == string.message else translated
