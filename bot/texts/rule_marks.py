"""What sets a rule set apart, in a few words, for lists of rule sets."""

from typing import Final

from bot.tables.rulesets import DEFAULT_PRESET
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.translator import Translator
from engine.presets import PRESETS, differences
from engine.rules import Rules

MOST_MARKS: Final = 4
"""Differences that a list names; more would hide them."""

_BY_WEIGHT: Final = sorted(ENTRIES.values(), key=lambda entry: entry.minor)
"""The heaviest first."""


def marks(rules: Rules, words: Translator) -> list[str]:
    """Name what differs from the usual rules, the rules of the deal and the bids first.

    Who plays together and to how many points is left out: a list says that of every rule set.
    """
    differing = set(differences(rules, PRESETS[DEFAULT_PRESET]))
    said = [entry.mark_of(rules, words) for entry in _BY_WEIGHT if entry.name in differing]
    said = [mark for mark in said if mark]
    rest = len(said) - MOST_MARKS
    if rest <= 0:
        return said
    more = words.plural("{count} more difference", "{count} more differences", rest)
    return [*said[:MOST_MARKS], more]
