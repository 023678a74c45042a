"""Shows a person their own hand, or something else in its place with a way back."""

from discord import ButtonStyle, ui

from bot.tables.errors import NotPlaying, TableError
from bot.tables.model import Table
from bot.texts.refusals import refusal_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer
from cogs.base.appearance import appearance_of
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Pressed
from cogs.base.layouts import add_below, row
from cogs.base.services import services_of
from cogs.hand.absence import absent_seat
from cogs.hand.view import hand_view
from engine.errors import RuleError
from engine.seats import Seat


async def show_hand(answer: Answer, table: Table, seat: Seat, note: str = "") -> None:
    """Show a person's own hand: in the private message that was pressed, or in a new one."""
    absent = await absent_seat(answer.interaction, table)
    view = hand_view(table, seat, appearance_of(answer.interaction), note, absent=absent)
    with services_of(answer.interaction).hands.answering(table.id, answer.interaction.user.id):
        await answer.show(view)
        await hand_is_open(answer, table, view)


async def show_refusal(pressed: Pressed, refusal: RuleError | TableError) -> bool:
    """Show a refusal in the hand that was pressed, as it stands now.

    Returns:
        False if the pressed message is not private, or the person has no seat in a game there.
    """
    if not pressed.answer.in_place or not pressed.id.table_id:
        return False
    table = services_of(pressed.interaction).tables.open_table(pressed.id.table_id)
    seat = None if table is None else table.seat_of(pressed.user_id)
    if table is None or table.game is None or seat is None:
        return False
    # At a table that is paused or parked the hand says so by itself.
    said = "" if isinstance(refusal, NotPlaying) else refusal_text(refusal, pressed.words, table)
    await show_hand(pressed.answer, table, seat, said)
    return True


async def hand_is_open(answer: Answer, table: Table, view: ui.LayoutView) -> None:
    """Keep a hand that was just shown up to date, beginning with changes since it was drawn."""
    services = services_of(answer.interaction)
    services.hands.opened(table, answer, view)
    now = await services.tables.get(table.id)
    if now is not table:
        services.hands.table_changed(now)


async def show_aside(answer: Answer, table: Table, view: ui.LayoutView) -> None:
    """Show something of a table to one person, in place of their hand and with a way back.

    A press on a public message gets a new message.
    """
    if not answer.in_place:
        await answer.whisper(view)
        return
    user_id, hands = answer.interaction.user.id, services_of(answer.interaction).hands
    if table.seat_of(user_id) is not None and table.game is not None and not table.status.ended:
        add_below(view, row(_way_back(table, answer.words)))
    with hands.answering(table.id, user_id):
        await answer.update(view)
        hands.aside(table.id, answer)


def _way_back(table: Table, words: Translator) -> Press:
    return Press(CustomId("hand", table.id), words("My hand"), style=ButtonStyle.primary)
