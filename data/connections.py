"""Connections to the database file: to serve it, to read it beside the bot, to prepare it."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from data.presence import JOURNAL
from data.sqlite import ScriptConnection

BUSY_SECONDS: Final = 2.0
"""Seconds to wait for an SQLite lock that another program holds. A press must be answered within
three."""

_CONNECTIONS: Final = 4
"""One for the writer, the others for readers."""

_TO_SERVE: Final = (
    # A press is acknowledged only once it would survive a power cut.
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    # What is forgotten is overwritten, not only unlinked.
    "PRAGMA secure_delete=ON",
    # What a savepoint needs to be undone stays in memory; the rest of a transaction would otherwise
    # use a file once a game's end has filled its first pages.
    "PRAGMA temp_store=MEMORY",
)
_TO_READ: Final = ("PRAGMA query_only=ON",)

_OF_EFFECTIVE_USER: Final = os.access in os.supports_effective_ids


def serving_engine(
    path: Path, busy_seconds: float = BUSY_SECONDS, before: Callable[[], None] = lambda: None
) -> AsyncEngine:
    """Make an engine for the process that serves a database. It never creates a file.

    Args:
        path: the file.
        busy_seconds: seconds to wait, each time, for a program that holds SQLite's lock.
        before: called before each connection is made; it may raise.
    """
    return _engine(path, {"mode": "rw"}, busy_seconds, _TO_SERVE, before)


def reading_engine(path: Path, busy_seconds: float = BUSY_SECONDS) -> AsyncEngine:
    """Make an engine that takes no write lock and creates no file."""
    return _engine(path, _as_reader(path), busy_seconds, _TO_READ, lambda: None)


def reading_connection(path: Path, busy_seconds: float = BUSY_SECONDS) -> sqlite3.Connection:
    """Open a connection that takes no write lock and creates no file. Any thread may use it.

    Raises:
        sqlite3.Error: the file does not exist, or cannot be opened.
    """
    query = "&".join(f"{key}={value}" for key, value in _as_reader(path).items())
    connection = sqlite3.connect(
        f"{_address(path)}?{query}",
        uri=True,
        timeout=busy_seconds,
        isolation_level=None,
        check_same_thread=False,
    )
    for pragma in _TO_READ:
        connection.execute(pragma)
    return connection


def reading_engine_now(path: Path, busy_seconds: float = BUSY_SECONDS) -> Engine:
    """Make such an engine for code without an event loop."""
    query = {**_as_reader(path), "uri": "true"}
    return _plain(path, query, busy_seconds)


def plain_engine(path: Path, busy_seconds: float) -> Engine:
    """Make an engine without a thread of its own, for work before the bot starts.

    Its transactions begin as writers. Foreign keys are not enforced, since migrations need that.
    """
    engine = _plain(path, {"mode": "rw", "uri": "true"}, busy_seconds)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _plain(path: Path, query: dict[str, str], busy_seconds: float) -> Engine:
    return create_engine(
        URL.create("sqlite", database=_address(path), query=query),
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={"isolation_level": None, "timeout": busy_seconds},
    )


def _engine(
    path: Path,
    query: dict[str, str],
    busy_seconds: float,
    pragmas: tuple[str, ...],
    before: Callable[[], None],
) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=_address(path), query={**query, "uri": "true"}),
        hide_parameters=True,
        connect_args={
            # Python must not begin transactions itself: writers and readers begin differently.
            "isolation_level": None,
            "timeout": busy_seconds,
            "factory": ScriptConnection,
        },
        pool_size=_CONNECTIONS,
        max_overflow=0,
        # The writer and SQLAlchemy's own transactions both end what they begin.
        pool_reset_on_return=None,
    )

    def permit(*_details: object) -> None:
        before()

    def settle_in(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(pragma)
        cursor.close()

    event.listen(engine.sync_engine, "do_connect", permit)
    event.listen(engine.sync_engine, "connect", settle_in)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _address(path: Path) -> str:
    return path.absolute().as_uri()


def _as_reader(path: Path) -> dict[str, str]:
    """Give the options to open a file for reading.

    A process that may write opens it as a writer that writes nothing: the last writer to close the
    file removes SQLite's journal, which a reader leaves behind.
    """
    if all(_writable(each) for each in (path, path.parent)):
        return {"mode": "rw"}
    if Path(f"{path}{JOURNAL}").exists():
        return {"mode": "ro"}
    # No other process has it open, and no journal can be created beside it.
    return {"mode": "ro", "immutable": "1"}


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=_OF_EFFECTIVE_USER)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
