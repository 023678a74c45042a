"""Names and descriptions of commands in each user's language."""

import unicodedata
from collections.abc import Iterator
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from bot.tables.model import Pace
from bot.texts.settings import pace_name
from bot.texts.translator import ADMIN, COMMAND, ENGLISH, Translator
from cogs.base.language import CatalogTranslator
from cogs.spades import Spades, SpadesAdmin
from tests.texts.catalogs import LANGUAGES, command_names
from tests.texts.test_catalogs import LONGEST_DESCRIPTION
from tests.texts.test_translator import OF_DISCORD

MOST_TOGETHER: Final = 8000
"""Discord's limit for the names, descriptions and values of a command, each at its longest."""

Payload = dict[str, Any]

BY_LOCALE: Final = pytest.mark.parametrize("locale", OF_DISCORD)

PACES = {
    (language, pace_name(pace, ENGLISH)): pace_name(pace, Translator(language))
    for language in LANGUAGES
    for pace in Pace
}
"""The choices whose names hold the numbers of their clocks, by language and English name."""


@pytest.fixture
async def payloads() -> list[Payload]:
    """Give what Discord is sent for the command groups, with its translations."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    groups = [cog.app_command for cog in (Spades(), SpadesAdmin())]
    return [
        await group.get_translated_payload(tree, CatalogTranslator())
        for group in groups
        if isinstance(group, app_commands.Group)
    ]


def parts(*payloads: Payload) -> Iterator[Payload]:
    """Give commands with their subcommands, options and choices."""
    for payload in payloads:
        yield payload
        yield from parts(*payload.get("options", ()), *payload.get("choices", ()))


def is_choice(part: Payload) -> bool:
    """Say whether a part is a choice of an option."""
    return "value" in part


def named(part: Payload, locale: discord.Locale) -> str:
    """Give the name of a part as Discord shows it to a locale."""
    return str((part.get("name_localizations") or {}).get(locale.value, part["name"]))


async def test_the_commands_have_one_name_each(payloads: list[Payload]) -> None:
    """`/spades` is `/spades` in every language, so that people can help each other."""
    assert [payload["name"] for payload in payloads] == [COMMAND, ADMIN]
    assert not any(payload.get("name_localizations") for payload in payloads)


@BY_LOCALE
async def test_names_are_those_of_the_language(
    payloads: list[Payload], locale: discord.Locale
) -> None:
    """Each subcommand and option is listed by its name in the reader's language."""
    language = OF_DISCORD[locale]
    shown = {
        part["name"]: named(part, locale)
        for part in parts(*payloads)
        if not is_choice(part) and part not in payloads
    }
    assert shown == {name: Translator(language).name(name) for name in command_names()}
    assert sum(name != said for name, said in shown.items()) > len(shown) * 3 / 4


@BY_LOCALE
async def test_names_are_such_as_discord_takes(
    payloads: list[Payload], locale: discord.Locale
) -> None:
    """A name is 1 to 32 small letters, digits, hyphens; no two beside each other are the same."""
    for part in parts(*payloads):
        listed = [each for each in part.get("options", ()) if not is_choice(each)]
        names = [named(each, locale) for each in listed]
        assert len(set(names)) == len(names), names
        for name in names:
            assert 1 <= len(name) <= 32, name
            assert all(char.isalnum() or char in "-_" for char in name), name
            assert name == name.lower() == unicodedata.normalize("NFC", name), name


async def test_each_locale_reads_its_own_language(payloads: list[Payload]) -> None:
    """Every description, and every name of a choice, is given to each locale in its language."""
    described = 0
    for part in parts(*payloads):
        key = "name" if is_choice(part) else "description"
        given = part.get(f"{key}_localizations") or {}
        assert set(given) <= {locale.value for locale in OF_DISCORD}
        for locale, language in OF_DISCORD.items():
            said = PACES.get((language, part[key])) or Translator(language)(part[key])
            assert given.get(locale.value, part[key]) == said
            described += said != part[key]
    assert described > 50 * len(LANGUAGES)


async def test_every_description_fits(payloads: list[Payload]) -> None:
    """Descriptions and names of choices keep within Discord's limit in every language."""
    for part in parts(*payloads):
        for key in ("name", "description"):
            said = [part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()]
            assert max(map(len, said)) <= LONGEST_DESCRIPTION, said


async def test_all_of_them_fit_together(payloads: list[Payload]) -> None:
    """Each group keeps within the characters that Discord takes for one command."""
    for payload in payloads:
        together = 0
        for part in parts(payload):
            for key in ("name", "description"):
                said = [part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()]
                together += max(map(len, said))
            together += len(str(part.get("value", "")))
        assert together <= MOST_TOGETHER


@pytest.mark.parametrize("locale", list(discord.Locale))
async def test_a_text_without_translation_is_left_to_discord(locale: discord.Locale) -> None:
    """Where a catalog lacks a name or a text, Discord shows the English one."""
    translator = CatalogTranslator()
    group: Any = Spades().app_command
    for location in app_commands.TranslationContextLocation:
        place: Any = location  # discord.py types each place by itself
        context: Any = app_commands.TranslationContext(place, group)
        text = app_commands.locale_str("nobody-has-ever-said-this")
        assert await translator.translate(text, locale, context) is None
