"""Names and descriptions of commands in each user's language.

The command itself is `/spades` for everyone, so that people of several languages help each other in
one channel; what it can do, and its options, Discord lists to each in their own language.
"""

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.texts.words import Words

_NAMES: Final = frozenset(
    {
        TranslationContextLocation.group_name,
        TranslationContextLocation.command_name,
        TranslationContextLocation.parameter_name,
    }
)


class CatalogTranslator(app_commands.Translator):
    """Looks names and descriptions up in the catalogues of texts."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        """Give the translation of a text, or None where there is none."""
        words = Words(locale.value)
        said = words.name if context.location in _NAMES else words
        translated = said(string.message)
        return None if translated == string.message else translated
