"""Which prompts stand is remembered until they are gone."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from sqlalchemy import URL

from bot.tables.ports import Prompted
from bot.tables.shards import ShardPlan, shard_of
from data.database import Database
from data.migrate import MIGRATIONS
from data.preparation import upgrade
from data.prompts import SqlPrompts


def prompt(message_id: int) -> Prompted:
    """Give a prompt as it is noted."""
    return Prompted(7, message_id, 3, (2, 5), 99)


async def test_prompts_outlive_a_restart(place: Path | URL) -> None:
    """What was noted and not forgotten is there in the next process, oldest first, turn and all."""
    async with await Database.open(place) as database:
        noted = SqlPrompts(database)
        for message_id in (30, 10, 20):
            await noted.note(prompt(message_id))
        await noted.forget(20)
    async with await Database.open(place) as database:
        assert await SqlPrompts(database).standing() == [prompt(10), prompt(30)]


async def test_a_prompt_is_noted_and_forgotten_once(place: Path | URL) -> None:
    """To note one again, or to forget one that is not known, changes nothing."""
    async with await Database.open(place) as database:
        noted = SqlPrompts(database)
        await noted.note(prompt(10))
        await noted.note(prompt(10))
        await noted.forget(11)
        assert await noted.standing() == [prompt(10)]


async def test_prompts_of_a_shard(place: Path | URL) -> None:
    """Each shard has those of its servers, as Discord reckons it."""
    plan = ShardPlan(count=3)
    servers = {number: (number << 22) + 7 for number in (10**12, 10**12 + 1, 10**12 + 2)}
    async with await Database.open(place) as database:
        for number, guild_id in servers.items():
            await SqlPrompts(database).note(replace(prompt(number), guild_id=guild_id))
    async with await Database.open(place, plan=plan) as database:
        noted = SqlPrompts(database)
        for shard in range(plan.count):
            [found] = await noted.standing(shard)
            assert shard_of(servers[found.message_id], plan.count) == shard


async def test_prompts_of_the_first_schema_are_kept(path: Path, tmp_path: Path) -> None:
    """What an older version has noted is still to be taken away, though not whom it asks."""
    first = tmp_path / "first"
    (first / "versions").mkdir(parents=True)
    shutil.copy(MIGRATIONS / "env.py", first)
    shutil.copy(MIGRATIONS / "versions" / "0001_tables_and_logs.py", first / "versions")
    upgrade(path, first)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO prompts (message_id, channel_id) VALUES (10, 7)")
    assert upgrade(path)
    async with await Database.open(path) as database:
        assert await SqlPrompts(database).standing() == [Prompted(7, 10)]
