"""A file that cannot be used is told in one plain sentence, with a number for scripts."""
# ruff: noqa: ASYNC240 - files are prepared and looked at while nothing else runs in the loop

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

from bot.startup import ExitCode, StartupError
from bot.tables.ports import StoreError
from data import errors
from data.database import Database
from data.faults import told_at_start
from data.lock import lock_of
from data.migrate import MIGRATIONS
from data.preparation import upgrade
from data.store import SqlStore
from tests.data.games import TickingClock, begun, lobby, open_tables

NOBODY: Final = 65534
BUSY_SECONDS: Final = 0.05
PAGE: Final = 4096

HEAD: Final = max(each.name[:4] for each in (MIGRATIONS / "versions").glob("*.py"))

NEXT_MIGRATION: Final = f'''
"""A later version of the schema, for tests."""

from alembic import op

revision = "9999"
down_revision = "{HEAD}"


def upgrade():
    op.execute("ALTER TABLE tables ADD COLUMN nickname TEXT")
'''

BROKEN_MIGRATION: Final = f'{NEXT_MIGRATION}    op.execute("DROP TABLE nowhere")\n'


async def refusal(path: Path, migrations: Path = MIGRATIONS) -> errors.DatabaseProblem:
    """Try to open a database, and give why that cannot be."""
    with pytest.raises(errors.DatabaseProblem) as caught:
        await Database.open(path, migrations=migrations, busy_seconds=BUSY_SECONDS)
    problem = caught.value
    assert isinstance(problem, StartupError)
    assert str(path) in problem.sentence
    assert problem.sentence.endswith(".")
    assert "\n" not in problem.sentence
    return problem


def migrations_with(folder: Path, following: str) -> Path:
    """Give the migrations of a version of the bot that is one ahead."""
    later = shutil.copytree(MIGRATIONS, folder / "migrations")
    (later / "versions" / "9999_later.py").write_text(following, encoding="utf-8")
    return later


@contextmanager
def without_root(path: Path) -> Iterator[None]:
    """Give up the rights of root for a while: root may write to what is read-only."""
    if os.geteuid() != 0:
        yield
        return
    for each in path.parent.iterdir():
        os.chown(each, NOBODY, NOBODY)
    os.chown(path.parent, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Give a folder that other users can reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        for each in (folder, *folder.iterdir()):
            each.chmod(0o755)


async def filled(path: Path) -> None:
    """Make a database with a table in it."""
    async with await Database.open(path) as database:
        await begun(SqlStore(database, TickingClock()), lobby())


async def test_an_absent_file_is_made(path: Path) -> None:
    """A first start needs no other step: the file appears, with the present schema."""
    await filled(path)
    async with await Database.open(path) as database:
        assert len(await open_tables(SqlStore(database, TickingClock()))) == 1


async def test_an_empty_file_is_filled(path: Path) -> None:
    """A file of no bytes, as `touch` makes it, is given the schema."""
    path.touch()
    await filled(path)
    assert not upgrade(path)


async def test_a_closed_database_leaves_one_file(path: Path) -> None:
    """Closing folds the journal into the file, so that copying the one file is a backup."""
    await filled(path)
    assert [each.name for each in path.parent.iterdir()] == [path.name]


async def test_a_later_schema_is_refused(path: Path, tmp_path: Path) -> None:
    """What a later version has written is left alone, by `run` and by `db upgrade`."""
    later = migrations_with(tmp_path, NEXT_MIGRATION)
    assert upgrade(path, later)
    problem = await refusal(path)
    assert type(problem) is errors.DatabaseNewerError
    assert problem.code is ExitCode.DATABASE_TOO_NEW
    with pytest.raises(errors.DatabaseNewerError):
        upgrade(path)


async def test_an_earlier_schema_is_upgraded_on_demand(path: Path, tmp_path: Path) -> None:
    """`run` names the command that upgrades; the command does, once, and keeps what is there."""
    await filled(path)
    later = migrations_with(tmp_path, NEXT_MIGRATION)
    problem = await refusal(path, later)
    assert type(problem) is errors.DatabaseOlderError
    assert problem.code is ExitCode.DATABASE_TOO_OLD
    assert "python -m bot db upgrade" in problem.sentence
    assert upgrade(path, later)
    assert not upgrade(path, later)
    async with await Database.open(path, migrations=later) as database:
        [table] = await open_tables(SqlStore(database, TickingClock()))
        assert table.game is not None
        async with database.read() as connection:
            found = await connection.exec_driver_sql("SELECT nickname FROM tables")
            assert found.scalars().all() == [None]


async def test_a_migration_that_breaks_off_leaves_nothing(path: Path, tmp_path: Path) -> None:
    """A fault in the middle of an upgrade leaves the file as it was, usable as before."""
    await filled(path)
    later = migrations_with(tmp_path, BROKEN_MIGRATION)
    with pytest.raises(Exception, match="no such table: nowhere"):
        upgrade(path, later)
    async with await Database.open(path) as database:
        assert len(await open_tables(SqlStore(database, TickingClock()))) == 1


async def test_an_upgrade_makes_an_absent_file(path: Path) -> None:
    """`db upgrade` before the first start makes the file; afterwards there is nothing to do."""
    assert upgrade(path)
    assert not upgrade(path)


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    """An SQLite file with tables of another program is refused, not filled with ours."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    problem = await refusal(path)
    assert type(problem) is errors.NotOurDatabaseError
    assert problem.code is ExitCode.DATABASE_UNREADABLE
    with pytest.raises(errors.NotOurDatabaseError):
        upgrade(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change", ["DROP TABLE prompts", "ALTER TABLE tables RENAME COLUMN level TO strength"]
)
async def test_an_unreleased_version_of_the_schema_is_told(path: Path, change: str) -> None:
    """A file with the present number and less than the present schema is told at the start."""
    await filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(change)
    problem = await refusal(path)
    assert type(problem) is errors.DatabaseIncompleteError
    assert problem.code is ExitCode.DATABASE_UNREADABLE
    with pytest.raises(errors.DatabaseIncompleteError):
        upgrade(path)


async def test_what_is_no_database_is_refused(path: Path) -> None:
    """A text file stays as it is."""
    text = "Dear diary, today we played spades. " * 100
    path.write_text(text, encoding="utf-8")
    assert type(await refusal(path)) is errors.NotOurDatabaseError
    assert path.read_text(encoding="utf-8") == text


def overwrite(path: Path, page: int) -> None:
    """Overwrite a page of a database, but for its first bytes."""
    content = bytearray(path.read_bytes())
    start = (page - 1) * PAGE + 100
    content[start : page * PAGE] = b"\xa5" * (page * PAGE - start)
    path.write_bytes(content)


def ended_badly(path: Path) -> None:
    """Take the mark of an end in order from a database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")


@pytest.mark.parametrize("page", [1, 2, 5])
async def test_a_damaged_file_is_refused(path: Path, page: int) -> None:
    """After an end that was not clean, bytes overwritten in any page are noticed before use."""
    await filled(path)
    ended_badly(path)
    overwrite(path, page)
    problem = await refusal(path)
    assert type(problem) is errors.DatabaseCorruptError
    assert problem.code is ExitCode.DATABASE_UNREADABLE


async def test_a_cut_off_file_is_refused(path: Path) -> None:
    """A file that lost its second half, as by a copy that broke off, is noticed."""
    await filled(path)
    ended_badly(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 8192 * 4096])
    assert type(await refusal(path)) is errors.DatabaseCorruptError


async def test_a_locked_file_is_told(path: Path) -> None:
    """Another program in the middle of a write is named as the reason, after a short wait."""
    await filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        problem = await refusal(path)
        assert type(problem) is errors.DatabaseLockedError
        assert problem.code is ExitCode.DATABASE_IN_USE
        other.execute("ROLLBACK")
    await filled_again(path)


async def filled_again(path: Path) -> None:
    """Show that a database can be used."""
    async with await Database.open(path) as database:
        assert await open_tables(SqlStore(database, TickingClock()))


async def test_a_read_only_file_is_told(open_folder: Path) -> None:
    """A file that this user may only read is refused before anyone can play at it."""
    path = open_folder / "spades.sqlite"
    await filled(path)
    path.chmod(stat.S_IRUSR)
    with without_root(path):
        problem = await refusal(path)
    assert type(problem) is errors.DatabaseReadOnlyError
    assert problem.code is ExitCode.DATABASE_READ_ONLY


async def test_a_read_only_folder_is_told(open_folder: Path) -> None:
    """Where SQLite could not keep its journal beside the file, the folder is named, too."""
    path = open_folder / "spades.sqlite"
    await filled(path)
    open_folder.chmod(0o555)
    with without_root(path), pytest.raises(errors.DatabaseReadOnlyError) as caught:
        await Database.open(path)
    assert "folder" in caught.value.sentence


async def test_what_may_only_be_read_is_read(open_folder: Path) -> None:
    """To read a file one needs to write neither to it nor to its folder."""
    path = open_folder / "spades.sqlite"
    await filled(path)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with without_root(path):
        async with await Database.read_only(path) as reader:
            assert len(await open_tables(SqlStore(reader, TickingClock()))) == 1
    assert [each.name for each in open_folder.iterdir()] == [path.name]


async def test_who_reads_does_not_write(path: Path) -> None:
    """A database that was opened to be read refuses to be written."""
    await filled(path)
    async with await Database.read_only(path) as reader:
        with pytest.raises(StoreError, match="to be read"):
            await SqlStore(reader, TickingClock()).create(lobby("two"))


async def test_to_read_makes_no_file(path: Path) -> None:
    """What is absent or empty is told, and not filled."""
    for _ in range(2):
        with pytest.raises(errors.DatabaseMissingError) as caught:
            await Database.read_only(path)
        assert caught.value.code is ExitCode.NOT_FOUND
        assert not path.exists() or not path.stat().st_size
        path.touch()


async def test_an_unreadable_file_is_told(open_folder: Path) -> None:
    """A file that this user may not even read is told as such."""
    path = open_folder / "spades.sqlite"
    await filled(path)
    path.chmod(0)
    with without_root(path):
        problem = await refusal(path)
    assert type(problem) is errors.DatabaseUnreadableError
    assert problem.code is ExitCode.DATABASE_UNREADABLE


async def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    """The folder is not made: it may be a typing error, or a disk that is not there today."""
    problem = await refusal(tmp_path / "nowhere" / "spades.sqlite")
    assert type(problem) is errors.DatabaseMissingDirectoryError
    assert problem.code is ExitCode.CONFIGURATION
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(errors.DatabaseMissingDirectoryError):
        upgrade(tmp_path / "nowhere" / "spades.sqlite")


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """A folder in the place of the file is told."""
    assert type(await refusal(tmp_path)) is errors.DatabaseUnreadableError


async def test_a_full_disk_is_told(path: Path) -> None:
    """SQLite's word for a full disk becomes a sentence, at the start as well."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE filling (content BLOB)")
        connection.execute("PRAGMA max_page_count = 4")
        with pytest.raises(errors.DatabaseFullError) as caught, told_at_start(path):
            connection.execute("INSERT INTO filling VALUES (zeroblob(100000))")
    assert caught.value.code is ExitCode.DATABASE_READ_ONLY


async def test_what_is_no_fault_of_the_file_goes_through(path: Path) -> None:
    """A mistake in our SQL is not dressed up as a problem of the operator."""
    with (
        closing(sqlite3.connect(path)) as connection,
        pytest.raises(sqlite3.OperationalError, match="syntax"),
        told_at_start(path),
    ):
        connection.execute("SELEKT 1")


async def test_one_process_serves_a_database(path: Path) -> None:
    """A second opening is refused while the first lasts, but for one that only reads."""
    async with await Database.open(path):
        problem = await refusal(path)
        assert type(problem) is errors.DatabaseInUseError
        assert problem.code is ExitCode.ALREADY_RUNNING
        with pytest.raises(errors.DatabaseInUseError):
            upgrade(path)
        async with await Database.read_only(path) as reader:
            assert await open_tables(SqlStore(reader, TickingClock())) == []
    async with await Database.open(path):
        pass


async def test_a_failed_opening_frees_the_lock(path: Path) -> None:
    """A database that could not be opened can be opened once its fault is gone."""
    path.write_text("not a database, not at all, not even a small one" * 10, encoding="utf-8")
    await refusal(path)
    path.unlink()
    await filled(path)


async def test_the_lock_dies_with_its_process(path: Path) -> None:
    """After kill -9 the next process gets the database at once."""
    script = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from data.lock import lock_of\n"
        "lock = lock_of(Path(sys.argv[1]))\n"
        "lock.acquire()\n"
        "print('held', flush=True)\n"
        "time.sleep(60)\n"
    )
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, str(path), stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    with pytest.raises(errors.DatabaseInUseError):
        lock_of(path).acquire()
    process.send_signal(signal.SIGKILL)
    await process.wait()
    await filled(path)


async def test_two_can_be_opened_at_once(tmp_path: Path) -> None:
    """Several new databases, made at the same moment, do not get in each other's way."""
    paths = [tmp_path / f"{number}.sqlite" for number in range(6)]
    databases = await asyncio.gather(*map(Database.open, paths))
    for database in databases:
        await SqlStore(database, TickingClock()).create(lobby())
        await database.close()
