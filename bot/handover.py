"""What this process does for the shards that it holds, and how it takes and hands them over.

A shard that another process serves comes in this order: this process opens a session at Discord and
keeps what it hears; the other one lets nobody in any more, finishes what it has begun, and gives
the shard up; this one takes up the tables, and lets in whoever has pressed meanwhile.
"""

import asyncio
from collections.abc import Callable, Coroutine
from enum import Enum, auto
from typing import Any, Final, Protocol

import structlog

from bot.answering import answers_given
from bot.connections import Connections
from bot.ending import finished
from bot.gate import Gate
from bot.tables.ports import StoreError
from bot.tables.shards import AllShards, Shards
from cogs.base.outgoing import Outgoing

log = structlog.get_logger(__name__)

SECONDS_FOR_SERVERS: Final = 3.0
"""Seconds to wait for the servers of a new session before its shard may be handed over."""

SECONDS_TO_FINISH: Final = 3.0
"""Seconds that requests under way may take when a shard is handed over; the next process looks what
became of them."""

SECONDS_BETWEEN_TRIES: Final = 1.0
"""Seconds between two tries to read the tables of a shard."""

SECONDS_TO_RETURN: Final = 30.0
"""Seconds for which the session of a lost shard stays open: after an outage of the database the
shard often comes back, and Discord lets few sessions begin."""


SECONDS_TO_END: Final = 1.0
"""Seconds that the steps under way may take when the process ends."""


class Served(Protocol):
    """The tables of the shards that this process serves."""

    async def take_up(self, shard: int) -> None:
        """Serve the tables of a shard from now on.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def give_up(self, shard: int) -> None:
        """Finish saving at the tables of a shard, and serve them no more."""
        ...


class Leads(Protocol):
    """Does what one process does for all."""

    async def lead(self) -> None:
        """Begin, and return once all is done."""
        ...


class Stage(Enum):
    """What a shard of this process has come to."""

    SERVED = auto()
    """Its presses are handled, its tables are shown."""
    LEAVING = auto()
    """What has begun is finished; nothing new begins."""


class ShardKeeper:
    """Serves shards while they are held: `ShardWatcher`, and `Serving` for requests to Discord."""

    def __init__(
        self,
        shards: Shards,
        gate: Gate,
        connections: Connections,
        outgoing: Outgoing,
        served: Served,
        leading: Leads | None,
    ) -> None:
        """Serve nothing yet.

        Args:
            shards: which ones this process holds.
            gate: lets their presses in.
            connections: the gateway's.
            outgoing: the requests on behalf of their tables.
            served: their tables.
            leading: does what one of several processes does for all; None if there is only one.
        """
        self._shards = shards
        self._gate = gate
        self._connections = connections
        self._outgoing = outgoing
        self._served = served
        self._leading = leading
        self._stages: dict[int, Stage] = {}
        self._queues: dict[int, asyncio.Lock] = {}
        self._preparing: dict[int, asyncio.Task[None]] = {}
        self._closing: dict[int, asyncio.TimerHandle] = {}
        self._going: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        gate.watch(shards)
        outgoing.share(self)

    @property
    def coming(self) -> tuple[int, ...]:
        """The shards that are held and not served yet, or not any more."""
        held = self._shards.held
        return tuple(each for each in sorted(held) if self._stages.get(each) is not Stage.SERVED)

    def serves(self, guild_id: int) -> bool:
        """Say whether something new may be begun for a server."""
        shard = self._shards.of(guild_id)
        return self._stages.get(shard) is Stage.SERVED and self._shards.holds(shard)

    def holds(self, guild_id: int) -> bool:
        """Say whether no other process can serve a server now."""
        shard = self._shards.of(guild_id)
        return shard in self._stages and self._shards.holds(shard)

    def recount(self, count: int) -> bool:
        """Serve another number of shards, if this process serves all of them; say whether it does.

        Only more of them are ever needed: Discord's number grows with the servers.
        """
        shards = self._shards
        if not isinstance(shards, AllShards) or count <= shards.count:
            return False
        shards.count = count
        for shard in range(count):
            self._serve(shard, "")
        return True

    def prepare(self, shard: int) -> None:
        """Open a session of a shard that another process still serves, and say when it is ready."""
        self._stay(shard)
        self._gate.keep(shard)
        self._connections.open(shard)
        self._end_preparing(shard)
        preparing = asyncio.get_running_loop().create_task(self._prepared(shard))
        self._preparing[shard] = preparing
        self._keep(preparing)

    async def _prepared(self, shard: int) -> None:
        await self._connections.until_ready(shard, SECONDS_FOR_SERVERS)
        await self._shards.ready(shard)

    def taken(self, shard: int, told: str = "") -> None:
        """Serve a shard: take up its tables, and let in whoever has waited.

        Args:
            shard: the shard.
            told: the ids of the presses that the process before has handled last.
        """
        self._end_preparing(shard)
        self._stay(shard)
        self._gate.keep(shard)
        self._connections.open(shard)
        if isinstance(self._shards, AllShards):
            # Its tables are read before, and all at once.
            self._serve(shard, told)
        else:
            self._spawn(self._take_up(shard, told))

    async def _take_up(self, shard: int, told: str) -> None:
        async with self._queue(shard):
            while self._may_serve(shard):
                try:
                    await self._served.take_up(shard)
                except StoreError:
                    log.exception("shard_not_taken_up", shard=shard)
                    await asyncio.sleep(SECONDS_BETWEEN_TRIES)
                    continue
                if self._may_serve(shard):
                    self._serve(shard, told)
                    log.info("shard_served", shard=shard)
                return

    def _may_serve(self, shard: int) -> bool:
        return shard in self._shards.held and shard not in self._going

    def _serve(self, shard: int, told: str) -> None:
        self._stages[shard] = Stage.SERVED
        self._connections.open(shard)
        self._gate.open(shard, {int(each) for each in told.split()})

    def spared(self, shard: int) -> None:
        """Close the session of a shard that another process serves after all."""
        self._end_preparing(shard)
        self._gate.shut(shard)
        self._spawn(self._connections.close(shard))

    def hand_over(self, shard: int) -> None:
        """Finish everything of a shard, and give it up."""
        self._going.add(shard)
        self._spawn(self._hand_over(shard))

    async def _hand_over(self, shard: int) -> None:
        async with self._queue(shard):
            let_in = self._gate.shut(shard)
            try:
                await answers_given()
                if shard in self._stages:
                    self._stages[shard] = Stage.LEAVING
                await self._outgoing.finished(self._of(shard), SECONDS_TO_FINISH)
                await self._served.give_up(shard)
            except Exception:
                # The next process must not wait for it.
                log.exception("shard_not_finished", shard=shard)
            self._stages.pop(shard, None)
            try:
                await self._shards.release(shard, " ".join(map(str, let_in)))
                log.info("shard_handed_over", shard=shard)
            finally:
                self._going.discard(shard)
                await self._connections.close(shard)

    def _of(self, shard: int) -> Callable[[int], bool]:
        return lambda guild_id: self._shards.of(guild_id) == shard

    def lost(self, shard: int) -> None:
        """Drop everything of a shard; keep its session for a while, in case it comes back."""
        log.warning("shard_lost", shard=shard)
        self._stages.pop(shard, None)
        self._gate.shut(shard)
        self._spawn(self._drop(shard))
        self._stay(shard)
        loop = asyncio.get_running_loop()
        self._closing[shard] = loop.call_later(SECONDS_TO_RETURN, self._leave_discord, shard)

    async def _drop(self, shard: int) -> None:
        async with self._queue(shard):
            await self._served.give_up(shard)

    def _stay(self, shard: int) -> None:
        """Let the session of a shard stay open."""
        timer = self._closing.pop(shard, None)
        if timer is not None:
            timer.cancel()

    def _leave_discord(self, shard: int) -> None:
        self._closing.pop(shard, None)
        self._spawn(self._connections.close(shard))

    def leads(self) -> None:
        """Do what one process does for all."""
        if self._leading is not None:
            self._spawn(self._leading.lead())

    def _queue(self, shard: int) -> asyncio.Lock:
        """Give the lock in which the steps of a shard follow one another."""
        return self._queues.setdefault(shard, asyncio.Lock())

    def _end_preparing(self, shard: int) -> None:
        preparing = self._preparing.pop(shard, None)
        if preparing is not None:
            preparing.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._keep(asyncio.get_running_loop().create_task(work, name="shards"))

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("shard_step_failed", exc_info=task.exception())

    async def close(self) -> None:
        """Serve nothing any more."""
        for timer in self._closing.values():
            timer.cancel()
        self._closing.clear()
        # What is being released is told to the next process, if that takes only a moment.
        await finished(self._tasks, SECONDS_TO_END)
