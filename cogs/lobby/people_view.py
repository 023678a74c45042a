"""The host's view of who may sit at a table."""

from discord import ButtonStyle, ui

from bot.tables.model import Status, Table
from bot.texts import guests as texts
from bot.texts.names import label_name
from bot.texts.translator import Translator
from cogs.base.controls import Pick, PickPerson, Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, row, rows, text
from engine.seats import Seat

FREED_IN_A_ROW = 2
"""Buttons with names that fit side by side on a phone."""


def people_view(table: Table, words: Translator, note: str = "") -> ui.LayoutView:
    """Draw who may sit down, and what the host can do about it.

    Args:
        table: the table.
        words: the language of the host.
        note: a line to add, for example what was just done.
    """
    private = Press(
        CustomId("private", table.id),
        texts.private_label(table, words),
        style=ButtonStyle.primary if table.private else ButtonStyle.secondary,
    )
    ask_first = Press(
        CustomId("ask_first", table.id),
        texts.ask_first_label(table, words),
        style=ButtonStyle.primary if table.ask_first else ButtonStyle.secondary,
    )
    let_in = PickPerson(CustomId("let_in", table.id), placeholder=texts.let_in_prompt(words))
    return layout(
        text(texts.people_head(table, words), note),
        row(private, ask_first),
        ui.ActionRow(let_in),
        *(_seated(table, words) if table.status is Status.LOBBY else []),
        *_to_free(table, words),
        color=Color.QUIET,
    )


def _seated(table: Table, words: Translator) -> list[Piece]:
    """Offer to remove people from the lobby."""
    others = [person for person in table.people if person.id != table.host]
    if not others:
        return []
    choices = [(label_name(person.name), str(person.id)) for person in others]
    prompt = texts.take_off_prompt(words)
    return [ui.ActionRow(Pick(CustomId("take_off", table.id), choices, placeholder=prompt))]


def _to_free(table: Table, words: Translator) -> list[Piece]:
    """Offer to free the seats that are held for guests, or by computer players for people."""
    presses = [
        Press(CustomId("free", table.id, (str(seat),)), texts.free_label(table, seat, words))
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.held_for is not None
        or (chair.away and chair.person is not None and chair.person.id != table.host)
    ]
    return [*rows(presses, FREED_IN_A_ROW)]


def free_view(table: Table, seat: Seat, words: Translator) -> ui.LayoutView:
    """Draw the question whether to free the seat of someone who is away.

    Args:
        table: the table.
        seat: the seat.
        words: the language of the host.
    """
    sure = CustomId("free_sure", table.id, (str(seat),))
    return layout(
        text(texts.free_question(table, seat, words)),
        row(
            Press(sure, texts.free_label(table, seat, words), style=ButtonStyle.danger),
            Press(CustomId("people", table.id), words("Keep it")),
        ),
        color=Color.QUIET,
    )
