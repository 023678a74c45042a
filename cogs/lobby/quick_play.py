"""`/spades play`: a seat in a suitable lobby, or a new table."""

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.tables import seating
from bot.tables.errors import (
    NotInLobby,
    NotSaved,
    RemovedByHost,
    SeatHeld,
    TableEnded,
    TableFull,
    TableIsPrivate,
)
from bot.tables.model import Status, Table
from bot.tables.ports import StoreError
from bot.tables.quick_play import lobbies_for
from bot.tables.rulesets import find_rules
from bot.texts import answers
from cogs.base.answer import Answer, answer_to
from cogs.base.finding import person_of
from cogs.base.services import Interaction, services_of
from cogs.lobby.new_table import Wishes, open_table
from engine.rules import Rules

TAKEN_MEANWHILE: Final = (
    TableEnded, NotInLobby, TableFull, SeatHeld, TableIsPrivate, RemovedByHost,
)  # fmt: skip
"""Why a table that just had a seat has none for the person any more."""


class QuickPlayCommands(commands.Cog):
    """The command that finds a game at once."""

    @app_commands.command(name="play", description="Sit down at an open table, or open one")
    async def play(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        await answer.run(_play(answer))


async def _play(answer: Answer) -> None:
    interaction = answer.interaction
    services = services_of(interaction)
    here = await services.tables.in_guild(interaction.guild_id or 0)
    waiting = [table for table in here if table.status is Status.LOBBY]
    for table in waiting:
        if table.seat_of(interaction.user.id) is not None:
            await answer.say(answers.waits_already(table, answer.words))
            return
    rules = await _liked_rules(interaction)
    lobbies = lobbies_for(waiting, interaction.user.id, rules)
    async for table in services.sight.seen(interaction, lobbies):
        if await _sit_down(answer, table):
            return
    await open_table(answer, Wishes(), rules)


async def _liked_rules(interaction: Interaction) -> Rules:
    """Give the rules that the person played last in the server, or the server's default.

    Raises:
        NotSaved: the store cannot be read now.
    """
    services = services_of(interaction)
    guild_id = interaction.guild_id or 0
    try:
        last = await services.records.last_rules(guild_id, interaction.user.id)
    except StoreError as fault:
        raise NotSaved from fault
    return last or await find_rules(services.rule_sets, guild_id, None)


async def _sit_down(answer: Answer, table: Table) -> bool:
    """Seat the person in a lobby; say whether a seat was still free."""
    person = person_of(answer.interaction)
    tables = services_of(answer.interaction).tables
    added = tables.addition(person, str(answer.interaction.id))

    def sit(now: Table) -> Table:
        if now.status is not Status.LOBBY:
            raise NotInLobby
        return seating.sit(now, person, None, added)

    try:
        table = await tables.change(table.id, sit, person.id)
    except TAKEN_MEANWHILE:
        return False
    await answer.say(
        answers.found_seat(table, seating.require_seat(table, person.id), answer.words)
    )
    return True
