"""The migrations lead to the schema that the code knows, and the schema guards what it holds."""

import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from data.connections import plain_engine
from data.database import Database
from data.migrate import MIGRATIONS, migrate
from data.preparation import upgrade
from data.schema import metadata, tables
from data.statements import HOT
from data.store import SqlStore
from tests.data.games import begun, lobby, played

PARTS: Final = re.compile(r"\n|, (?=[a-z_]+ [A-Z])")
"""What stands between two parts of a definition; a column added later begins no line."""


def shape_of(path: Path) -> dict[str, set[str]]:
    """Give what a database is made of: by name, the parts of its definition in any order."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL "
            "AND name NOT IN ('alembic_version', 'sqlite_sequence')"
        ).fetchall()
    return {name: {part.strip(" ,\t)") for part in PARTS.split(sql)} for name, sql in found}


def test_migrations_and_schema_do_not_differ(path: Path) -> None:
    """Alembic finds nothing to change between a migrated file and the code's tables."""
    path.touch()
    engine = plain_engine(path, 0)
    with engine.begin() as connection:
        migrate(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrations_and_schema_are_the_same_sql(path: Path, tmp_path: Path) -> None:
    """Checks, triggers and options, which alembic does not compare, are the same as well."""
    upgrade(path)
    direct = tmp_path / "direct.sqlite"
    direct.touch()
    with plain_engine(direct, 0).begin() as connection:
        metadata.create_all(connection)
    migrated = shape_of(path)
    assert migrated == shape_of(direct)
    assert {"log", "totals", "log_no_update", "log_no_delete", "ix_tables_status"} <= set(migrated)


def test_no_action_touches_an_index_of_tables() -> None:
    """What every action sets in a table's row is in no index, since those are slow."""
    indexed = {column.name for index in tables.indexes for column in index.columns}
    assert indexed.isdisjoint(HOT)


def test_migrations_are_numbered_in_one_line() -> None:
    """Each migration follows the one before it, and its file begins with its number."""
    names = sorted(each.name for each in (MIGRATIONS / "versions").glob("*.py"))
    previous = None
    for number, name in enumerate(names, start=1):
        text = (MIGRATIONS / "versions" / name).read_text(encoding="utf-8")
        assert name.startswith(f"{number:04}_")
        assert f'revision: Final = "{number:04}"' in text
        assert f"down_revision: Final = {previous!r}".replace("'", '"') in text
        previous = f"{number:04}"


@pytest.mark.parametrize("table", ["log", "sittings"])
@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET table_id = table_id", "DELETE FROM {}", "DELETE FROM {} WHERE 1"]
)
async def test_what_was_done_cannot_be_changed(
    store: SqlStore, path: Path, table: str, statement: str
) -> None:
    """Rows of the log, and of who sat where, can be added, and neither changed nor deleted."""
    await played(store, await begun(store, lobby()), random.Random(1), 5)
    with closing(sqlite3.connect(path)) as connection, connection:
        everything = str(select(metadata.tables[table]))
        before = connection.execute(everything).fetchall()
        with pytest.raises(sqlite3.IntegrityError, match="stays as it is"):
            connection.execute(statement.format(table))
        assert connection.execute(everything).fetchall() == before != []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables SET status = 'asleep'",
        "UPDATE tables SET due_kind = 'turn', due_at = NULL",
        "UPDATE tables SET due_kind = 'never', due_at = 1",
        "UPDATE tables SET first_dealer = 4",
        "UPDATE tables SET first_dealer = NULL",
        "UPDATE tables SET version = -1",
        "UPDATE tables SET command_id = NULL",
        "UPDATE tables SET command_id = 'same'",
        "UPDATE seats SET seat = 4 WHERE seat = 3",
        "UPDATE seats SET name = NULL",
        "UPDATE seats SET misses = -1",
        "INSERT INTO log VALUES (1, 1, 'new', 'look 1', 0, '')",
        "INSERT INTO log VALUES (1, 0, 'new', 'look 1', 0, '')",
        "INSERT INTO log VALUES (1, 99, 'begin:1', 'look 1', 0, '')",
        "INSERT INTO log VALUES (99, 1, 'new', 'look 1', 0, '')",
        "INSERT INTO sittings VALUES (NULL, 99, 0, NULL, 1, 1)",
        "INSERT INTO results VALUES (1, 1, 4, NULL, '[]', 1, 0)",
        "INSERT INTO rounds VALUES (1, 0, 0, NULL, 0, 0, 0, 0, 0)",
        "DELETE FROM tables",
    ],
)
async def test_nonsense_is_refused(
    store: SqlStore, database: Database, path: Path, statement: str
) -> None:
    """The schema itself refuses rows that contradict themselves or belong to nothing."""
    await begun(store, lobby("one"))
    await begun(store, lobby("two"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys=ON")
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
