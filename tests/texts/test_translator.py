"""Which language a sentence is said in, and that it is said in any case."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.texts import translator as module
from bot.texts.cards import card_label, card_text
from bot.texts.names import preset_title
from bot.texts.translator import ENGLISH, Translator
from engine.cards import Card
from tests.texts.catalogs import LANGUAGES

SENTENCE: Final = "The game is over."
UNKNOWN: Final = "Nobody has ever said this, {name}."

OF_DISCORD: Final = {
    discord.Locale.german: "de",
    discord.Locale.spain_spanish: "es",
    discord.Locale.latin_american_spanish: "es",
    discord.Locale.french: "fr",
    discord.Locale.brazil_portuguese: "pt",
}
"""The locales of Discord that have a catalog, with its language."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the catalogs be looked for in an empty folder."""
    monkeypatch.setattr(module, "LOCALES", tmp_path)
    module._catalogue.cache_clear()
    module._numbers.cache_clear()
    yield tmp_path
    module._catalogue.cache_clear()
    module._numbers.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_speaks_for_itself(language: str) -> None:
    """Every language says a sentence in words of its own."""
    others = [Translator(other)(SENTENCE) for other in ("en", *LANGUAGES) if other != language]
    assert Translator(language)(SENTENCE) not in others


@pytest.mark.parametrize(("locale", "language"), OF_DISCORD.items())
def test_a_region_speaks_its_language(locale: discord.Locale, language: str) -> None:
    """`pt-BR`, `es-ES` and `es-419` are said in the catalog of their language."""
    assert Translator(locale.value)(SENTENCE) == Translator(language)(SENTENCE) != SENTENCE
    assert Translator(locale.value).plural("{count} win", "{count} wins", 2) == Translator(
        language
    ).plural("{count} win", "{count} wins", 2)


@pytest.mark.parametrize("locale", [each for each in discord.Locale if each not in OF_DISCORD])
def test_other_locales_speak_english(locale: discord.Locale) -> None:
    """Whatever Discord is set to, there is a sentence; where no catalog is, it is English."""
    assert Translator(locale.value)(SENTENCE) == SENTENCE
    assert Translator(locale.value).plural("{count} win", "{count} wins", 1) == "1 win"
    assert Translator(locale.value).plural("{count} win", "{count} wins", 0) == "0 wins"


@pytest.mark.parametrize("locale", ["", "-", "xx", "pt_BR", "../es", "de-" + "x" * 300])
def test_a_strange_locale_is_no_fault(locale: str) -> None:
    """A locale that nobody has heard of still gets a sentence."""
    assert Translator(locale)(SENTENCE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_without_translation_is_english(language: str) -> None:
    """What a catalog lacks is said in English, with its fields."""
    assert Translator(language)(UNKNOWN, name="Ada") == "Nobody has ever said this, Ada."


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_catalogs_everything_is_english(language: str) -> None:
    """A missing catalog is no fault: the sentences in the code are English and complete."""
    assert Translator(language)(SENTENCE) == ENGLISH(SENTENCE) == SENTENCE
    assert Translator(language).plural("{count} win", "{count} wins", 1) == "1 win"


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 bags"), ("en", 1, "1 bag"), ("en", 2, "2 bags"),
        ("es", 0, "0 bolsas"), ("es", 1, "1 bolsa"), ("es", 2, "2 bolsas"),
        ("pt", 0, "0 sobrevaza"), ("pt", 1, "1 sobrevaza"), ("pt", 2, "2 sobrevazas"),
    ],
)  # fmt: skip
def test_numbers_take_the_form_of_their_language(language: str, count: int, said: str) -> None:
    """One, none and many are told apart as each language does; Portuguese counts none as one."""
    assert Translator(language).plural("{count} bag", "{count} bags", count) == said


def test_a_loss_is_counted_like_a_gain() -> None:
    """The form of a number below zero is that of the same number above it."""
    assert ENGLISH.plural("{n} point", "{n} points", -1, n="\N{MINUS SIGN}1").endswith("point")
    assert ENGLISH.plural("{n} point", "{n} points", -2, n="\N{MINUS SIGN}2").endswith("points")


SPACE: Final = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("locale", "value", "places", "said"),
    [
        ("en", 3.25, 1, "3.2"), ("en-GB", 3.0, 1, "3.0"), ("de", 3.14159, 2, "3,14"),
        ("fr", 0.5, 1, "0,5"), ("pt-BR", 12.3, 1, "12,3"), ("es-ES", 12.3, 1, "12,3"),
        ("es-419", 12.3, 1, "12.3"), ("de", -4.56, 1, "\N{MINUS SIGN}4,6"),
        ("ja", 3.5, 1, "3.5"), ("xx", 3.5, 1, "3.5"), ("de-XX", 3.5, 1, "3,5"), ("", 3.5, 1, "3.5"),
    ],
)  # fmt: skip
def test_decimals_are_written_as_the_language_does(
    locale: str, value: float, places: int, said: str
) -> None:
    """A point or a comma, as beside the sentence; where that is English, a point."""
    assert Translator(locale).decimal(value, places) == said


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en", "63%"), ("de", f"63{SPACE}%"), ("fr", f"63{SPACE}%"), ("pt", "63%"), ("ja", "63%")],
)
def test_percents_are_written_as_the_language_does(locale: str, said: str) -> None:
    """With a space before the sign, or without."""
    assert Translator(locale).percent(0.634) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_jokers_and_rule_sets_have_names_of_the_language(language: str) -> None:
    """On buttons, in menus and in titles; names of games and variants stay as they are."""
    words = Translator(language)
    for card in (Card.parse("BJ"), Card.parse("LJ")):
        assert card_label(card, words) != card_label(card)
    for name in ("one_page", "cutthroat", "quick", "five_bags"):
        assert preset_title(name, words) != preset_title(name)
    for name in ("cardcouch", "whiz", "mirror", "suicide"):
        assert preset_title(name, words) == preset_title(name)
    assert preset_title("hero_solo", words).startswith("Spades Hero")


def test_a_card_is_told_by_its_face_or_by_its_label() -> None:
    """A card is told by its face where there is one, and else as on its button."""
    joker = Card.parse("BJ")
    assert (
        card_text(joker, Translator("de")) == card_label(joker, Translator("de")) == "Großer Joker"
    )
    assert card_text(joker, Translator("de", {joker: "<:c2_BJ_0:1>"})) == "<:c2_BJ_0:1>"
