"""The buttons of the lobby, of "More", and of a finished table."""

from bot.tables import chairs, course
from bot.tables.model import Status, Table
from bot.tables.service import Opening
from bot.tables.step import Step
from bot.texts import answers
from bot.texts.refusals import old_button_text
from bot.texts.table import verification
from cogs.finding import person_of
from cogs.lobby import (
    end_table,
    leave_table,
    open_table,
    show_begun,
    show_hand,
    shown_in_lobby,
    sit_down,
    start_table,
)
from cogs.services import services_of
from cogs.ui import palette
from cogs.ui.parts import layout, text
from cogs.ui.press import Pressed, on_press
from cogs.ui.table_view import more_view
from engine.seats import SEATS


@on_press("sit")
async def sit(pressed: Pressed) -> None:
    """Take a seat."""
    match pressed.id.args:
        case [("0" | "1" | "2" | "3") as seat]:
            await sit_down(pressed.answer, pressed.id.table_id, SEATS[int(seat)])
        case _:
            await pressed.answer.say(old_button_text(pressed.words))


@on_press("leave")
async def leave(pressed: Pressed) -> None:
    """Leave the seat."""
    await leave_table(pressed.answer, pressed.id.table_id)


@on_press("ready")
async def ready(pressed: Pressed) -> None:
    """Say that one wants to begin."""
    services = services_of(pressed.interaction)

    def say_ready(table: Table) -> Step:
        return course.ready(table, pressed.user_id, pressed.command_id)

    table = await services.tables.step(
        pressed.id.table_id, say_ready, pressed.user_id, pressed.command_id
    )
    if not await shown_in_lobby(pressed.answer, services, table):
        await show_begun(pressed.answer, table)


@on_press("start")
async def start(pressed: Pressed) -> None:
    """Begin the game."""
    await start_table(pressed.answer, pressed.id.table_id)


@on_press("add")
async def add(pressed: Pressed) -> None:
    """Seat a computer player."""
    services = services_of(pressed.interaction)
    table = await services.tables.change(
        pressed.id.table_id,
        lambda t: chairs.add_computer(t, pressed.user_id, None),
        pressed.user_id,
    )
    await shown_in_lobby(pressed.answer, services, table)


@on_press("remove")
async def remove(pressed: Pressed) -> None:
    """Send the computer player away that came last."""
    services = services_of(pressed.interaction)
    table = await services.tables.change(
        pressed.id.table_id,
        lambda t: chairs.remove_last_computer(t, pressed.user_id),
        pressed.user_id,
    )
    await shown_in_lobby(pressed.answer, services, table)


@on_press("more")
async def more(pressed: Pressed) -> None:
    """Offer what else can be done at the table."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    chairs.require_open(table)
    await pressed.answer.whisper(more_view(table, pressed.user_id, pressed.words))


@on_press("back")
async def back(pressed: Pressed) -> None:
    """Take the seat back from the computer player that stands in."""
    table = await services_of(pressed.interaction).tables.change(
        pressed.id.table_id, lambda t: chairs.back(t, pressed.user_id), pressed.user_id
    )
    seat = chairs.require_seat(table, pressed.user_id)
    await show_hand(pressed.answer, table, seat)


@on_press("end")
async def end(pressed: Pressed) -> None:
    """Close the table without a result."""
    await end_table(pressed.answer, pressed.id.table_id)


@on_press("rematch")
async def rematch(pressed: Pressed) -> None:
    """Open a table with the same rules; whoever presses next finds it open."""
    services = services_of(pressed.interaction)
    old = await services.tables.get(pressed.id.table_id)
    computers = sum(chair.person is None for chair in old.chairs)
    host = person_of(pressed.interaction)
    opening = Opening(old.place, host, old.rules, old.pace, computers, old.level)
    command_id = f"rematch:{old.id}"
    known = {table.command_id: table for table in services.tables.open_tables}.get(command_id)
    if known is not None:
        await sit_down_or_say(pressed, known.id)
    else:
        await open_table(pressed.answer, opening, command_id)


async def sit_down_or_say(pressed: Pressed, table_id: int) -> None:
    """Seat a person at the rematch, in the seat of the game before where it is free."""
    services = services_of(pressed.interaction)
    table = await services.tables.get(table_id)
    if table.seat_of(pressed.user_id) is not None or table.status is not Status.LOBBY:
        await pressed.answer.say(answers.rematch(table, pressed.words))
        return
    old = await services.tables.get(pressed.id.table_id)
    seat = old.seat_of(pressed.user_id)
    wanted = seat if seat is not None and table.chairs[seat].open_to_all else None
    await sit_down(pressed.answer, table_id, wanted)


@on_press("verify")
async def verify(pressed: Pressed) -> None:
    """Show what the deals of a finished game follow from."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if not table.status.ended:
        await pressed.answer.say(
            pressed.words("The secret behind the deals is shown when the game is over.")
        )
        return
    await pressed.answer.whisper(
        layout(text(verification(table, pressed.words)), color=palette.QUIET)
    )
