"""A database for every test of the store, opened and closed around it.

A test of what the store keeps runs on both databases. One that asks for `path` looks at a file and
runs on SQLite alone, like those of a module whose `KINDS` say so.
"""

import inspect
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import URL

from data.database import Database
from data.store import SqlStore
from tests.data.games import TickingClock

if TYPE_CHECKING:
    from tests.data.cluster import Cluster

SQLITE, POSTGRESQL = "sqlite", "postgresql"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of a database on both, unless it looks at the file."""
    if "place" in metafunc.fixturenames:
        asked = inspect.signature(metafunc.function).parameters
        kinds = getattr(metafunc.module, "KINDS", (SQLITE, POSTGRESQL))
        metafunc.parametrize("kind", (SQLITE,) if "path" in asked else kinds)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give where the database of the test is; nothing is there yet."""
    return tmp_path / "spades.sqlite"


@pytest.fixture
async def url(cluster: "Cluster") -> URL:
    """Give a database with the present schema and no rows."""
    return await cluster.emptied()


@pytest.fixture
async def place(
    kind: str, path: Path, empty_database: Path, request: pytest.FixtureRequest
) -> Path | URL:
    """Give where the database of the test is: a file or an address, with the present schema."""
    if kind == SQLITE:
        shutil.copyfile(empty_database, path)
        return path
    server: Cluster = request.getfixturevalue("cluster")
    return await server.emptied()


@pytest.fixture
async def database(place: Path | URL) -> AsyncIterator[Database]:
    """Give an open database of its own."""
    async with await Database.open(place) as opened:
        yield opened


@pytest.fixture
def store(database: Database) -> SqlStore:
    """Give a store whose clock ticks once for every save."""
    return SqlStore(database, TickingClock())
