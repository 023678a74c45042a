"""What a process holds of the database that it serves, from before the first query to the end."""

import secrets
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import structlog

from data.connections import BUSY_SECONDS, reading_connection
from data.faults import told_at_start
from data.lock import ProcessLock, lock_of
from data.migrate import MIGRATIONS
from data.preparation import prepare, require_place
from data.presence import Presence, Watch
from data.soundness import CHECKED_AT_ONCE, ENDED_WELL, LaterCheck

_TRIES: Final = 20
_PAUSE: Final = 0.1
"""How often, and how many seconds apart, to try to empty the journal while others read."""

_logger = structlog.get_logger(__name__)


@dataclass(slots=True)
class Custody:
    """The right to serve a database, and the watch over its files.

    Attributes:
        path: the file.
        lock: keeps other processes away.
        keeper: an idle connection; while it is open, the journal stays the same file.
        presence: tells whether the file and its journal are still in place.
        watch: tells the operator when they are not.
        check: checks a large file that was not closed cleanly.
    """

    path: Path
    lock: ProcessLock
    keeper: sqlite3.Connection
    presence: Presence
    watch: Watch
    check: LaterCheck | None
    _ended: bool = False

    @classmethod
    def taken(
        cls,
        path: Path,
        migrations: Path = MIGRATIONS,
        busy_seconds: float = BUSY_SECONDS,
        check_at_once: int = CHECKED_AT_ONCE,
    ) -> Self:
        """Take a database and prepare it; the arguments are those of `data.preparation.prepare`.

        Raises:
            DatabaseProblem: it cannot be used, or another process serves it.
        """
        require_place(path)
        lock = lock_of(path)
        lock.acquire()
        try:
            run_number = secrets.randbits(31)
            unchecked = prepare(path, run_number, migrations, busy_seconds, check_at_once)
            with told_at_start(path):
                keeper = _keeper(path)
                check = LaterCheck(path, reading_connection(path)) if unchecked else None
        except BaseException:
            lock.release()
            raise
        presence = Presence(path, run_number)
        watch = Watch(presence)
        watch.start()
        return cls(path, lock, keeper, presence, watch, check)

    def require(self) -> None:
        """Check that the file is still in place.

        Raises:
            FileGoneError: it was deleted or replaced.
        """
        self.presence.require()

    def scrub(self) -> None:
        """Empty the journal, which holds pages as they were before the last changes.

        Raises:
            sqlite3.Error: it cannot be done now.
        """
        for _ in range(_TRIES):
            [(busy, *_)] = self.keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            if not busy:
                return
            time.sleep(_PAUSE)
        _logger.warning("journal_not_emptied")

    def end(self) -> None:
        """Release the file, marked as closed cleanly if it is sound; a second call does nothing."""
        if self._ended:
            return
        self._ended = True
        self.watch.stop()
        sound = self.check is None or self.check.finish()
        with closing(self.keeper):
            if sound and self.presence.missing() is None:
                self._mark()
        # SQLite closes first: closing any descriptor of the file drops SQLite's own locks on it.
        self.presence.close()
        self.lock.release()

    def _mark(self) -> None:
        try:
            self.keeper.execute(f"PRAGMA user_version = {ENDED_WELL}")
        except sqlite3.Error as error:
            # The next start checks the file once more, which does no harm.
            _logger.warning("database_not_marked", code=error.sqlite_errorname)


def _keeper(path: Path) -> sqlite3.Connection:
    keeper = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        keeper.execute("PRAGMA synchronous=FULL")
        keeper.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except BaseException:
        keeper.close()
        raise
    return keeper
