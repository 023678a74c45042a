"""Descriptions of commands in each user's language, and names that are the same for all."""

from collections.abc import Iterator
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from bot.texts.words import Words
from cogs.spades import Spades
from cogs.translator import CatalogTranslator
from tests.texts.catalogs import LANGUAGES
from tests.texts.test_catalogs import LONGEST_DESCRIPTION
from tests.texts.test_words import OF_DISCORD

MOST_TOGETHER: Final = 8000
"""Discord's limit for the names, descriptions and values of a command, each at its longest."""

Payload = dict[str, Any]


@pytest.fixture
async def payload() -> Payload:
    """Give what Discord is sent for the command group, with its translations."""
    client = discord.Client(intents=discord.Intents.none())
    group = Spades().app_command
    assert isinstance(group, app_commands.Group)
    return await group.get_translated_payload(app_commands.CommandTree(client), CatalogTranslator())


def parts(payload: Payload) -> Iterator[Payload]:
    """Give a command with its subcommands, options and choices."""
    yield payload
    for inner in (*payload.get("options", ()), *payload.get("choices", ())):
        yield from parts(inner)


def is_choice(part: Payload) -> bool:
    """Say whether a part is a choice of an option."""
    return "value" in part


async def test_names_are_the_same_for_all(payload: Payload) -> None:
    """Commands and options keep their English names, so that people can help each other."""
    for part in parts(payload):
        if not is_choice(part):
            assert not part.get("name_localizations"), part["name"]


async def test_each_locale_reads_its_own_language(payload: Payload) -> None:
    """Every description, and every name of a choice, is given to each locale in its language."""
    described = 0
    for part in parts(payload):
        key = "name" if is_choice(part) else "description"
        given = part.get(f"{key}_localizations") or {}
        assert set(given) <= {locale.value for locale in OF_DISCORD}
        for locale, language in OF_DISCORD.items():
            said = Words(language)(part[key])
            assert given.get(locale.value, part[key]) == said
            described += said != part[key]
    assert described > 50 * len(LANGUAGES)


async def test_every_description_fits(payload: Payload) -> None:
    """Descriptions and names of choices keep within Discord's limit in every language."""
    for part in parts(payload):
        for key in ("name", "description"):
            said = [part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()]
            assert max(map(len, said)) <= LONGEST_DESCRIPTION, said


async def test_all_of_them_fit_together(payload: Payload) -> None:
    """The whole group keeps within the characters that Discord takes for one command."""
    together = 0
    for part in parts(payload):
        for key in ("name", "description"):
            said = [part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()]
            together += max(map(len, said))
        together += len(str(part.get("value", "")))
    assert together <= MOST_TOGETHER


@pytest.mark.parametrize("locale", list(discord.Locale))
async def test_a_text_without_translation_is_left_to_discord(locale: discord.Locale) -> None:
    """Where a catalog lacks a text, Discord shows the English one."""
    translator = CatalogTranslator()
    group: Any = Spades().app_command
    context: app_commands.TranslationContext[Any, Any] = app_commands.TranslationContext(
        app_commands.TranslationContextLocation.group_description, group
    )
    text = app_commands.locale_str("Nobody has ever said this")
    assert await translator.translate(text, locale, context) is None
