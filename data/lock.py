"""One process a database: a lock on a file beside it, which dies with its process."""

from pathlib import Path

from filelock import FileLock, Timeout

from data.errors import DatabaseInUseError, DatabaseReadOnlyError

SUFFIX = ".lock"
"""Comes after the database's name. The file stays; only the lock on it means something."""


class ProcessLock:
    """The right of one process to serve a database."""

    def __init__(self, database: Path) -> None:
        self._database = database
        # Not bound to a thread: opening happens in another one than closing.
        self._lock = FileLock(f"{database}{SUFFIX}", thread_local=False)

    def acquire(self) -> None:
        """Take the lock, without waiting for it.

        Raises:
            DatabaseInUseError: another process has it, or this one has the database open already.
            DatabaseReadOnlyError: the lock file cannot be written.
        """
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise DatabaseInUseError(self._database) from None
        except OSError as fault:
            raise DatabaseReadOnlyError(self._database) from fault

    def release(self) -> None:
        """Give the lock back; does nothing where it is not held."""
        self._lock.release()
