"""A database that an earlier version has filled: brought up to date, with all that is in it."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config

from bot.tables.model import Table as SpadesTable
from data.connections import plain_engine
from data.database import Database
from data.migrate import MIGRATIONS
from data.preparation import upgrade
from data.schema import metadata
from data.store import SqlStore
from engine.presets import HERO_SOLO
from tests.data.games import TickingClock, begun, lobby, open_tables, played

FIRST: Final = "0001"
"""The schema of the first version."""

Rows = dict[str, list[tuple[Any, ...]]]


def as_of(path: Path, revision: str) -> None:
    """Make a database with the schema of an earlier version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    path.touch()
    with plain_engine(path, 0).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    """List the columns of a table."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def copy(source: Path, target: Path) -> None:
    """Copy every row into another database, as far as that has columns for it."""
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("ATTACH ? AS source", (str(source),))
        for table in metadata.sorted_tables:
            names = ", ".join(columns_of(connection, table.name))
            if names:
                into, out_of = f"{table.name} ({names})", f"source.{table.name}"
                connection.execute(f"INSERT INTO {into} SELECT {names} FROM {out_of}")  # noqa: S608


def rows_of(path: Path, columns: dict[str, list[str]]) -> Rows:
    """Give all rows of a database, in some of its columns."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall()  # noqa: S608
            for table, names in columns.items()
        }


def without_avatars(table: SpadesTable) -> SpadesTable:
    """Give a table as it was known before avatars were."""
    chairs = (
        replace(chair, person=chair.person and replace(chair.person, avatar=""))
        for chair in table.chairs
    )
    return replace(table, chairs=tuple(chairs))


async def test_games_of_the_first_version_go_on(path: Path, tmp_path: Path) -> None:
    """Tables, seats, logs and results of an older file are the same after the upgrade."""
    full = tmp_path / "full.sqlite"
    async with await Database.open(full) as database:
        store = SqlStore(database, TickingClock())
        waiting = await store.create(lobby("one"))
        playing = await played(
            store, await begun(store, lobby("two", HERO_SOLO)), random.Random(3), 90
        )
    as_of(path, FIRST)
    copy(full, path)
    with closing(sqlite3.connect(path)) as connection:
        names = [table.name for table in metadata.sorted_tables]
        older = {name: found for name in names if (found := columns_of(connection, name))}
    before = rows_of(path, older)
    assert upgrade(path)
    assert rows_of(path, older) == before
    assert len(before["log"]) > 90
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        [still_waiting, still_playing] = await open_tables(store)
        assert still_waiting == without_avatars(waiting)
        assert replace(still_playing, moved_at=playing.moved_at) == without_avatars(playing)
        await played(store, playing, random.Random(4), 10)


async def test_at_tables_of_an_earlier_version_people_are_silent_from_the_upgrade_on(
    path: Path, tmp_path: Path
) -> None:
    """A game that has stood for a year is not closed at once: its wait begins now."""
    full = tmp_path / "full.sqlite"
    async with await Database.open(full) as database:
        await begun(SqlStore(database, TickingClock()), lobby("one"))
    as_of(path, "0003")
    copy(full, path)
    before = datetime.now(UTC) - timedelta(seconds=1)
    assert upgrade(path)
    async with await Database.open(path) as database:
        [table] = await open_tables(SqlStore(database, TickingClock()))
    assert table.moved_at is not None
    assert before - timedelta(seconds=1) <= table.moved_at <= datetime.now(UTC)
    assert (table.warned_at, {chair.acted_at for chair in table.chairs}) == (None, {None})
