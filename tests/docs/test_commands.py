"""Commands that the README and the other pages name are there."""

import re

import pytest
from discord import app_commands
from discord.ext import commands

from cogs.spades import Spades, SpadesAdmin
from tests.project.checkout import ROOT

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    ".env.example",
    *(f"docs/{each.name}" for each in sorted((ROOT / "docs").glob("*.md"))),
]
MENTION = re.compile(r"(?<!\w)/(spades(?:-admin)?)\s+([a-z]+)(?:\s+([a-z]+))?")


def names(group: str, cog: type[commands.GroupCog]) -> set[str]:
    """Give the commands of a group as people type them, without the stroke."""
    found = set()
    for each in cog.__cog_app_commands__:
        inner = each.commands if isinstance(each, app_commands.Group) else [each]
        prefix = f"{group} {each.name} " if isinstance(each, app_commands.Group) else f"{group} "
        found |= {f"{prefix}{one.name}" for one in inner}
    return found


COMMANDS = names("spades", Spades) | names("spades-admin", SpadesAdmin)


@pytest.mark.parametrize("page", PAGES)
def test_settings_were_looked_for_where_they_are_not(page: str) -> None:
    """Every command that a page names can be given, also where it goes over two lines."""
    text = (ROOT / page).read_text(encoding="utf-8")
    unknown = [
        found.group()
        for found in MENTION.finditer(text)
        if COMMANDS.isdisjoint({f"{found[1]} {found[2]}", f"{found[1]} {found[2]} {found[3]}"})
    ]
    assert unknown == []


def test_the_readme_names_every_command() -> None:
    """Its table has each of them; where two share a word, the second stands without it."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [
        each
        for each in sorted(COMMANDS)
        if f"/{each}`" not in text and f"`{each.rpartition(' ')[2]}`" not in text
    ]
    assert missing == []
