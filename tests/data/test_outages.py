"""Processes that stop, clocks that are wrong, servers that die and routes that are cut."""

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from sqlalchemy import URL

from bot.tables.ports import StoreError
from bot.tables.shards import ShardPlan
from data.database import Database
from data.remembered import SqlFacts
from data.store import SqlStore
from tests.data.cluster import Cluster, binaries, running
from tests.data.games import TickingClock, lobby, moved_on
from tests.data.owners import STOPPED
from tests.data.watchers import Watcher
from tests.process.fleet.route import Route

if TYPE_CHECKING:
    from bot.tables.model import Table

OWNERS: Final = Path(__file__).parent / "owners.py"
SOON: Final = 60.0
"""Seconds within which everything happens, on a busy machine too."""


@asynccontextmanager
async def owner(url: URL, what: str, *, seconds: float) -> AsyncIterator[Process]:
    """Run a process that serves the one shard of a database; kill it at the end."""
    address = url.render_as_string(hide_password=False)
    arguments = (OWNERS, address, "1", "1", str(seconds), what)
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def until_said(process: Process, word: str) -> str:
    """Wait for a line of a process that begins with a word; give the rest of it."""
    assert process.stdout is not None
    async with asyncio.timeout(SOON):
        while line := (await process.stdout.readline()).decode():
            if line.startswith(word):
                return line[len(word) :].strip()
    pytest.fail(f"the process ended before it said {word}")


async def test_a_process_that_is_stopped_in_the_middle_of_a_save(url: URL) -> None:
    """The server ends its transaction after five seconds; then another process has the shard.

    What the stopped one goes on to write is refused, whatever it believes.
    """
    plan = ShardPlan(seconds=3)
    async with owner(url, "stop", seconds=3) as stopped:
        await until_said(stopped, "inside")
        clock = asyncio.get_running_loop().time
        began = clock()
        async with await Database.open(url, plan=plan) as database:
            watcher = Watcher(database.shards)
            await database.shards.start(watcher)
            await watcher.until(lambda: database.shards.holds(0))
            # Six on a machine that has nothing else to do.
            assert clock() - began < 9
            stopped.send_signal(signal.SIGCONT)
            assert await until_said(stopped, "refused")
            await until_said(stopped, "lease lost")
            assert await SqlFacts(database).fact(STOPPED) is None


async def test_a_clock_that_is_wrong_by_an_hour(url: URL) -> None:
    """Only the server's clock counts: such a process keeps its lease, and nobody's else."""
    plan = ShardPlan(seconds=3)
    async with owner(url, "ahead", seconds=3) as ahead:
        assert (await until_said(ahead, "taken"))[0] == "0"
        async with await Database.open(url, plan=plan) as database:
            watcher = Watcher(database.shards)
            await database.shards.start(watcher)
            assert not database.shards.held
            ahead.terminate()
            await watcher.until(lambda: database.shards.holds(0))
            assert [word for word, _ in watcher.told if word != "leads"] == ["prepare", "taken"]
    async with await Database.open(url, plan=plan) as database:
        watcher = Watcher(database.shards)
        await database.shards.start(watcher)
        async with owner(url, "ahead", seconds=3) as ahead:
            await until_said(ahead, "started")
            assert database.shards.holds(0)
            assert ("lost", 0) not in watcher.told


@pytest.fixture(scope="module")
def own() -> Iterator[Cluster]:
    """Run a server of this module's own, which may be killed."""
    programs = binaries()
    if programs is None:
        pytest.skip("needs PostgreSQL's programs")
    with running(programs, {"fsync": "on", "synchronous_commit": "on"}) as cluster:
        yield cluster


class Writers:
    """Tables that are saved again and again, and what was acknowledged of each."""

    def __init__(self, store: SqlStore) -> None:
        """Save nothing yet."""
        self._store = store
        self._over = False
        self._tasks: list[asyncio.Task[None]] = []
        self.tables: list[Table] = []
        self.failed = 0
        self.saves = 0
        self._news = asyncio.Event()

    async def begin(self, tables: int) -> None:
        """Open tables, and save at each at once."""
        self.tables = [await self._store.create(lobby(f"{each}")) for each in range(tables)]
        self._tasks = [asyncio.create_task(self._write(each)) for each in range(tables)]

    async def _write(self, index: int) -> None:
        while not self._over:
            table = self.tables[index]
            after = moved_on(table)
            try:
                await self._store.save(table, after)
            except StoreError:
                self.failed += 1
                await asyncio.sleep(0.02)
            else:
                self.tables[index] = after
                self.saves += 1
            self._news.set()

    async def until_saved(self, more: int) -> None:
        """Wait for so many more saves."""
        wanted = self.saves + more
        await self._until(lambda: self.saves >= wanted)

    async def until_failed(self, times: int) -> None:
        """Wait for so many saves to have failed."""
        await self._until(lambda: self.failed >= times)

    async def _until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(SOON):
            while not happened():
                self._news.clear()
                await self._news.wait()

    async def check(self) -> None:
        """Stop, and see that what is stored is what was acknowledged last."""
        self._over = True
        await asyncio.wait_for(asyncio.gather(*self._tasks), SOON)
        for table in self.tables:
            stored = await self._store.load(table.id)
            assert stored in (table, moved_on(table))


async def test_a_server_that_is_killed_and_started(own: Cluster) -> None:
    """Saves fail meanwhile; afterwards they go on, the shard is kept, and nothing is missing."""
    url = await own.new()
    async with await Database.open(url, plan=ShardPlan()) as database:
        watcher = Watcher(database.shards)
        await database.shards.start(watcher)
        writers = Writers(SqlStore(database, TickingClock()))
        await writers.begin(5)
        await writers.until_saved(50)
        await asyncio.to_thread(own.server.kill)
        await writers.until_failed(5)
        await asyncio.to_thread(own.server.start)
        await writers.until_saved(50)
        await writers.check()
        assert database.shards.holds(0)
        assert ("lost", 0) not in watcher.told


async def test_no_route_to_the_server_for_five_seconds(own: Cluster) -> None:
    """Nothing passes and nobody is told: saves wait or fail, and go on when it is mended."""
    url = await own.new()
    route = Route(own.socket)
    port = await route.start()
    through = URL.create(
        url.drivername, username="postgres", host="127.0.0.1", port=port, database=url.database
    )
    try:
        async with await Database.open(through, plan=ShardPlan()) as database:
            watcher = Watcher(database.shards)
            await database.shards.start(watcher)
            writers = Writers(SqlStore(database, TickingClock()))
            await writers.begin(5)
            await writers.until_saved(50)
            route.cut()
            asyncio.get_running_loop().call_later(5.0, route.mend)
            await writers.until_saved(50)
            await writers.check()
            assert database.shards.holds(0)
            assert ("lost", 0) not in watcher.told
    finally:
        await route.close()
