"""Whether the files that were opened are still where they were.

A file that was deleted or replaced can still be written to by whoever has it open: SQLite says
that all is well, and what it has written is gone with the process. So nothing is said to be saved
unless the files are still in their place, and the database still holds the number of this run:
another one that is copied over it leaves the file itself where it was.
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
"""Seconds between two looks, for the time when nobody plays."""

JOURNAL: Final = "-wal"
"""Comes after the database's name. It holds what is saved and not yet folded into the database."""

_NUMBER_AT: Final = 68
_NUMBER_BYTES: Final = 4
"""Where the header of an SQLite file holds the `application_id`, the number of the run."""

Identity = tuple[int, int]
"""A file's device and number: what it is, wherever it is and whatever it is called."""


class FileGoneError(StoreError):
    """The database or its journal was deleted or replaced; nothing can be saved or read."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path.name} was deleted or replaced while it was open")
        self.path = path


def identity_of(path: Path) -> Identity | None:
    """Say which file is at a path; None where there is none, or none that can be reached."""
    try:
        found = os.stat(path)  # noqa: PTH116 - before every commit: half the time of Path's own
    except OSError:
        return None
    return found.st_dev, found.st_ino


class Presence:
    """Knows which files were opened. May be asked from any thread."""

    def __init__(self, database: Path, run_number: int = 0) -> None:
        """Note which files are there; a journal that is absent is not missed later.

        Args:
            database: the file.
            run_number: its `application_id`, 0 to 2**31 - 1. It need not be in the file yet.
        """
        paths = (database, Path(f"{database}{JOURNAL}"))
        noted = [(path, identity_of(path)) for path in paths]
        self._files = [(path, identity) for path, identity in noted if identity is not None]
        self._database = database
        self._descriptor = os.open(database, os.O_RDONLY)
        # While somebody reads the file, what was written last stands in the journal alone.
        self._numbers = {self._number(), run_number.to_bytes(_NUMBER_BYTES, "big")}

    def missing(self) -> Path | None:
        """Give the first path at which there is no longer what was opened, or None."""
        for path, identity in self._files:
            if identity_of(path) != identity:
                return path
        return None if self._number() in self._numbers else self._database

    def require(self) -> None:
        """Refuse to go on without the files.

        Raises:
            FileGoneError: one was deleted or replaced.
        """
        gone = self.missing()
        if gone is not None:
            raise FileGoneError(gone)

    def close(self) -> None:
        """Let go of the database, after SQLite: this would end SQLite's own locks on it."""
        os.close(self._descriptor)

    def _number(self) -> bytes:
        if sys.platform == "win32":  # there nobody writes over a file that is open
            return b""
        return os.pread(self._descriptor, _NUMBER_BYTES, _NUMBER_AT)


class Watch:
    """Looks every few seconds whether the files are there, and tells the operator once.

    The process goes on: as long as it lives a file that was only moved can be put back, and a
    deleted one be copied from what it holds open. If it ended, a supervisor would start it
    again, and with a new, empty database.
    """

    def __init__(self, presence: Presence, every: float = WATCHED_EVERY) -> None:
        self._presence = presence
        self._every = every
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-watch", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
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
