"""Translates errors of databases: for the operator at the start, later for the tables."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.tables.ports import StoreError
from data.errors import (
    DatabaseCorruptError,
    DatabaseFullError,
    DatabaseLockedError,
    DatabaseProblem,
    DatabaseReadOnlyError,
    DatabaseUnreadableError,
    NotOurDatabaseError,
)

PRIMARY: Final = 0xFF
"""The bits of SQLite's extended result code that hold the primary code."""

_PROBLEMS: Final[dict[int, type[DatabaseProblem]]] = {
    sqlite3.SQLITE_BUSY: DatabaseLockedError,
    sqlite3.SQLITE_LOCKED: DatabaseLockedError,
    sqlite3.SQLITE_READONLY: DatabaseReadOnlyError,
    sqlite3.SQLITE_FULL: DatabaseFullError,
    sqlite3.SQLITE_CORRUPT: DatabaseCorruptError,
    sqlite3.SQLITE_NOTADB: NotOurDatabaseError,
    sqlite3.SQLITE_CANTOPEN: DatabaseUnreadableError,
    sqlite3.SQLITE_IOERR: DatabaseUnreadableError,
    sqlite3.SQLITE_PERM: DatabaseUnreadableError,
    sqlite3.SQLITE_AUTH: DatabaseUnreadableError,
}


def driver_fault(error: BaseException | None) -> BaseException | None:
    """Give the driver's error out of SQLAlchemy's wrapper."""
    if not isinstance(error, DBAPIError) or error.orig is None:
        return error
    # SQLAlchemy gives asyncpg's errors a class of its own, with the error itself as the cause.
    return error.orig.__cause__ or error.orig


@contextmanager
def told_at_start(path: Path) -> Iterator[None]:
    """Turn SQLite's error about a file into a sentence for the operator.

    Raises:
        DatabaseProblem: SQLite cannot use the file.
    """
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError) as error:
        code = getattr(driver_fault(error), "sqlite_errorcode", 0) & PRIMARY
        problem = _PROBLEMS.get(code)
        if problem is None:
            raise
        if problem is DatabaseUnreadableError and _readable(path):
            # SQLite also says "cannot open" when it cannot create its journal beside the file.
            problem = DatabaseReadOnlyError
        raise problem(path) from error


def _readable(path: Path) -> bool:
    try:
        with path.open("rb"):
            return True
    except OSError:
        return False


def store_error(cause: BaseException | None) -> StoreError:
    """Make the error that the tables handle, with its cause chained and no stored value shown."""
    fault = StoreError(f"the store failed: {_named(driver_fault(cause))}")
    fault.__cause__ = cause
    return fault


def _named(fault: BaseException | None) -> str:
    if fault is None:
        return "it was interrupted"
    # A server's messages may quote a row.
    quotes = type(fault).__module__.startswith("asyncpg.")
    return type(fault).__name__ if quotes else str(fault)


@contextmanager
def told_to_tables(*more: type[Exception]) -> Iterator[None]:
    """Turn errors of a database or SQLAlchemy into the error that the tables handle.

    Args:
        more: what else a driver raises.

    Raises:
        StoreError: the database cannot be read or written now.
    """
    kinds: tuple[type[Exception], ...] = (sqlite3.Error, SQLAlchemyError, *more)
    try:
        yield
    except kinds as error:
        raise store_error(error) from error
