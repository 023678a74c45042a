"""Whether a file is sound, and the mark that spares the next start the check.

The check is slow, since it reads the whole file. A clean close leaves a mark that makes it
unnecessary. Without the mark a small file is checked before use, and a large one while the bot
runs, table by table.
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
"""`user_version` of a file that is being served, or was not closed cleanly; new files have it."""

ENDED_WELL: Final = 1
"""`user_version` of a file that was sound when it was last closed."""

CHECKED_AT_ONCE: Final = 32 * 1024 * 1024
"""Size in bytes of the largest file that is checked before use: half a second of work."""

_NICENESS: Final = 10
"""The niceness of the thread that checks, so that presses are answered first."""


def faulty_table(
    connection: sqlite3.Connection, stopped: Callable[[], bool] = lambda: False
) -> str | None:
    """Check a database, and give the first damaged table, or None.

    Each table is checked in its own transaction, so that none lasts long.

    Args:
        connection: to the file.
        stopped: called before each table; True stops the check.

    Raises:
        sqlite3.Error: it cannot be read, or the check was interrupted or stopped.
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
        # A table whose root page is damaged is missing from the schema.
        if error.sqlite_errorcode & PRIMARY == sqlite3.SQLITE_CORRUPT:
            return False
        raise
    return bool(said == "ok")


class LaterCheck:
    """Checks a database in a thread while it is served."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Start checking; damage is logged once for the operator.

        Args:
            path: the file.
            connection: to it, by `reading_connection`; it is closed when the check ends.
        """
        self._path = path
        self._connection = connection
        self._stopped = False
        self._sound = False
        self._thread = threading.Thread(target=self._run, name="store-check", daemon=True)
        self._thread.start()

    def finish(self) -> bool:
        """Stop the check, and say whether it was complete and found no damage."""
        self._stopped = True
        while self._thread.is_alive():
            with suppress(sqlite3.ProgrammingError):  # closed at this very moment
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
    if sys.platform == "linux":  # only Linux has a niceness per thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
