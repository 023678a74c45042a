"""The private view "More" of a table."""

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.tables.votes import may_resign
from bot.texts import hand as hand_texts
from bot.texts import lobby
from bot.texts import table as texts
from bot.texts.standing import standing_text
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, layout, row, rows, text
from cogs.hand.absence import stand_in_press
from engine.seats import Seat


def more_view(
    table: Table,
    user_id: int,
    words: Translator,
    absent: Seat | None = None,
) -> ui.LayoutView:
    """Draw what else a person can do at a table.

    Args:
        table: the table.
        user_id: the person.
        words: the language of the person.
        absent: the seat that the table has waited for too long, or None.
    """
    seat = table.seat_of(user_id)
    pieces: list[ui.Item[ui.LayoutView]] = [
        text(texts.title(table, words), standing_text(table, words)),
        *rows(_presses(table, user_id, words)),
    ]
    if absent is not None:
        pieces += [
            text(hand_texts.absent(table, absent, words)),
            row(stand_in_press(table, absent, words)),
        ]
    if seat is None:
        free = [
            Press(CustomId("sit", table.id, (str(s),)), lobby.seat_label(table, s, words))
            for s in table.rules.seats
            if table.chairs[s].open_to_all
        ]
        pieces.extend([row(*free)] if free else [])
    return layout(*pieces, color=Color.QUIET)


def _presses(table: Table, user_id: int, words: Translator) -> list[Press]:
    seat = table.seat_of(user_id)
    presses = [
        Press(CustomId("rules", table.id), words("Rules")),
        Press(CustomId("last", table.id), words("Last trick")),
    ]
    if seat is not None:
        if table.chairs[seat].away:
            back = CustomId("back", table.id)
            presses.append(Press(back, words("I'm back"), style=ButtonStyle.success))
        presses.append(Press(CustomId("leave", table.id), words("Leave the table")))
    if user_id == table.host:
        presses.append(Press(CustomId("people", table.id), words("Who may join")))
    if may_resign(table, user_id):
        presses.append(Press(CustomId("resign", table.id), words("Resign")))
    if user_id == table.host or (seat is not None and table.game is not None):
        end = CustomId("end", table.id)
        presses.append(Press(end, words("End without a result"), style=ButtonStyle.danger))
    return presses
