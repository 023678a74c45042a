"""The language that a sentence is said in."""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.numbers import format_decimal, format_percent

from engine.cards import Card

DOMAIN: Final = "spades"
COMMAND: Final = "spades"
"""The command of the bot for everyone; everything is a subcommand of it. It has no other name."""

ADMIN: Final = "spades-admin"
"""The command for those who may manage the server; Discord offers it to nobody else."""

NAMES: Final = "command"
"""The context of the names of subcommands and options in the catalogues: as a name, `score` is
said otherwise than in a sentence."""

LOCALES: Final = Path(__file__).parent / "locales"
"""Catalogues by language; English needs none, for the sentences in the code are English."""


@dataclass(frozen=True, slots=True)
class Translator:
    """Says sentences in one language, and in English where the language lacks one.

    Attributes:
        locale: the language, as Discord names it.
        faces: by card, what shows its face in a text once it is turned into one; a card that is
            not among them is told by rank and suit.
        command_ids: Discord's ids of the bot's commands by name, as far as they are known.
    """

    locale: str = "en"
    faces: Mapping[Card, object] = field(default_factory=dict, hash=False, repr=False)
    command_ids: Mapping[str, int] = field(default_factory=dict, hash=False, repr=False)

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """Say a sentence, with its `{fields}` filled in."""
        return _catalogue(self.locale).gettext(sentence).format(**fields)

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """Say the sentence that fits a number; `{count}` stands for the number itself."""
        chosen = _catalogue(self.locale).ngettext(one, many, abs(count))
        return chosen.format(count=count, **fields)

    def name(self, name: str) -> str:
        """Give the name that a subcommand or an option has in this language."""
        return _catalogue(self.locale).pgettext(NAMES, name)

    def command(self, name: str, of: str = COMMAND) -> str:
        """Name a subcommand in a sentence: `/spades rules list` for `rules list`.

        Where its id is known, a tap on it opens the command. Discord then shows the English name
        whatever the reader's language, and would do nothing with a translated one
        (https://github.com/discord/discord-api-docs/issues/5462).
        """
        command_id = self.command_ids.get(of)
        if command_id is not None:
            return f"</{of} {name}:{command_id}>"
        return " ".join([f"/{of}", *map(self.name, name.split())])

    def decimal(self, value: float, places: int = 1) -> str:
        """Write a number with so many decimal places, as the language does."""
        written = format_decimal(
            round(value, places), f"0.{'0' * places}", locale=_numbers(self.locale)
        )
        return written.replace("-", "\N{MINUS SIGN}")

    def percent(self, share: float) -> str:
        """Write a share of 1 as whole percents, as the language does."""
        return format_percent(share, locale=_numbers(self.locale))


@lru_cache(maxsize=64)
def _catalogue(locale: str) -> gettext.NullTranslations:
    languages = [locale.replace("-", "_"), locale.split("-", maxsplit=1)[0]]
    return gettext.translation(DOMAIN, LOCALES, languages, fallback=True)


@lru_cache(maxsize=64)
def _numbers(locale: str) -> Locale:
    """Give how numbers are written among the sentences of a locale."""
    if isinstance(_catalogue(locale), gettext.GNUTranslations):
        for name in (locale, locale.split("-", maxsplit=1)[0]):
            try:
                return Locale.parse(name.replace("-", "_"))
            except (UnknownLocaleError, ValueError):
                continue
    return Locale("en")


ENGLISH: Final = Translator()
