"""Copies the database to one file while the bot runs, and restores it while the bot is stopped.

While the bot runs, a plain file copy is not a backup: the newest saves are in SQLite's journal
beside the file. And a backup placed beside an old journal is overwritten by that journal.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from data.connections import reading_connection
from data.errors import (
    BackupExistsError,
    BackupMissingError,
    BackupNotWrittenError,
    BackupUnusableError,
    DatabaseCorruptError,
    DatabaseMissingError,
    NotOurDatabaseError,
)
from data.faults import told_at_start
from data.migrate import MIGRATIONS, State
from data.preparation import locked, require_place, require_readable
from data.presence import JOURNAL
from data.soundness import ENDED_WELL, faulty_table

PAGES_AT_ONCE: Final = 1024
"""Pages copied between two pauses: 4 MiB."""

PAUSE: Final = 0.01
"""The length of each pause in seconds, which leaves the disk to the bot."""

_COPYABLE: Final = (State.CURRENT, State.OLDER)

_ROLLBACK_JOURNAL: Final = "-journal"
_INDEX_OF_JOURNAL: Final = "-shm"
_BELONGING: Final = ("", JOURNAL, _ROLLBACK_JOURNAL)
"""The files of a database: the file itself and its journals, by the suffix of their names."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has done.

    Attributes:
        kept: where the previous database is now; None if there was none.
        older: whether an upgrade is needed before the bot starts.
    """

    kept: Path | None
    older: bool


def back_up(path: Path, target: Path, migrations: Path = MIGRATIONS) -> int:
    """Copy a database as of this moment to a new file; give the size of that file in bytes.

    It takes no lock that the bot would have to wait for. The copy is checked.

    Raises:
        DatabaseProblem: it cannot be read or is damaged, or the copy cannot be written. No copy is
            left behind.
    """
    require_readable(path, migrations, _COPYABLE)
    if target.exists():
        raise BackupExistsError(target)
    with _draft(target) as draft:
        if not _copied(path, draft):
            raise DatabaseCorruptError(path)
        size = draft.stat().st_size
        _put(draft, target)
    return size


def restore(path: Path, backup: Path, moment: datetime, migrations: Path = MIGRATIONS) -> Restored:
    """Replace a database that no process serves by a backup; the previous files are kept.

    Args:
        path: the database, which may be absent or damaged.
        backup: a copy made by `back_up`, or any other sound one.
        moment: now, for the names of the kept files.
        migrations: the scripts that make the schema.

    Raises:
        DatabaseProblem: the backup cannot be used, or the bot runs. Nothing has changed.
    """
    # Replace the target of a symbolic link, not the link.
    path = path.resolve()
    require_place(path)
    older = _usable(path, backup, migrations)
    absent = not path.exists()
    with locked(path):
        try:
            kept = _put_in_place(path, backup, moment)
        except BaseException:
            if absent:
                path.unlink()
            raise
    return Restored(kept, older)


def _put_in_place(path: Path, backup: Path, moment: datetime) -> Path | None:
    with _draft(path) as draft:
        if not _copied(backup, draft):
            raise BackupUnusableError(backup)
        kept = _kept(path, moment)
        for suffix in (JOURNAL, _ROLLBACK_JOURNAL, _INDEX_OF_JOURNAL):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        _put(draft, path)
    return kept


def _usable(path: Path, backup: Path, migrations: Path) -> bool:
    """Say whether a backup has an earlier schema; refuse a file that is not a backup."""
    try:
        state = require_readable(backup, migrations, _COPYABLE)
    except DatabaseMissingError:
        raise BackupMissingError(backup) from None
    except (DatabaseCorruptError, NotOurDatabaseError) as fault:
        raise BackupUnusableError(backup) from fault
    if path.exists() and path.samefile(backup):
        raise BackupUnusableError(backup)
    return state is State.OLDER


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """Create an empty file beside another, readable by this user alone; remove it afterwards."""
    try:
        descriptor, name = tempfile.mkstemp(prefix=f"{target.name}.", dir=target.parent)
    except OSError as fault:
        raise BackupNotWrittenError(target) from fault
    os.close(descriptor)
    draft = Path(name)
    try:
        with told_at_start(target):
            yield draft
    except OSError as fault:
        raise BackupNotWrittenError(target) from fault
    finally:
        draft.unlink(missing_ok=True)


def _copied(source: Path, draft: Path) -> bool:
    """Copy a database as of one moment to disk, and say whether the copy is sound."""
    with closing(reading_connection(source)) as origin, closing(sqlite3.connect(draft)) as copy:
        # The file is new, so a journal has nothing to protect; it is synced at the end.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        # Without a snapshot, every save of the bot would restart the copy.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        origin.backup(copy, pages=PAGES_AT_ONCE, progress=_paused)
        # This makes it one file, without a journal beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"PRAGMA user_version = {ENDED_WELL}")
        # So that it is told from the database itself, if somebody copies it over that.
        copy.execute("PRAGMA application_id = 0")
        copy.commit()
        whole = faulty_table(copy) is None
    descriptor = os.open(draft, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    return whole


def _paused(_status: int, remaining: int, _total: int) -> None:
    if remaining:
        time.sleep(PAUSE)


def _kept(path: Path, moment: datetime) -> Path | None:
    """Give a file a second name; None if there is no file."""
    if not path.stat().st_size:
        return None
    kept = path.with_name(f"{path.name}.before-{moment:%Y%m%d-%H%M%S}")
    if kept.exists():
        raise BackupExistsError(kept)
    for suffix in _BELONGING:
        belonging, name = Path(f"{path}{suffix}"), Path(f"{kept}{suffix}")
        if belonging.exists():
            try:
                name.hardlink_to(belonging)
            except OSError:  # a file system without hard links
                shutil.copy2(belonging, name)
    return kept


def _put(draft: Path, target: Path) -> None:
    """Move a file into place atomically, and sync its folder."""
    draft.replace(target)
    if os.name == "posix":  # Windows cannot open folders
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            with suppress(OSError):  # some file systems cannot sync a folder
                os.fsync(folder)
        finally:
            os.close(folder)
