"""A copy of the database as one file, made while it is served, and put back while it is not.

A copy by other means is none while the bot runs: what was saved last stands in SQLite's journal
beside the file, and a backup that is put beside an old journal is undone by it.
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
"""Pages that are copied without a pause: 4 MiB."""

PAUSE: Final = 0.01
"""Seconds between them, in which the disk belongs to the bot."""

_COPYABLE: Final = (State.CURRENT, State.OLDER)

_ROLLBACK_JOURNAL: Final = "-journal"
_INDEX_OF_JOURNAL: Final = "-shm"
_BELONGING: Final = ("", JOURNAL, _ROLLBACK_JOURNAL)
"""What holds a database together: the file and, by what comes after its name, its journals."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restoring has done.

    Attributes:
        kept: where what was there before is now; None where nothing was.
        older: whether an upgrade is needed before the bot starts.
    """

    kept: Path | None
    older: bool


def back_up(path: Path, target: Path, migrations: Path = MIGRATIONS) -> int:
    """Copy a database, as it is at this moment, to a file of its own; give the file's bytes.

    It takes no lock that the bot would have to wait for. The copy is looked through.

    Raises:
        DatabaseProblem: it cannot be read or is damaged, or the copy cannot be written; then
            there is none.
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
    """Put a backup in the place of a database that nobody serves; what was there is kept.

    Args:
        path: the database, which may be absent or damaged.
        backup: a copy that `back_up` made, or any other whole one.
        moment: now, for the name of what is kept.
        migrations: the scripts that make the schema.

    Raises:
        DatabaseProblem: the backup cannot be used, or the bot runs; then nothing was changed.
    """
    # What a link leads to is replaced, not the link.
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
    """Say whether a backup has an earlier schema, and refuse what is none."""
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
    """Give an empty file beside another, for this user alone; it is gone afterwards."""
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
    """Copy one moment of a database, and say whether the copy is whole; it is on disk then."""
    with closing(reading_connection(source)) as origin, closing(sqlite3.connect(draft)) as copy:
        # Nothing is there yet that a journal could save; the file is put on disk at the end.
        copy.execute("PRAGMA journal_mode = OFF")
        copy.execute("PRAGMA synchronous = OFF")
        # What is saved meanwhile would let the copy begin again and again.
        origin.execute("BEGIN")
        origin.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        origin.backup(copy, pages=PAGES_AT_ONCE, progress=_paused)
        # One file, which needs nothing beside it to be read.
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
    """Give what is at a path a second name; None where there is nothing."""
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
            except OSError:  # a file system on which a file has one name
                shutil.copy2(belonging, name)
    return kept


def _put(draft: Path, target: Path) -> None:
    """Let a file take its place in one step, and the folder be on disk."""
    draft.replace(target)
    if os.name == "posix":  # elsewhere folders cannot be opened
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            with suppress(OSError):  # some file systems cannot
                os.fsync(folder)
        finally:
            os.close(folder)
