"""The buttons of the lobby, of "More", and of a finished table."""

from collections.abc import Mapping
from io import BytesIO
from typing import Final

import discord
from discord import ui

from bot.tables import guests, lifecycle, seating
from bot.tables.errors import NotAbsent, NotAway
from bot.tables.model import Status, Table
from bot.tables.opening import NewTable
from bot.tables.step import Step
from bot.texts import answers
from bot.texts import lobby as lobby_texts
from bot.texts.fairness import deals_file, promise, verification
from bot.texts.refusals import old_button_text
from cogs.base.custom_ids import parse_number
from cogs.base.door import Handler, Pressed
from cogs.base.finding import person_of
from cogs.base.layouts import Color, Piece, layout, text
from cogs.base.services import services_of
from cogs.base.which import at_its_table
from cogs.hand.absence import absent_seat, seconds_to_wait
from cogs.hand.showing import show_aside, show_hand
from cogs.lobby.commands import (
    leave_sure,
    leave_table,
    resume_table,
    show_begun,
    shown_in_lobby,
    shown_on_table,
    sit_down,
    start_table,
)
from cogs.lobby.more_view import more_view
from cogs.lobby.new_table import lacks_permissions, mention_for_rematch, show_opened
from engine.seats import SEATS, Seat


async def sit(pressed: Pressed) -> None:
    """Take a seat."""
    match pressed.id.args:
        case [("0" | "1" | "2" | "3") as seat]:
            await sit_down(pressed.answer, pressed.id.table_id, SEATS[int(seat)])
        case _:
            await pressed.answer.say(old_button_text(pressed.words))


async def join(pressed: Pressed) -> None:
    """Take the wanted seat, or the first free one, at the table chosen in a question."""
    match pressed.id.args:
        case []:
            await sit_down(pressed.answer, pressed.id.table_id, None)
        case _:
            await sit(pressed)


async def ready(pressed: Pressed) -> None:
    """Get ready to begin."""
    services = services_of(pressed.interaction)

    def say_ready(table: Table) -> Step:
        return lifecycle.ready(table, pressed.user_id, pressed.command_id)

    table = await services.tables.step(
        pressed.id.table_id, say_ready, pressed.user_id, pressed.command_id
    )
    if table.status is Status.LOBBY:
        await _show_seats(pressed, table)
    else:
        await show_begun(pressed.answer, table)


async def next_round(pressed: Pressed) -> None:
    """Get ready for the next round; once everyone is, show the new hand."""
    read = parse_number(*pressed.id.args)
    if read is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    services = services_of(pressed.interaction)

    def say_next(table: Table) -> Step:
        return lifecycle.next_round(table, pressed.user_id, read, pressed.command_id)

    with services.hands.answering(pressed.id.table_id, pressed.user_id):
        table = await services.tables.step(
            pressed.id.table_id, say_next, pressed.user_id, pressed.command_id
        )
        if lifecycle.needs_deal(table) and await shown_on_table(pressed.answer, services, table):
            return
        await show_hand(pressed.answer, table, seating.require_seat(table, pressed.user_id))


async def add(pressed: Pressed) -> None:
    """Seat a computer player."""
    services = services_of(pressed.interaction)
    table = await services.tables.change(
        pressed.id.table_id,
        lambda t: seating.add_computer(t, pressed.user_id, None),
        pressed.user_id,
    )
    await _show_seats(pressed, table)


async def remove(pressed: Pressed) -> None:
    """Remove the computer player in the highest seat."""
    services = services_of(pressed.interaction)
    table = await services.tables.change(
        pressed.id.table_id,
        lambda t: seating.remove_last_computer(t, pressed.user_id),
        pressed.user_id,
    )
    await _show_seats(pressed, table)


async def _show_seats(pressed: Pressed, table: Table) -> None:
    if not await shown_in_lobby(pressed.answer, services_of(pressed.interaction), table):
        await pressed.answer.say(lobby_texts.seats(table, pressed.words))


async def call(pressed: Pressed) -> None:
    """Mention the server's role for lobbies."""
    services = services_of(pressed.interaction)
    role = services.calls.role(pressed.interaction.guild_id or 0)
    if role is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    table = await services.tables.change(
        pressed.id.table_id, lambda t: guests.call(t, pressed.user_id), pressed.user_id
    )
    await _show_seats(pressed, table)
    said = lobby_texts.call(table, role.id, services.presenter.words(table))
    await services.calls.call(table, said, role=role)


async def more(pressed: Pressed) -> None:
    """Show what else can be done at the table."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seating.require_open(table)
    absent = await absent_seat(pressed.interaction, table)
    view = more_view(table, pressed.user_id, pressed.words, absent)
    await show_aside(pressed.answer, table, view)


async def fair(pressed: Pressed) -> None:
    """Show the hash of the secret behind the deals, and explain it."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    said = layout(text(promise(table, pressed.words)), color=Color.LOBBY)
    await show_aside(pressed.answer, table, said)


async def stand_in(pressed: Pressed) -> None:
    """Let a computer player take over for the absent person."""
    match pressed.id.args:
        case [("0" | "1" | "2" | "3") as number]:
            seat = SEATS[int(number)]
        case _:
            await pressed.answer.say(old_button_text(pressed.words))
            return
    services = services_of(pressed.interaction)
    table = await services.tables.get(pressed.id.table_id)
    if seat not in table.rules.seats:
        raise NotAbsent(seat)
    seconds = await seconds_to_wait(pressed.interaction, table, seat)
    now = services.clock.now()
    table = await services.tables.change(
        table.id,
        lambda t: seating.stand_in(t, pressed.user_id, seat, now, seconds),
        pressed.user_id,
    )
    held = seating.require_seat(table, pressed.user_id)
    await show_hand(pressed.answer, table, held, answers.stood_in(table, seat, pressed.words))


async def back(pressed: Pressed) -> None:
    """Take the seat back from the computer player that stands in; if none does, show the hand."""
    tables = services_of(pressed.interaction).tables
    try:
        table = await tables.change(
            pressed.id.table_id, lambda t: seating.back(t, pressed.user_id), pressed.user_id
        )
    except NotAway:
        table = await tables.get(pressed.id.table_id)
    seat = seating.require_seat(table, pressed.user_id)
    await show_hand(pressed.answer, table, seat)


async def rematch(pressed: Pressed) -> None:
    """Open a rematch with the same rules, or sit down at one that is already open."""
    old = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if not old.status.ended:
        await pressed.answer.say(pressed.words("This game is not over yet."))
        return
    seating.require_welcome(old, pressed.user_id)
    if await lacks_permissions(pressed.answer):
        return
    table = await _rematch_of(pressed, old)
    await services_of(pressed.interaction).sight.require(pressed.interaction, table)
    if table.host == pressed.user_id and table.message_id is None:
        await show_opened(pressed.answer, table)
        await mention_for_rematch(pressed.interaction, old, table)
    elif table.status is Status.LOBBY and table.seat_of(pressed.user_id) is None:
        await sit_down(pressed.answer, table.id, _seat_as_before(pressed, old, table))
    else:
        await pressed.answer.say(answers.rematch(table, pressed.words))


async def _rematch_of(pressed: Pressed, old: Table) -> Table:
    """Give the open rematch of a game, or open one, also after an earlier rematch has ended."""
    services = services_of(pressed.interaction)
    person = person_of(pressed.interaction)
    computers = sum(chair.person is None for chair in old.chairs)
    new = NewTable(
        old.place,
        person,
        old.rules,
        old.pace,
        computers,
        old.level,
        old.seat_of(pressed.user_id),
        private=old.private,
        invited=old.invited | {old.host, *(each.id for each in old.people)},
        removed=old.removed,
        ask_first=old.ask_first,
    )
    number = 1
    while True:
        table = await services.tables.open(new, f"rematch:{old.id}:{number}")
        if not table.status.ended:
            return table
        number += 1


def _seat_as_before(pressed: Pressed, old: Table, table: Table) -> Seat | None:
    """Give the person's seat of the previous game if it is free, to keep partners together."""
    seat = old.seat_of(pressed.user_id)
    return seat if seat is not None and table.chairs[seat].open_to_all else None


async def verify(pressed: Pressed) -> None:
    """Check the deals of a finished game, and show the seeds that they follow from."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if not table.status.ended:
        await pressed.answer.say(
            pressed.words("The secret behind the deals is shown when the game is over.")
        )
        return
    pieces: list[Piece] = [text(verification(table, pressed.words, pressed.user_id))]
    files = []
    deals = deals_file(table)
    if deals is not None:
        name = f"spades-{table.id}-deals.json"
        files = [discord.File(BytesIO(deals), name)]
        pieces.append(ui.File(f"attachment://{name}"))
    await pressed.answer.whisper(layout(*pieces, color=Color.QUIET), files)


HANDLERS: Final[Mapping[str, Handler]] = {
    "sit": sit,
    "join": join,
    "resume": at_its_table(resume_table),
    "leave": at_its_table(leave_table),
    "leave_sure": at_its_table(leave_sure),
    "ready": ready,
    "next": next_round,
    "start": at_its_table(start_table),
    "add": add,
    "remove": remove,
    "call": call,
    "more": more,
    "fair": fair,
    "stand_in": stand_in,
    "back": back,
    "rematch": rematch,
    "verify": verify,
}
"""The handlers of this module's controls, by verb."""
