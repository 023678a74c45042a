"""A file of SQLite becomes a database of a server, row by row."""

import random
from pathlib import Path

import pytest
from sqlalchemy import URL

from data import copying, errors
from data.copying import copy
from data.database import Database
from data.records import SqlRecords
from data.remembered import SqlFacts, SqlPreferences
from data.schema import metadata
from data.store import SqlStore
from engine.presets import CARDCOUCH, HERO_SOLO
from tests.data.cluster import run
from tests.data.games import GUILD, USERS, TickingClock, begun, finished, lobby, open_tables, played


async def filled(database: Database) -> SqlStore:
    """Store a finished game, one under way, a lobby, and what people chose."""
    store = SqlStore(database, TickingClock())
    await finished(store, HERO_SOLO, "one", USERS)
    await played(store, await begun(store, lobby("two", CARDCOUCH)), random.Random(1), 30)
    await store.create(lobby("three"))
    await SqlFacts(database).remember("a fact", "with ♠ and 'quotes'")
    await SqlPreferences(database).keep("person", 101, "{}")
    return store


async def test_a_running_bots_games_move_to_a_server(path: Path, url: URL) -> None:
    """Everything is there and goes on: tables, totals, choices, and the numbers of new tables."""
    async with await Database.open(path) as before:
        store = await filled(before)
        contents = await copy(path, url)
        tables, everyone = await open_tables(store), await SqlRecords(before).finishers()
        highest = max(table.id for table in tables)
    assert contents["tables"].rows == 3
    assert all(
        contents[name].rows for name in ("log", "seats", "sittings", "person_totals", "results")
    )
    async with await Database.open(url) as after:
        store = SqlStore(after, TickingClock())
        assert await open_tables(store) == tables
        assert await SqlRecords(after).finishers() == everyone
        assert await SqlFacts(after).fact("a fact") == "with ♠ and 'quotes'"
        assert (await store.create(lobby("new"))).id == highest + 1
        assert await SqlRecords(after).totals(GUILD, USERS[0]) is not None
        await played(store, tables[0], random.Random(2), 5)


async def test_every_table_is_copied() -> None:
    """What the schema holds is copied, but for what processes at a server agree by."""
    own = {"shard_leases", "serving_processes", "identify_buckets"}
    assert {table.name for table in copying.TABLES} == set(metadata.tables) - own


async def test_nothing_is_mixed(path: Path, url: URL) -> None:
    """A database that holds anything is left as it is."""
    async with await Database.open(path) as before:
        await filled(before)
    async with await Database.open(url) as database:
        table = await SqlStore(database, TickingClock()).create(lobby("theirs"))
    with pytest.raises(errors.TargetFilledError):
        await copy(path, url)
    async with await Database.open(url) as database:
        assert await open_tables(SqlStore(database, TickingClock())) == [table]


async def test_a_copy_that_differs_is_told(path: Path, url: URL) -> None:
    """What is read back is compared with what was copied: here the server changes a fact."""
    async with await Database.open(path) as before:
        await filled(before)
    await run(
        url,
        "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.value := 'spoilt'; RETURN NEW; END $$; "
        "CREATE TRIGGER spoil BEFORE INSERT ON facts FOR EACH ROW EXECUTE FUNCTION spoil()",
    )
    with pytest.raises(errors.CopyDiffersError):
        await copy(path, url)
    await run(url, "DROP TRIGGER spoil ON facts; DROP FUNCTION spoil")


async def test_there_must_be_something_to_copy(tmp_path: Path, url: URL) -> None:
    """A file that is not there is named."""
    with pytest.raises(errors.DatabaseMissingError):
        await copy(tmp_path / "nothing.sqlite", url)
