"""A real file for every test of the store, opened and closed around it."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.database import Database
from data.store import SqlStore
from tests.data.games import TickingClock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where the database of the test is; nothing is there yet."""
    return tmp_path / "spades.sqlite"


@pytest.fixture
async def database(path: Path, empty_database: Path) -> AsyncIterator[Database]:
    """Give an open database on a file of its own."""
    shutil.copyfile(empty_database, path)
    async with await Database.open(path) as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> SqlStore:
    """Give a store whose clock ticks once for every save."""
    return SqlStore(database, TickingClock())
