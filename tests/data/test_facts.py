"""Single facts are remembered between runs."""

from pathlib import Path

from sqlalchemy import URL

from data.database import Database
from data.remembered import SqlFacts


async def test_a_fact_is_remembered(place: Path | URL) -> None:
    """What was remembered last under a name is there after the file was opened again."""
    async with await Database.open(place) as database:
        facts = SqlFacts(database)
        assert await facts.fact("commands") is None
        await facts.remember("commands", "first")
        await facts.remember("other", "♠")
        await facts.remember("commands", "second")
    async with await Database.open(place) as database:
        facts = SqlFacts(database)
        assert [await facts.fact(name) for name in ("commands", "other")] == ["second", "♠"]
