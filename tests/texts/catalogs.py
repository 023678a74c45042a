"""Keeps the catalogues of texts: `python -m tests.texts.catalogs` (or `make texts`).

Collects every sentence of the code and of the commands, merges them into each language's `.po`,
and compiles what is translated to the `.mo` that the bot reads.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from bot.tables.model import Pace
from bot.texts.settings import pace_name
from bot.texts.translator import DOMAIN, ENGLISH, LOCALES, NAMES
from cogs.spades import Spades, SpadesAdmin
from engine.contradictions import CONTRADICTIONS

ROOT: Final = Path(__file__).resolve().parents[2]
LANGUAGES: Final = ("de", "es", "fr", "pt")
KEYWORDS: Final[dict[str, Any]] = {
    "words": None,
    "w": None,
    "Text": None,
    "plural": (1, 2),
    "Plural": (1, 2),
}
FOLDERS: Final = ("bot/texts", "cogs")

AnyCommand: TypeAlias = app_commands.Command[Any, Any, Any] | app_commands.Group


def sentences() -> Catalog:
    """Collect every sentence that a user can read, without translations."""
    catalog = Catalog(domain=DOMAIN, project="spades-table", fuzzy=False)
    for folder in FOLDERS:
        found = extract_from_dir(
            ROOT / folder, [("**.py", "python")], keywords=KEYWORDS, strip_comment_tags=True
        )
        for name, _, message, _, _ in found:
            catalog.add(message, locations=[(f"{folder}/{name}", 0)])
    for text in sorted(set(command_texts())):
        catalog.add(text, locations=[("commands", 0)])
    for name in sorted(set(command_names())):
        catalog.add(name, locations=[("commands", 0)], context=NAMES)
    for _, sentence in CONTRADICTIONS:
        catalog.add(sentence, locations=[("engine/contradictions.py", 0)])
    return catalog


def _commands() -> Iterator[AnyCommand]:
    """Give the commands themselves and everything that they can do."""
    for cog in (Spades(), SpadesAdmin()):
        group = cog.app_command
        if isinstance(group, app_commands.Group):
            yield group
            yield from group.walk_commands()


def _parameters() -> Iterator[app_commands.Parameter]:
    for command in _commands():
        if isinstance(command, app_commands.Command):
            yield from command.parameters


def command_texts() -> Iterator[str]:
    """Give the descriptions of commands and options, and the names of choices."""
    paces = {pace_name(pace, ENGLISH) for pace in Pace}
    yield from (command.description for command in _commands())
    for parameter in _parameters():
        yield str(parameter.description)
        yield from (choice.name for choice in parameter.choices if choice.name not in paces)


def command_names() -> Iterator[str]:
    """Give the names of subcommands and options; the name of the command itself is for all."""
    yield from (command.name for command in _commands() if command.parent is not None)
    yield from (parameter.display_name for parameter in _parameters())


def command_paths() -> Iterator[str]:
    """Give every subcommand as it is typed after the name of the command."""
    for command in _commands():
        if isinstance(command, app_commands.Command):
            yield command.qualified_name.partition(" ")[2]


def po_path(language: str) -> Path:
    """Give where the translations of a language are."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Read the translations of a language; an absent file is an empty catalogue."""
    path = po_path(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def compiled(catalog: Catalog) -> bytes:
    """Give the `.mo` of a catalogue."""
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def update(language: str) -> int:
    """Bring a language's files up to date, and give how many sentences lack a translation."""
    catalog = read(language)
    catalog.update(sentences(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalog, width=100, sort_output=True, omit_header=False, include_lineno=False
        )
    path.with_suffix(".mo").write_bytes(compiled(catalog))
    return sum(1 for message in catalog if message.id and not translated(message))


def translated(message: Any) -> bool:  # noqa: ANN401 - Babel's message has no types
    """Say whether a message has all its translations."""
    strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(strings)


def main() -> int:
    """Update every language, and say what is missing."""
    for language in LANGUAGES:
        sys.stdout.write(f"{language}: {update(language)} sentences to translate\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
