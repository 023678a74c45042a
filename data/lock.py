"""One process per database: a lock on the file itself, released when its process dies.

A separate lock file can be deleted, and does not protect a database that is reached through a link
elsewhere. So the database itself is locked wherever that does not interfere with the locks that
SQLite holds on it.
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
"""The suffix of the lock file, where one is used. The file stays; only the lock on it counts."""

PRIVATE: Final = 0o600
"""The permissions of the bot's files, which contain hands and secrets."""

_TRIES: Final = 5
"""How often to retry when the file is replaced at the moment of locking."""


class ProcessLock(Protocol):
    """The right of one process to serve a database. An absent file is created, empty."""

    def acquire(self) -> None:
        """Take the lock, without waiting for it.

        Raises:
            DatabaseInUseError: another process holds it, or this one has the database open already.
            DatabaseReadOnlyError: the file cannot be created.
            DatabaseUnreadableError: the file cannot be opened.
        """
        ...

    def release(self) -> None:
        """Release the lock, after SQLite has closed the file; does nothing if it is not held."""
        ...


class LockOfFile:
    """A lock on the database itself, whatever name it is opened by. For Linux only.

    On Linux, `flock` and SQLite's locks do not interfere; elsewhere they do.
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
                # Opening and closing the file again would drop this process's SQLite locks.
                if identity_of(self._database) in self._held:
                    break
                if self._locked():
                    return
        raise DatabaseInUseError(self._database)

    def _locked(self) -> bool:
        """Lock the file at the path; say whether it is still the same file afterwards."""
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
    """A lock on a file beside the database; symbolic links are resolved."""

    def __init__(self, database: Path) -> None:
        self._database = database
        # The lock is opened in one thread and closed in another.
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
    """Give the lock of a database, of the kind that this system supports."""
    return LockOfFile(database) if sys.platform == "linux" else LockBesideFile(database)


def _opened(path: Path) -> int:
    """Open a file for reading, created for this user alone if absent; give its descriptor."""
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
