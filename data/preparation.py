"""Checks before a database is used: does it exist, is it sound, is it ours, is it current?

Nothing here needs an event loop, since the command that upgrades a database has none.
"""

import sqlite3
from collections.abc import Container, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import structlog
from sqlalchemy import URL, Connection

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
    """Check that a database can be used; create the present schema in an empty one.

    Args:
        path: the file, which exists and may be empty.
        run_number: what tells it from every copy, 0 to 2**31 - 1.
        migrations: the scripts that make the schema.
        busy_seconds: how long to wait for a program that holds SQLite's lock.
        check_at_once: size in bytes of the largest file that is checked here if it was not closed
            cleanly.

    Returns:
        Whether the file still has to be checked: it was not closed cleanly, and is large.

    Raises:
        DatabaseProblem: it cannot be used; the sentence says why and what to do.
    """
    with _examined(path, busy_seconds) as connection:
        unchecked = _number(connection, "user_version") != ENDED_WELL
        # SQLite opens a read-only file as a reader, and complains only at the first write.
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
        Whether it was out of date.

    Raises:
        DatabaseProblem: it cannot be upgraded; the database is unchanged.
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
    compact(path, busy_seconds)
    return True


def compact(path: Path, busy_seconds: float = BUSY_SECONDS) -> None:
    """Write a file anew, without anything that was deleted, and empty its journal.

    Raises:
        DatabaseProblem: it cannot be written now; it is unchanged.
    """
    with told_at_start(path), closing(sqlite3.connect(path, timeout=busy_seconds)) as connection:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def require_readable(
    path: Path, migrations: Path = MIGRATIONS, states: Container[State] = (State.CURRENT,)
) -> State:
    """Refuse a file that this version cannot read; give the state of its schema.

    Only the schema of the file is checked.

    Args:
        path: the file.
        migrations: the scripts that make the schema.
        states: which states are accepted.

    Raises:
        DatabaseProblem: there is none, or this version cannot read it.
    """
    require_file(path)
    with told_at_start(path), reading_engine_now(path).connect() as connection:
        state = usable(path, connection, migrations)
    if state is State.EMPTY:
        raise NotOurDatabaseError(path)
    if state not in states:
        raise DatabaseOlderError(path)
    return state


def usable(place: Path | URL, connection: Connection, migrations: Path) -> State:
    """Give the state of the schema; refuse a database that cannot be used or upgraded."""
    state = state_of(connection, migrations)
    problem = _PROBLEMS.get(state)
    if problem is not None:
        raise problem(place)
    return state


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a database as the only process.

    Raises:
        DatabaseProblem: another process serves it, or its folder cannot be used.
    """
    lock = lock_of(path)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _examined(path: Path, busy_seconds: float) -> Iterator[Connection]:
    """Open a database for writing, in one transaction; set WAL mode if that succeeds."""
    require_place(path)
    engine = plain_engine(path, busy_seconds)
    with told_at_start(path), engine.connect() as connection:
        with connection.begin():
            yield connection
        driver = connection.connection.driver_connection
        assert driver is not None  # noqa: S101 - the connection is open
        # Outside any transaction and last, since the mode is permanent and the file may not be
        # ours.
        driver.execute("PRAGMA journal_mode=WAL").close()


def _require_whole(path: Path, connection: Connection) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise DatabaseCorruptError(path)


def _number(connection: Connection, pragma: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one())


def require_file(path: Path) -> None:
    """Refuse a path without a database to read.

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
