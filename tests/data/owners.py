"""Processes that share a database out by leases and play at its tables, for tests that kill them.

    python tests/data/owners.py ADDRESS SHARDS PROCESSES LEASE_SECONDS WHAT

WHAT is `play`: play at every table of the shards that it takes, and tell `table version` of each
save that returned; `stop`: stop in the middle of a save; or `ahead`: play with a clock that is an
hour ahead. Each line that it writes is a word and what belongs to it. SIGTERM ends it in order.
"""

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from sqlalchemy import make_url

from bot.logging import configure
from bot.tables.ports import LeaseLostError, StoreError
from bot.tables.resting import Shard
from bot.tables.shards import ShardPlan, Shards
from data.database import Database
from data.statements import REMEMBER
from data.store import SqlStore
from data.transaction import Unit, run
from tests.data.games import TickingClock, next_step, saved

STOPPED = "stopped in the middle"
"""The fact that a process tries to write while it is stopped."""


def say(*words: object) -> None:
    """Write a line at once."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


class Player:
    """Plays at the tables of the shards that it holds: `bot.tables.shards.ShardWatcher`."""

    def __init__(self, shards: Shards, store: SqlStore) -> None:
        """Play nowhere yet."""
        self._shards = shards
        self._store = store
        self._games: dict[int, list[asyncio.Task[None]]] = {}
        self._errands: set[asyncio.Task[None]] = set()

    def prepare(self, shard: int) -> None:
        """Be ready at once."""
        self._do(self._shards.ready(shard))

    def taken(self, shard: int, told: str) -> None:
        """Play at its tables."""
        say("taken", shard, told)
        self._do(self._play_all(shard))

    def spared(self, shard: int) -> None:
        """Note it."""
        say("spared", shard)

    def hand_over(self, shard: int) -> None:
        """Finish the saves under way, and give it up."""
        self._do(self._give(shard))

    def lost(self, shard: int) -> None:
        """Stop at once."""
        say("lost", shard)
        for game in self._games.pop(shard, []):
            game.cancel()

    def leads(self) -> None:
        """Note it."""
        say("leads", -1)

    async def _play_all(self, shard: int) -> None:
        resting = await self._store.resting(Shard(shard, self._shards.count))
        if self._shards.holds(shard):
            self._games[shard] = [
                asyncio.create_task(self._play(shard, each.id)) for each in resting
            ]

    async def _give(self, shard: int) -> None:
        games = self._games.pop(shard, [])
        for game in games:
            game.set_name("over")
        if games:
            await asyncio.wait(games)
        await self._shards.release(shard, f"by {os.getpid()}")

    async def _play(self, shard: int, table_id: int) -> None:
        rng = random.Random()
        me = asyncio.current_task()
        assert me is not None
        while me.get_name() != "over":
            with suppress(StoreError):
                table = await self._store.load(table_id)
                while me.get_name() != "over" and table is not None and not table.status.ended:
                    table = await saved(self._store, table, next_step(table, rng, 0.3))
                    say("saved", shard, table.id, table.version)
                    await asyncio.sleep(rng.uniform(0.0, 0.05))
                return

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


async def stop_within(database: Database) -> None:
    """Stop in the middle of a transaction, and tell how it ended once the process goes on."""

    def work() -> Unit[None]:
        yield from run(REMEMBER, [{"name": STOPPED, "value": "yes"}])
        say("inside")
        os.kill(os.getpid(), signal.SIGSTOP)
        yield from run(REMEMBER, [{"name": STOPPED, "value": "and on"}])

    try:
        await database.write(work, guild_id=0)
    except StoreError as fault:
        say("refused", type(fault).__name__)
    else:
        say("written")
    try:
        await database.write(lambda: run(REMEMBER, [{"name": STOPPED, "value": "late"}]), 0)
    except LeaseLostError:
        say("lease lost")


async def main() -> None:
    """Serve until SIGTERM."""
    address, count, processes, seconds, what = sys.argv[1:]
    plan = ShardPlan(count=int(count), processes=int(processes), seconds=float(seconds))
    over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, over.set)
    async with await Database.open(make_url(address), plan=plan) as database:
        shards = database.shards
        player = Player(shards, SqlStore(database, TickingClock()))
        await shards.start(player)
        say("started")
        if what == "stop":
            await stop_within(database)
        await over.wait()
        await shards.leave()


if __name__ == "__main__":
    configure("ERROR", "console", sys.stderr)
    if sys.argv[-1] == "ahead":
        real = time.time
        time.time = lambda: real() + 3600
    asyncio.run(main())
