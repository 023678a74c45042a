"""The rules of a table in short sentences, generated from the fields of `Rules`."""

from bot.tables.model import Pace, Table
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.house_rules.end import said_clock
from bot.texts.names import preset_title, rules_title
from bot.texts.rule_basics import BASICS
from bot.texts.rule_marks import marks
from bot.texts.sheet import number
from bot.texts.translator import Translator
from engine.presets import PRESETS, differences, nearest_preset
from engine.rules import Rules


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
    if rules.losing_score is None:
        return words("to {target}", target=rules.target)
    losing = number(rules.losing_score)
    return words("to {target} or {losing}", target=rules.target, losing=losing)


def rules_sentences(rules: Rules, words: Translator, *, clock: bool = True) -> list[str]:
    """Describe every rule of a rule set: the basics, then the others; differences in bold.

    The differences from the closest preset come first among the others.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: whether to say the clocks of the rules too; they mean nothing at a table whose pace
            has others, see `pace_sentence`.
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
