"""Copies very many games from SQLite to PostgreSQL, and says how long it takes and in what memory.

`python -m tests.bench.copying --games 100000` makes the games by chance in a process of its own,
starts a server, and runs `python -m bot db copy` as an operator does. That compares every row of
both by count and hash; here the rows of each table are counted once more by another way.
"""

import argparse
import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import asyncpg
from sqlalchemy import URL

from bot.tables.model import Person, Place
from data.copying import TABLES
from data.database import Database
from engine.presets import CARDCOUCH
from tests.bench._stored import Written, by_chance, played, seated, write
from tests.data.cluster import Cluster, binaries, running

RULES: Final = CARDCOUCH.changed(rounds=1)
DIFFERENT: Final = 200
PEOPLE: Final = 5000
SERVERS: Final = 300
_KIB: Final = 1024


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        games: how many there were.
        rows: rows by table, the same in both.
        size: bytes of the file.
        making: seconds to make the file.
        seconds: how long the copy took, comparison included.
        worked: processor seconds of the command.
        memory: the most resident bytes of the command.
        said: what it said.
        load: the machine's load average at the end.
    """

    games: int
    rows: dict[str, int]
    size: int
    making: float
    seconds: float
    worked: float
    memory: int
    said: str
    load: float

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        return "\n".join(
            (
                f"{self.games} games, {sum(self.rows.values())} rows, load {self.load:.1f}",
                f"  the file                 {self.size >> 20} MiB, made in {self.making:.0f} s",
                f"  copied and compared in   {self.seconds:.0f} s, {self.worked:.0f} s at work",
                f"  resident memory at most  {self.memory / _KIB**2:.0f} MiB",
                f"  it said                  {self.said}",
            )
        )


def measure(games: int = 2000) -> Figures:
    """Make so many games, and copy them to a server that is started for this."""
    programs = binaries()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed.")
    with running(programs) as server:
        return copied(games, server)


def copied(games: int, server: Cluster) -> Figures:
    """Make so many games, and copy them to a server."""
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        path = Path(folder) / "spades.sqlite"
        begun = time.perf_counter()
        make = [sys.executable, "-m", "tests.bench.copying", "--games", str(games)]
        subprocess.run([*make, "--into", str(path)], check=True, stdout=subprocess.DEVNULL)
        making = time.perf_counter() - begun
        target = asyncio.run(server.new())
        address = target.set(drivername="postgresql").render_as_string(hide_password=False)
        begun = time.perf_counter()
        command = [sys.executable, "-m", "bot", "db", "copy", str(path), address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as copier:
            assert copier.stdout is not None
            said = copier.stdout.read()
            _, status, used = os.wait4(copier.pid, 0)
            copier.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begun
        if copier.returncode:
            raise RuntimeError(f"the copy ended with {copier.returncode}")
        rows = _counted(path)
        if asyncio.run(_counted_there(target)) != rows:
            raise RuntimeError("the copy holds other rows")
        return Figures(
            games,
            rows,
            path.stat().st_size,
            making,
            seconds,
            used.ru_utime + used.ru_stime,
            used.ru_maxrss * _KIB,
            said.partition(": ")[2].partition(".")[0],
            os.getloadavg()[0],
        )


def _count(table: str) -> str:
    return f"SELECT count(*) FROM {table}"  # noqa: S608 - our own tables


def _counted(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            table.name: connection.execute(_count(table.name)).fetchone()[0] for table in TABLES
        }


async def _counted_there(url: URL) -> dict[str, int]:
    connection = await asyncpg.connect(
        host=str(url.query["host"]), user=url.username, database=url.database
    )
    try:
        return {table.name: await connection.fetchval(_count(table.name)) for table in TABLES}
    finally:
        await connection.close()


async def make(games: int, path: Path) -> None:
    """Write so many finished games into a new file."""
    async with await Database.open(path) as database:
        await write(database, _games(games), datetime.now(UTC))


def _games(games: int) -> Iterator[Written]:
    chance, now = random.Random(1), datetime.now(UTC)
    pasts = [by_chance(RULES, None, number) for number in range(DIFFERENT)]
    for number in range(games):
        users = chance.sample(range(PEOPLE), 4)
        people = [Person(10**17 + user, f"Person {user}") for user in users]
        place = Place((1 + chance.randrange(SERVERS)) << 22, number)
        table = seated(place, people, RULES, f"game-{number}", now)
        yield played(table, chance.choice(pasts))


def main() -> None:
    """Measure what the command line asks for, or only make the games."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.copying", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--into", type=Path, help="only make the games, in this new file")
    chosen = parser.parse_args()
    if chosen.into is None:
        print(measure(chosen.games))
    else:
        asyncio.run(make(chosen.games, chosen.into))


if __name__ == "__main__":
    main()
