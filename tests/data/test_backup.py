"""A backup made beside whoever plays is one whole file; put back, it is all there is."""
# ruff: noqa: ASYNC240 - files are looked at while nothing else runs in the loop

import asyncio
import os
import random
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.startup import ExitCode
from data import errors
from data.backup import back_up, restore
from data.database import Database
from data.soundness import ENDED_WELL
from data.store import SqlStore
from tests.data.games import TickingClock, begun, lobby, open_tables, played

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
PAGE = 4096


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Give where the backup goes; nothing is there yet, and nothing else in its folder."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "monday.sqlite"


async def filled(path: Path, name: str = "one") -> int:
    """Make a database, or go on with one, and give how many entries the log of its tables has."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        await played(store, await begun(store, lobby(name)), random.Random(1), 20)
    return entries(path)


def entries(path: Path) -> int:
    """Give how many entries all logs have."""
    with closing(sqlite3.connect(path)) as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM log")
    return int(count)


async def test_a_backup_of_a_served_database_has_all_that_was_saved(
    store: SqlStore, path: Path, target: Path
) -> None:
    """What stands in the journal alone is in it, and it is one private file that starts."""
    table = await played(store, await begun(store, lobby()), random.Random(1), 20)
    before = os.umask(0)
    try:
        size = await asyncio.to_thread(back_up, path, target)
    finally:
        os.umask(before)
    assert [each.name for each in target.parent.iterdir()] == [target.name]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert target.stat().st_size == size
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(ENDED_WELL,)]
    async with await Database.open(target) as database:
        assert await open_tables(SqlStore(database, TickingClock())) == [table]


async def test_play_goes_on_during_a_backup(store: SqlStore, path: Path, target: Path) -> None:
    """Saves wait for no backup, which comes to its end however much is saved meanwhile."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) "
            "INSERT INTO facts SELECT i, hex(randomblob(400)) FROM n"
        )
    copying = asyncio.create_task(asyncio.to_thread(back_up, path, target))
    saved = 0
    while not copying.done():
        await begun(store, lobby(f"{saved}"))
        saved += 1
    await copying
    assert saved > 3, "the backup was over before anything was saved"
    assert entries(target) <= entries(path)


async def test_a_backup_writes_over_nothing(path: Path, target: Path) -> None:
    """A file that is there already stays as it is, the database itself among them."""
    await filled(path)
    target.write_text("precious", encoding="utf-8")
    for there in (target, path):
        with pytest.raises(errors.BackupExistsError) as caught:
            back_up(path, there)
        assert str(there) in caught.value.sentence
        assert caught.value.code is ExitCode.CONFIGURATION
    assert target.read_text(encoding="utf-8") == "precious"
    assert entries(path)


async def test_a_backup_of_a_damaged_database_is_none(path: Path, target: Path) -> None:
    """A copy that is not whole is not kept, and the operator is told which file is damaged."""
    await filled(path)
    content = bytearray(path.read_bytes())
    content[4 * PAGE + 100 : 5 * PAGE] = b"\xa5" * (PAGE - 100)
    path.write_bytes(content)
    with pytest.raises(errors.DatabaseCorruptError) as caught:
        back_up(path, target)
    assert str(path) in caught.value.sentence
    assert list(target.parent.iterdir()) == []


def test_a_backup_of_nothing_is_told(path: Path, target: Path) -> None:
    """Without a database there is no backup, and no database is made."""
    with pytest.raises(errors.DatabaseMissingError) as caught:
        back_up(path, target)
    assert caught.value.code is ExitCode.NOT_FOUND
    assert not path.exists()
    assert list(target.parent.iterdir()) == []


async def test_a_backup_into_nowhere_is_told(path: Path, tmp_path: Path) -> None:
    """A folder that does not exist is named."""
    await filled(path)
    with pytest.raises(errors.BackupNotWrittenError):
        back_up(path, tmp_path / "nowhere" / "monday.sqlite")


async def test_what_is_restored_is_all_there_is(path: Path, target: Path) -> None:
    """What came after the backup is gone, be it in the file or in a journal that was left."""
    before = await filled(path)
    back_up(path, target)
    later = await filled(path, "two")
    left_by_a_kill(path, "INSERT INTO facts VALUES ('left', 'in the journal')")
    restored = restore(path, target, NOW)
    assert restored.kept == path.with_name(f"{path.name}.before-20261201-093000")
    assert not restored.older
    assert not Path(f"{path}-wal").exists()
    assert not Path(f"{path}-shm").exists()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert entries(path) == before
    with closing(sqlite3.connect(restored.kept)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchall() == [(later,)]
        found = connection.execute("SELECT value FROM facts WHERE name = 'left'").fetchall()
        assert found == [("in the journal",)]
    assert await filled(path, "three") > before
    assert entries(target) == before


def left_by_a_kill(path: Path, sql: str) -> None:
    """Write something that stands in the journal alone, as a killed process leaves it."""
    child = os.fork()
    if not child:
        connection = sqlite3.connect(path)
        connection.execute(sql)
        connection.commit()
        os._exit(0)
    os.waitpid(child, 0)
    assert Path(f"{path}-wal").stat().st_size


async def test_a_restore_to_an_empty_place(path: Path, target: Path, tmp_path: Path) -> None:
    """On a new computer the backup alone is enough."""
    await filled(path)
    back_up(path, target)
    new = tmp_path / "new.sqlite"
    assert restore(new, target, NOW).kept is None
    assert entries(new) == entries(path)


async def test_a_damaged_database_is_restored(path: Path, target: Path) -> None:
    """What cannot even be opened is replaced, and kept."""
    before = await filled(path)
    back_up(path, target)
    path.write_bytes(b"\xa5" * 3 * PAGE)
    kept = restore(path, target, NOW).kept
    assert entries(path) == before
    assert kept is not None
    assert kept.read_bytes() == b"\xa5" * 3 * PAGE


async def test_a_running_bot_is_not_restored_under(path: Path, target: Path) -> None:
    """While a process serves the database nothing is replaced, through a link neither."""
    await filled(path)
    back_up(path, target)
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    async with await Database.open(path) as database:
        for name in (path, link):
            with pytest.raises(errors.DatabaseInUseError):
                restore(name, target, NOW)
        await SqlStore(database, TickingClock()).create(lobby("still here"))
    assert not list(path.parent.glob("*.before-*"))


async def test_a_link_leads_to_what_is_restored(path: Path, target: Path) -> None:
    """Where DATABASE_PATH is a link, what it leads to is replaced."""
    before = await filled(path)
    back_up(path, target)
    await filled(path, "two")
    link = path.with_name("link.sqlite")
    link.symlink_to(path)
    restore(link, target, NOW)
    assert link.is_symlink()
    assert entries(path) == entries(link) == before


def cut_off(content: bytes) -> bytes:
    """Keep the first half, as of a copy that broke off."""
    return content[: len(content) // 2 // PAGE * PAGE]


@pytest.mark.parametrize("spoilt", [cut_off, lambda _: b"", lambda _: b"a list of recipes" * 500])
async def test_a_bad_backup_changes_nothing(path: Path, target: Path, spoilt: object) -> None:
    """A backup that is cut off, empty or something else is refused before anything is touched."""
    before = await filled(path)
    back_up(path, target)
    assert callable(spoilt)
    target.write_bytes(spoilt(target.read_bytes()))
    for place in (path, path.with_name("new.sqlite")):
        with pytest.raises(errors.DatabaseProblem) as caught:
            restore(place, target, NOW)
        assert str(target) in caught.value.sentence
        assert "Nothing was changed" in caught.value.sentence
    assert entries(path) == before
    assert {each.name for each in path.parent.iterdir()} == {path.name, "backups"}


async def test_the_database_is_no_backup_of_itself(path: Path) -> None:
    """To name the database twice is refused."""
    await filled(path)
    with pytest.raises(errors.BackupUnusableError):
        restore(path, path, NOW)
    assert entries(path)


async def test_a_backup_of_a_later_version_is_refused(path: Path, target: Path) -> None:
    """What this version could not start with is not put in place."""
    await filled(path)
    back_up(path, target)
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(errors.DatabaseNewerError):
        restore(path, target, NOW)


async def test_a_backup_of_an_earlier_version_is_told(path: Path, target: Path) -> None:
    """It is put in place, with word that an upgrade comes next; it can be backed up as well."""
    await filled(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
    back_up(path, target)
    assert restore(path, target, NOW).older
