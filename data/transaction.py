"""Units of work in one transaction, each in a savepoint. Runs in the driver's thread."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from data.rows import Row

T = TypeVar("T")

BEGIN: Final = "BEGIN IMMEDIATE"
"""Begins a transaction as a writer: one that begins as a reader could lose an update."""


class Unit:
    """Runs the statements of `data.statements` for a unit of work."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, sql: str, rows: Sequence[Row]) -> int:
        """Run a statement once for each row, and give the total number of affected rows."""
        return self._connection.executemany(sql, rows).rowcount

    def rows(self, sql: str, row: Row | None = None) -> list[tuple[Any, ...]]:
        """Run a query and give all its rows."""
        return self._connection.execute(sql, row or {}).fetchall()


Work = Callable[[Unit], T]
"""A unit of work. It must change nothing but the database, since it may be rolled back. It runs
outside the event loop's thread."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What a unit of work returned."""

    answer: T


@dataclass(frozen=True, slots=True)
class Failed:
    """What a unit of work raised; none of it was written."""

    error: Exception


Outcome = Done[Any] | Failed


def transact(
    connection: sqlite3.Connection,
    works: Sequence[Work[Any]],
    before_commit: Callable[[], None] | None = None,
) -> list[Outcome]:
    """Run units of work in one transaction; a failed one does not undo the others.

    Args:
        connection: the writer's.
        works: the units of work.
        before_commit: raises if nothing may be committed.

    Returns:
        The outcome of each, in order. All is on disk.

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
            # On a full disk and the like, SQLite has rolled back the earlier units as well.
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
    """A transaction for the driver's thread, and its outcomes."""

    def __init__(
        self, works: Sequence[Work[Any]], before_commit: Callable[[], None] | None = None
    ) -> None:
        self._works = works
        self._before_commit = before_commit
        self.outcomes: list[Outcome] = []

    def run(self, connection: sqlite3.Connection) -> None:
        """Run it.

        Raises:
            sqlite3.Error: it failed as a whole; nothing was written.
            Exception: what `before_commit` raised; nothing was written.
        """
        self.outcomes = transact(connection, self._works, self._before_commit)


class ScriptConnection(sqlite3.Connection):
    """An SQLite connection that also takes a whole transaction as a script.

    aiosqlite hands each call to its thread and waits for the answer. A play would take four such
    waits, each as long as a disk access when the machine is busy. A script is handed over in one
    call, so a transaction of any size takes one wait.
    """

    def executescript(self, script: "str | Transaction", /) -> sqlite3.Cursor:
        """Run an SQL script, or a transaction.

        Raises:
            sqlite3.Error: it failed; a transaction has written nothing.
        """
        if isinstance(script, str):
            return super().executescript(script)
        script.run(self)
        return self.cursor()
