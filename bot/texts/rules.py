"""The rules of a table in short sentences, generated from the fields of `Rules`."""

from typing import Final

from bot.tables.model import Pace, Table
from bot.tables.rulesets import DEFAULT_PRESET
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.house_rules.end import said_clock
from bot.texts.house_rules.entry import Say
from bot.texts.names import preset_title, rules_title
from bot.texts.sheet import number
from bot.texts.translator import Translator
from engine.presets import PRESETS, differences, nearest_preset
from engine.rules import POINTS_PER_TRICK, Rules

MOST_MARKS: Final = 4
"""The most differences in a list."""

_BY_WEIGHT: Final = sorted(ENTRIES.values(), key=lambda entry: entry.minor)
"""The entries, the most important first."""


def rules_line(rules: Rules, words: Translator) -> str:
    """Describe a rule set in one line, for the lobby."""
    name = rules_title(rules, words)
    return f"{name}: {_goal_beside(name, rules, words)}"


def listed_rules(rules: Rules, words: Translator, name: str = "") -> str:
    """Describe a rule set in a list: partners or solo, the target, and the differences.

    Args:
        rules: the rules.
        words: the language.
        name: the name before it, which is not repeated.
    """
    goal = _goal_beside(name, rules, words)
    said = marks(rules, words)
    return f"{goal}; {', '.join(said)}" if said else goal


def _goal_beside(name: str, rules: Rules, words: Translator) -> str:
    together = words("partners") if rules.mode == "partners" else words("each alone")
    goal = _goal(rules, words)
    return goal if together.casefold() in name.casefold() else f"{together}, {goal}"


def _goal(rules: Rules, words: Translator) -> str:
    if rules.target is None:
        return words("without a target")
    if rules.losing_score is None:
        return words("to {target}", target=rules.target)
    losing = number(rules.losing_score)
    return words("to {target} or {losing}", target=rules.target, losing=losing)


def marks(rules: Rules, words: Translator) -> list[str]:
    """List the differences from the usual rules, those of the deal and the bids first.

    Partners and the target are left out, since a list shows them for every rule set.
    """
    differing = set(differences(rules, PRESETS[DEFAULT_PRESET]))
    said = [entry.mark_of(rules, words) for entry in _BY_WEIGHT if entry.name in differing]
    said = [mark for mark in said if mark]
    rest = len(said) - MOST_MARKS
    if rest <= 0:
        return said
    more = words.plural("{count} more difference", "{count} more differences", rest)
    return [*said[:MOST_MARKS], more]


def _follow(_: Rules, words: Translator) -> str:
    return words("Follow the suit that was led if you can; if you cannot, play any card.")


def _wins(_: Rules, words: Translator) -> str:
    return words(
        "Spades are always trump. The highest trump takes the trick; without a trump, the highest "
        "card of the suit that was led does."
    )


def _contract(rules: Rules, words: Translator) -> str:
    if rules.missed_contract != "minus":
        return words("A contract that is made scores {n} for each trick bid.", n=POINTS_PER_TRICK)
    return words(
        "A contract that is made scores {n} for each trick bid; one that is missed costs {n} for "
        "each.",
        n=POINTS_PER_TRICK,
    )


BASICS: Final[tuple[str | Say, ...]] = (
    "players",
    "deck",
    _follow,
    _wins,
    "spade_leads",
    "breaking",
    "mode",
    _contract,
    "missed_contract",
)
"""What the rules begin with, in order: all that a beginner needs for a first trick.

A name stands for the sentence of that field of `Rules`.
"""


def rules_sentences(rules: Rules, words: Translator, *, clock: bool = True) -> list[str]:
    """Describe every rule of a rule set: the basics, then the others; differences in bold.

    The differences from the closest preset come first among the others.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: whether to include the clocks of the rules, which a table's pace may override, see
            `pace_sentence`.
    """
    differing = frozenset(differences(rules, PRESETS[nearest_preset(rules)]))
    basics = [
        _sentence(rules, each, differing, words) if isinstance(each, str) else each(rules, words)
        for each in BASICS
    ]
    rest = [
        _sentence(rules, field, differing, words)
        for field in ENTRIES
        if field not in BASICS and (clock or field != "bid_seconds")
    ]
    rest.sort(key=lambda sentence: not sentence.startswith("**"))
    return [sentence for sentence in [*basics, *rest] if sentence]


def _sentence(rules: Rules, field: str, differing: frozenset[str], words: Translator) -> str:
    """Describe one field, in bold if it differs from the closest preset; empty if it is off."""
    entry = ENTRIES[field]
    differs = field in differing or any(ENTRIES[each].said_by == field for each in differing)
    sentence = entry.sentence_of(rules, words)
    if not sentence and differs:
        sentence = entry.off_of(rules, words)
    return f"**{sentence}**" if sentence and differs else sentence


def rules_heading(rules: Rules, words: Translator) -> str:
    """Say which preset a rule set is, or is closest to."""
    nearest = nearest_preset(rules)
    if PRESETS[nearest] == rules:
        return rules_title(rules, words)
    return words("{preset}, with the differences in bold", preset=preset_title(nearest, words))


def clock_sentence(table: Table, words: Translator) -> str:
    """Say how long people may think at a table."""
    if table.pace is Pace.SLOW:
        return words("A day for each bid and each card.")
    return said_clock(*table.clocks, words)


def pace_sentence(table: Table, words: Translator) -> str:
    """Say how long people may think at a table with its own pace; empty if the rules say so."""
    return "" if table.pace is Pace.RULES else clock_sentence(table, words)
