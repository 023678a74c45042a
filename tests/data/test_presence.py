"""A file that is deleted or replaced while it is served: noticed, told once, nothing promised."""
# ruff: noqa: ASYNC240 - files are moved while nothing else runs in the loop

import logging
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.tables.ports import StoreError
from data.backup import back_up
from data.connections import reading_connection
from data.database import Database
from data.presence import Presence, Watch
from data.store import SqlStore
from tests.data.games import TickingClock, begun, lobby, open_tables


def deleted(path: Path) -> None:
    """Delete the database alone."""
    path.unlink()


def all_deleted(path: Path) -> None:
    """Delete the database and what lies beside it."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def moved(path: Path) -> None:
    """Move it away."""
    path.rename(path.with_name("elsewhere"))


def replaced(path: Path) -> None:
    """Put another file in its place."""
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def copied_over(path: Path) -> None:
    """Copy a backup over it, as `cp` does: it is the same file, with other contents."""
    backup = path.with_name("backup")
    back_up(path, backup)
    path.write_bytes(backup.read_bytes())


def emptied(path: Path) -> None:
    """Cut all of it off."""
    os.truncate(path, 0)


def journal_deleted(path: Path) -> None:
    """Delete what was saved and not yet folded into the file."""
    Path(f"{path}-wal").unlink()


@pytest.mark.parametrize(
    "how", [deleted, all_deleted, moved, replaced, copied_over, emptied, journal_deleted]
)
async def test_nothing_is_acknowledged_without_its_file(
    store: SqlStore, path: Path, how: Callable[[Path], None]
) -> None:
    """After the file is gone no save succeeds, and none makes a new file in its place."""
    await store.create(lobby("one"))
    how(path)
    left = set(path.parent.iterdir())
    for name in ("two", "three"):
        with pytest.raises(StoreError, match="deleted or replaced"):
            await store.create(lobby(name))
    assert set(path.parent.iterdir()) == left


async def test_a_file_that_is_put_back_goes_on(store: SqlStore, path: Path) -> None:
    """Nothing is lost where the very file comes back: what failed was not written, the rest is."""
    table = await begun(store, lobby("one"))
    path.rename(path.with_name("aside"))
    with pytest.raises(StoreError):
        await store.create(lobby("two"))
    path.with_name("aside").rename(path)
    other = await store.create(lobby("three"))
    assert [each.id for each in await open_tables(store)] == [table.id, other.id]


async def test_who_reads_at_the_start_is_no_reason_for_alarm(path: Path) -> None:
    """The number of the run is in the journal then, and in the file when that is folded in."""
    async with await Database.open(path):
        pass
    with closing(reading_connection(path)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM tables").fetchone()
        database = await Database.open(path)
    async with database:
        store = SqlStore(database, TickingClock())
        await store.create(lobby("one"))
        with closing(sqlite3.connect(path)) as other:
            folded = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        assert folded == (0, 0, 0)
        await store.create(lobby("two"))


async def test_another_file_is_not_read_in_its_place(path: Path) -> None:
    """A connection that is made after the file was replaced does not show the other's tables."""
    async with await Database.open(path) as database:
        path.rename(path.with_name("aside"))
        path.write_bytes(path.with_name("aside").read_bytes())
        with pytest.raises(StoreError, match="deleted or replaced"):
            async with database.read():
                pass


@pytest.mark.logs_errors
def test_the_operator_is_told_once(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Within a moment of its going the log says what happened and what to do, and no more."""
    caplog.set_level(logging.INFO)
    path.touch()
    looks: list[Path | None] = []

    class Observed(Presence):
        def missing(self) -> Path | None:
            looks.append(super().missing())
            return looks[-1]

    watch = Watch(Observed(path), every=0.01)
    watch.start()
    _until(lambda: len(looks) > 1)
    path.rename(path.with_name("aside"))
    _until(lambda: len(looks) > 10 and looks[-3:] == [path] * 3)
    path.with_name("aside").rename(path)
    _until(lambda: looks[-3:] == [None] * 3)
    watch.stop()
    told = [(record.levelname, str(record.msg)) for record in caplog.records]
    assert [level for level, _ in told] == ["CRITICAL", "WARNING"]
    assert "database_gone" in told[0][1]
    assert str(path) in told[0][1]


def _until(done: Callable[[], bool]) -> None:
    while not done():
        os.sched_yield()


async def test_new_files_are_private(path: Path) -> None:
    """The database and what SQLite keeps beside it are for this user alone."""
    before = os.umask(0)
    try:
        async with await Database.open(path) as database:
            await SqlStore(database, TickingClock()).create(lobby())
            modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}
    assert f"{path.name}-wal" in modes
