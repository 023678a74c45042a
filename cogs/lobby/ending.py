"""Ending a table, leaving or resigning: after a question, and by vote if several people play."""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle, ui

from bot.tables import seating, votes
from bot.tables.model import Status, Table
from bot.texts import answers
from bot.texts import ending as texts
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.access import is_moderator
from cogs.base.answer import Answer
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, layout, notice, row, text
from cogs.base.services import services_of
from cogs.base.which import at_its_table
from cogs.hand.showing import show_aside
from engine.seats import Side


async def end_table(answer: Answer, table: Table) -> None:
    """Close a lobby; ask first if others wait in it, or if a game is on."""
    seating.require_open(table)
    interaction = answer.interaction
    user_id = interaction.user.id
    moderator = await is_moderator(interaction, table)
    if table.status is not Status.LOBBY:
        if not moderator:
            seating.require_seat(table, user_id)
        view = end_view(table, user_id, answer.words, moderator=moderator)
    else:
        seating.require_host(table, user_id, moderator=moderator)
        if not texts.who_waits(table, user_id, answer.words):
            table = await services_of(interaction).tables.change(
                table.id, lambda t: votes.end(t, user_id, moderator=moderator), user_id
            )
            view = notice(answers.ended(table, answer.words))
        else:
            view = close_view(table, user_id, answer.words)
    await show_aside(answer, table, view)


def close_view(table: Table, user_id: int, words: Translator) -> ui.LayoutView:
    """Draw the question whether to close a lobby in which others wait.

    Args:
        table: the table.
        user_id: who asked for it.
        words: the language of that person.
    """
    return layout(
        text(texts.close_question(table, user_id, words)),
        row(
            Press(CustomId("end_sure", table.id), words("Close it"), style=ButtonStyle.danger),
            Press(CustomId("go_on", table.id), words("Keep it open")),
        ),
        color=Color.QUIET,
    )


def leave_view(table: Table, user_id: int, words: Translator) -> ui.LayoutView:
    """Draw the question whether to leave a game.

    Args:
        table: the table.
        user_id: who asked to leave.
        words: the language of that person.
    """
    sure = CustomId("leave_sure", table.id)
    return layout(
        text(texts.leave_question(table, user_id, words)),
        row(
            Press(sure, words("Leave the table"), style=ButtonStyle.danger),
            Press(CustomId("stay", table.id), words("Stay")),
        ),
        color=Color.QUIET,
    )


def end_view(
    table: Table, user_id: int, words: Translator, *, moderator: bool = False
) -> ui.LayoutView:
    """Draw the question whether to end a game, or the state of the vote.

    Args:
        table: the table.
        user_id: who asked for the end.
        words: the language of that person.
        moderator: whether the person can end it alone.
    """
    go_on = Press(CustomId("go_on", table.id), words("Go on playing"))
    if user_id in table.end_votes and not moderator:
        return layout(text(texts.voted(table, words)), row(go_on), color=Color.QUIET)
    sure = CustomId("end_sure", table.id)
    return layout(
        text(texts.question(table, user_id, words, moderator=moderator)),
        row(Press(sure, words("End the game"), style=ButtonStyle.danger), go_on),
        color=Color.QUIET,
    )


async def end_sure(pressed: Pressed) -> None:
    """Vote for the end of the game, after the question."""
    tables = services_of(pressed.interaction).tables
    moderator = await is_moderator(pressed.interaction, await tables.get(pressed.id.table_id))
    table = await tables.change(
        pressed.id.table_id,
        lambda t: votes.end(t, pressed.user_id, moderator=moderator),
        pressed.user_id,
        pressed.command_id,
    )
    if table.status.ended:
        view = notice(answers.ended(table, pressed.words))
    else:
        view = end_view(table, pressed.user_id, pressed.words)
    await show_aside(pressed.answer, table, view)


async def resign(pressed: Pressed) -> None:
    """Ask whether the person's side resigns."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    match pressed.id.args:
        case []:
            side = votes.own_side(table, pressed.user_id)
        case [("0" | "1") as number]:
            side = votes.own_side(table, pressed.user_id, Side(int(number)))
        case _:
            await pressed.answer.say(old_button_text(pressed.words))
            return
    await show_aside(
        pressed.answer, table, resign_view(table, pressed.user_id, side, pressed.words)
    )


def resign_view(table: Table, user_id: int, side: Side, words: Translator) -> ui.LayoutView:
    """Draw the question whether a side resigns, or whose agreement is missing.

    Args:
        table: the table.
        user_id: who asked for it.
        side: the side of that person.
        words: the language of that person.
    """
    go_on = Press(CustomId("go_on", table.id), words("Go on playing"))
    if user_id in table.resign_votes and votes.to_agree(table, side):
        return layout(text(texts.resign_voted(table, side, words)), row(go_on), color=Color.QUIET)
    sure = CustomId("resign_sure", table.id)
    return layout(
        text(texts.resign_question(table, user_id, side, words)),
        row(Press(sure, words("Resign"), style=ButtonStyle.danger), go_on),
        color=Color.QUIET,
    )


async def resign_sure(pressed: Pressed) -> None:
    """Agree to resign, after the question."""
    table = await services_of(pressed.interaction).tables.step(
        pressed.id.table_id,
        lambda t: votes.resign(t, pressed.user_id, pressed.command_id),
        pressed.user_id,
        pressed.command_id,
    )
    if table.status.ended:
        view = notice(texts.resigned(table, pressed.words))
    else:
        side = votes.own_side(table, pressed.user_id)
        view = resign_view(table, pressed.user_id, side, pressed.words)
    await show_aside(pressed.answer, table, view)


async def go_on(pressed: Pressed) -> None:
    """Go on playing, and withdraw a vote for the end."""
    table = await services_of(pressed.interaction).tables.change(
        pressed.id.table_id, lambda t: votes.go_on(t, pressed.user_id), pressed.user_id
    )
    words = pressed.words
    lobby = table.status is Status.LOBBY
    said = words("The table stays open.") if lobby else words("The game goes on.")
    await show_aside(pressed.answer, table, notice(said))


HANDLERS: Final[Mapping[str, Handler]] = {
    "end": at_its_table(end_table),
    "end_sure": end_sure,
    "resign": resign,
    "resign_sure": resign_sure,
    "go_on": go_on,
}
"""The handlers of this module's controls, by verb."""
