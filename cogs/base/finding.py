"""The table, person and place that a command means."""

import re
from itertools import islice
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import discord
from discord import app_commands

from bot.tables.errors import NoTableHere, TableError, WhichTable
from bot.tables.model import Person, Place, Table
from bot.tables.rule_codes import is_code, rules_of_code
from bot.texts.names import preset_title
from bot.texts.rules import listed_rules
from bot.texts.rulesets import choice_line
from bot.texts.table import listed
from bot.texts.translator import Translator
from cogs.base.controls import CHOICE_LENGTH, MOST_CHOICES, shortened
from cogs.base.language import words_for
from cogs.base.services import Interaction, Services, services_of
from engine.errors import RuleError
from engine.presets import PRESETS


def person_of(interaction: Interaction) -> Person:
    """Give the person who interacts, with their name and avatar in the server."""
    user = interaction.user
    return Person(user.id, user.display_name, _avatar_path(user))


def _avatar_path(user: discord.User | discord.Member) -> str:
    """Give the CDN path of an avatar, without kind and size; empty for Discord's defaults."""
    asset = user.display_avatar
    if asset == user.default_avatar:
        return ""
    return str(PurePosixPath(urlsplit(asset.url).path.lstrip("/")).with_suffix(""))


def place_of(interaction: Interaction) -> Place:
    """Give the server and channel of an interaction; commands exist only in servers."""
    return Place(interaction.guild_id or 0, interaction.channel_id or 0)


async def noticed(interaction: Interaction, table_id: int) -> None:
    """Note that a person has just used a table: a press or a command of theirs has arrived."""
    services = services_of(interaction)
    services.presenter.pressed(table_id, interaction.user.id)
    await services.tables.noticed(table_id, person_of(interaction))


async def find_table(
    interaction: Interaction, table_id: int | None, *, ended: bool = False, own: bool = False
) -> Table:
    """Give the table that a command means.

    That is the one it names, or the person's own table here, or the only table here, or the
    person's only table in this server.

    Args:
        interaction: the command.
        table_id: the table that it names, or None.
        ended: whether the command only reads; then, without an open table, it means the last
            finished game here.
        own: whether a person with a seat may mean a table that they no longer see.

    Raises:
        NoSuchTable, NoTableHere, WhichTable, NotSaved: as their names say.
    """
    services = services_of(interaction)
    if table_id is not None:
        table = await services.tables.get(table_id)
        await services_of(interaction).sight.require(interaction, table, own=own)
        return table
    for tables in await _candidates(interaction, services, own=own):
        if len(tables) == 1:
            return await services.tables.get(tables[0].id)
        if tables:
            raise WhichTable(tuple(table.id for table in tables))
    last = await services.tables.last_in(place_of(interaction)) if ended else None
    if last is None:
        raise NoTableHere
    return last


async def _candidates(
    interaction: Interaction, services: Services, *, own: bool
) -> list[list[Table]]:
    mine = await services.tables.of_user(interaction.user.id)
    here = await services.tables.in_channel(interaction.channel_id or 0)
    ours = [table for table in mine if table.place.guild_id == interaction.guild_id]
    return [
        [table for table in mine if table.place.channel_id == interaction.channel_id],
        list(here),
        ours if own else [table async for table in services.sight.seen(interaction, ours)],
    ]


async def complete_table(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the open tables that the person sees, by number or name: own ones, then the newest.

    Only the shown tables get labels, since a server may have hundreds.
    """
    services = services_of(interaction)
    tables = await services.tables.in_guild(interaction.guild_id or 0)
    meant = (table for table in reversed(tables) if _is_meant(table, typed))
    ordered = sorted(meant, key=lambda table: table.seat_of(interaction.user.id) is None)
    words = words_for(interaction)
    choices: list[app_commands.Choice[int]] = []
    async for table in services.sight.seen(interaction, ordered):
        choices.append(app_commands.Choice(name=_choice(table, words), value=table.id))
        if len(choices) == MOST_CHOICES:
            break
    return choices


async def complete_own_table(
    interaction: Interaction, typed: str
) -> list[app_commands.Choice[int]]:
    """Offer the open tables of the server where the person holds a seat, newest first."""
    words = words_for(interaction)
    mine = await services_of(interaction).tables.of_user(interaction.user.id)
    here = (table for table in reversed(mine) if table.place.guild_id == interaction.guild_id)
    found = islice((table for table in here if _is_meant(table, typed)), MOST_CHOICES)
    return [app_commands.Choice(name=_choice(table, words), value=table.id) for table in found]


def _is_meant(table: Table, typed: str) -> bool:
    """Say whether the typed text is part of a table's number or of a name at the table."""
    wanted = typed.strip().casefold()
    number = "".join(re.findall("[0-9]", wanted))
    if not wanted or (number and number in str(table.id)):
        return True
    return any(wanted in person.name.casefold() for person in table.people)


async def complete_rules(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets that the server has saved, and the presets, each with what differs.

    A pasted code is offered with what it says, as far as it fits into a choice.
    """
    words = words_for(interaction)
    if is_code(typed):
        return _coded(typed.strip(), words)
    saved = await services_of(interaction).rule_sets.all(interaction.guild_id or 0)
    own = [(f"{each.name}: {choice_line(each, words)}", each.name) for each in saved]
    presets = [(f"{preset_title(n, words)}: {choice_line(n, words)}", n) for n in PRESETS]
    return _offered([*own, *presets], typed)


def _coded(code: str, words: Translator) -> list[app_commands.Choice[str]]:
    try:
        rules = rules_of_code(code)
    except (RuleError, TableError):
        return []
    name = shortened(words("This code: {rules}", rules=listed_rules(rules, words)))
    return [app_commands.Choice(name=name, value=code)] if len(code) <= CHOICE_LENGTH else []


async def complete_saved(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the rule sets that the server has saved."""
    saved = await services_of(interaction).rule_sets.all(interaction.guild_id or 0)
    return _offered([(each.name, each.name) for each in saved], typed)


def _offered(names: list[tuple[str, str]], typed: str) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=shortened(title), value=value)
        for title, value in names
        if typed.casefold() in f"{title} {value}".casefold()
    ][:MOST_CHOICES]


def _choice(table: Table, words: Translator) -> str:
    return listed(table, words).replace("*", "").replace("\\", "")[:CHOICE_LENGTH]
