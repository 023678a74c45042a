"""Whatever follows from the log can be computed afresh, and is the same."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.tables import seating, votes
from bot.tables.ports import StoreError
from data.database import Database
from data.rebuild import rebuild
from data.schema import PROJECTIONS, rounds
from data.store import SqlStore
from engine.presets import PRESETS
from engine.rules import Rules
from tests.data.games import (
    HOUSES,
    USERS,
    TickingClock,
    begun,
    finished,
    lobby,
    next_step,
    person,
    played,
    rows_of,
    saved,
)

CORRUPTIONS = (
    "UPDATE person_totals SET wins = wins + 1",
    "DELETE FROM person_totals WHERE games > 0",
    "INSERT INTO person_totals VALUES (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
    "UPDATE person_totals SET unfinished = unfinished + 1",
    "UPDATE rounds SET points = -points",
    "DELETE FROM rounds",
    "UPDATE round_seats SET person = 1",
    "DELETE FROM round_seats WHERE seat = 2",
    "DELETE FROM results",
    "UPDATE results SET winner = (winner + 1) % 2, finished_at = 0",
    "UPDATE standings SET points = points + 1",
    "DELETE FROM standings WHERE season = 0",
    "UPDATE ratings SET mean = mean + 1000",
    "DELETE FROM rating_changes WHERE place > 1",
)


async def projections_of(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Give every row of every projection."""
    return {table.name: await rows_of(database, table) for table in PROJECTIONS}


async def busy_table(store: SqlStore, rules: Rules, name: str) -> None:
    """Play at a table where people come and go, between actions and between rounds."""
    rng = random.Random(name)
    table = await begun(store, lobby(name, rules))
    coming = iter(range(201, 300))
    for _ in range(240):
        if table.status.ended:
            break
        table = await saved(store, table, next_step(table, rng, 0.5))
        if table.status.ended or rng.random() > 0.06:
            continue
        if len(table.people) > 1 and rng.random() < 0.5:
            table = await saved(store, table, seating.leave(table, rng.choice(table.people).id))
        free = [seat for seat in table.rules.seats if table.chairs[seat].open_to_all]
        if free and rng.random() < 0.7:
            newcomer = person(next(coming))
            table = await saved(store, table, seating.sit(table, newcomer, rng.choice(free)))
    if not table.status.ended and rng.random() < 0.5:
        await store.save(table, votes.end(table, table.host, moderator=rng.random() < 0.5))


async def busy_evening(store: SqlStore) -> None:
    """Play at some tables of every preset, to the end, or not, or hardly at all."""
    for name, rules in (PRESETS | HOUSES).items():
        await finished(store, rules, f"{name} to the end", USERS)
        for number in range(2):
            await busy_table(store, rules, f"{name} {number}")
    await begun(store, lobby("just begun"))
    await store.create(lobby("waiting"))


async def test_a_rebuild_changes_nothing(store: SqlStore, database: Database) -> None:
    """What was written round by round is, row by row, what the logs amount to."""
    await busy_evening(store)
    live = await projections_of(database)
    assert all(live.values())
    report = await rebuild(database)
    assert await projections_of(database) == live
    assert report.tables == 3 * len(PRESETS | HOUSES) + 1
    assert report.games == len(live["results"]) >= 4
    assert report.rounds == len({row[:2] for row in live["rounds"]})
    assert report.broken == ()


async def test_a_rebuild_repairs_what_was_damaged(
    store: SqlStore, database: Database, path: Path
) -> None:
    """However the projections were corrupted, a rebuild makes them what they were."""
    await busy_evening(store)
    live = await projections_of(database)
    for corruption in CORRUPTIONS:
        with closing(sqlite3.connect(path)) as connection, connection:
            assert connection.execute(corruption).rowcount
        assert await projections_of(database) != live
        await rebuild(database)
        assert await projections_of(database) == live, corruption


async def test_play_goes_on_after_a_rebuild(store: SqlStore, database: Database) -> None:
    """Rounds played after a rebuild are added to what it made."""
    table = await begun(store, lobby())
    table = await played(store, table, random.Random(1), 40)
    await rebuild(database)
    await played(store, table, random.Random(1), 100)
    live = await projections_of(database)
    await rebuild(database)
    assert await projections_of(database) == live


async def test_a_broken_log_counts_to_its_fault(
    store: SqlStore, database: Database, path: Path
) -> None:
    """What a damaged log still tells is counted, the rest reported; other tables are complete."""
    whole = await played(store, await begun(store, lobby("one")), random.Random(1), 60)
    table = await played(store, await begun(store, lobby("two")), random.Random(2), 60)
    odd = await begun(store, lobby("three"))
    live = await projections_of(database)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO log VALUES (?, ?, 'x', 'dance', 0, '')", (table.id, table.version + 1)
        )
        connection.execute("UPDATE tables SET rules = '' WHERE id = ?", (odd.id,))
    report = await rebuild(database)
    assert [(each.table_id, each.version) for each in report.broken] == [
        (2, table.version + 1),
        (3, 0),
    ]
    assert await projections_of(database) == live
    assert {row[0] for row in live["rounds"]} == {whole.id, table.id}


async def test_a_rebuild_that_fails_leaves_everything(path: Path) -> None:
    """When the database cannot be written, the projections are as they were."""
    async with await Database.open(path, busy_seconds=0.05) as database:
        store = SqlStore(database, TickingClock())
        await finished(store, PRESETS["hero_solo"], "one", USERS)
        live = await projections_of(database)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError):
                await rebuild(database)
        assert await projections_of(database) == live
        assert await rows_of(database, rounds)
