"""The rules of a table in short sentences, generated from the fields of `Rules`."""

from bot.tables.model import Pace, Table
from bot.texts.names import preset_title, rules_title
from bot.texts.rule_sentences import OFF, SAID_WITH, SENTENCES, said_clock
from bot.texts.sheet import number
from bot.texts.words import Words
from engine.presets import PRESETS, differences, nearest_preset
from engine.rules import Rules


def rules_line(rules: Rules, words: Words) -> str:
    """Say a rule set in one line, for the lobby; what its name says is not said twice."""
    name = rules_title(rules, words)
    said = _together(rules, words) in name
    return f"{name}: {_goal(rules, words) if said else goal_line(rules, words)}"


def goal_line(rules: Rules, words: Words) -> str:
    """Say who plays together, and to how many points."""
    return f"{_together(rules, words)}, {_goal(rules, words)}"


def _together(rules: Rules, words: Words) -> str:
    return words("partners") if rules.mode == "partners" else words("each alone")


def _goal(rules: Rules, words: Words) -> str:
    if rules.losing_score is None:
        return words("to {target}", target=rules.target)
    losing = number(rules.losing_score)
    return words("to {target} or {losing}", target=rules.target, losing=losing)


def rules_sentences(rules: Rules, words: Words, *, clock: bool = True) -> list[str]:
    """Say every rule of a rule set, the differences from the nearest preset first and in bold.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: whether to say the clocks of the rules too; they mean nothing at a table whose pace
            has others, see `pace_sentence`.
    """
    differing = set(differences(rules, PRESETS[nearest_preset(rules)]))
    bold, plain = [], []
    for field, say in SENTENCES.items():
        if field == "bid_seconds" and not clock:
            continue
        differs = bool(differing & {field, *SAID_WITH.get(field, ())})
        sentence = say(rules, words)
        if not sentence and differs and field in OFF:
            sentence = OFF[field](rules, words)
        if sentence and differs:
            bold.append(f"**{sentence}**")
        elif sentence:
            plain.append(sentence)
    return bold + plain


def rules_heading(rules: Rules, words: Words) -> str:
    """Say which preset a rule set is, or is nearest to."""
    nearest = nearest_preset(rules)
    if PRESETS[nearest] == rules:
        return rules_title(rules, words)
    return words("{preset}, with the differences in bold", preset=preset_title(nearest, words))


def clock_sentence(table: Table, words: Words) -> str:
    """Say how long people may think at a table."""
    return said_clock(*table.clocks, words)


def pace_sentence(table: Table, words: Words) -> str:
    """Say how long people may think at a table of a pace of its own; empty where the rules say."""
    return "" if table.pace is Pace.RULES else clock_sentence(table, words)
