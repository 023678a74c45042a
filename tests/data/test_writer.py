"""Many write at once: nothing is lost, one that fails harms no other, nobody is told too early."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import text

from bot.tables.model import Table
from bot.tables.ports import DuplicateCommandError, StaleVersionError, StoreError
from data.connections import serving_engine
from data.database import Database
from data.schema import log
from data.statements import Statement
from data.store import SqlStore
from data.transaction import Unit, find, run
from data.writer import MOST_TOGETHER, Writer
from tests.data.games import (
    TickingClock,
    begun,
    lobby,
    moved_on,
    next_step,
    open_tables,
    played,
    rows_of,
    saved,
)

KINDS: Final = ("sqlite",)
"""These tests look at how SQLite is spoken to."""

BUSY_SECONDS = 0.05


@contextmanager
def held(path: Path) -> Iterator[sqlite3.Connection]:
    """Let another program hold the right to write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection
        connection.execute("ROLLBACK")


def writer_of(database: Database) -> Writer:
    """Give what writes to a file."""
    assert isinstance(database._writer, Writer)
    return database._writer


async def statements_of(database: Database, seen: list[str]) -> None:
    """Note every statement of the writer from now on."""
    await database.write(nothing)
    session = writer_of(database)._session
    assert session is not None
    await session.driver.set_trace_callback(seen.append)


def nothing() -> Unit[None]:
    """Do a unit of work that writes nothing."""
    yield from ()


async def test_many_saves_at_once_lose_nothing(store: SqlStore, database: Database) -> None:
    """200 saves of 20 tables, all tables at once, are all in the log and read back equal."""
    opened = [await begun(store, lobby(f"{number}")) for number in range(20)]
    tables = await asyncio.gather(
        *(played(store, table, random.Random(table.id), 10) for table in opened)
    )
    assert await open_tables(store) == tables
    assert len(await rows_of(database, log)) == 20 * 11


def unlocked(path: Path) -> Database:
    """Open a file a second time, as another process would if there were no lock."""
    engine = serving_engine(path)
    return Database(engine, Writer(engine, None))


async def test_two_stores_on_one_file_lose_nothing(path: Path) -> None:
    """Two processes' worth of stores write to one file at once, and each keeps all of its own."""
    async with (
        await Database.open(path) as first,
        unlocked(path) as second,
    ):
        stores = [SqlStore(database, TickingClock()) for database in (first, second)]
        opened = [await begun(stores[number % 2], lobby(f"{number}")) for number in range(10)]
        tables = await asyncio.gather(
            *(
                played(stores[number % 2], table, random.Random(number), 8)
                for number, table in enumerate(opened)
            )
        )
        assert await open_tables(stores[0]) == tables
        assert await open_tables(stores[1]) == tables


async def test_two_stores_cannot_both_move_a_table_on(path: Path) -> None:
    """Of two stores that act on the same state of a table at once, one is told it is stale."""
    async with (
        await Database.open(path) as first,
        unlocked(path) as second,
    ):
        stores = [SqlStore(database, TickingClock()) for database in (first, second)]
        table = await begun(stores[0], lobby())
        for turn in range(10):
            steps = [next_step(table, random.Random(turn + number)) for number in range(2)]
            entries = [(step.entries[0].action, f"{turn} {n}") for n, step in enumerate(steps)]
            answers = await asyncio.gather(
                *(
                    store.save(table, step.table, [type(step.entries[0])(command, action)])
                    for store, step, (action, command) in zip(stores, steps, entries, strict=True)
                ),
                return_exceptions=True,
            )
            assert sorted(map(type, answers), key=str) == [type(None), StaleVersionError]
            table = steps[answers.index(None)].table
            assert await stores[0].load(table.id) == table


async def test_saves_of_one_moment_share_a_commit(store: SqlStore, database: Database) -> None:
    """What is queued at the same moment is committed together, up to a limit."""
    tables = [await begun(store, lobby(f"{number}")) for number in range(MOST_TOGETHER + 2)]
    seen: list[str] = []
    await statements_of(database, seen)
    await asyncio.gather(*(played(store, table, random.Random(1), 1) for table in tables))
    assert seen.count("BEGIN IMMEDIATE") == seen.count("COMMIT") == 2
    assert sum(statement.startswith("SAVEPOINT") for statement in seen) == len(tables)


async def test_a_play_is_two_rows(store: SqlStore, database: Database) -> None:
    """Saving one action updates the table and appends to the log, within one short transaction."""
    table = await begun(store, lobby())
    seen: list[str] = []
    await statements_of(database, seen)
    await played(store, table, random.Random(1), 1)
    verbs = ["BEGIN", "SAVEPOINT", "UPDATE", "INSERT", "RELEASE", "COMMIT"]
    assert [statement.split()[0] for statement in seen] == verbs


async def test_one_that_fails_harms_no_other(store: SqlStore, database: Database) -> None:
    """A duplicate, a stale save and a fault of the work itself fail alone in a shared commit."""
    tables = [await begun(store, lobby(f"{number}")) for number in range(6)]
    moved = await saved(store, tables[0], next_step(tables[0], random.Random(1)))
    steps = [next_step(table, random.Random(1)) for table in tables]

    def broken() -> Unit[None]:
        yield from run(Statement(text("DELETE FROM person_totals")), [{}])
        yield from run(Statement(text("UPDATE tables SET host = 0")), [{}])
        raise KeyError("ours")

    seen: list[str] = []
    await statements_of(database, seen)
    answers = await asyncio.gather(
        store.save(tables[1], steps[1].table, steps[1].entries),
        store.save(tables[0], moved_on(tables[0])),
        database.write(broken),
        store.save(tables[2], steps[2].table, steps[0].entries),
        store.save(tables[3], steps[3].table, steps[3].entries),
        store.create(lobby("later")),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [
        type(None),
        StaleVersionError,
        KeyError,
        DuplicateCommandError,
        type(None),
        Table,
    ]
    assert seen.count("COMMIT") == 1
    expected = [moved, steps[1].table, tables[2], steps[3].table, *tables[4:], answers[-1]]
    assert await open_tables(store) == expected


async def test_an_answer_means_on_disk(store: SqlStore, path: Path) -> None:
    """When a save returns, a reader with a connection of its own sees it."""
    table = await begun(store, lobby())
    with closing(sqlite3.connect(path)) as reader:
        for _ in range(10):
            table = await played(store, table, random.Random(table.version), 1)
            [(version,)] = reader.execute("SELECT max(version) FROM log").fetchall()
            assert version == table.version


async def test_commits_wait_for_the_disk(database: Database) -> None:
    """Every connection, the writer's and readers', syncs fully, and enforces foreign keys."""

    def pragmas() -> Unit[list[int]]:
        found = []
        for name in ("synchronous", "foreign_keys"):
            found += yield from find(Statement(text(f"PRAGMA {name}")))
        return [value for (value,) in found]

    assert await database.write(pragmas) == [2, 1]
    async with database.read() as first, database.read() as second:
        for reader in (first, second):
            assert (await reader.exec_driver_sql("PRAGMA synchronous")).scalar() == 2
            assert (await reader.exec_driver_sql("PRAGMA foreign_keys")).scalar() == 1
            assert (await reader.exec_driver_sql("PRAGMA journal_mode")).scalar() == "wal"


async def test_a_reader_sees_one_moment(store: SqlStore, database: Database) -> None:
    """What is written while someone reads is seen by the next reader, not by this one."""
    await begun(store, lobby("one"))
    async with database.read() as reader:
        before = (await reader.exec_driver_sql("SELECT count(*) FROM log")).scalar()
        await begun(store, lobby("two"))
        assert (await reader.exec_driver_sql("SELECT count(*) FROM log")).scalar() == before
    assert len(await rows_of(database, log)) == 2


async def test_nothing_idles_after_a_write(store: SqlStore) -> None:
    """Once everything is written no task is left, so that a simulated Discord can settle."""
    await asyncio.gather(*(store.create(lobby(f"{number}")) for number in range(5)))
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_locked_file_fails_the_save_alone(path: Path) -> None:
    """While another program writes, saves fail and change nothing; afterwards they work again."""
    async with await Database.open(path, busy_seconds=BUSY_SECONDS) as database:
        store = SqlStore(database, TickingClock())
        table = await begun(store, lobby())
        step = next_step(table, random.Random(1))
        with held(path):
            with pytest.raises(StoreError, match="locked") as caught:
                await store.save(table, step.table, step.entries)
            assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
            together = await asyncio.gather(
                store.create(lobby("two")),
                store.save(table, step.table, step.entries),
                return_exceptions=True,
            )
            assert [type(answer) for answer in together] == [StoreError, StoreError]
            assert await open_tables(store) == [table]
        assert await saved(store, table, step) == step.table
        assert await open_tables(store) == [step.table]


async def test_a_full_disk_fails_the_save_alone(store: SqlStore, database: Database) -> None:
    """Without room nothing of a group is written and each is told; with room all goes on."""
    tables = [await begun(store, lobby(f"{number}")) for number in range(3)]
    name = "x" * 20_000
    large = [step_with_long_command(table, name) for table in tables]
    await fill_disk(database)
    answers = await asyncio.gather(*(write(store) for write in large), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreError] * 3
    assert "full" in str(answers[0])
    await fill_disk(database)
    with pytest.raises(StoreError, match="full"):
        await large[0](store)
    assert await open_tables(store) == tables
    await asyncio.gather(*(write(store) for write in large))
    assert len(await rows_of(database, log)) == 6


async def fill_disk(database: Database) -> None:
    """Let the writer's connection find no room for another page."""
    await database.write(nothing)
    session = writer_of(database)._session
    assert session is not None
    [(pages,)] = await session.driver.execute_fetchall("PRAGMA page_count")
    await session.driver.execute(f"PRAGMA max_page_count = {pages}")


def step_with_long_command(table: Table, name: str) -> Callable[[SqlStore], Awaitable[None]]:
    """Prepare a save whose row of the log needs several pages."""
    step = next_step(table, random.Random(1))
    entry = type(step.entries[0])(f"{name}{table.id}", step.entries[0].action)
    return lambda store: store.save(table, step.table, [entry])


async def test_a_lost_connection_is_replaced(store: SqlStore, database: Database) -> None:
    """When the writer's connection breaks, that save fails and the next one gets a fresh one."""
    table = await begun(store, lobby())
    session = writer_of(database)._session
    assert session is not None
    await session.driver.close()
    with pytest.raises(StoreError):
        await played(store, table, random.Random(1), 1)
    assert await open_tables(store) == [table]
    table = await played(store, table, random.Random(1), 5)
    assert await open_tables(store) == [table]


async def test_an_impatient_caller_harms_nobody(store: SqlStore) -> None:
    """One who stops waiting for a save takes nothing from those who wait with it."""
    tables = [await begun(store, lobby(f"{number}")) for number in range(3)]
    waiting = [asyncio.create_task(played(store, table, random.Random(1), 1)) for table in tables]
    await asyncio.sleep(0)
    waiting[1].cancel()
    done = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(done[1], asyncio.CancelledError)
    stored = await open_tables(store)
    assert [stored[0], stored[2]] == [done[0], done[2]]


async def test_closing_finishes_what_was_begun(path: Path) -> None:
    """Closing waits for queued writes; what comes later is refused."""
    database = await Database.open(path)
    store = SqlStore(database, TickingClock())
    waiting = [asyncio.create_task(store.create(lobby(f"{number}"))) for number in range(100)]
    await asyncio.sleep(0)
    await database.close()
    tables = await asyncio.gather(*waiting)
    with pytest.raises(StoreError, match="closed"):
        await store.create(lobby("late"))
    await database.close()
    async with await Database.open(path) as reopened:
        assert await open_tables(SqlStore(reopened, TickingClock())) == tables


async def test_a_torn_down_loop_leaves_nobody_waiting(store: SqlStore, database: Database) -> None:
    """When the task that writes is cancelled, whoever waits is told that nothing is certain."""
    waiting = [asyncio.create_task(store.create(lobby(f"{number}"))) for number in range(100)]
    await asyncio.sleep(0)
    task = writer_of(database)._task
    assert task is not None
    task.cancel()
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(answer) for answer in answers} == {StoreError}
    assert len({(await store.create(lobby(f"{number}"))).id for number in range(3)}) == 3
