"""Which prompts stand is remembered until they are gone."""

from pathlib import Path

from data.database import Database
from data.prompts import SqlPrompts


async def test_prompts_outlive_a_restart(path: Path) -> None:
    """What was noted and not forgotten is there in the next process, oldest first."""
    async with await Database.open(path) as database:
        noted = SqlPrompts(database)
        for message_id in (30, 10, 20):
            await noted.note(7, message_id)
        await noted.forget(20)
    async with await Database.open(path) as database:
        assert await SqlPrompts(database).standing() == [(7, 10), (7, 30)]


async def test_a_prompt_is_noted_and_forgotten_once(path: Path) -> None:
    """To note one again, or to forget one that is not known, changes nothing."""
    async with await Database.open(path) as database:
        noted = SqlPrompts(database)
        await noted.note(7, 10)
        await noted.note(7, 10)
        await noted.forget(11)
        assert await noted.standing() == [(7, 10)]
