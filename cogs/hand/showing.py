"""Showing a person their own hand in a message that nobody else sees."""

import discord

from bot.tables.model import Table
from cogs.base.answer import Answer
from cogs.base.appearance import appearance_of
from cogs.base.services import services_of
from cogs.hand.absence import absent_seat
from cogs.hand.view import hand_view
from engine.seats import Seat


async def show_hand(answer: Answer, table: Table, seat: Seat, note: str = "") -> None:
    """Show a person's own hand in a fresh message that only the person sees."""
    absent = await absent_seat(answer.interaction, table)
    view = hand_view(table, seat, appearance_of(answer.interaction), note, absent=absent)
    await answer.whisper(view)
    await hand_is_open(answer, table, view)


async def show_hand_in_place(answer: Answer, table: Table, seat: Seat) -> None:
    """Show a person's own hand in place of the hand that was pressed, or else in a fresh message.

    What everybody sees stays as it is.
    """
    message = answer.interaction.message
    if message is None or not message.flags.ephemeral:
        await show_hand(answer, table, seat)
        return
    view = hand_view(table, seat, appearance_of(answer.interaction))
    await answer.update(view)
    await hand_is_open(answer, table, view)


async def hand_is_open(answer: Answer, table: Table, view: discord.ui.LayoutView) -> None:
    """Keep a hand that has just been shown up to date, from what has happened meanwhile on."""
    services = services_of(answer.interaction)
    services.hands.opened(table, answer, view)
    now = await services.tables.get(table.id)
    if now is not table:
        services.hands.table_changed(now)
