"""The schema version of a file, and its upgrade by alembic."""

import threading
from enum import Enum
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, column, inspect, select, table

from data.schema import metadata

MIGRATIONS: Final = Path(__file__).parent / "migrations"
"""The scripts that turn an empty file into the present schema."""

_VERSIONS: Final = table("alembic_version", column("version_num"))

# Alembic keeps the running migration in a global.
_ONE_AT_A_TIME: Final = threading.Lock()


class State(Enum):
    """How the schema of a file compares to the code's."""

    EMPTY = "empty"
    CURRENT = "current"
    OLDER = "older"
    NEWER = "newer"
    FOREIGN = "foreign"
    INCOMPLETE = "incomplete"


def state_of(connection: Connection, migrations: Path = MIGRATIONS) -> State:
    """Say how the schema of a database compares to the migrations."""
    names = inspect(connection).get_table_names()
    if not names:
        return State.EMPTY
    if _VERSIONS.name not in names:
        return State.FOREIGN
    found = connection.scalars(select(_VERSIONS.c.version_num)).all()
    scripts = ScriptDirectory(str(migrations))
    if list(found) == scripts.get_heads():
        return State.CURRENT if _is_complete(connection) else State.INCOMPLETE
    known = {script.revision for script in scripts.walk_revisions()}
    return State.OLDER if known.issuperset(found) else State.NEWER


def _is_complete(connection: Connection) -> bool:
    """Say whether every table and column that the code uses exists.

    One may be missing in a file that an unreleased version created: a migration may change until it
    is released, and keeps its number.
    """
    found = inspect(connection)
    names = set(found.get_table_names())
    return all(
        each.name in names
        and {column["name"] for column in found.get_columns(each.name)}.issuperset(each.c.keys())
        for each in metadata.sorted_tables
    )


def migrate(connection: Connection, migrations: Path = MIGRATIONS) -> None:
    """Bring the schema up to date, within the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        command.upgrade(config, "head")
