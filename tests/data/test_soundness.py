"""When a file is looked through: after an end that was not clean, and for nobody to wait."""

import logging
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from data.database import Database
from data.errors import DatabaseCorruptError
from data.soundness import ENDED_WELL, LaterCheck
from data.store import SqlStore
from tests.data.games import TickingClock, begun, lobby

PAGE = 4096


async def filled(path: Path) -> None:
    """Make a database with tables in it, and close it well."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        for number in range(3):
            await begun(store, lobby(f"{number}"))


def mark_of(path: Path) -> int:
    """Give how a file says it was left."""
    with closing(sqlite3.connect(path)) as connection:
        [(mark,)] = connection.execute("PRAGMA user_version")
    return int(mark)


def ended_badly(path: Path) -> None:
    """Take the mark away, as a killed process leaves a file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 0")


def damage_facts(path: Path) -> None:
    """Overwrite the page of a table that the start does not read."""
    with closing(sqlite3.connect(path)) as connection:
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'facts'")
    content = bytearray(path.read_bytes())
    start = (page - 1) * PAGE
    content[start : start + PAGE] = b"\xa5" * PAGE
    path.write_bytes(content)


async def test_a_file_is_marked_while_it_is_served(path: Path) -> None:
    """The mark of an end in order is there after it, and neither before nor during."""
    async with await Database.open(path):
        assert mark_of(path) != ENDED_WELL
    assert mark_of(path) == ENDED_WELL
    database = await Database.open(path)
    assert mark_of(path) != ENDED_WELL
    await database.close()
    await database.close()
    assert mark_of(path) == ENDED_WELL


async def test_a_file_that_was_closed_well_is_not_looked_through(path: Path) -> None:
    """The start reads no more than it needs, so it takes no longer for a file of gigabytes."""
    await filled(path)
    damage_facts(path)
    await (await Database.open(path)).close()


async def test_after_a_bad_end_a_small_file_is_looked_through_first(path: Path) -> None:
    """It is refused before anybody can play at it."""
    await filled(path)
    ended_badly(path)
    damage_facts(path)
    with pytest.raises(DatabaseCorruptError):
        await Database.open(path)


async def test_a_large_file_is_looked_through_meanwhile(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The start does not wait, all is saved meanwhile, and the next start need not look again."""
    caplog.set_level(logging.INFO)
    await filled(path)
    ended_badly(path)
    database = await Database.open(path, check_at_once=0)
    assert database._custody is not None
    assert database._custody.check is not None
    store = SqlStore(database, TickingClock())
    await store.create(lobby("meanwhile"))
    database._custody.check._thread.join()
    await database.close()
    assert "database_checked" in caplog.text
    assert mark_of(path) == ENDED_WELL


@pytest.mark.logs_errors
async def test_what_is_found_meanwhile_is_told(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One line for the operator names the part, and the file is not marked as whole."""
    await filled(path)
    ended_badly(path)
    damage_facts(path)
    database = await Database.open(path, check_at_once=0)
    assert database._custody is not None
    assert database._custody.check is not None
    database._custody.check._thread.join()
    await begun(SqlStore(database, TickingClock()), lobby("meanwhile"))
    await database.close()
    [told] = [str(each.msg) for each in caplog.records if each.levelno >= logging.ERROR]
    assert "database_damaged" in told
    assert "facts" in told
    assert mark_of(path) != ENDED_WELL


class Slow(sqlite3.Connection):
    """A connection whose queries take until they are interrupted."""

    def slow_down(self) -> None:
        """Begin to be slow."""
        self._interrupted = threading.Event()
        self.set_progress_handler(self._wait, 1)

    def _wait(self) -> int:
        self._interrupted.wait()
        return 0

    def interrupt(self) -> None:
        """Interrupt a query as usual."""
        super().interrupt()
        self._interrupted.set()


async def test_the_end_waits_for_no_check(path: Path) -> None:
    """A check that is not done is broken off, is no fault, and says nothing of the file."""
    await filled(path)
    connection = sqlite3.connect(path, factory=Slow, check_same_thread=False)
    connection.slow_down()
    assert not LaterCheck(path, connection).finish()
