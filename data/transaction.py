"""Units of work within one transaction, each behind a savepoint. Runs in the driver's thread."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from data.rows import Row

T = TypeVar("T")

BEGIN: Final = "BEGIN IMMEDIATE"
"""Begins a transaction as a writer: one that began as a reader could lose an update."""


class Unit:
    """What a unit of work may do: run statements of `data.statements` within its transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement once for each row, and give how many rows it touched altogether."""
        return self._connection.executemany(sql, rows).rowcount

    def rows(self, sql: str, row: Row | None = None) -> list[tuple[Any, ...]]:
        """Run a query and give all its rows."""
        return self._connection.execute(sql, row or {}).fetchall()


Work = Callable[[Unit], T]
"""A unit of work. It touches nothing but the database, since it may be rolled back, and runs in
another thread than the event loop's."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What a unit of work has answered."""

    answer: T


@dataclass(frozen=True, slots=True)
class Failed:
    """What a unit of work has raised; nothing of it was written."""

    error: Exception


Outcome = Done[Any] | Failed


def transact(
    connection: sqlite3.Connection,
    works: Sequence[Work[Any]],
    before_commit: Callable[[], None] | None = None,
) -> list[Outcome]:
    """Do units of work in one transaction; one that fails undoes nothing of the others.

    Args:
        connection: where to.
        works: what to do.
        before_commit: raises where nothing may be committed.

    Returns:
        What became of each, in their order. All of it is on disk.

    Raises:
        sqlite3.Error: the transaction failed as a whole; nothing was written.
        Exception: what `before_commit` raised; nothing was written.
    """
    try:
        connection.execute(BEGIN)
        outcomes = [_in_savepoint(connection, work) for work in works]
        if before_commit is not None:
            before_commit()
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.rollback()
        raise
    return outcomes


def _in_savepoint(connection: sqlite3.Connection, work: Work[Any]) -> Outcome:
    connection.execute("SAVEPOINT unit")
    outcome = _attempt(connection, work)
    if isinstance(outcome, Failed):
        if not connection.in_transaction:
            # A full disk or the like: SQLite has undone the units before this one, too.
            raise sqlite3.OperationalError(str(outcome.error)) from outcome.error
        connection.execute("ROLLBACK TO unit")
    connection.execute("RELEASE unit")
    return outcome


def _attempt(connection: sqlite3.Connection, work: Work[Any]) -> Outcome:
    try:
        return Done(work(Unit(connection)))
    except Exception as error:  # noqa: BLE001 - it belongs to whoever waits for this unit
        return Failed(error)


class Transaction:
    """A transaction on its way to the driver's thread, and what became of it."""

    def __init__(
        self, works: Sequence[Work[Any]], before_commit: Callable[[], None] | None = None
    ) -> None:
        self._works = works
        self._before_commit = before_commit
        self.outcomes: list[Outcome] = []

    def run(self, connection: sqlite3.Connection) -> None:
        """Do it.

        Raises:
            sqlite3.Error: it failed as a whole; nothing was written.
            Exception: what `before_commit` raised; nothing was written.
        """
        self.outcomes = transact(connection, self._works, self._before_commit)


class ScriptConnection(sqlite3.Connection):
    """SQLite's connection with one more kind of script: a whole transaction.

    aiosqlite hands each call to its thread and waits for the answer. For a play that would be
    four waits, and each may take as long as the disk when the computer is busy. A script is
    handed over as it is, so a transaction goes that way and takes one wait, however large.
    """

    def executescript(self, script: "str | Transaction", /) -> sqlite3.Cursor:
        """Run a script of SQL, or a transaction.

        Raises:
            sqlite3.Error: it failed; nothing of a transaction was written.
        """
        if isinstance(script, str):
            return super().executescript(script)
        script.run(self)
        return self.cursor()
