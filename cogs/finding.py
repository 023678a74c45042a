"""Which table, person and place a command means."""

from typing import Any

import discord
from discord import app_commands

from bot.tables.errors import NoTableHere, WhichTable
from bot.tables.model import Person, Place, Table
from bot.texts.names import preset_title
from bot.texts.table import listed
from bot.texts.words import Words
from cogs.services import Services, services_of
from cogs.ui.language import words_for
from engine.presets import PRESETS

Interaction = discord.Interaction[Any]

MOST_CHOICES = 25
"""Discord's limit of choices in an autocomplete."""

CHOICE_LENGTH = 100
"""Discord's limit for the name of a choice."""


def person_of(interaction: Interaction) -> Person:
    """Give the person who interacts, with the name that the server knows them by."""
    return Person(interaction.user.id, interaction.user.display_name)


def place_of(interaction: Interaction) -> Place:
    """Give the server and channel of an interaction; every command is for servers only."""
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)


def is_moderator(interaction: Interaction) -> bool:
    """Say whether a person may end other people's tables: whoever may manage the channel."""
    return interaction.permissions.manage_channels


async def find_table(
    interaction: Interaction, table_id: int | None, *, ended: bool = False
) -> Table:
    """Give the table that a command means.

    That is the one it names; else the person's own table here; else the only table here; else
    the person's only table in this server.

    Args:
        interaction: the command.
        table_id: the table that it names, or None.
        ended: whether the command only reads, so that where no table is open it may mean the one
            whose game ended here last.

    Raises:
        NoSuchTable, NoTableHere, WhichTable, NotSaved: as their names say.
    """
    services = services_of(interaction)
    if table_id is not None:
        table = await services.tables.get(table_id)
        if table.place.guild_id != interaction.guild_id:
            raise NoTableHere
        return table
    for tables in _candidates(interaction, services):
        if len(tables) == 1:
            return tables[0]
        if tables:
            raise WhichTable(tuple(table.id for table in tables))
    last = await services.tables.last_in(place_of(interaction)) if ended else None
    if last is None:
        raise NoTableHere
    return last


def _candidates(interaction: Interaction, services: Services) -> list[list[Table]]:
    mine = services.tables.of_user(interaction.user.id)
    here = services.tables.in_channel(interaction.channel_id or 0)
    return [
        [table for table in mine if table.place.channel_id == interaction.channel_id],
        list(here),
        [table for table in mine if table.place.guild_id == interaction.guild_id],
    ]


async def complete_table(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the open tables of the server, the person's own first."""
    words = words_for(interaction)
    tables = services_of(interaction).tables.in_guild(interaction.guild_id or 0)
    ordered = sorted(tables, key=lambda table: table.seat_of(interaction.user.id) is None)
    return [
        app_commands.Choice(name=name, value=table.id)
        for table in ordered
        if typed.casefold() in (name := _choice(table, words)).casefold()
    ][:MOST_CHOICES]


async def complete_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets that the server has saved, and the presets."""
    words = words_for(interaction)
    presets = [(preset_title(name, words), name) for name in PRESETS]
    return _offered([*await _saved(interaction), *presets], typed)


async def complete_saved(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets that the server has saved."""
    return _offered(await _saved(interaction), typed)


async def _saved(interaction: Interaction) -> list[tuple[str, str]]:
    rule_sets = await services_of(interaction).rule_sets.all(interaction.guild_id or 0)
    return [(each.name, each.name) for each in rule_sets]


def _offered(names: list[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=title, value=value)
        for title, value in names
        if typed.casefold() in f"{title} {value}".casefold()
    ][:MOST_CHOICES]


def _choice(table: Table, words: Words) -> str:
    return listed(table, words).replace("*", "").replace("\\", "")[:CHOICE_LENGTH]
