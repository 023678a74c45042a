"""The operator's commands for what is stored of people and servers, while the bot is stopped."""

import asyncio
import sys
from pathlib import Path

from bot.clock import SteadyClock
from bot.own_data import exported
from bot.preferences import Preferences
from bot.settings import Settings
from bot.startup import ExitCode, StartupError
from bot.tables.forgetting import without
from data.database import Database, Place, place_of
from data.own_data import SqlOwnData
from data.remembered import SqlPreferences
from data.store import SqlStore

LONGEST_ID = 20
"""Digits of the longest id that Discord can give."""


def forget_person(settings: Settings, user_id: str) -> int:
    """Forget a person as `Forget me` does; give the exit code.

    Raises:
        StartupError: the database cannot be used, or the bot runs, or this is no id.
    """
    return asyncio.run(_forget_person(settings, _id(user_id)))


def forget_server(settings: Settings, guild_id: str) -> int:
    """Delete everything of a server of Discord's; give the exit code.

    Raises:
        StartupError: the database cannot be used, or the bot runs, or this is no id.
    """
    return asyncio.run(_forget_server(settings, _id(guild_id)))


def export(settings: Settings, user_id: str, target: Path) -> int:
    """Write all that is stored of a person to a new file; give the exit code.

    Raises:
        StartupError: the database cannot be read, the file is there already, or this is no id.
    """
    return asyncio.run(_export(settings, _id(user_id), target))


async def _forget_person(settings: Settings, user_id: int) -> int:
    async with await Database.open(_place(settings)) as database:
        store, own = SqlStore(database, SteadyClock()), SqlOwnData(database)
        for table_id, ended in await own.naming(user_id):
            table = None if ended else await store.load(table_id)
            if table is not None:
                await store.save(table, without(table, user_id))
        for table_id, _ in await own.naming(user_id):
            await store.put_away(table_id)
        await own.forget(user_id)
    sys.stdout.write(f"The person {user_id} is forgotten.\n")
    return ExitCode.OK


async def _forget_server(settings: Settings, guild_id: int) -> int:
    async with await Database.open(_place(settings)) as database:
        tables = await SqlOwnData(database).forget_server(guild_id)
    sys.stdout.write(f"The server {guild_id} is forgotten, with {tables:,} of its tables.\n")
    return ExitCode.OK


async def _export(settings: Settings, user_id: int, target: Path) -> int:
    async with await Database.read_only(_place(settings)) as database:
        preferences = Preferences(SqlPreferences(database), settings.turn_prompt_seconds)
        await preferences.start()
        store = SqlStore(database, SteadyClock())
        found = await exported(SqlOwnData(database), store.load, preferences, user_id)
    try:
        with target.open("xb") as file:
            file.write(found)
    except OSError as fault:
        raise StartupError(
            ExitCode.CONFIGURATION, f"{target} cannot be written as a new file."
        ) from fault
    sys.stdout.write(f"What is stored of {user_id} is in {target}.\n")
    return ExitCode.OK


def _place(settings: Settings) -> Place:
    return place_of(settings.database_path, settings.database_address)


def _id(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID):
        raise StartupError(ExitCode.NOT_FOUND, f"{text[:40]} is not an id of Discord's.")
    return int(text)
