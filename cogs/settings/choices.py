"""The choices of a language, and of when people are mentioned, for a person or a server."""

from typing import Final, get_args

from bot.preferences import MENTION_SECONDS, Language
from bot.texts import settings as texts
from bot.texts.translator import Translator
from cogs.base.controls import Choice, Pick
from cogs.base.custom_ids import CustomId
from cogs.base.door import Pressed
from engine.errors import BadNotation

AS_ELSEWHERE: Final = "usual"
"""The choice to go by what the server says, or the operator."""

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


def mention_pick(verb: str, chosen: int | None, elsewhere: str, words: Translator) -> Pick:
    """Make the menu of when to mention someone.

    Args:
        verb: what the menu is for.
        chosen: the seconds that are chosen now, or None.
        elsewhere: names the choice to choose nothing.
        words: the language of the person.
    """
    named = [(texts.mention_after(each, words), str(each)) for each in MENTION_SECONDS]
    return Pick(
        CustomId(verb, 0),
        [(elsewhere, AS_ELSEWHERE), *named],
        chosen=AS_ELSEWHERE if chosen is None else str(chosen),
    )


def chosen_mention(pressed: Pressed) -> int | None:
    """Give the seconds that were chosen, None for what is said elsewhere.

    Raises:
        BadNotation: it is none of those offered.
    """
    match pressed.values:
        case [chosen] if chosen == AS_ELSEWHERE:
            return None
        case [chosen] if chosen in map(str, MENTION_SECONDS):
            return int(chosen)
        case _:
            raise BadNotation("a time", ", ".join(pressed.values)[:100])
