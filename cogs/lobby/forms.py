"""Rule sets as Discord's forms, and what came back from one.

A form is stopped before it is sent, as views are, so that discord.py never stores it; its answers
arrive as an interaction of their own, also after a restart, and are read from its data.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import discord
from discord import ButtonStyle, ui

from bot.tables.forms import answer_of, field_of
from bot.tables.model import Table
from bot.texts import fields as texts
from bot.texts.house_rules.catalogue import ENTRIES
from bot.texts.rules import pace_sentence, rules_heading, rules_sentences
from bot.texts.rulesets import house_rules_head
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, row, rows, text

FORMS_IN_A_ROW: Final = 3
"""What a phone shows side by side."""

AGAIN: Final = "again"
"""Stands at the end of the custom id of a form that shows what was typed before."""

NOTHING_TYPED: Final[Mapping[str, str]] = MappingProxyType({})

ANSWER_LENGTH: Final = 8
"""Characters that the longest number needs, with its sign."""


def house_rules_view(
    table: Table, words: Translator, note: str = "", refused: str | None = None
) -> ui.LayoutView:
    """Draw the rules of a table with a button to each form, for its host alone.

    Args:
        table: the table.
        words: the language of the host.
        note: a line on top, for example why an answer was refused.
        refused: the form whose answers were refused, to try it again with what was typed.
    """
    again: list[Piece] = []
    if refused is not None:
        custom_id = CustomId("form", table.id, (refused, AGAIN))
        again = [row(Press(custom_id, words("Try again"), style=ButtonStyle.success))]
    buttons = [
        Press(
            CustomId("form", table.id, (name,)),
            texts.form_title(name, words),
            style=ButtonStyle.primary,
        )
        for name in texts.FORMS
    ]
    clock = pace_sentence(table, words)
    said = rules_sentences(table.rules, words, clock=not clock)
    sentences = "\n".join(f"- {each}" for each in said)
    return layout(
        text(house_rules_head(words), note),
        *again,
        *rows(buttons, FORMS_IN_A_ROW),
        text(f"**{rules_heading(table.rules, words)}**", sentences, f"-# {clock}" if clock else ""),
        color=Color.LOBBY,
    )


def rules_form(
    table: Table, form: str, words: Translator, typed: Mapping[str, str] = NOTHING_TYPED
) -> ui.Modal:
    """Make a form that shows what was typed into each field before, else its present value."""
    modal = ui.Modal(
        title=texts.form_title(form, words),
        custom_id=str(CustomId("filled", table.id, (form,))),
        timeout=None,
    )
    for name in texts.FORMS[form]:
        present = answer_of(table.rules, name)
        modal.add_item(_label(name, typed.get(name, present), words))
    return modal


def _label(name: str, present: str, words: Translator) -> ui.Label[Any]:
    field = field_of(name)
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
        default=present[:ANSWER_LENGTH] or None,
        required=not field.optional and not ENTRIES[name].conditional,
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
