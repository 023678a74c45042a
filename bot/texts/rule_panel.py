"""What the panel of a table's house rules says: topics, rules, values, named sets and codes."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.mending import draft_of
from bot.tables.rule_codes import code_of
from bot.texts.house_rules.catalogue import ENTRIES, GUIDE, TOPICS
from bot.texts.house_rules.entry import RuleEntry, Topic
from bot.texts.names import preset_title, rules_title
from bot.texts.room import within_room
from bot.texts.translator import Translator
from engine.presets import PRESETS, differences, nearest_preset
from engine.rules import Rules

DIFFERS: Final = "\N{BLACK DIAMOND}"
"""Stands before what differs from the named set."""


def panel_head(words: Translator) -> str:
    """Head the panel."""
    return words("### House rules\nChoose what to change. Then everyone has to press Ready again.")


def panel_text(rules: Rules, words: Translator) -> str:
    """Say which named set the rules are, or what differs from the nearest, topic by topic."""
    title = f"**{rules_title(rules, words)}**"
    differing = [text for topic in TOPICS if (text := _differences(topic, rules, words))]
    if not differing:
        return title
    preset = preset_title(nearest_preset(rules), words)
    rest = words("Everything else is as in {preset}.", preset=preset)
    return "\n".join([title, *within_room(differing, words), f"-# {rest}"])


def _differences(topic: Topic, rules: Rules, words: Translator) -> str:
    usual = PRESETS[nearest_preset(rules)]
    said = [
        f"{DIFFERS} {named_value(entry, rules, words)}"
        for entry in topic.entries
        if getattr(usual, entry.name) != getattr(rules, entry.name)
    ]
    return "\n".join([topic.label.say(words), *said]) if said else ""


def topic_label(topic: Topic, rules: Rules, words: Translator) -> str:
    """Name a topic on its button, marked where something in it differs."""
    label = topic.label.say(words)
    return f"{DIFFERS} {label}" if _differences(topic, rules, words) else label


def topic_head(topic: Topic, rules: Rules, words: Translator) -> str:
    """Head the page of a topic, and explain the mark if it stands there."""
    head = f"### {topic.label.say(words)}"
    if not _differences(topic, rules, words):
        return head
    preset = preset_title(nearest_preset(rules), words)
    said = words("{mark} differs from {preset}.", mark=DIFFERS, preset=preset)
    return f"{head}\n-# {said}"


def topic_rules(topic: Topic, rules: Rules, words: Translator, clock: str = "") -> str:
    """Say the rules of a topic with their present values, what differs marked.

    Args:
        topic: the topic.
        rules: the rules.
        words: the language.
        clock: how long people may think at a table of a pace of its own.
    """
    said = [
        _said(entry, rules, words) for entry in topic.entries if not (clock and _is_clock(entry))
    ]
    if clock and any(map(_is_clock, topic.entries)):
        said.append("-# " + words("The pace of this table goes before the clock of its rules."))
        said.append(f"-# {clock}")
    return "\n".join(within_room(said, words))


def _is_clock(entry: RuleEntry) -> bool:
    return "bid_seconds" in {entry.name, entry.said_by}


def _said(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    if not entry.applies(rules):
        return f"-# {_idle(entry, rules, words)}"
    line = f"**{named_value(entry, rules, words)}**"
    usual = _usual(entry, rules, words)
    if usual:
        line = f"{DIFFERS} {line} ({usual})"
    sentence = entry.sentence_of(rules, words)
    return f"{line}\n-# {sentence}" if sentence else line


def _idle(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    idle = words("nothing to act on now")
    return f"{named_value(entry, rules, words)} ({idle})"


def _usual(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Give the value of the named set, where the rules have another."""
    preset = nearest_preset(rules)
    if getattr(PRESETS[preset], entry.name) == getattr(rules, entry.name):
        return ""
    return _valued(preset_title(preset, words), entry.value_of(PRESETS[preset], words), words)


def named_value(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Say a rule by its label and value."""
    return _valued(entry.title(words), entry.value_of(rules, words), words)


def _valued(label: str, value: str, words: Translator) -> str:
    return words("{label}: {value}", label=label, value=value)


def rule_text(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Explain a rule: its present value, that of the named set, and what each other one means."""
    lines = [f"### {named_value(entry, rules, words)}"]
    usual = _usual(entry, rules, words)
    if usual:
        lines.append(f"-# {DIFFERS} {usual}")
    if entry.applies(rules):
        lines.append(entry.sentence_of(rules, words) or entry.off_of(rules, words))
    else:
        lines.append(f"-# {_idle(entry, rules, words)}")
    for value in entry.values() if entry.choices else ():
        draft = draft_of(rules, {entry.name: value})
        sentence = entry.sentence_of(draft, words) or entry.off_of(draft, words)
        if value != getattr(rules, entry.name) and sentence:
            lines.append(f"- **{entry.value_of(draft, words)}**: {sentence}")
    return "\n".join(filter(None, lines))


def is_now(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Say that a rule has been changed."""
    return words("Changed. **{rule}**", rule=named_value(entry, rules, words))


def mending_text(rules: Rules, mended: Rules, names: Sequence[str], words: Translator) -> str:
    """Say what else would change, so that a rule can be had.

    Args:
        rules: the rules as they are.
        mended: the rules as they would be.
        names: the fields that were wanted.
        words: the language.
    """
    others = [
        f"- {named_value(ENTRIES[name], mended, words)}"
        for name in differences(mended, rules)
        if name not in names and GUIDE.has_effect(mended, name)
    ]
    return "\n".join([words("To have it so, these change too:"), *others])


def labels(words: Translator) -> Mapping[str, str]:
    """Name the buttons and menus of the panel, by what they do."""
    return {
        "rule": words("Change a rule"),
        "back": words("Back"),
        "number": words("Another number"),
        "mend": words("Change these too"),
        "sets": words("Named sets, codes"),
        "presets": words("Begin from a named set"),
        "saved": words("Rules saved in this server"),
        "code": words("Enter a code"),
    }


def sets_text(rules: Rules, words: Translator) -> str:
    """Say what named sets and codes are for, with the code of the rules."""
    explained = words(
        "Begin from a named set, or from rules that this server has saved. The code below is these "
        "rules: paste it in any server, here or after {new}.",
        new=words.command("new"),
    )
    head = words("### Named sets and codes")
    return f"{head}\n{explained}\n```\n{code_of(rules)}\n```"


def code_title(words: Translator) -> str:
    """Head the form for a code."""
    return words("Rules by code")


def code_label(words: Translator) -> str:
    """Name the field for a code."""
    return words("A code, or the name of a rule set")


def taken_over(rules: Rules, words: Translator) -> str:
    """Say that the table plays other rules now."""
    return words("This table plays **{rules}** now.", rules=rules_title(rules, words))
