"""The catalogs are complete: nothing unsaid, nothing that nobody says, nothing out of shape."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import pytest
from babel.messages.catalog import Message

from bot.preferences import Language
from bot.texts.translator import COMMAND, LOCALES
from tests.texts import catalogs
from tests.texts.catalogs import LANGUAGES

LONGEST_DESCRIPTION: Final = 100
"""Discord's limit for the description of a command or option, and for the name of a choice."""

FIELD: Final = re.compile(r"\{[^{}]*\}")
MARKUP: Final = re.compile(
    r"\*\*|`|^-# |^#{1,3} |\n|<[@#]|[\u2600-\u27bf\U0001f300-\U0001faff]", re.MULTILINE
)
BY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)


@cache
def said() -> dict[object, Message]:
    """Give every sentence that the code says."""
    return {key(message): message for message in catalogs.sentences() if message.id}


@cache
def kept(language: str) -> dict[object, Message]:
    """Give every sentence of a language's catalog."""
    return {key(message): message for message in catalogs.read(language) if message.id}


def key(message: Message) -> object:
    """Give what tells a message from all others; a name stands in a context of its own."""
    return message.id if message.context is None else f"{message.context}: {message.id}"


def translations(language: str) -> Iterator[tuple[object, str, tuple[str, ...]]]:
    """Give each sentence that is translated, its English, and its translation in every form."""
    for sentence, message in kept(language).items():
        if catalogs.translated(message) and sentence in said():
            yield sentence, texts(message.id)[-1], texts(message.string)


def texts(value: object) -> tuple[str, ...]:
    """Give the one text of a sentence, or all of its plural forms."""
    return tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)


def marks(pattern: re.Pattern[str], text: str) -> Counter[str]:
    """Count what a pattern finds in a text."""
    return Counter(pattern.findall(text))


def test_the_languages_are_those_to_choose_from() -> None:
    """Every language to choose has a catalog, and every catalog can be chosen."""
    folders = {each.name for each in LOCALES.iterdir() if each.is_dir()}
    assert folders == set(LANGUAGES) == set(get_args(Language)) - {"en"}


@BY_LANGUAGE
def test_every_sentence_is_in_it_and_translated(language: str) -> None:
    """Nothing that the code says is missing from a catalog, or stands there without words."""
    found = kept(language)
    missing = [text for text in said() if text not in found]
    empty = [text for text, message in found.items() if not catalogs.translated(message)]
    assert not missing, "run `make texts` and translate"
    assert not empty


@BY_LANGUAGE
def test_nothing_is_in_it_that_nobody_says(language: str) -> None:
    """A sentence that left the code has left the catalog too, and none is marked as doubtful."""
    catalog = catalogs.read(language)
    assert not [text for text in kept(language) if text not in said()]
    assert not catalog.obsolete
    assert not [message.id for message in catalog if message.id and message.fuzzy]


@BY_LANGUAGE
def test_what_the_bot_reads_is_what_was_written(language: str) -> None:
    """The compiled file holds exactly the translations of the readable one."""
    compiled = catalogs.po_path(language).with_suffix(".mo").read_bytes()
    assert compiled == catalogs.compiled(catalogs.read(language))


@BY_LANGUAGE
def test_every_plural_form_is_there(language: str) -> None:
    """A sentence with a number has as many forms as the language, and no other has any."""
    plural = catalogs.read(language).num_plurals
    for sentence, _, forms in translations(language):
        assert len(forms) == (plural if isinstance(sentence, tuple) else 1), sentence


@BY_LANGUAGE
def test_fields_and_marks_are_those_of_the_english(language: str) -> None:
    """A translation fills in the same fields, and keeps formatting and glyphs."""
    for _, english, forms in translations(language):
        for text in forms:
            for pattern in (FIELD, MARKUP):
                assert marks(pattern, text) == marks(pattern, english), text


@BY_LANGUAGE
def test_edges_are_those_of_the_english(language: str) -> None:
    """A translation begins with a space, and ends with a stop, where the English does.

    Sentences are put together from such pieces, so a stop too many would be read in their middle.
    """
    for _, english, forms in translations(language):
        for text in forms:
            assert (text[0] == " ") == (english[0] == " "), text
            assert text == text.rstrip(), text
            assert (text[-1] in ".?!") == (english[-1] in ".?!"), text


@BY_LANGUAGE
def test_every_sentence_can_be_filled_in(language: str) -> None:
    """No translation has a field that cannot be formatted."""
    for _, english, forms in translations(language):
        fields = dict.fromkeys(re.findall(r"\{(\w+)", english), 3)
        for text in forms:
            assert text.format(**fields), text


@BY_LANGUAGE
def test_labels_and_descriptions_fit(language: str) -> None:
    """What Discord limits by itself, whichever layout it stands in, is short enough."""
    commands = set(catalogs.command_texts())
    for sentence, _, forms in translations(language):
        for text in forms:
            if sentence in commands:
                assert len(text) <= LONGEST_DESCRIPTION, text


def literals_to(*names: str) -> list[tuple[str, ast.expr]]:
    """Give what functions of some names are handed first in the code, with its place."""
    found = []
    for folder in catalogs.FOLDERS:
        for path in sorted((catalogs.ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and _called(node) in names:
                    place = f"{path.relative_to(catalogs.ROOT)}:{node.lineno}"
                    found.append((place, node.args[0]))
    return found


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def test_sentences_stand_in_the_code_as_they_are_said() -> None:
    """Whatever is said is a literal that the catalogs can collect.

    Two exceptions say a sentence of the engine's contradictions, and one of a rule's entry, which
    are collected too;
    `words(table)` says nothing, it asks for the language of a table.
    """
    handed = literals_to("words", "w", "Text")
    strange = {
        ast.unparse(said): place
        for place, said in handed
        if not (isinstance(said, ast.Constant) and isinstance(said.value, str))
    }
    assert len(handed) > 300
    assert strange.keys() == {"sentence", "table", "self.english"}, strange


def test_a_command_in_a_sentence_is_one_that_there_is() -> None:
    """No sentence spells a command out: each is named by `Translator.command`, and exists."""
    assert not [text for text in said() if f"/{COMMAND}" in str(text)]
    handed = {ast.literal_eval(name) for _, name in literals_to("command")}
    assert {"new", "rules list"} <= handed
    assert not handed - set(catalogs.command_paths())
