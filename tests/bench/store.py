"""How long the store takes to save one play, beside the least that aiosqlite needs for a row.

Both are measured in turns within one run, on files in the same folder, with the same pragmas, so
that whatever else the machine does meets both alike.
"""

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Final

import aiosqlite

from bot.tables import lifecycle
from bot.tables.model import Chair, Due, DueKind, Pace, Person, Place, Status, Table
from bot.tables.step import Step
from data.database import Database
from data.store import SqlStore
from engine.deals import Seeds
from engine.presets import HERO_PARTNERS

WARM_UP: Final = 400
"""Saves before the clock counts: a journal that still grows makes every commit slower."""

BARE_SCHEMA: Final = (
    "CREATE TABLE log (id INTEGER PRIMARY KEY, command TEXT NOT NULL, action TEXT NOT NULL)"
)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, in seconds.

    Attributes:
        bare: by commit, one insert and one commit by aiosqlite alone.
        store: by save, one play: its row of the log, the table with its next deadline.
    """

    bare: tuple[float, ...]
    store: tuple[float, ...]

    @property
    def ratio(self) -> float:
        """How many times as long the store takes, at the median."""
        return statistics.median(self.store) / statistics.median(self.bare)

    @property
    def ratio_99(self) -> float:
        """How many times as long the store takes, at the 99th percentile."""
        return _percentile_99(self.store) / _percentile_99(self.bare)

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        return "\n".join(
            (
                "one action on disk          median      99 %",
                f"  aiosqlite, one insert  {_in_micros(self.bare)}",
                f"  the store, one play    {_in_micros(self.store)}",
                f"  ratio                  {self.ratio:9.2f} {self.ratio_99:9.2f}",
            )
        )


def measure(saves: int = 2000) -> Figures:
    """Save so many plays of one table after another, and as many bare rows in between."""
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        return asyncio.run(_measure(Path(folder), saves))


class _Clock:
    def now(self) -> datetime:
        return datetime.now(UTC)


async def _measure(folder: Path, saves: int) -> Figures:
    async with (
        await Database.open(folder / "store.sqlite") as database,
        aiosqlite.connect(folder / "bare.sqlite") as bare,
    ):
        await bare.execute("PRAGMA journal_mode=WAL")
        await bare.execute("PRAGMA synchronous=FULL")
        await bare.execute(BARE_SCHEMA)
        await bare.commit()
        table = _Player(SqlStore(database, _Clock()))
        times = [(await _bare_commit(bare), await table.play()) for _ in range(WARM_UP + saves)]
    return Figures(*zip(*times[WARM_UP:], strict=True))


async def _bare_commit(bare: aiosqlite.Connection) -> float:
    start = time.perf_counter()
    await bare.execute(
        "INSERT INTO log (command, action) VALUES (?, ?)", ("1234567890123456789", "play 2 AS")
    )
    await bare.commit()
    return time.perf_counter() - start


class _Player:
    """Plays game after game at random, and times the saves of bids and plays."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._rng = random.Random(1)
        self._commands = count(1_234_567_890_123_456_789)
        self._table: Table | None = None

    async def play(self) -> float:
        """Make one bid or play, and give how long its save took; whatever else is not timed."""
        while (table := self._table) is None or table.turn is None:
            await self._begin(table)
        assert table.game is not None
        action = self._rng.choice(table.game.legal_actions)
        step = Step(table).then(self._command(), action)
        due = Due(DueKind.TURN, datetime.now(UTC) + timedelta(seconds=30))
        step = replace(step, table=replace(step.table, due=due))
        start = time.perf_counter()
        await self._store.save(table, step.table, step.entries)
        taken = time.perf_counter() - start
        self._table = step.table
        return taken

    async def _begin(self, table: Table | None) -> None:
        if table is None or table.status.ended:
            table = await self._store.create(_lobby(self._command()))
            step = lifecycle.begin(table, self._command())
        else:
            step = lifecycle.next_deal(table, self._command())
        await self._store.save(table, step.table, step.entries)
        self._table = step.table

    def _command(self) -> str:
        return str(next(self._commands))


def _lobby(command_id: str) -> Table:
    return Table(
        id=0,
        command_id=command_id,
        place=Place(900_000_000_000_000_001, 900_000_000_000_000_002),
        host=1,
        rules=HERO_PARTNERS,
        pace=Pace.RULES,
        status=Status.LOBBY,
        chairs=tuple(Chair(Person(user, f"User {user}")) for user in (1, 2, 3, 4)),
        seeds=Seeds(command_id.encode().ljust(32)),
        created_at=datetime.now(UTC),
    )


def _percentile_99(times: Sequence[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


def _in_micros(times: Sequence[float]) -> str:
    return f"{statistics.median(times) * 1e6:6.0f} µs {_percentile_99(times) * 1e6:6.0f} µs"


if __name__ == "__main__":
    print(measure())
