"""The commands to open tables, sit down, leave, start and end."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import lifecycle, seating
from bot.tables.model import Level, Pace, Status, Table
from bot.texts import answers
from bot.texts.guests import asked as asked_for_seat
from bot.texts.guests import not_a_person
from cogs.base.access import is_hidden, is_moderator
from cogs.base.answer import Answer, answer_to
from cogs.base.finding import (
    complete_own_table,
    complete_rules,
    complete_table,
    person_of,
    place_of,
)
from cogs.base.language import pace_choice
from cogs.base.layouts import notice
from cogs.base.services import Interaction, Services, services_of
from cogs.base.which import at_table
from cogs.hand.showing import show_aside, show_hand
from cogs.lobby.ending import end_table, leave_view
from cogs.lobby.new_table import Wishes, lacks_permissions, open_table
from cogs.lobby.threads import ThreadKind
from engine.seats import SEATS, Seat


class LobbyCommands(commands.Cog):
    """The commands around a game."""

    @app_commands.command(name="new", description="Open a Spades table here")
    @app_commands.describe(
        rules="A rule set, or a code of one; the server's default if empty",
        target="Points to play to, 50 to 2000",
        pace="How long people may think",
        computers="Computer players to seat at once",
        level="How well computer players play",
        thread="Play in a thread of its own",
        private="Only people whom you let in can sit down",
        invite="Someone to hold a seat for",
        invite2="Another one to hold a seat for",
        invite3="A third one to hold a seat for",
    )
    @app_commands.autocomplete(rules=complete_rules)
    @app_commands.choices(
        pace=[app_commands.Choice(name=pace_choice(pace), value=pace.value) for pace in Pace],
        level=[
            app_commands.Choice(name="Easy", value="easy"),
            app_commands.Choice(name="Normal", value="normal"),
            app_commands.Choice(name="Strong", value="strong"),
        ],
    )
    async def new(  # noqa: D102, PLR0913, PLR0917 - the description says it; one for each option
        self,
        interaction: Interaction,
        rules: str | None = None,
        target: app_commands.Range[int, 50, 2000] | None = None,
        pace: str | None = None,
        computers: app_commands.Range[int, 0, 3] = 0,
        level: str = "normal",
        thread: ThreadKind | None = None,
        private: bool = False,  # noqa: FBT001, FBT002 - Discord hands options over by name
        invite: discord.User | None = None,
        invite2: discord.User | None = None,
        invite3: discord.User | None = None,
    ) -> None:
        answer = answer_to(interaction)
        people = [person for person in (invite, invite2, invite3) if person is not None]
        if any(person.bot for person in people):
            await answer.run(answer.say(not_a_person(answer.words)))
            return
        wishes = Wishes(
            rules,
            target,
            None if pace is None else Pace(pace),
            computers,
            Level(level),
            thread,
            private,
            tuple(dict.fromkeys(p.id for p in people if p.id != interaction.user.id)),
        )
        await answer.run(open_table(answer, wishes))

    @app_commands.command(name="join", description="Take a seat at a table")
    @app_commands.describe(
        table="The table to join; the one here if empty",
        seat="The seat, 1 to 4; the first free one if empty",
    )
    @app_commands.autocomplete(table=complete_table)
    async def join(  # noqa: D102
        self,
        interaction: Interaction,
        table: int | None = None,
        seat: app_commands.Range[int, 1, 4] | None = None,
    ) -> None:
        answer = answer_to(interaction)
        wanted = None if seat is None else SEATS[seat - 1]
        args = () if seat is None else (str(seat - 1),)
        await answer.run(
            at_table(answer, table, "join", lambda t: sit_down(answer, t.id, wanted), args=args)
        )

    @app_commands.command(name="leave", description="Leave your seat at a table")
    @app_commands.describe(table="The table to leave; yours here if empty")
    @app_commands.autocomplete(table=complete_own_table)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "leave", partial(leave_table, answer), own=True))

    @app_commands.command(name="start", description="Begin; computer players fill the gaps")
    @app_commands.describe(table="The table to start; yours here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def start(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "start", partial(start_table, answer)))

    @app_commands.command(name="resume", description="Bring your table to this channel")
    @app_commands.describe(table="The table to bring here; yours if empty")
    @app_commands.autocomplete(table=complete_table)
    async def resume(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "resume", partial(resume_table, answer)))

    @app_commands.command(name="end", description="End a table without a result")
    @app_commands.describe(table="The table to end; yours here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def end(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "end", partial(end_table, answer)))


async def sit_down(answer: Answer, table_id: int, seat: Seat | None) -> None:
    """Seat the person, and show the hand if a game is on."""
    interaction = answer.interaction
    services = services_of(interaction)
    person = person_of(interaction)
    added = services.tables.addition(person, str(interaction.id))
    table = await services.tables.change(
        table_id, lambda t: seating.sit(t, person, seat, added), person.id
    )
    held = table.seat_of(person.id)
    if held is None:
        await answer.say(asked_for_seat(table, person.id, answer.words))
        return
    if await shown_in_lobby(answer, services, table):
        return
    if table.status is Status.LOBBY:
        await answer.say(answers.sat_down(table, held, answer.words))
    else:
        await show_hand(answer, table, held, answers.sat_down(table, held, answer.words))


async def shown_in_lobby(answer: Answer, services: Services, table: Table) -> bool:
    """Answer a press on the lobby's message by redrawing it; say whether it was such a press.

    Other messages with buttons that seat people, such as a result with its rematch, stay unchanged.
    """
    return table.status is Status.LOBBY and await shown_on_table(answer, services, table)


async def shown_on_table(answer: Answer, services: Services, table: Table) -> bool:
    """Answer a press on a table's message by redrawing it; say whether it was such a press."""
    message = answer.interaction.message
    if message is None or message.id != table.message_id:
        return False
    await services.presenter.change_with(table, message.id, answer.update)
    return True


async def leave_table(answer: Answer, table: Table) -> None:
    """Free the person's seat; ask first if a game is on."""
    seating.require_open(table)
    user_id = answer.interaction.user.id
    if table.game is None or table.held_seat(user_id) is not None:
        await leave_sure(answer, table)
        return
    seating.require_seat(table, user_id)
    await show_aside(answer, table, leave_view(table, user_id, answer.words))


async def leave_sure(answer: Answer, table: Table) -> None:
    """Free the person's seat, without a question or after it."""
    services = services_of(answer.interaction)
    user_id = answer.interaction.user.id
    said = answers.left if table.held_seat(user_id) is None else answers.declined
    table = await services.tables.change(table.id, lambda t: seating.leave(t, user_id), user_id)
    if not await shown_in_lobby(answer, services, table):
        await show_aside(answer, table, notice(said(table, answer.words)))


async def start_table(answer: Answer, table: Table) -> None:
    """Start the game, and show the hand to the person who started it."""
    interaction = answer.interaction
    command_id = str(interaction.id)
    moderator = await is_moderator(interaction, table)
    table = await services_of(interaction).tables.step(
        table.id,
        lambda t: lifecycle.start(t, interaction.user.id, command_id, moderator=moderator),
        interaction.user.id,
        command_id,
    )
    await show_begun(answer, table)


async def show_begun(answer: Answer, table: Table) -> None:
    """Show the hand to the person who started the game; a moderator may have no seat."""
    seat = table.seat_of(answer.interaction.user.id)
    if seat is None:
        await answer.say(answers.begun(table, answer.words))
    else:
        await show_hand(answer, table, seat)


async def resume_table(answer: Answer, table: Table) -> None:
    """Move a table to the channel of the command."""
    interaction = answer.interaction
    if await lacks_permissions(answer, None):
        return
    person, place = person_of(interaction), place_of(interaction)
    guarded = is_hidden(interaction, table) and not await is_moderator(interaction, table)
    table = await services_of(interaction).tables.change(
        table.id, lambda t: lifecycle.resume(t, person, place, guarded=guarded), person.id
    )
    await answer.say(answers.resumed(table, answer.words))
