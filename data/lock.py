"""One process a database: a lock on the file itself, which dies with its process.

A lock on a file beside the database is lost with that file, and knows nothing of a link to the
database from elsewhere. Where the system can lock the database itself without hindering SQLite,
which has locks of its own on it, it is locked itself.
"""

import os
import sys
import threading
from pathlib import Path
from typing import Final, Protocol

from filelock import FileLock, Timeout

from data.errors import DatabaseInUseError, DatabaseReadOnlyError, DatabaseUnreadableError
from data.presence import Identity, identity_of

SUFFIX: Final = ".lock"
"""Comes after the database's name where a file beside it is locked. The file stays; only the lock
on it means something."""

PRIVATE: Final = 0o600
"""Who may read what the bot writes: hands and secrets are in it."""

_TRIES: Final = 5
"""How often to look again for a file that was replaced at the moment of locking."""


class ProcessLock(Protocol):
    """The right of one process to serve a database. A file that is not there is made, empty."""

    def acquire(self) -> None:
        """Take the lock, without waiting for it.

        Raises:
            DatabaseInUseError: another process has it, or this one has the database open already.
            DatabaseReadOnlyError: the file cannot be made.
            DatabaseUnreadableError: the file cannot be opened.
        """
        ...

    def release(self) -> None:
        """Give the lock back, after SQLite has let go; does nothing where it is not held."""
        ...


class LockOfFile:
    """A lock on the database itself, by whatever name it is opened. For Linux alone.

    There, locks by `flock` and those of SQLite do not meet. Elsewhere they do.
    """

    _held: Final[set[Identity]] = set()
    _one_at_a_time: Final = threading.Lock()

    def __init__(self, database: Path) -> None:
        self._database = database
        self._descriptor: int | None = None
        self._identity: Identity | None = None

    def acquire(self) -> None:
        """Take the lock, as `ProcessLock` describes it."""
        with self._one_at_a_time:
            for _ in range(_TRIES):
                # To open the file once more and close it would end SQLite's locks of this process.
                if identity_of(self._database) in self._held:
                    break
                if self._locked():
                    return
        raise DatabaseInUseError(self._database)

    def _locked(self) -> bool:
        """Lock what is at the path now; say whether it is still there afterwards."""
        descriptor = _opened(self._database)
        found = os.fstat(descriptor)
        identity = found.st_dev, found.st_ino
        if not _flock(descriptor):
            os.close(descriptor)
            raise DatabaseInUseError(self._database)
        if identity_of(self._database) != identity:
            os.close(descriptor)
            return False
        self._descriptor, self._identity = descriptor, identity
        self._held.add(identity)
        return True

    def release(self) -> None:
        """Give the lock back, as `ProcessLock` describes it."""
        with self._one_at_a_time:
            if self._descriptor is not None and self._identity is not None:
                os.close(self._descriptor)
                self._held.discard(self._identity)
                self._descriptor = None


class LockBesideFile:
    """A lock on a file beside the database, found through symbolic links as well."""

    def __init__(self, database: Path) -> None:
        self._database = database
        # Not bound to a thread: opening happens in another one than closing.
        beside = f"{database.resolve()}{SUFFIX}"
        self._lock = FileLock(beside, mode=PRIVATE, thread_local=False)

    def acquire(self) -> None:
        """Take the lock, as `ProcessLock` describes it."""
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            raise DatabaseInUseError(self._database) from None
        except OSError as fault:
            raise DatabaseReadOnlyError(self._database) from fault
        try:
            os.close(_opened(self._database))
        except BaseException:
            self._lock.release()
            raise

    def release(self) -> None:
        """Give the lock back, as `ProcessLock` describes it."""
        self._lock.release()


def lock_of(database: Path) -> ProcessLock:
    """Give the lock of a database, of the kind that this system has."""
    return LockOfFile(database) if sys.platform == "linux" else LockBesideFile(database)


def _opened(path: Path) -> int:
    """Open a file to read it, made for nobody else where it is absent; give its descriptor."""
    try:
        return os.open(path, os.O_RDONLY | os.O_CREAT, PRIVATE)
    except OSError as fault:
        problem = DatabaseUnreadableError if path.exists() else DatabaseReadOnlyError
        raise problem(path) from fault


def _flock(descriptor: int) -> bool:
    import fcntl  # noqa: PLC0415 - not on every system

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
