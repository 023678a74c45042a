"""Reads a database without the bot: rows by plain SQL, and the log by the engine alone."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import asyncpg
from sqlalchemy import URL

from bot.app import DiscordClock
from bot.tables.model import Table
from data.database import Database
from data.store import SqlStore
from engine.actions import Bid, Deal, Play
from engine.game import Game
from engine.notation import parse_action
from engine.rules import parse_rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.data import games

MICROSECONDS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log.

    `turn` is the round and the moves made in it that the action was made at; None for a deal and
    a look, which take no turn.
    """

    table_id: int
    version: int
    command_id: str
    line: str
    turn: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Books:
    """A snapshot of a database, with everything that the checks need.

    Attributes:
        tables: rows of `tables` by id.
        users: by table and seat, the user whose seat it is, or None.
        log: the entries of every table, in their order.
    """

    tables: dict[int, dict[str, Any]]
    users: dict[tuple[int, int], int | None]
    log: dict[int, tuple[Entry, ...]]

    @property
    def by_command(self) -> dict[str, list[Entry]]:
        """Every entry by its command id."""
        found: dict[str, list[Entry]] = {}
        for entries in self.log.values():
            for entry in entries:
                found.setdefault(entry.command_id, []).append(entry)
        return found

    def fold(self, table_id: int) -> Game | None:
        """Replay the log of a table; None if no game has begun.

        Raises:
            RuleError: an action is not legal where it stands.
        """
        row = self.tables[table_id]
        if row["first_dealer"] is None:
            return None
        tallies = [Tally(points, bags) for points, bags in json.loads(row["start"])]
        game = Game.new(parse_rules(row["rules"]), SEATS[row["first_dealer"]], tallies)
        for entry in self.log[table_id]:
            game = game.apply(parse_action(entry.line))
        return game

    def waits_for_people(self, table_id: int) -> bool:
        """Whether a table waits for a person."""
        row = self.tables[table_id]
        game = self.fold(table_id)
        if row["status"] != "playing" or game is None:
            return True
        return game.to_act is not None and self.users[table_id, game.to_act] is not None


_Rows = Sequence[Mapping[str, Any] | sqlite3.Row | asyncpg.Record]

_EVERYTHING: Final = (
    "SELECT * FROM tables",
    "SELECT table_id, seat, user_id FROM seats",
    "SELECT * FROM log ORDER BY table_id, version",
)


def read_books(path: Path) -> Books:
    """Read a database that another process may be writing to."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        # One transaction, for a consistent snapshot.
        connection.execute("BEGIN")
        return _books(*(connection.execute(each).fetchall() for each in _EVERYTHING))


async def read_server_books(url: URL) -> Books:
    """Read a database of a PostgreSQL server that processes may be writing to."""
    connection = await asyncpg.connect(
        host=str(url.query["host"]), user=url.username, database=url.database
    )
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            tables, seats, log = [await connection.fetch(each) for each in _EVERYTHING]
    finally:
        await connection.close()
    return await asyncio.to_thread(_books, tables, seats, log)


def message_of(path: Path, table_id: int) -> int | None:
    """Give the stored message of a table."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        query = "SELECT message_id FROM tables WHERE id = ?"
        [(message_id,)] = connection.execute(query, (table_id,))
    return None if message_id is None else int(message_id)


def _books(tables: _Rows, seats: _Rows, log: _Rows) -> Books:
    by_id = {row["id"]: dict(row) for row in tables}
    users = {(row["table_id"], row["seat"]): row["user_id"] for row in seats}
    by_table: dict[int, list[Any]] = {one: [] for one in by_id}
    for row in log:
        by_table[row["table_id"]].append(row)
    return Books(by_id, users, {one: _entries(rows) for one, rows in by_table.items()})


def _entries(rows: _Rows) -> tuple[Entry, ...]:
    entries = []
    number = moves = 0
    for row in rows:
        action = parse_action(row["action"])
        turn = None
        if isinstance(action, Deal):
            number, moves = number + 1, 0
        elif isinstance(action, Bid | Play):
            turn = (number, moves)
            moves += 1
        entries.append(
            Entry(row["table_id"], row["version"], row["command_id"], row["action"], turn)
        )
    return tuple(entries)


def copied(path: Path, folder: Path) -> Path:
    """Copy a database that nobody serves, so that reading it changes nothing.

    The shared index is left out, since it is useless without its processes.
    """
    folder.mkdir(exist_ok=True)
    for suffix in ("", "-wal"):
        source = Path(f"{path}{suffix}")
        target = folder / source.name
        target.unlink(missing_ok=True)
        if source.exists():
            shutil.copyfile(source, target)
    return folder / path.name


def unsound(path: Path) -> str:
    """Give the faults that SQLite finds in a database; empty if it is sound."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        strays = connection.execute("PRAGMA foreign_key_check").fetchall()
    said = "; ".join(row[0] for row in found if row[0] != "ok")
    return said or "; ".join(map(str, strays))


def unfolded(path: Path) -> int:
    """Give the size of the write-ahead log; 0 after a clean close."""
    log = Path(f"{path}-wal")
    return log.stat().st_size if log.exists() else 0


def put_deadlines_back(path: Path, seconds: int) -> None:
    """Move every deadline back by `seconds`, as if the bot had been offline for that long."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE tables SET due_at = due_at - ?", (seconds * MICROSECONDS,))


def snapshot(path: Path, folder: Path) -> Path:
    """Copy a consistent snapshot of a database that a process serves."""
    folder.mkdir(exist_ok=True)
    target = folder / "snapshot.sqlite"
    for suffix in ("", "-wal", "-shm"):
        Path(f"{target}{suffix}").unlink(missing_ok=True)
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
    return target


async def open_tables(path: Path, folder: Path) -> list[Table]:
    """Read every open table from a copy of the database with the bot's own store."""
    async with await Database.read_only(snapshot(path, folder)) as database:
        return await games.open_tables(SqlStore(database, DiscordClock()))
