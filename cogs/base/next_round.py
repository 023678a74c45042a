"""The button that asks for the next round, on the table and in every hand."""

from discord import ButtonStyle

from bot.tables.model import Status, Table
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Piece, row


def next_round(table: Table, words: Translator) -> tuple[Piece, ...]:
    """Give the button that asks for the next round, while its deal can be waited for."""
    if table.status is not Status.PLAYING or table.game is None:
        return ()
    read = CustomId("next", table.id, (str(table.game.number),))
    return (row(Press(read, words("Next round"), style=ButtonStyle.success)),)
