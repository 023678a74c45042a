"""A database that an earlier version has filled: brought up to date, with all that is in it."""

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, MetaData, insert, select

from bot.tables.model import Person
from bot.tables.records import ALL_TIME
from data.catching_up import catch_up
from data.connections import plain_engine, reading_engine_now
from data.database import Database
from data.migrate import MIGRATIONS
from data.postgres import server_engine
from data.preparation import upgrade
from data.rebuild import rebuild
from data.records import SqlRecords
from data.schema import PROJECTIONS, metadata
from data.server import upgrade_server
from data.store import SqlStore
from engine.deals import deal
from tests.data.games import GUILD, TickingClock, open_tables, played, rows_of

if TYPE_CHECKING:
    from tests.data.cluster import Cluster

OLDER: Final = Path(__file__).parent / "older" / "90fe3ca.sql"
"""A database of version 90fe3ca, which that version has written: two games played to their end, one
under way, and a lobby."""

BEFORE_PEOPLE: Final = "0012"
"""The last schema in which people were their ids."""

USERS: Final = tuple(100_000_000_000_000_000 + number * 11_111_111 for number in range(1, 6))
NAMES: Final = ("Ann Older", "Ben Older", "Cat Older", "Dan Older", "Eve Older")

Rows = dict[str, list[tuple[Any, ...]]]


def older(path: Path) -> Rows:
    """Make a file of the earlier version; give its totals and its log."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLDER.read_text(encoding="utf-8"))
        return {
            "totals": connection.execute("SELECT * FROM totals ORDER BY user_id").fetchall(),
            "log": connection.execute("SELECT * FROM log ORDER BY table_id, version").fetchall(),
        }


def brought_to(connection: Connection, revision: str) -> None:
    """Bring a database to the schema of an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


async def expect_everything(database: Database, before: Rows) -> None:
    """Look for all that the earlier version has stored, and play on."""
    store, records = SqlStore(database, TickingClock()), SqlRecords(database)
    totals = [await records.totals(GUILD, user) for user in USERS[:4]]
    assert [
        (GUILD, each.user_id, each.games, each.wins, each.rounds) for each in totals if each
    ] == [row[:5] for row in before["totals"]]
    playing, waiting = await open_tables(store)
    assert [each.id for each in waiting.people] == [USERS[4]]
    assert playing.people == tuple(map(Person, USERS[1:4], NAMES[1:4]))
    assert {user for user, _ in playing.sat} == set(USERS[1:4])
    for number in (1, 2):
        table = await store.load(number)
        assert table is not None
        assert table.game is not None
        assert table.people == tuple(map(Person, USERS[:4], NAMES[:4]))
        for round_number, each in enumerate([*table.game.past, table.game.round], 1):
            assert each is not None
            assert each.deal == deal(table.seeds, round_number, each.dealer, table.rules)
    await catch_up(database)
    live = await projections_of(database)
    await rebuild(database)
    assert await projections_of(database) == live
    await played(store, playing, random.Random(4), 10)


async def projections_of(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Give every row of the projections, but for what only a rebuild knows: earlier seasons."""
    found = {table.name: await rows_of(database, table) for table in PROJECTIONS}
    found["standings"] = [row for row in found["standings"] if row[1] == ALL_TIME]
    return found


async def test_games_of_an_earlier_version_go_on(path: Path) -> None:
    """Tables, seats, games and totals of an older file are the same after the upgrade."""
    before = older(path)
    assert upgrade(path)
    async with await Database.open(path) as database:
        await expect_everything(database, before)


async def test_games_of_an_earlier_version_go_on_at_a_server(
    cluster: "Cluster", path: Path
) -> None:
    """The same, where an earlier version kept them in PostgreSQL."""
    before = older(path)
    with plain_engine(path, 0).begin() as connection:
        brought_to(connection, BEFORE_PEOPLE)
    url = await cluster.new()
    await filled(url, path)
    assert await upgrade_server(url)
    async with await Database.open(url) as database:
        await expect_everything(database, before)


async def filled(url: URL, path: Path) -> None:
    """Copy a file into an empty database of a server, both with an earlier schema."""
    known = MetaData()
    with reading_engine_now(path).connect() as source:
        known.reflect(source)
        rows = {
            table: [dict(row) for row in source.execute(select(table)).mappings()]
            for table in known.sorted_tables
            if table.name in {each.name for each in metadata.sorted_tables} - {"shard_leases"}
        }

    def fill(connection: Connection) -> None:
        brought_to(connection, BEFORE_PEOPLE)
        there = MetaData()
        there.reflect(connection)
        for table, found in rows.items():
            if found:
                connection.execute(insert(there.tables[table.name]), [typed(row) for row in found])
        for name in ("tables", "sittings"):
            highest = f"SELECT setval('{name}_id_seq', max(id)) FROM {name}"  # noqa: S608
            connection.exec_driver_sql(highest)

    engine = server_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(fill)
    await engine.dispose()


def typed(row: dict[Any, Any]) -> dict[str, Any]:
    """Give a row with truth values where SQLite has numbers."""
    flags = {"ready", "blind", "private", "called", "ask_first"}
    return {str(name): bool(value) if name in flags else value for name, value in row.items()}


async def test_everyone_who_is_known_gets_a_key(path: Path) -> None:
    """An upgrade writes no id of a user beside a key but in the row of the person."""
    older(path)
    upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        known = connection.execute("SELECT user_id, name FROM people ORDER BY user_id").fetchall()
        keys = {key for (key,) in connection.execute("SELECT key FROM people")}
        for table in ("sittings", "round_seats"):
            found = connection.execute(f"SELECT DISTINCT user_id, person FROM {table}").fetchall()  # noqa: S608
            assert {user for user, _ in found} == {None}
            assert {person for _, person in found} <= keys | {None}
        assert connection.execute("SELECT count(*) FROM totals").fetchone() == (0,)
    assert known == [*zip(USERS[:4], NAMES[:4], strict=True)]
    assert len(keys) == 4


async def test_at_tables_of_an_earlier_version_people_are_silent_from_the_upgrade_on(
    path: Path,
) -> None:
    """A game that has stood for a year is not closed at once: its wait begins now."""
    older(path)
    before = datetime.now(UTC) - timedelta(seconds=1)
    assert upgrade(path)
    async with await Database.open(path) as database:
        [table, _] = await open_tables(SqlStore(database, TickingClock()))
    assert table.moved_at is not None
    assert before - timedelta(seconds=1) <= table.moved_at <= datetime.now(UTC)
    assert (table.warned_at, {chair.acted_at for chair in table.chairs}) == (None, {None})
