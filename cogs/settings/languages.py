"""The choice of a language, for a person or a server."""

from typing import Final, get_args

from bot.preferences import Language
from bot.texts import settings as texts
from bot.texts.translator import Translator
from cogs.base.controls import Choice
from cogs.base.door import Pressed
from engine.errors import BadNotation

AS_DISCORD: Final = "auto"
"""The choice to follow the language of Discord."""


def languages(words: Translator) -> list[Choice]:
    """Give the choices of languages, Discord's own first."""
    named = [(texts.LANGUAGE_NAMES[code], code) for code in get_args(Language)]
    return [(texts.same_language(words), AS_DISCORD), *named]


def chosen_language(pressed: Pressed) -> str | None:
    """Give the chosen language, None for Discord's own.

    Raises:
        BadNotation: it is not one of the choices.
    """
    match pressed.values:
        case [chosen] if chosen == AS_DISCORD:
            return None
        case [chosen] if chosen in get_args(Language):
            return chosen
        case _:
            raise BadNotation("a language", ", ".join(pressed.values)[:100])
