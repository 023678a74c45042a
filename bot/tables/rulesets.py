"""The rule sets that a server has saved."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Protocol

from bot.tables.errors import (
    BadRuleSetName,
    OutdatedRuleSet,
    TooManyRuleSets,
    UnknownRuleSet,
)
from bot.tables.rule_codes import is_code, rules_of_code
from engine.presets import PRESETS
from engine.rules import Rules

LONGEST_NAME: Final = 40
"""The most characters of a name, which must be readable in a list on a phone."""

MOST_SETS: Final = 50
"""The most rule sets that a server may save."""

NO_TITLES: Final[Mapping[str, str]] = MappingProxyType({})
"""No titles, for callers that know presets by name only."""

DEFAULT_PRESET: Final = "cardcouch"
"""The default rules of a server that has chosen none."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """A named rule set of a server.

    Attributes:
        name: the name as typed.
        rules: the rules; None if they were saved by a version whose rules this one cannot read.
        author: the user id of the person who saved it last.
    """

    name: str
    rules: Rules | None
    author: int


class RuleSets(Protocol):
    """Keeps the rule sets of servers. Names are case-insensitive."""

    async def all(self, guild_id: int) -> tuple[RuleSet, ...]:
        """Give the rule sets of a server, by name."""
        ...

    async def save(self, guild_id: int, rule_set: RuleSet) -> None:
        """Save a rule set; it replaces one of the same name."""
        ...

    async def delete(self, guild_id: int, name: str) -> bool:
        """Delete a rule set, also as the default; say whether there was one."""
        ...

    async def default(self, guild_id: int) -> str | None:
        """Give the name of a server's default rules, or None."""
        ...

    async def make_default(self, guild_id: int, name: str) -> None:
        """Make a preset or a saved rule set the default of a server."""
        ...


def tidy(name: str) -> str:
    """Strip a name, collapse repeated spaces, and drop what is no character."""
    return re.sub(r"\s+", " ", re.sub(r"[\0\ud800-\udfff]", "", name)).strip()


def preset_of(name: str, titles: Mapping[str, str]) -> str | None:
    """Give the preset that a person means by its name or by one of its titles, or None.

    Args:
        name: the typed name.
        titles: the presets by their displayed titles, in lower case.
    """
    typed = tidy(name).casefold()
    return typed if typed in PRESETS else titles.get(typed)


def clean_name(name: str, titles: Mapping[str, str]) -> str:
    """Give the tidied name to save a rule set under.

    Raises:
        BadRuleSetName: it is empty, too long, or that of a preset or a code.
    """
    cleaned = tidy(name)
    if not cleaned or len(cleaned) > LONGEST_NAME or preset_of(cleaned, titles) or is_code(cleaned):
        raise BadRuleSetName(name[:LONGEST_NAME])
    return cleaned


async def find_rules(
    rule_sets: RuleSets, guild_id: int, name: str | None, titles: Mapping[str, str] = NO_TITLES
) -> Rules:
    """Give the rules of a name or a code: a preset, a saved rule set, with None the default.

    Args:
        rule_sets: the rule sets of servers.
        guild_id: the server.
        name: the requested name, or None.
        titles: the presets by their displayed titles, in lower case. A saved rule set with such a
            name takes precedence over the preset.

    Raises:
        UnknownRuleSet, OutdatedRuleSet, BadRuleCode: as their names say.
        BadAnswer, BadRules: the rules of a code are none in this version.
    """
    if name is not None and is_code(name):
        return rules_of_code(name)
    wanted = tidy(name or await rule_sets.default(guild_id) or DEFAULT_PRESET)
    preset = PRESETS.get(wanted.casefold())
    if preset is not None:
        return preset
    for saved in await rule_sets.all(guild_id):
        if saved.name.casefold() == wanted.casefold():
            if saved.rules is None:
                raise OutdatedRuleSet(saved.name)
            return saved.rules
    titled = preset_of(wanted, titles)
    if titled is not None:
        return PRESETS[titled]
    if name is None:
        # The default may have been deleted; the usual rules are better than no table.
        return PRESETS[DEFAULT_PRESET]
    raise UnknownRuleSet(name[:LONGEST_NAME])


async def save_rules(
    rule_sets: RuleSets,
    guild_id: int,
    name: str,
    rules: Rules,
    author: int,
    *,
    titles: Mapping[str, str] = NO_TITLES,
) -> str:
    """Save a rule set for a server; give its tidied name.

    Raises:
        BadRuleSetName, TooManyRuleSets: as their names say.
    """
    cleaned = clean_name(name, titles)
    kept = await rule_sets.all(guild_id)
    known = any(saved.name.casefold() == cleaned.casefold() for saved in kept)
    if not known and len(kept) >= MOST_SETS:
        raise TooManyRuleSets
    await rule_sets.save(guild_id, RuleSet(cleaned, rules, author))
    return cleaned
