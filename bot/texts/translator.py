"""Translates sentences into one language."""

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
"""The command for everyone, with everything as subcommands. Its name is never translated."""

ADMIN: Final = "spades-admin"
"""The command for those who manage the server; Discord hides it from everyone else."""

NAMES: Final = "command"
"""The context of names of subcommands and options in the catalogues, where `score` is translated
differently than in a sentence."""

LOCALES: Final = Path(__file__).parent / "locales"
"""Catalogues by language; English needs none, since the sentences in the code are English."""


@dataclass(frozen=True, slots=True)
class Translator:
    """Gives sentences in one language, or in English if the translation is missing.

    Attributes:
        locale: the language, as Discord names it.
        faces: by card, the object whose text form shows its face; other cards are shown by rank and
            suit.
        command_ids: Discord's ids of the bot's commands by name, if known.
    """

    locale: str = "en"
    faces: Mapping[Card, object] = field(default_factory=dict, hash=False, repr=False)
    command_ids: Mapping[str, int] = field(default_factory=dict, hash=False, repr=False)

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """Translate a sentence, and fill in its `{fields}`."""
        return _catalogue(self.locale).gettext(sentence).format(**fields)

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """Translate the sentence for a number, which fills in `{count}`."""
        chosen = _catalogue(self.locale).ngettext(one, many, abs(count))
        return chosen.format(count=count, **fields)

    def name(self, name: str) -> str:
        """Give the name of a subcommand or an option in this language."""
        return _catalogue(self.locale).pgettext(NAMES, name)

    def command(self, name: str, of: str = COMMAND) -> str:
        """Name a subcommand in a sentence: `/spades rules list` for `rules list`.

        If its id is known, it is a link to the command. Discord then shows the English name in
        every language, and ignores a translated one
        (https://github.com/discord/discord-api-docs/issues/5462).
        """
        command_id = self.command_ids.get(of)
        if command_id is not None:
            return f"</{of} {name}:{command_id}>"
        return " ".join([f"/{of}", *map(self.name, name.split())])

    def decimal(self, value: float, places: int = 1) -> str:
        """Format a number with some decimal places."""
        written = format_decimal(
            round(value, places), f"0.{'0' * places}", locale=_numbers(self.locale)
        )
        return written.replace("-", "\N{MINUS SIGN}")

    def percent(self, share: float) -> str:
        """Format a share of 1 as whole percents."""
        return format_percent(share, locale=_numbers(self.locale))


@lru_cache(maxsize=64)
def _catalogue(locale: str) -> gettext.NullTranslations:
    languages = [locale.replace("-", "_"), locale.split("-", maxsplit=1)[0]]
    return gettext.translation(DOMAIN, LOCALES, languages, fallback=True)


def is_translated(locale: str) -> bool:
    """Say whether there is a catalogue for a language, as Discord names it."""
    return isinstance(_catalogue(locale), gettext.GNUTranslations)


@lru_cache(maxsize=64)
def _numbers(locale: str) -> Locale:
    """Give the number format for the sentences of a locale."""
    if is_translated(locale):
        for name in (locale, locale.split("-", maxsplit=1)[0]):
            try:
                return Locale.parse(name.replace("-", "_"))
            except (UnknownLocaleError, ValueError):
                continue
    return Locale("en")


ENGLISH: Final = Translator()
