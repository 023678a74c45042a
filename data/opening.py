"""What happens before a database is used: is it there, is it whole, is it ours, is it current?

All of it runs without an event loop, since the command that upgrades a database has none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from data.errors import (
    DatabaseCorruptError,
    DatabaseIncompleteError,
    DatabaseMissingDirectoryError,
    DatabaseNewerError,
    DatabaseOlderError,
    DatabaseUnreadableError,
    NotOurDatabaseError,
)
from data.faults import told_at_start
from data.lock import ProcessLock
from data.migrate import MIGRATIONS, State, migrate, plain_engine, state_of

BUSY_SECONDS: Final = 2.0
"""How long to wait for a lock of SQLite that another program holds. A press must be answered
within three seconds."""

_PROBLEMS: Final = {
    State.NEWER: DatabaseNewerError,
    State.FOREIGN: NotOurDatabaseError,
    State.INCOMPLETE: DatabaseIncompleteError,
}


def prepare(path: Path, migrations: Path = MIGRATIONS, busy_seconds: float = BUSY_SECONDS) -> None:
    """Check that a database can be used, and give an empty one the present schema.

    Raises:
        DatabaseProblem: it cannot be used; the sentence says why and what to do.
    """
    with _examined(path, busy_seconds) as connection:
        state = _usable(path, connection, migrations)
        if state is State.OLDER:
            raise DatabaseOlderError(path)
        if state is State.EMPTY:
            migrate(connection, migrations)


def upgrade(path: Path, migrations: Path = MIGRATIONS, busy_seconds: float = BUSY_SECONDS) -> bool:
    """Bring the schema of a database up to date; an absent one is created.

    Returns:
        Whether there was anything to do.

    Raises:
        DatabaseProblem: it cannot be done; the database is as it was.
    """
    require_place(path)
    with locked(path), _examined(path, busy_seconds) as connection:
        state = _usable(path, connection, migrations)
        if state is State.CURRENT:
            return False
        migrate(connection, migrations)
        if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            raise DatabaseCorruptError(path)
        return True


def _usable(path: Path, connection: Connection, migrations: Path) -> State:
    """Say how the schema stands, and refuse a file that nothing can be done with."""
    state = state_of(connection, migrations)
    problem = _PROBLEMS.get(state)
    if problem is not None:
        raise problem(path)
    return state


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a database as the only process.

    Raises:
        DatabaseProblem: another process has it, or its folder cannot be used.
    """
    lock = ProcessLock(path)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _examined(path: Path, busy_seconds: float) -> Iterator[Connection]:
    """Open a sound database for writing, in one transaction; where it ends well, in WAL mode."""
    require_place(path)
    engine = plain_engine(path, busy_seconds)
    with told_at_start(path), engine.connect() as connection:
        with connection.begin():
            # Of a file that it cannot write, SQLite begins as a reader and says so at a write.
            connection.exec_driver_sql("PRAGMA user_version = 0")
            if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                raise DatabaseCorruptError(path)
            yield connection
        driver = connection.connection.driver_connection
        assert driver is not None  # noqa: S101 - the connection is open
        # Outside of transactions, and last: it stays with the file, which could be another's.
        driver.execute("PRAGMA journal_mode=WAL").close()


def require_place(path: Path) -> None:
    """Refuse a path that cannot hold a database.

    Raises:
        DatabaseProblem: its folder does not exist, or it is a folder itself.
    """
    try:
        if not path.parent.is_dir():
            raise DatabaseMissingDirectoryError(path)
        if path.exists() and not path.is_file():
            raise DatabaseUnreadableError(path)
    except OSError as fault:
        raise DatabaseUnreadableError(path) from fault
