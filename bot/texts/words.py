"""The language that a sentence is said in."""

import gettext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

DOMAIN: Final = "spades"
LOCALES: Final = Path(__file__).parent / "locales"
"""Catalogues by language; English needs none, for the sentences in the code are English."""


@dataclass(frozen=True, slots=True)
class Words:
    """Says sentences in one language, and in English where the language lacks one."""

    locale: str = "en"

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """Say a sentence, with its `{fields}` filled in."""
        return _catalogue(self.locale).gettext(sentence).format(**fields)

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """Say the sentence that fits a number; `{count}` stands for the number itself."""
        chosen = _catalogue(self.locale).ngettext(one, many, abs(count))
        return chosen.format(count=count, **fields)


@lru_cache(maxsize=64)
def _catalogue(locale: str) -> gettext.NullTranslations:
    languages = [locale.replace("-", "_"), locale.split("-", maxsplit=1)[0]]
    return gettext.translation(DOMAIN, LOCALES, languages, fallback=True)


ENGLISH: Final = Words()
