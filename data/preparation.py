"""What happens before a database is used: is it there, is it whole, is it ours, is it current?

All of it runs without an event loop, since the command that upgrades a database has none.
"""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import Connection

from data.connections import BUSY_SECONDS, plain_engine, reading_engine_now
from data.errors import (
    DatabaseCorruptError,
    DatabaseIncompleteError,
    DatabaseMissingDirectoryError,
    DatabaseMissingError,
    DatabaseNewerError,
    DatabaseOlderError,
    DatabaseUnreadableError,
    NotOurDatabaseError,
)
from data.faults import told_at_start
from data.lock import lock_of
from data.migrate import MIGRATIONS, State, migrate, state_of
from data.soundness import CHECKED_AT_ONCE, ENDED_WELL, IN_USE

_logger = structlog.get_logger(__name__)

_PROBLEMS: Final = {
    State.NEWER: DatabaseNewerError,
    State.FOREIGN: NotOurDatabaseError,
    State.INCOMPLETE: DatabaseIncompleteError,
}


def prepare(
    path: Path,
    run_number: int,
    migrations: Path = MIGRATIONS,
    busy_seconds: float = BUSY_SECONDS,
    check_at_once: int = CHECKED_AT_ONCE,
) -> bool:
    """Check that a database can be used, and give an empty one the present schema.

    Args:
        path: the file, which exists and may be empty.
        run_number: what tells it from every copy, 0 to 2**31 - 1.
        migrations: the scripts that make the schema.
        busy_seconds: how long to wait for a program that holds SQLite's lock.
        check_at_once: bytes of the largest file that is looked through here after an end that was
            not clean.

    Returns:
        Whether the file has yet to be looked through: its last end was not clean, and it is large.

    Raises:
        DatabaseProblem: it cannot be used; the sentence says why and what to do.
    """
    with _examined(path, busy_seconds) as connection:
        unchecked = _number(connection, "user_version") != ENDED_WELL
        # Of a file that it cannot write, SQLite begins as a reader and says so at a write.
        connection.exec_driver_sql(f"PRAGMA user_version = {IN_USE}")
        connection.exec_driver_sql(f"PRAGMA application_id = {run_number}")
        size = _number(connection, "page_count") * _number(connection, "page_size")
        if unchecked and size <= check_at_once:
            _require_whole(path, connection)
            unchecked = False
        state = usable(path, connection, migrations)
        if state is State.OLDER:
            raise DatabaseOlderError(path)
        if state is State.EMPTY:
            migrate(connection, migrations)
            _logger.info("database_made", path=str(path))
    return unchecked


def upgrade(path: Path, migrations: Path = MIGRATIONS, busy_seconds: float = BUSY_SECONDS) -> bool:
    """Bring the schema of a database up to date; an absent one is created.

    Returns:
        Whether there was anything to do.

    Raises:
        DatabaseProblem: it cannot be done; the database is as it was.
    """
    require_place(path)
    with locked(path), _examined(path, busy_seconds) as connection:
        connection.exec_driver_sql(f"PRAGMA user_version = {IN_USE}")
        _require_whole(path, connection)
        state = usable(path, connection, migrations)
        if state is State.CURRENT:
            return False
        migrate(connection, migrations)
        if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            raise DatabaseCorruptError(path)
        return True


def require_readable(
    path: Path, migrations: Path = MIGRATIONS, states: Container[State] = (State.CURRENT,)
) -> State:
    """Refuse to read a file in which this version finds nothing; give how its schema stands.

    Nothing of the file but its schema is looked at.

    Args:
        path: the file.
        migrations: the scripts that make the schema.
        states: which states will do.

    Raises:
        DatabaseProblem: there is none, or it cannot be read by this version.
    """
    require_file(path)
    with told_at_start(path), reading_engine_now(path).connect() as connection:
        state = usable(path, connection, migrations)
    if state is State.EMPTY:
        raise NotOurDatabaseError(path)
    if state not in states:
        raise DatabaseOlderError(path)
    return state


def usable(path: Path, connection: Connection, migrations: Path) -> State:
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
    lock = lock_of(path)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _examined(path: Path, busy_seconds: float) -> Iterator[Connection]:
    """Open a database for writing, in one transaction; where it ends well, in WAL mode."""
    require_place(path)
    engine = plain_engine(path, busy_seconds)
    with told_at_start(path), engine.connect() as connection:
        with connection.begin():
            yield connection
        driver = connection.connection.driver_connection
        assert driver is not None  # noqa: S101 - the connection is open
        # Outside of transactions, and last: it stays with the file, which could be another's.
        driver.execute("PRAGMA journal_mode=WAL").close()


def _require_whole(path: Path, connection: Connection) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise DatabaseCorruptError(path)


def _number(connection: Connection, pragma: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one())


def require_file(path: Path) -> None:
    """Refuse a path at which there is nothing to read.

    Raises:
        DatabaseProblem: its folder does not exist, or there is no file, or an empty one.
    """
    require_place(path)
    if not path.exists() or not path.stat().st_size:
        raise DatabaseMissingError(path)


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
