"""Rule sets as Discord's forms, and what came back from one.

A form is stopped before it is sent, as views are, so that discord.py never stores it; its answers
arrive as an interaction of their own, also after a restart, and are read from its data.
"""

from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.tables.forms import FORMS, MEANT_WITH, FormName, answer_of, field_of
from bot.tables.model import Table
from bot.texts import fields as texts
from bot.texts.rules import pace_sentence, rules_heading, rules_sentences
from bot.texts.rulesets import house_rules_head
from bot.texts.words import Words
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, layout, rows, text
from engine.rules import Rules

FORMS_IN_A_ROW: Final = 3
"""What a phone shows side by side."""

ANSWER_LENGTH: Final = 8
"""Characters that the longest number needs, with its sign."""


def house_rules_view(table: Table, words: Words, note: str = "") -> ui.LayoutView:
    """Draw the rules of a table with a button to each form, for its host alone.

    Args:
        table: the table.
        words: the language of the host.
        note: a line on top, for example why an answer was refused.
    """
    buttons = [
        Press(
            CustomId("form", table.id, (name,)),
            texts.form_title(name, words),
            style=ButtonStyle.primary,
        )
        for name in FORMS
    ]
    clock = pace_sentence(table, words)
    said = rules_sentences(table.rules, words, clock=not clock)
    sentences = "\n".join(f"- {each}" for each in said)
    return layout(
        text(house_rules_head(words), note),
        *rows(buttons, FORMS_IN_A_ROW),
        text(f"**{rules_heading(table.rules, words)}**", sentences, f"-# {clock}" if clock else ""),
        color=Color.LOBBY,
    )


def rules_form(table: Table, form: FormName, words: Words) -> ui.Modal:
    """Make a form that shows the present value of each of its fields."""
    modal = ui.Modal(
        title=texts.form_title(form, words),
        custom_id=str(CustomId("filled", table.id, (form,))),
        timeout=None,
    )
    for name in FORMS[form]:
        modal.add_item(_label(table.rules, name, words))
    return modal


def _label(rules: Rules, name: str, words: Words) -> ui.Label[Any]:
    field = field_of(name)
    present = answer_of(rules, name)
    if field.choices:
        component: ui.Item[Any] = ui.Select(
            custom_id=name,
            options=[
                discord.SelectOption(
                    label=texts.choice_label(name, choice, words),
                    value=choice,
                    default=choice == present,
                )
                for choice in field.choices
            ],
        )
        return ui.Label(text=texts.field_label(name, words), component=component)
    component = ui.TextInput(
        custom_id=name,
        default=present or None,
        required=not field.optional and field.name not in MEANT_WITH,
        max_length=ANSWER_LENGTH,
    )
    return ui.Label(
        text=texts.field_label(name, words),
        description=texts.range_text(field, words),
        component=component,
    )


def answers_in(data: object) -> dict[str, str]:
    """Read the answers of a form from the data of its interaction, by field."""
    found: dict[str, str] = {}
    _collect(data, found)
    return found


def _collect(data: object, found: dict[str, str]) -> None:
    if isinstance(data, list):
        for piece in data:
            _collect(piece, found)
    if not isinstance(data, dict):
        return
    values = data.get("values")
    if isinstance(values, list) and values:
        found[str(data.get("custom_id"))] = str(values[0])
    elif isinstance(data.get("value"), str):
        found[str(data.get("custom_id"))] = data["value"]
    for key in ("components", "component"):
        _collect(data.get(key), found)
