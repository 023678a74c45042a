"""Whether the files of the open database are still in place.

A process can go on writing to a file that was deleted or replaced: SQLite reports no error, and the
data is lost when the process ends. So nothing counts as saved unless the files are still in place
and the database still holds the number of this run, which a copy over the file changes.
"""

import os
import sys
import threading
from pathlib import Path
from typing import Final

import structlog

from bot.tables.ports import StoreError

_logger = structlog.get_logger(__name__)

WATCHED_EVERY: Final = 2.0
"""Seconds between two checks while nobody plays."""

JOURNAL: Final = "-wal"
"""The suffix of the write-ahead log, which holds saves that are not yet in the database file."""

_NUMBER_AT: Final = 68
_NUMBER_BYTES: Final = 4
"""Where the header of an SQLite file holds the `application_id`, here the number of the run."""

Identity = tuple[int, int]
"""A file's device and inode, which identify it under any name."""


class FileGoneError(StoreError):
    """The database or its journal was deleted or replaced; nothing can be saved or read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name} was deleted or replaced while it was open")
        self.path = path


def identity_of(path: Path) -> Identity | None:
    """Identify the file at a path; None if there is none, or it cannot be reached."""
    try:
        found = os.stat(path)  # noqa: PTH116 - before every commit: half the time of Path's own
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Presence:
    """Knows which files were opened. Safe to call from any thread."""

    def __init__(self, database: Path, run_number: int = 0) -> None:
        """Note which files exist; an absent journal is not missed later.

        Args:
            database: the file.
            run_number: its `application_id`, 0 to 2**31 - 1; it may not be in the file yet.
        """
        paths = (database, Path(f"{database}{JOURNAL}"))
        noted = [(path, identity_of(path)) for path in paths]
        self._files = [(path, identity) for path, identity in noted if identity is not None]
        self._database = database
        self._descriptor = os.open(database, os.O_RDONLY)
        # While the file is being read, the last write may be in the journal only.
        self._numbers = {self._number(), run_number.to_bytes(_NUMBER_BYTES, "big")}

    def missing(self) -> Path | None:
        """Give the first path that no longer leads to the opened file, or None."""
        for path, identity in self._files:
            if identity_of(path) != identity:
                return path
        return None if self._number() in self._numbers else self._database

    def require(self) -> None:
        """Check that the files are in place.

        Raises:
            FileGoneError: one was deleted or replaced.
        """
        gone = self.missing()
        if gone is not None:
            raise FileGoneError(gone)

    def close(self) -> None:
        """Close the descriptor, after SQLite: closing it drops SQLite's own locks on the file."""
        os.close(self._descriptor)

    def _number(self) -> bytes:
        if sys.platform == "win32":  # Windows does not let anyone overwrite an open file
            return b""
        return os.pread(self._descriptor, _NUMBER_BYTES, _NUMBER_AT)


class Watch:
    """Checks every few seconds that the files are in place, and warns the operator once.

    The process goes on: while it lives, a moved file can be put back, and a deleted one recovered
    from the open descriptor. If it exited, a supervisor would restart it with a new, empty
    database.
    """

    def __init__(self, presence: Presence, every: float = WATCHED_EVERY) -> None:
        self._presence = presence
        self._every = every
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-watch", daemon=True)

    def start(self) -> None:
        """Start checking."""
        self._thread.start()

    def stop(self) -> None:
        """Stop checking."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        told = False
        while not self._stopped.wait(self._every):
            gone = self._presence.missing()
            if gone is not None and not told:
                _logger.critical(
                    "database_gone",
                    path=str(gone),
                    meaning="it was deleted or replaced while the bot runs; nothing is saved now",
                    remedy=(
                        "put back the very file, and all goes on; or stop the bot and restore a "
                        "backup with `db restore`. "
                        f"Until it stops, /proc/{os.getpid()}/fd still has the old file."
                    ),
                )
            elif gone is None and told:
                _logger.warning("database_back")
            told = gone is not None
