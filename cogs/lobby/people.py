"""Who may sit at a table: the host lets people in, removes them, and frees seats."""

from collections.abc import Callable, Mapping
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import guests, seating
from bot.tables.model import Table
from bot.texts import guests as texts
from bot.texts import lobby
from bot.texts.refusals import old_button_text
from cogs.base.answer import Answer, answer_to
from cogs.base.custom_ids import parse_id
from cogs.base.door import Handler, Pressed
from cogs.base.finding import complete_table
from cogs.base.services import Interaction, services_of
from cogs.base.which import at_table
from cogs.hand.showing import show_aside
from cogs.lobby.commands import shown_on_table
from cogs.lobby.new_table import mention_guests
from cogs.lobby.people_view import free_view, people_view
from engine.seats import SEATS, Seat


class PeopleCommands(commands.Cog):
    """The command to invite someone."""

    @app_commands.command(name="invite", description="Let someone sit down at your table")
    @app_commands.describe(
        person="Whom to let in",
        table="The table to let them in at; yours here if empty",
    )
    @app_commands.autocomplete(table=complete_table)
    async def invite(  # noqa: D102 - the description above says it
        self, interaction: Interaction, person: discord.User, table: int | None = None
    ) -> None:
        answer = answer_to(interaction)
        await answer.run(_invite(answer, person, table))


async def _invite(answer: Answer, person: discord.User, table_id: int | None) -> None:
    if person.bot:
        await answer.say(texts.not_a_person(answer.words))
        return

    async def work(table: Table) -> None:
        await _let_in_and_say(answer, table.id, person.id)

    await at_table(answer, table_id, "invite", work, args=(str(person.id),))


async def invited(pressed: Pressed) -> None:
    """Let in the person named in a command."""
    guest = parse_id(*pressed.id.args)
    if guest is None:
        await pressed.answer.say(old_button_text(pressed.words))
    else:
        await _let_in_and_say(pressed.answer, pressed.id.table_id, guest)


async def _let_in_and_say(answer: Answer, table_id: int, guest: int) -> None:
    table, new = await _let_in(answer, table_id, guest)
    await answer.say(texts.let_in(table, guest, answer.words))
    await mention_guests(answer.interaction, table, new)


async def _let_in(answer: Answer, table_id: int, guest: int) -> tuple[Table, list[int]]:
    """Let a guest in; give the table, and a list with the guest if they are new."""
    host = answer.interaction.user.id
    tables = services_of(answer.interaction).tables
    known = (await tables.get(table_id)).invited
    table = await tables.change(table_id, lambda t: guests.invite(t, host, guest), host)
    return table, [] if guest in known else [guest]


async def people(pressed: Pressed) -> None:
    """Show the host who may sit down."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seating.require_open(table)
    seating.require_host(table, pressed.user_id)
    await _show_people(pressed, table)


async def _show_people(pressed: Pressed, table: Table, note: str = "") -> None:
    await show_aside(pressed.answer, table, people_view(table, pressed.words, note))


async def _change(pressed: Pressed, change: Callable[[Table], Table]) -> None:
    table = await services_of(pressed.interaction).tables.change(
        pressed.id.table_id, change, pressed.user_id, pressed.command_id
    )
    await _show_people(pressed, table)


async def private(pressed: Pressed) -> None:
    """Make the table private, or public again."""
    host = pressed.user_id
    await _change(pressed, lambda t: guests.set_private(t, host, private=not t.private))


async def ask_first(pressed: Pressed) -> None:
    """Require permission to take a computer player's seat, or lift that."""
    host = pressed.user_id
    await _change(pressed, lambda t: guests.set_ask_first(t, host, ask_first=not t.ask_first))


async def allow(pressed: Pressed) -> None:
    """Give someone the seat that they ask for."""
    await _decide(pressed, guests.allow)


async def deny(pressed: Pressed) -> None:
    """Leave the seat that someone asks for to the computer player."""
    await _decide(pressed, guests.deny)


async def _decide(pressed: Pressed, decide: Callable[[Table, int, int], Table]) -> None:
    guest = parse_id(*pressed.id.args)
    if guest is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    services = services_of(pressed.interaction)
    table = await services.tables.change(
        pressed.id.table_id, lambda t: decide(t, pressed.user_id, guest), pressed.user_id
    )
    if not await shown_on_table(pressed.answer, services, table):
        await pressed.answer.say(lobby.seats(table, pressed.words))


async def let_in(pressed: Pressed) -> None:
    """Let in the person whom the host has chosen."""
    guest = parse_id(*pressed.values)
    found = _described(pressed.data, guest)
    if guest is None or found is None:
        await pressed.answer.say(old_button_text(pressed.words))
    elif found.get("bot"):
        await pressed.answer.say(texts.not_a_person(pressed.words))
    else:
        table, new = await _let_in(pressed.answer, pressed.id.table_id, guest)
        await _show_people(pressed, table, texts.let_in(table, guest, pressed.words))
        await mention_guests(pressed.interaction, table, new)


def _described(data: Mapping[str, object], user_id: int | None) -> dict[str, object] | None:
    """Give Discord's data of a chosen user, or None."""
    match data:
        case {"resolved": {"users": dict(users)}}:
            found = users.get(str(user_id))
            return found if isinstance(found, dict) else None
        case _:
            return None


async def take_off(pressed: Pressed) -> None:
    """Remove someone from the lobby."""
    guest = parse_id(*pressed.values)
    if guest is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await _change(pressed, lambda t: guests.remove(t, pressed.user_id, guest))


async def free(pressed: Pressed) -> None:
    """Free a seat that is held for a guest; ask first if someone who is away plays in it."""
    held = _seat_of(pressed)
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    if held is None:
        await pressed.answer.say(old_button_text(pressed.words))
    elif held in table.rules.seats and table.chairs[held].away and table.host == pressed.user_id:
        await show_aside(pressed.answer, table, free_view(table, held, pressed.words))
    else:
        await free_sure(pressed)


async def free_sure(pressed: Pressed) -> None:
    """Free a seat: that of someone away goes to the computer player that stands in."""
    held = _seat_of(pressed)
    if held is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await _change(pressed, lambda t: guests.free_seat(t, pressed.user_id, held))


def _seat_of(pressed: Pressed) -> Seat | None:
    match pressed.id.args:
        case [("0" | "1" | "2" | "3") as seat]:
            return SEATS[int(seat)]
        case _:
            return None


HANDLERS: Final[Mapping[str, Handler]] = {
    "invite": invited,
    "people": people,
    "private": private,
    "let_in": let_in,
    "ask_first": ask_first,
    "allow": allow,
    "deny": deny,
    "take_off": take_off,
    "free": free,
    "free_sure": free_sure,
}
"""The handlers of this module's controls, by verb."""
