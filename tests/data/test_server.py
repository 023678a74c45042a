"""What is special about a database of a PostgreSQL server: leases, faults, and its first use."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Final

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, Integer, Select, cast, insert, select, text

from bot.logging import render_exception
from bot.startup import ExitCode
from bot.tables.ports import LeaseLostError, StoreError
from data import errors
from data.database import Database
from data.line import Line
from data.postgres import server_engine
from data.schema import log, metadata, people
from data.server import upgrade_server
from data.session import SESSION
from data.statements import Statement
from data.store import SqlStore
from data.transaction import Unit, find
from data.transaction import run as write
from tests.data.cluster import Cluster, run
from tests.data.games import TickingClock, begun, lobby, moved_on, open_tables, played, rows_of

SHORT: Final = 0.3
"""Seconds that a lease holds in these tests."""


async def test_an_empty_database_gets_the_schema(cluster: Cluster) -> None:
    """The first start makes every table; two at once make them once."""
    url = await cluster.new()
    assert sorted(await asyncio.gather(upgrade_server(url), upgrade_server(url))) == [False, True]
    async with await Database.open(url) as database:
        assert await rows_of(database, log) == []


async def test_migrations_and_schema_do_not_differ(url: URL) -> None:
    """Alembic finds nothing to change between a migrated database and the code's tables."""

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        # What columns are for is said in the code alone.
        found = compare_metadata(context, metadata)
        return [each for each in found if "modify_comment" not in str(each)]

    engine = server_engine(url)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_the_report_of_a_fault_names_nobody(url: URL) -> None:
    """A server's errors quote a row, with its ids and names; the log has their kind and code."""
    user, name = 123456789012345678, "Zoe of the Harbour"
    row = {"key": 7, "user_id": user, "name": name, "avatar": "", "met_at": 0}
    adding = partial(write, Statement(insert(people)), [row, {**row, "key": 8}])
    asking = select(people).where(cast(people.c.name, Integer) == user)
    async with await Database.open(url) as database:
        with pytest.raises(StoreError) as by_writing:
            await database.write(adding)
        await database.write(partial(write, Statement(insert(people)), [row]))
        with pytest.raises(StoreError) as by_reading:
            await _read(database, asking)
    errors = (by_writing.value, by_reading.value)
    logged = "".join(str(render_exception(None, "", {"exc_info": each})) for each in errors)
    assert "asyncpg.exceptions.UniqueViolationError: 23505" in logged
    assert "asyncpg.exceptions.DataError" in logged
    assert not [each for each in (str(user), "Zoe", "Harbour") if each in logged]


async def _read(database: Database, query: Select[*tuple[object, ...]]) -> None:
    async with database.read() as connection:
        await connection.execute(query)


async def test_every_connection_gives_up_in_time(url: URL) -> None:
    """To read, to write and for leases: none waits long, or stands still within a transaction."""
    async with await Database.open(url) as database, database.read() as connection:
        line = database.hearing
        assert isinstance(line, Line)
        for name, value in SESSION.items():
            asked = f"SHOW {name}"
            assert await connection.scalar(text(asked)) == value
            assert await database.write(partial(find, Statement(text(asked)))) == [(value,)]
            own = line.name if name == "application_name" else value
            assert [tuple(each) for each in await line.fetch(asked)] == [(own,)]


@pytest.mark.parametrize("table", ["log", "sittings"])
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET table_id = table_id", "DELETE FROM {}", "TRUNCATE {}"]
)
async def test_what_was_done_cannot_be_changed(url: URL, table: str, statement: str) -> None:
    """Rows of the log, and of who sat where, can be added, and neither changed nor deleted."""
    async with await Database.open(url) as database:
        store = SqlStore(database, TickingClock())
        await played(store, await begun(store, lobby()), random.Random(1), 5)
        with pytest.raises(asyncpg.RaiseError, match="stays as it is"):
            await run(url, statement.format(table))


async def test_one_process_serves_a_database(url: URL) -> None:
    """A second one waits for the lease to run out, and is told that the first renews it."""
    async with await Database.open(url, lease_seconds=SHORT):
        with pytest.raises(errors.DatabaseInUseError) as told:
            await Database.open(url, lease_seconds=SHORT)
    assert told.value.code is ExitCode.ALREADY_RUNNING
    async with await Database.open(url, lease_seconds=SHORT) as next_one:
        await SqlStore(next_one, TickingClock()).create(lobby())


async def test_a_lease_runs_out_with_its_process(url: URL) -> None:
    """A process that died held the lease; the next one has it once it has run out."""
    await run(
        url,
        "INSERT INTO shard_leases VALUES "
        "(0, 'dead', 7, (extract(epoch FROM clock_timestamp()) + 0.2) * 1000000)",
    )
    async with await Database.open(url, lease_seconds=SHORT) as database:
        await SqlStore(database, TickingClock()).create(lobby())


async def test_nothing_is_saved_without_the_lease(
    url: URL, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever was taken for dead saves nothing more once another process serves the tables."""
    async with await Database.open(url) as database:
        store = SqlStore(database, TickingClock())
        table = await store.create(lobby())
        await run(url, "UPDATE shard_leases SET owner = 'other', fence = fence + 1")
        with pytest.raises(LeaseLostError):
            await store.save(table, moved_on(table))
        assert await store.load(table.id) == table


async def test_nobody_takes_the_lease_during_a_save(url: URL) -> None:
    """A takeover waits for the end of a transaction that has read the lease."""

    def slow() -> Unit[None]:
        yield from find(Statement(text("SELECT pg_sleep(0.5)")))

    async with await Database.open(url, lease_seconds=SHORT) as database:
        writing = asyncio.create_task(database.write(slow, guild_id=1))
        await asyncio.to_thread(lambda: None)
        taken = await _taken_during(url, writing)
    assert not taken


async def _taken_during(url: URL, writing: "asyncio.Task[None]") -> bool:
    """Try to take the lease until a write ends; say whether it was to be had before."""
    connection = await asyncpg.connect(
        host=str(url.query["host"]), user=url.username, database=url.database
    )

    async def sleeps() -> bool:
        # The server knows best: the task hears of the end only later.
        return bool(
            await connection.fetchval(
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND pid <> "
                "pg_backend_pid() AND state = 'active'"
            )
        )

    taken = False
    try:
        while not await sleeps():
            assert not writing.done()
        while not writing.done():
            async with connection.transaction():
                found = await connection.fetch(
                    "SELECT 1 FROM shard_leases WHERE shard = 0 FOR UPDATE SKIP LOCKED"
                )
            taken |= bool(found) and await sleeps()
        await writing
    finally:
        await connection.close()
    return taken


async def test_work_under_way_is_finished_by_closing(url: URL) -> None:
    """Everything that was asked for before the end is saved, however many wait."""
    database = await Database.open(url)
    store = SqlStore(database, TickingClock())
    asked = [asyncio.create_task(store.create(lobby(f"{number}"))) for number in range(50)]
    await asyncio.sleep(0)
    await database.close()
    assert len({table.id for table in await asyncio.gather(*asked)}) == 50
    with pytest.raises(StoreError):
        await store.create(lobby("late"))


async def test_a_cut_connection_fails_one_save(url: URL) -> None:
    """After the server has ended all connections, the next save goes through a fresh one."""
    async with await Database.open(url) as database:
        store = SqlStore(database, TickingClock())
        await store.create(lobby("one"))
        await run(
            url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        failed = 0
        for number in range(10):
            try:
                await store.create(lobby(f"again {number}"))
            except StoreError:
                failed += 1
        assert failed <= 1
        assert await open_tables(store)


@pytest.mark.parametrize(
    ("changed", "problem", "code"),
    [
        (
            lambda url: url.set(database="nowhere"),
            errors.ServerDatabaseMissingError,
            ExitCode.NOT_FOUND,
        ),
        (lambda url: url.set(query={"host": "/nonexistent"}), errors.ServerUnreachableError, 5),
        (lambda url: url.set(username="nobody"), errors.ServerRefusesError, ExitCode.CONFIGURATION),
    ],
    ids=["no database", "no server", "no user"],
)
async def test_a_server_that_cannot_be_used(
    url: URL,
    changed: Callable[[URL], URL],
    problem: type[errors.DatabaseProblem],
    code: int,
) -> None:
    """The operator reads one sentence, without the password, that says what to correct."""
    wrong = changed(url.set(password="secret"))
    with pytest.raises(problem) as told:
        await Database.open(wrong)
    assert told.value.code == code
    assert "secret" not in told.value.sentence


async def test_a_schema_of_another_program(cluster: Cluster) -> None:
    """A database with tables of something else is left untouched."""
    url = await cluster.new()
    await run(url, "CREATE TABLE theirs (id int)")
    with pytest.raises(errors.NotOurDatabaseError):
        await Database.open(url)


async def test_to_read_needs_no_lease(url: URL) -> None:
    """A command that only reads works beside the bot, and can write nothing."""
    async with await Database.open(url) as serving:
        table = await SqlStore(serving, TickingClock()).create(lobby())
        async with await Database.read_only(url) as reading:
            store = SqlStore(reading, TickingClock())
            assert await store.load(table.id) == table
            with pytest.raises(StoreError):
                await store.create(lobby("two"))
            with pytest.raises(StoreError):
                async with reading.read() as connection:
                    await connection.execute(text("DELETE FROM tables"))


async def test_tables_of_one_server_end_rounds_at_once(url: URL) -> None:
    """Totals are written in one order, so that no save waits for another in a circle."""
    async with await Database.open(url) as database:
        store = SqlStore(database, TickingClock())
        seated = [(101, 102, 103, 104), (104, 103, 102, 101)] * 4
        tables = [
            await begun(store, lobby(f"{number}", users=users))
            for number, users in enumerate(seated)
        ]
        await asyncio.gather(
            *(played(store, table, random.Random(table.id), 60) for table in tables)
        )
