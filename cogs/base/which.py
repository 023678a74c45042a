"""Asks which table a command means, with a button for each."""

from collections.abc import Callable, Sequence
from typing import Final

from discord import ui

from bot.tables.errors import WhichTable
from bot.tables.model import Table
from bot.texts.table import table_label, which_table
from bot.texts.translator import Translator
from cogs.base.answer import Answer, Work
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.finding import find_table, noticed
from cogs.base.layouts import Color, layout, rows, text
from cogs.base.services import services_of

MOST_ASKED: Final = 20
"""Tables to offer; with their rows they take 32 of the 40 components of a message."""

TABLES_IN_A_ROW: Final = 2
"""Buttons with names that fit side by side on a phone."""


async def at_table(
    answer: Answer,
    table_id: int | None,
    verb: str,
    work: Callable[[Table], Work],
    *,
    args: Sequence[str] = (),
    ended: bool = False,
    own: bool = False,
) -> None:
    """Run a command at the table that it means, or ask which table that is.

    Args:
        answer: the answer to the command.
        table_id: the table that the command names, or None.
        verb: the verb of the button that does the same.
        work: runs the command at a table.
        args: further arguments of that button.
        ended: see `find_table`.
        own: see `find_table`.

    Raises:
        NoSuchTable, NoTableHere, NotSaved: as `find_table` says.
    """
    try:
        table = await find_table(answer.interaction, table_id, ended=ended, own=own)
    except WhichTable as several:
        tables = services_of(answer.interaction).tables
        known = await tables.outlines(several.tables)
        await answer.whisper(which_view(known, verb, tuple(args), answer.words))
        return
    await noticed(answer.interaction, table.id)
    await work(await services_of(answer.interaction).tables.get(table.id))


def at_its_table(work: Callable[[Answer, Table], Work]) -> Handler:
    """Make the handler of a button that runs a command at its table."""

    async def handle(pressed: Pressed) -> None:
        table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
        await work(pressed.answer, table)

    return handle


def which_view(
    tables: Sequence[Table], verb: str, args: tuple[str, ...], words: Translator
) -> ui.LayoutView:
    """Draw the question which table is meant; newest first.

    Args:
        tables: the candidates.
        verb: the verb of each button.
        args: its further arguments.
        words: the language of the person.
    """
    newest = sorted(tables, key=lambda table: -table.id)[:MOST_ASKED]
    presses = [Press(CustomId(verb, table.id, args), table_label(table, words)) for table in newest]
    return layout(
        text(which_table(len(tables) - len(newest), words)),
        *rows(presses, TABLES_IN_A_ROW),
        color=Color.QUIET,
    )
