"""Units of work in SQLite: many in one transaction, each in a savepoint, in the driver's thread."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Any, Final

from data.transaction import Ask, Done, Failed, Outcome, Wanted, Work

BEGIN: Final = "BEGIN IMMEDIATE"
"""Begins a transaction as a writer: one that begins as a reader could lose an update."""


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
    with closing(work()) as unit:
        answer = None
        try:
            while True:
                answer = _answer(connection, unit.send(answer))
        except StopIteration as end:
            return Done(end.value)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever waits for this unit
            return Failed(error)


def _answer(connection: sqlite3.Connection, ask: Ask) -> Any:  # noqa: ANN401 - by `ask.wanted`
    if ask.wanted is Wanted.ROWS:
        return connection.execute(ask.statement.sqlite, ask.rows[0]).fetchall()
    return connection.executemany(ask.statement.sqlite, ask.rows).rowcount


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
