"""The texts of the panel of house rules: topics, rules, values, presets and codes."""

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
"""Marks a difference from the preset."""


def panel_head(words: Translator) -> str:
    """Head the panel."""
    return words("### House rules\nChoose what to change. Then everyone has to press Ready again.")


def panel_text(rules: Rules, words: Translator) -> str:
    """Name the preset of the rules, or list the differences from the closest one by topic."""
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
    """Name a topic on its button, marked if a rule in it differs."""
    label = topic.label.say(words)
    return f"{DIFFERS} {label}" if _differences(topic, rules, words) else label


def topic_head(topic: Topic, rules: Rules, words: Translator) -> str:
    """Head the page of a topic, and explain the mark if it is used."""
    head = f"### {topic.label.say(words)}"
    if not _differences(topic, rules, words):
        return head
    preset = preset_title(nearest_preset(rules), words)
    said = words("{mark} differs from {preset}.", mark=DIFFERS, preset=preset)
    return f"{head}\n-# {said}"


def topic_rules(topic: Topic, rules: Rules, words: Translator, clock: str = "") -> str:
    """List the rules of a topic with their present values, and mark the differences.

    Args:
        topic: the topic.
        rules: the rules.
        words: the language.
        clock: the clock of a table whose pace overrides that of the rules.
    """
    said = [
        _said(entry, rules, words) for entry in topic.entries if not (clock and _is_clock(entry))
    ]
    if clock and any(map(_is_clock, topic.entries)):
        said.append("-# " + words("The pace of this table overrides the clock of its rules."))
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
    idle = words("no effect now")
    return f"{named_value(entry, rules, words)} ({idle})"


def _usual(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Give the preset's value, if the rules have another."""
    preset = nearest_preset(rules)
    if getattr(PRESETS[preset], entry.name) == getattr(rules, entry.name):
        return ""
    return _valued(preset_title(preset, words), entry.value_of(PRESETS[preset], words), words)


def named_value(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Give a rule's label and value."""
    return _valued(entry.title(words), entry.value_of(rules, words), words)


def _valued(label: str, value: str, words: Translator) -> str:
    return words("{label}: {value}", label=label, value=value)


def rule_text(entry: RuleEntry, rules: Rules, words: Translator) -> str:
    """Explain a rule: its present value, the preset's, and the meaning of the others."""
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
    """Say which other rules would have to change.

    Args:
        rules: the present rules.
        mended: the rules after the changes.
        names: the wanted fields.
        words: the language.
    """
    others = [
        f"- {named_value(ENTRIES[name], mended, words)}"
        for name in differences(mended, rules)
        if name not in names and GUIDE.has_effect(mended, name)
    ]
    return "\n".join([words("For that, these change too:"), *others])


def labels(words: Translator) -> Mapping[str, str]:
    """Name the buttons and menus of the panel, by what they do."""
    return {
        "rule": words("Change a rule"),
        "back": words("Back"),
        "number": words("Another number"),
        "mend": words("Change these too"),
        "sets": words("Presets, codes"),
        "presets": words("Start from a preset"),
        "saved": words("Rules saved in this server"),
        "code": words("Enter a code"),
    }


def sets_text(rules: Rules, words: Translator) -> str:
    """Explain presets and codes, with the code of the rules."""
    explained = words(
        "Start from a preset, or from rules that this server has saved. The code below holds "
        "these rules: paste it in any server, here or after {new}.",
        new=words.command("new"),
    )
    head = words("### Presets and codes")
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
