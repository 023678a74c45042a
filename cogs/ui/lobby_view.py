"""The public message of a table that waits for people."""

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.texts import table as texts
from bot.texts.words import Words
from cogs.ui import palette
from cogs.ui.custom_ids import CustomId
from cogs.ui.parts import layout, line, row, text
from cogs.ui.press import Press
from cogs.ui.table_message import Drawn
from engine.seats import Seat


def lobby_view(table: Table, words: Words, drawn: Drawn | None = None) -> ui.LayoutView:
    """Draw the lobby: rules, seats, and the buttons to sit down and to begin.

    Args:
        table: the table.
        words: the language of the server.
        drawn: the picture of the table, or None for a message of words alone.
    """
    return layout(
        text(texts.lobby_head(table, words)),
        line() if drawn is None else drawn.piece,
        text(texts.lobby_seats(table, words)),
        row(*(_seat(table, seat, words) for seat in table.rules.seats)),
        row(
            Press(CustomId("ready", table.id), words("Ready"), style=ButtonStyle.primary),
            Press(CustomId("start", table.id), words("Start"), style=ButtonStyle.success),
            Press(CustomId("leave", table.id), words("Leave")),
        ),
        row(
            Press(CustomId("add", table.id), words("Add computer"), disabled=not _room(table)),
            Press(
                CustomId("remove", table.id),
                words("Remove computer"),
                disabled=not any(chair.computer for chair in table.chairs),
            ),
            Press(CustomId("rules", table.id), words("Rules")),
            Press(CustomId("house", table.id), words("House rules")),
        ),
        text(texts.lobby_foot(table, words)),
        color=palette.LOBBY,
    )


def _room(table: Table) -> bool:
    return any(chair.empty for chair in table.chairs)


def _seat(table: Table, seat: Seat, words: Words) -> Press:
    chair = table.chairs[seat]
    return Press(
        CustomId("sit", table.id, (str(seat),)),
        texts.seat_label(table, seat, words),
        style=ButtonStyle.secondary if chair.person else ButtonStyle.primary,
        disabled=chair.person is not None,
    )
