"""The public message of a lobby."""

from typing import Final

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.texts import lobby as texts
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, line, row, rows, text
from cogs.table_message.message import Drawn
from engine.seats import Seat

SEATS_IN_A_ROW: Final = 2
"""Buttons that fit side by side on a phone, with names and with offers of seats."""


def lobby_view(
    table: Table, words: Translator, drawn: Drawn | None = None, *, calls: bool = False
) -> ui.LayoutView:
    """Draw the lobby: rules, seats, and the buttons to sit down and to begin.

    Args:
        table: the table.
        words: the language of the server.
        drawn: the picture of the table, or None for a message without one.
        calls: whether the server has a role to call.
    """
    return layout(
        text(texts.head(table, words)),
        line() if drawn is None else drawn.piece,
        *_seats(table, words),
        *(_call(table, words) if calls else []),
        row(
            Press(CustomId("ready", table.id), words("Ready"), style=ButtonStyle.primary),
            Press(CustomId("start", table.id), words("Start"), style=ButtonStyle.success),
            Press(CustomId("leave", table.id), words("Leave")),
        ),
        row(
            Press(CustomId("add", table.id), words("Add computer"), disabled=not _room(table)),
            Press(CustomId("rules", table.id), words("Rules")),
        ),
        row(
            Press(
                CustomId("remove", table.id),
                words("Remove computer"),
                disabled=not any(chair.computer for chair in table.chairs),
            ),
            Press(CustomId("house", table.id), words("House rules")),
        ),
        row(
            Press(CustomId("people", table.id), words("Who may join")),
            Press(CustomId("fair", table.id), words("Fair deals")),
        ),
        text(texts.foot(table, words)),
        color=Color.LOBBY,
    )


def _seats(table: Table, words: Translator) -> list[Piece]:
    """Give each side as a block: who sits there, and the buttons of its seats."""
    pieces: list[Piece] = []
    for seats, said in texts.blocks(table, words):
        pieces += [text(said), *rows([_seat(table, seat, words) for seat in seats], SEATS_IN_A_ROW)]
    return [*pieces, line()]


def _call(table: Table, words: Translator) -> list[Piece]:
    """Offer once to call for those who are missing."""
    if table.called or not _room(table):
        return []
    return [row(Press(CustomId("call", table.id), texts.call_label(table, words)))]


def _room(table: Table) -> bool:
    return any(chair.free for chair in table.chairs)


def _seat(table: Table, seat: Seat, words: Translator) -> Press:
    chair = table.chairs[seat]
    return Press(
        CustomId("sit", table.id, (str(seat),)),
        texts.seat_label(table, seat, words),
        style=ButtonStyle.primary if chair.open_to_all else ButtonStyle.secondary,
        disabled=chair.person is not None,
    )
