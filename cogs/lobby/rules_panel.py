"""The host's panel of house rules: topics, the rules of a topic, one rule, and presets."""

from collections.abc import Iterable
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.tables.rule_answers import answer_of, field_of
from bot.tables.rule_codes import LONGEST_CODE
from bot.tables.rulesets import RuleSet
from bot.texts import rule_panel as texts
from bot.texts.house_rules.catalogue import TOPIC_OF, TOPICS
from bot.texts.house_rules.entry import RuleEntry, Topic
from bot.texts.names import label_name, preset_title
from bot.texts.rule_refusals import range_text
from bot.texts.rules import clock_sentence, pace_sentence
from bot.texts.rulesets import choice_line
from bot.texts.translator import Translator
from cogs.base.controls import LABEL_LENGTH, MOST_CHOICES, Pick, Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, row, rows, text
from engine.presets import PRESETS

TOPICS_IN_A_ROW: Final = 3
"""Topics that fit side by side on a phone."""

BUTTONS_IN_A_ROW: Final = 2
"""Values that fit side by side on a phone."""

MOST_BUTTONS: Final = 4
"""The most values on buttons; more of them are in a menu."""

ANSWER_LENGTH: Final = 8
"""The characters of the longest number, with its sign."""

CODE: Final = "code"
"""The field of the form for a code."""


def topics_view(table: Table, words: Translator, note: str = "") -> ui.LayoutView:
    """Draw the differences from the preset, and a button for each topic.

    Args:
        table: the table.
        words: the language of the host.
        note: a line on top, for example what was just done.
    """
    topics = [
        Press(
            CustomId("topic", table.id, (topic.name,)),
            texts.topic_label(topic, table.rules, words),
            style=ButtonStyle.primary,
        )
        for topic in TOPICS
    ]
    return layout(
        text(texts.panel_head(words), note),
        text(texts.panel_text(table.rules, words), f"-# {clock_sentence(table, words)}"),
        *rows(topics, TOPICS_IN_A_ROW),
        row(Press(CustomId("sets", table.id), texts.labels(words)["sets"])),
        color=Color.LOBBY,
    )


def topic_view(table: Table, topic: Topic, words: Translator, note: str = "") -> ui.LayoutView:
    """Draw the rules of a topic, and a menu to change one of them."""
    labels = texts.labels(words)
    menu = Pick(
        CustomId("rule", table.id),
        [(entry.title(words), entry.name) for entry in topic.entries],
        placeholder=labels["rule"],
        notes={entry.name: entry.value_of(table.rules, words) for entry in topic.entries},
    )
    return layout(
        *([text(note)] if note else ()),
        text(texts.topic_head(topic, table.rules, words)),
        row(menu),
        text(texts.topic_rules(topic, table.rules, words, pace_sentence(table, words))),
        row(Press(CustomId("house", table.id, (BACK,)), labels["back"])),
        color=Color.LOBBY,
    )


BACK: Final = "back"
"""The last argument of a custom id that leads back to the topics."""


def rule_view(
    table: Table, entry: RuleEntry, words: Translator, note: str = "", mend: str = ""
) -> ui.LayoutView:
    """Draw one rule with its values to choose from.

    Args:
        table: the table.
        entry: the rule.
        words: the language of the host.
        note: a line on top, for example why a value was refused.
        mend: the answer that needs changes of other rules; empty if there is none.
    """
    labels = texts.labels(words)
    mending: list[Piece] = []
    if mend:
        custom_id = CustomId("mend", table.id, (entry.name, answer_arg(mend)))
        mending = [row(Press(custom_id, labels["mend"], style=ButtonStyle.success))]
    back = CustomId("topic", table.id, (TOPIC_OF[entry.name].name,))
    return layout(
        text(note or "-# " + TOPIC_OF[entry.name].label.say(words)),
        *mending,
        text(texts.rule_text(entry, table.rules, words)),
        *_values(table, entry, words),
        row(Press(back, labels["back"])),
        color=Color.LOBBY,
    )


def _values(table: Table, entry: RuleEntry, words: Translator) -> Iterable[Piece]:
    present = answer_of(table.rules, entry.name)
    if in_a_menu(entry, words):
        choices = [(entry.choice_title(each, words), each) for each in entry.choices]
        yield row(Pick(CustomId("choose", table.id, (entry.name,)), choices, chosen=present))
        return
    numbers = {present, *map(entry.answer_to, entry.values())}
    answers = entry.choices or sorted(numbers, key=_size)
    buttons: list[Piece] = [
        Press(
            CustomId("choose", table.id, (entry.name, answer_arg(answer))),
            entry.answer_title(answer, words),
            style=ButtonStyle.primary if answer == present else ButtonStyle.secondary,
        )
        for answer in answers
    ]
    if not entry.choices:
        number = CustomId("number", table.id, (entry.name,))
        buttons.append(Press(number, texts.labels(words)["number"]))
    yield from rows(buttons, BUTTONS_IN_A_ROW)


def in_a_menu(entry: RuleEntry, words: Translator) -> bool:
    """Say whether a rule's values go into a menu: if they are many, or too long for buttons."""
    titles = [entry.choice_title(each, words) for each in entry.choices]
    return len(titles) > MOST_BUTTONS or any(len(title) >= LABEL_LENGTH for title in titles)


def _size(answer: str) -> int:
    """Put numbers in order, none first."""
    return int(answer) if answer else -(10**ANSWER_LENGTH)


def answer_arg(answer: str) -> str:
    """Write an answer for a custom id."""
    return answer.replace("-", "minus") or "none"


def arg_answer(arg: str) -> str:
    """Read an answer from a custom id."""
    number = arg.removeprefix("minus")
    return f"-{number}" if number.isdecimal() and number != arg else arg


def number_form(table: Table, entry: RuleEntry, words: Translator) -> ui.Modal:
    """Make the form that asks for a number."""
    field = field_of(entry.name)
    modal = ui.Modal(
        title=TOPIC_OF[entry.name].label.say(words),
        custom_id=str(CustomId("filled", table.id, (entry.name,))),
        timeout=None,
    )
    component = ui.TextInput[Any](
        custom_id=entry.name,
        default=answer_of(table.rules, entry.name)[:ANSWER_LENGTH] or None,
        required=not field.optional,
        max_length=ANSWER_LENGTH,
    )
    label = ui.Label[Any](
        text=entry.title(words), description=range_text(field, words), component=component
    )
    return modal.add_item(label)


def sets_view(
    table: Table, saved: tuple[RuleSet, ...], words: Translator, note: str = ""
) -> ui.LayoutView:
    """Draw the presets, the code of the table's rules, and the button to enter a code."""
    labels = texts.labels(words)
    presets = Pick(
        CustomId("take", table.id),
        [(preset_title(name, words), name) for name in PRESETS][:MOST_CHOICES],
        placeholder=labels["presets"],
        notes={name: choice_line(name, words) for name in PRESETS},
    )
    own: list[Piece] = []
    readable = [each for each in saved if each.rules is not None][:MOST_CHOICES]
    if readable:
        menu = Pick(
            CustomId("take", table.id, ("saved",)),
            [(label_name(each.name), each.name) for each in readable],
            placeholder=labels["saved"],
            notes={each.name: choice_line(each, words) for each in readable},
        )
        own = [row(menu)]
    return layout(
        text(texts.sets_text(table.rules, words), note),
        row(presets),
        *own,
        row(
            Press(CustomId("code", table.id), labels["code"]),
            Press(CustomId("house", table.id, (BACK,)), labels["back"]),
        ),
        color=Color.LOBBY,
    )


def code_form(table: Table, words: Translator) -> ui.Modal:
    """Make the form that takes a code, or a name."""
    modal = ui.Modal(
        title=texts.code_title(words), custom_id=str(CustomId("coded", table.id)), timeout=None
    )
    component = ui.TextInput[Any](custom_id=CODE, max_length=LONGEST_CODE)
    return modal.add_item(ui.Label[Any](text=texts.code_label(words), component=component))


def answer_in(data: object, field: str) -> str | None:
    """Read the answer to one field from the data of a form, or None."""
    if isinstance(data, list):
        found = (answer_in(piece, field) for piece in data)
        return next((answer for answer in found if answer is not None), None)
    if not isinstance(data, dict):
        return None
    if data.get("custom_id") == field and isinstance(data.get("value"), str):
        return str(data["value"])
    return answer_in([data.get("components"), data.get("component")], field)
