"""How a process takes shards, serves them, and hands them over."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import discord
import pytest

from bot import handover
from bot.connections import READY, SERVER, Connections
from bot.gate import Gate
from bot.handover import ShardKeeper
from bot.identifying import Identifying
from bot.tables.ports import StoreError
from bot.tables.shards import ShardWatcher, shard_of
from cogs.base.outgoing import Outgoing, Priority

SHARD = 1
SERVER_ID = 1 << 22
"""A server of shard 1, of two."""


class Leases:
    """The leases of one process, as a test gives and takes them: `Shards`."""

    count = 2
    leading = False

    def __init__(self) -> None:
        self.held = frozenset[int]()
        self.events: list[str] = []

    def of(self, guild_id: int) -> int:
        """Give the shard of a server."""
        return shard_of(guild_id, self.count)

    def holds(self, shard: int) -> bool:
        """Say whether a lease is held."""
        return shard in self.held

    async def start(self, watcher: ShardWatcher) -> None:
        """Take nothing."""

    async def ready(self, shard: int) -> None:
        """Note it."""
        self.events.append(f"ready {shard}")

    async def release(self, shard: int, told: str = "") -> None:
        """Note it."""
        self.held -= {shard}
        self.events.append(f"release {shard} [{told}]")

    async def leave(self) -> None:
        """Hand nothing over."""

    async def turn(self, shard: int, together: int = 1) -> None:
        """Let nobody wait."""


class Tables:
    """Tables that are taken up and given up: `Served`."""

    def __init__(self, events: list[str]) -> None:
        self.events = events
        self.faults = 0
        self.readable = asyncio.Event()
        self.readable.set()

    async def take_up(self, shard: int) -> None:
        """Read a shard's, unless they cannot be read now."""
        await self.readable.wait()
        if self.faults:
            self.faults -= 1
            raise StoreError
        self.events.append(f"take up {shard}")

    async def give_up(self, shard: int) -> None:
        """Note it."""
        self.events.append(f"give up {shard}")


class Leader:
    """Does what one process does for all."""

    def __init__(self, events: list[str]) -> None:
        self.events = events

    async def lead(self) -> None:
        """Note it."""
        self.events.append("lead")


class Process:
    """What of a process has to do with shards."""

    def __init__(self) -> None:
        self.leases = Leases()
        self.events = self.leases.events
        self.client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=2)
        identifying = Identifying(self._ask)
        self.connections = Connections(self.client, identifying)
        self.parsers: dict[str, Callable[[Any], None]] = {READY: _ignore, SERVER: _ignore}
        self.connections.listen(self.parsers)
        self.gate = Gate()
        self.receive = self.gate.guarding(self._press)
        self.outgoing = Outgoing()
        self.tables = Tables(self.events)
        self.keeper = ShardKeeper(
            self.leases,
            self.gate,
            self.connections,
            self.outgoing,
            self.tables,
            Leader(self.events),
        )

    async def _ask(self) -> tuple[int, str, dict[str, Any]]:
        raise OSError

    def _press(self, data: dict[str, Any]) -> None:
        self.events.append(f"press {data['id']}")

    def press(self, number: int) -> None:
        """Let someone press something in the server."""
        self.receive({"id": str(number), "guild_id": str(SERVER_ID)})

    def take(self, told: str = "") -> None:
        """Give the process the lease."""
        self.leases.held = frozenset({SHARD})
        self.keeper.taken(SHARD, told)

    def lose(self) -> None:
        """Take the lease away."""
        self.leases.held = frozenset()
        self.keeper.lost(SHARD)

    async def until(self, event: str) -> None:
        """Wait until something has happened."""
        async with asyncio.timeout(2):
            while event not in self.events:  # noqa: ASYNC110 - what happens is only noted
                await asyncio.sleep(0)


def _ignore(_: object) -> None:
    return


@pytest.fixture
async def process() -> AsyncIterator[Process]:
    """Give a process that serves nothing yet."""
    one = Process()
    yield one
    await one.keeper.close()
    one.gate.close()


async def test_a_free_shard_is_served_once_its_tables_are_known(process: Process) -> None:
    """Presses wait until the tables of a new shard are read."""
    process.tables.readable.clear()
    process.take()
    process.press(1)
    await asyncio.sleep(0)
    assert (process.events, process.keeper.coming) == ([], (SHARD,))
    assert not process.keeper.serves(SERVER_ID)
    process.tables.readable.set()
    await process.until("press 1")
    assert process.events == ["take up 1", "press 1"]
    assert process.keeper.coming == ()
    assert process.connections.wanted == {SHARD}
    assert process.keeper.serves(SERVER_ID)
    assert not process.keeper.serves(2 * SERVER_ID)


async def test_a_prepared_shard_hears_before_it_serves(process: Process) -> None:
    """What is pressed during a handover is handled by one process, and lost by none."""
    process.keeper.prepare(SHARD)
    process.press(1)
    process.press(2)
    process.parsers[READY]({"shard": [SHARD, 2], "guilds": []})
    await process.until("ready 1")
    assert process.events == ["ready 1"]
    process.take(told="1")
    process.press(3)
    await process.until("press 3")
    assert process.events == ["ready 1", "take up 1", "press 2", "press 3"]


async def test_a_spared_shard_is_left(process: Process) -> None:
    """A shard that stays where it is, is heard no more and has no session."""
    process.keeper.prepare(SHARD)
    process.press(1)
    process.keeper.spared(SHARD)
    await asyncio.sleep(0)
    assert process.connections.wanted == set()
    process.take()
    process.press(2)
    await process.until("press 2")
    assert process.events == ["take up 1", "press 2"]


async def test_a_handover_finishes_what_has_begun(process: Process) -> None:
    """Answers and requests under way end before the next process may write; nothing new begins."""
    process.take()
    process.press(1)
    await process.until("press 1")
    answered, shown = asyncio.Event(), asyncio.Event()
    begun: list[str] = []

    async def show(name: str) -> None:
        async with process.outgoing.turn(name, Priority.PLAY, server=SERVER_ID):
            begun.append(name)
            await shown.wait()

    answering = asyncio.create_task(answered.wait(), name="discord.py: on_interaction")
    showing = asyncio.create_task(show("first"))
    await asyncio.sleep(0)
    process.keeper.hand_over(SHARD)
    await asyncio.sleep(0)
    process.press(2)
    answered.set()
    await answering
    await asyncio.sleep(0)
    late = asyncio.create_task(show("late"))
    await asyncio.wait([late])
    assert (process.events[1:], begun, late.cancelled()) == (["press 1"], ["first"], True)
    assert process.keeper.holds(SERVER_ID)
    shown.set()
    await showing
    await process.until("release 1 [1]")
    assert process.events == ["take up 1", "press 1", "give up 1", "release 1 [1]"]
    assert not process.keeper.holds(SERVER_ID)
    await asyncio.sleep(0)
    assert process.connections.wanted == set()


async def test_a_lost_shard_is_dropped_at_once(process: Process) -> None:
    """Without a lease nothing is let in or sent; the session waits, in case the shard returns."""
    process.take()
    process.press(1)
    await process.until("press 1")
    process.lose()
    process.press(2)
    assert not process.keeper.holds(SERVER_ID)
    await process.until("give up 1")
    assert process.connections.wanted == {SHARD}
    process.take()
    process.press(3)
    await process.until("press 3")
    assert process.events == ["take up 1", "press 1", "give up 1", "take up 1", "press 3"]


async def test_the_session_of_a_lost_shard_ends(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shard that does not return is left to whoever serves it."""
    monkeypatch.setattr(handover, "SECONDS_TO_RETURN", 0.01)
    process.take()
    process.lose()
    async with asyncio.timeout(2):
        while process.connections.wanted:  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.005)


@pytest.mark.logs_errors
async def test_tables_that_cannot_be_read_are_tried_again(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is away for a moment delays a shard, and loses it to nobody."""
    monkeypatch.setattr(handover, "SECONDS_BETWEEN_TRIES", 0.01)
    process.tables.faults = 2
    process.take()
    process.press(1)
    await process.until("press 1")
    assert process.events == ["take up 1", "press 1"]


async def test_a_shard_lost_while_its_tables_are_read_is_not_served(process: Process) -> None:
    """Whoever loses a shard before it is served lets nobody in."""
    process.tables.readable.clear()
    process.take()
    await asyncio.sleep(0)
    process.lose()
    process.tables.readable.set()
    await process.until("give up 1")
    process.press(1)
    assert process.events == ["take up 1", "give up 1"]
    assert not process.keeper.serves(SERVER_ID)


async def test_one_process_leads(process: Process) -> None:
    """What one process does for all is done when it is told that it leads."""
    process.keeper.leads()
    await process.until("lead")
