"""Whether a file is whole, and the mark by which the next start knows that it need not look.

To look takes long: all of the file is read. After an end in order there is nothing to find, so an
end in order leaves a mark. After any other end a small file is looked through before it is used,
and a large one meanwhile, table by table.
"""

import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import structlog

from data.faults import PRIMARY

_logger = structlog.get_logger(__name__)

IN_USE: Final = 0
"""`user_version` of a file that is served, or was when its process ended; new files have it."""

ENDED_WELL: Final = 1
"""`user_version` of a file that was whole, and that nobody has served since."""

CHECKED_AT_ONCE: Final = 32 * 1024 * 1024
"""Bytes of the largest file that is looked through before it is used: half a second's work."""

_NICENESS: Final = 10
"""How much looking gives way to answering."""


def faulty_table(
    connection: sqlite3.Connection, stopped: Callable[[], bool] = lambda: False
) -> str | None:
    """Look through a database, and give the first table that is damaged, or None.

    Each table is a transaction of its own, so that none lasts for long.

    Args:
        connection: to the file.
        stopped: asked before each table whether to break off.

    Raises:
        sqlite3.Error: it cannot be read, or it was interrupted or stopped.
    """
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    for (name,) in found.fetchall():
        if stopped():
            raise sqlite3.OperationalError("stopped")
        if not _is_whole(connection, name):
            return str(name)
    return None


def _is_whole(connection: sqlite3.Connection, table: str) -> bool:
    quoted = table.replace("'", "''")
    try:
        [(said, *_), *_] = connection.execute(f"PRAGMA quick_check('{quoted}')").fetchall()
    except sqlite3.DatabaseError as error:
        # What is damaged at its root is not even described.
        if error.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_CORRUPT:
            return False
        raise
    return bool(said == "ok")


class LaterCheck:
    """Looks through a database beside the process that serves it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Begin; what is found is logged once for the operator.

        Args:
            path: the file.
            connection: to it, by `reading_connection`; it is closed when all was looked at.
        """
        self._path = path
        self._connection = connection
        self._stopped = False
        self._sound = False
        self._thread = threading.Thread(target=self._run, name="store-check", daemon=True)
        self._thread.start()

    def finish(self) -> bool:
        """Break off what is not done, and say whether everything was looked at and is whole."""
        self._stopped = True
        while self._thread.is_alive():
            with suppress(sqlite3.ProgrammingError):  # closed in this very moment
                self._connection.interrupt()
            self._thread.join(0.05)
        return self._sound

    def _run(self) -> None:
        _give_way()
        with closing(self._connection):
            try:
                faulty = faulty_table(self._connection, lambda: self._stopped)
            except sqlite3.Error as error:
                if not self._stopped:
                    self._tell(None, error)
                return
        if faulty is None:
            self._sound = True
            _logger.info("database_checked", path=str(self._path))
        else:
            self._tell(faulty, None)

    def _tell(self, table: str | None, error: sqlite3.Error | None) -> None:
        _logger.error(
            "database_damaged",
            path=str(self._path),
            part=table,
            code=getattr(error, "sqlite_errorname", None),
            remedy="stop the bot, and restore a backup: python -m bot db restore FILE",
        )


def _give_way() -> None:
    if sys.platform == "linux":  # where a thread has a niceness of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
