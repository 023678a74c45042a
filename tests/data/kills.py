"""Writers that are killed in the middle of their work, for `test_kill`.

    python tests/data/kills.py DATABASE ROUNDS

Each round forks a writer, lets it play at the open tables of the database and tell of each save
that returned, and kills it at a moment of its own. Afterwards a line of JSON says what was told
and what is in the log. Forking, from a process without threads, spares twenty starts of Python.
"""

import asyncio
import json
import os
import random
import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.logging import configure
from bot.tables import lifecycle
from bot.tables.model import Table
from data.database import Database
from data.store import SqlStore
from engine.presets import PRESETS
from tests.data.games import TickingClock, lobby, next_step, open_tables, saved

TABLES = 6
SECONDS = (0.0, 0.08)
"""How long a writer may go on after its first save."""


async def write(path: Path, number: int, tell: int) -> None:
    """Play at every open table at once, and tell table and version of each save that returned."""
    async with await Database.open(path) as database:
        store = SqlStore(database, TickingClock())
        tables = await open_tables(store)
        for missing in range(TABLES - len(tables)):
            rules = random.choice(list(PRESETS.values()))
            tables.append(await store.create(lobby(f"{number} {missing}", rules)))
        await asyncio.gather(*(play(store, table, tell) for table in tables))


async def play(store: SqlStore, table: Table, tell: int) -> None:
    """Play at one table to its end; an earlier writer may have been killed before it began."""
    rng = random.Random()
    if table.game is None:
        table = await saved(store, table, lifecycle.begin(table, f"begin:{table.id}"))
        say(table, tell)
    while not table.status.ended:
        table = await saved(store, table, next_step(table, rng, 0.5))
        say(table, tell)


def say(table: Table, tell: int) -> None:
    """Tell that a table is on disk as it is."""
    os.write(tell, f"{table.id} {table.version}\n".encode())


def killed(path: Path, number: int) -> dict[int, int]:
    """Let a writer write, kill it, and give the last version that it told of by table."""
    heard, tell = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(heard)
        asyncio.run(write(path, number, tell))
        os._exit(0)
    os.close(tell)
    lines = os.read(heard, 64)
    time.sleep(random.uniform(*SECONDS))
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while more := os.read(heard, 65536):
        lines += more
    os.close(heard)
    told = [line.split() for line in lines.decode().splitlines()]
    return {int(table): int(version) for table, version in told}


def logged(path: Path) -> dict[int, tuple[int, int]]:
    """Give by table the last version in the log, and how many entries there are."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(
            "SELECT table_id, max(version), count(*) FROM log GROUP BY table_id"
        ).fetchall()
    return {table: (version, count) for table, version, count in found}


def main() -> None:
    """Kill writers, and say what each had told and what its log held then."""
    # What is logged must not come between the lines of JSON.
    configure("WARNING", "console", sys.stderr)
    path, rounds = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(rounds):
        before = logged(path) if path.exists() else {}
        told = killed(path, number)
        sys.stdout.write(json.dumps({"before": before, "told": told, "after": logged(path)}) + "\n")


if __name__ == "__main__":
    main()
