"""The shards of this process, by the leases in the database of a server.

One task renews what this process holds, looks at what the others do, and takes, asks for and hands
over shards. Whoever wants to know whether a shard is held is answered from memory.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog
from sqlalchemy import URL

from bot.tables.ports import LeaseLostError
from bot.tables.shards import SECONDS_BETWEEN_SESSIONS, ShardPlan, ShardWatcher, shard_of
from data.errors import ShardCountError
from data.exchange import LEASES, Exchange
from data.faults import store_error
from data.held import HeldLeases
from data.leases import Leases, Taken
from data.line import SERVER_FAULTS, Line
from data.sharing import LEADER, RENEWALS

log = structlog.get_logger(__name__)

_LATE: Final = 0.5
"""The part of a lease's time after which a renewal counts as late."""

_SECONDS_TO_STEP: Final = 1.0
"""Seconds that a step under way may take at the end."""

_LOOKS: Final = 10
"""Looks at the leases in the time of one."""

_SECONDS_TO_LOOK_AGAIN: Final = 0.2
"""Seconds between two looks while shards change hands; what is told comes sooner."""

_SECONDS_OF_COURTESY: Final = 0.3
"""Seconds for which a session of a shard whose owner is probably dead leaves its turn to those of
shards that are held already; and one of a shard that is served, for twice as long to both."""

_SECONDS_TO_USE: Final = 1.0
"""Seconds after which a turn is too old to be used: another may be near."""


class LeaseHeldError(Exception):
    """Another process holds leases, and lives."""


class LeasedShards:
    """The shards of this process: `bot.tables.shards.Shards`."""

    def __init__(
        self, line: Line, plan: ShardPlan, late: Callable[[], None] = lambda: None
    ) -> None:
        """Hold nothing yet.

        Args:
            line: a connection.
            plan: what the operator wants.
            late: called when a renewal was late.
        """
        self._line = line
        self._plan = plan
        self._late = late
        self._leases = Leases(line, line.name, plan.seconds)
        self._held = HeldLeases(plan.seconds)
        self._owed: dict[int, str] = {}
        self._exchange: Exchange | None = None
        self._alone = False
        self._renewed = 0.0
        self._renew_at = 0.0
        self._stepping = asyncio.Lock()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._in_trouble = False
        self._closed = False
        line.listen(self._hear, self._woken.set)

    @property
    def owner(self) -> str:
        """The name of this process."""
        return self._leases.owner

    @property
    def count(self) -> int:
        """How many shards there are, for all processes."""
        return self._plan.count

    @property
    def held(self) -> frozenset[int]:
        """The shards for which `holds` is true now."""
        return frozenset(filter(self.holds, self._held.shards))

    @property
    def leading(self) -> bool:
        """Whether this process does now what one does for all."""
        return self.holds(LEADER)

    def of(self, guild_id: int) -> int:
        """Give the shard of a server."""
        return shard_of(guild_id, self._plan.count)

    def holds(self, shard: int) -> bool:
        """Say whether nobody else can serve a shard now, nor in the next moment."""
        return self._held.sure(shard)

    def lease(self, guild_id: int | None) -> Taken | None:
        """Give the lease that a write needs: of a server, or of none.

        None if what belongs to no server may be written by any process.

        Raises:
            LeaseLostError: this process does not have it.
        """
        if guild_id is None and not self._alone:
            return None
        held = self._held.get(LEADER if guild_id is None else self.of(guild_id))
        if held is None:
            raise LeaseLostError("another process serves this table")
        return held

    async def make(self, url: URL) -> None:
        """Make as many leases as planned, unless others are held.

        Raises:
            ShardCountError: they are.
            asyncpg.PostgresError, OSError, TimeoutError: the server cannot do it now.
        """
        found, _ = await self._leases.make(self._plan.count)
        if found != self._plan.count:
            raise ShardCountError(url, found, self._plan.count)

    async def take_all(self) -> None:
        """Take every shard there is, waiting for leases that run out.

        Raises:
            LeaseHeldError: another process renews them.
            asyncpg.PostgresError, OSError, TimeoutError: the server cannot do it now.
        """
        count, _ = await self._leases.make(None)
        self._plan = replace(self._plan, count=count)
        self._alone = True
        # Twice the time: whoever renews it once in that time is alive.
        for _ in range(2 * RENEWALS + 1):
            began = time.monotonic()
            for lease in await self._leases.acquire_all():
                self._held.add(lease, began)
            if self._held.all:
                self._renew_at = began + self._plan.seconds / RENEWALS
                self._begin()
                return
            await asyncio.sleep(self._plan.seconds / RENEWALS)
        raise LeaseHeldError

    async def start(self, watcher: ShardWatcher) -> None:
        """Begin to take shards; the watcher is told of each.

        Raises:
            StoreError: the database cannot be reached.
        """
        self._exchange = Exchange(self._line, self._leases, self._held, self._plan, watcher)
        if self._alone:
            watcher.leads()
            for shard in sorted(self._held.shards):
                watcher.taken(shard, "")
            return
        try:
            await self._step()
        except SERVER_FAULTS as fault:
            raise store_error(fault) from fault
        self._begin()

    async def ready(self, shard: int) -> None:
        """Say that the session of a prepared shard is open, so that it can be handed over.

        If the database cannot be reached now, it is told as soon as it can.
        """
        if self._exchange is not None:
            self._exchange.ready(shard)
            self._woken.set()

    async def release(self, shard: int, told: str = "") -> None:
        """Give a shard up, once nothing of it is under way; if need be, it is tried again.

        Args:
            shard: the shard.
            told: what the next process has to know.
        """
        if not self._held.remove(shard):
            return
        if self._exchange is not None:
            self._exchange.gone(shard, lost=False)
        self._owed[shard] = told
        try:
            async with self._stepping:
                await self._pay()
        except SERVER_FAULTS as fault:
            log.warning("lease_not_released", cause=type(fault).__name__)

    async def leave(self) -> None:
        """Hand every shard over, and return when none is held. No new ones are taken."""
        exchange = self._exchange
        if exchange is None:
            return
        exchange.going = True
        try:
            if self._alone:
                exchange.hand_over(self._held.shards)
            else:
                async with self._stepping:
                    await exchange.offer()
        except SERVER_FAULTS as fault:
            log.warning("leases_not_offered", cause=type(fault).__name__)
            exchange.hand_over(self._held.shards)
        self._woken.set()
        await self._held.until_none()

    async def turn(self, shard: int, together: int = 1) -> None:
        """Wait until a new session of a shard may be opened, and the database can be reached.

        A turn is taken when it has come, so nobody waits for a process that has died in the queue.

        Args:
            shard: the shard.
            together: into so many buckets the shards fall.
        """
        bucket = shard % together
        while True:
            after = self._courtesy(shard) * _SECONDS_OF_COURTESY
            asked = time.monotonic()
            try:
                wait = await self._leases.turn(bucket, SECONDS_BETWEEN_SESSIONS, after)
            except SERVER_FAULTS:
                wait = _SECONDS_TO_LOOK_AGAIN
            if not wait and time.monotonic() - asked < _SECONDS_TO_USE:
                return
            await asyncio.sleep(wait)

    def _courtesy(self, shard: int) -> int:
        """Say how long a session of a shard can wait, 0 to 2: people do, will soon, or will not."""
        if self._exchange is None or shard in self._held.all:
            return 0
        return 1 if shard in self._exchange.unserved else 2

    async def close(self) -> None:
        """Give everything up, so that the next process need not wait for leases to run out."""
        if self._task is not None:
            self._closed = True
            self._woken.set()
            # Rather after a step than in the middle of one.
            await asyncio.wait([self._task], timeout=_SECONDS_TO_STEP)
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None
        self._held.clear()
        try:
            async with asyncio.timeout(self._plan.seconds / RENEWALS):
                await self._leases.end()
                await self._line.notify(LEASES)
        except SERVER_FAULTS as fault:
            log.warning("lease_not_released", cause=type(fault).__name__)

    def _begin(self) -> None:
        self._task = asyncio.create_task(self._run(), name="leases")

    def _hear(self, text: str) -> None:
        if text == LEASES:
            self._woken.set()

    async def _run(self) -> None:
        while not self._closed:
            try:
                soon = await self._step()
            except SERVER_FAULTS as fault:
                soon = True
                if not self._in_trouble:
                    log.warning("leases_not_renewed", cause=type(fault).__name__)
                self._in_trouble = True
            except Exception:
                # Whatever it is, without renewals everything would be lost.
                soon = True
                log.exception("leases_failed")
            else:
                self._in_trouble = False
            # Every second or so: whoever has died is to be noticed before its lease runs out.
            wait = min(self._renew_at - time.monotonic(), self._plan.seconds / _LOOKS)
            if soon:
                wait = min(_SECONDS_TO_LOOK_AGAIN, self._plan.seconds / _LOOKS)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), max(wait, 0.01))
            self._woken.clear()

    async def _step(self) -> bool:
        """Renew, look and act; say whether to look again in a moment."""
        async with self._stepping:
            await self._pay()
            if time.monotonic() >= self._renew_at:
                await self._renew()
            if self._alone or self._exchange is None:
                return False
            return await self._exchange.step(self._owed)

    async def _renew(self) -> None:
        began = time.monotonic()
        kept = await self._leases.renew()
        if self._renewed and began - self._renewed > self._plan.seconds * _LATE:
            self._late()
        self._renewed = began
        self._renew_at = began + self._plan.seconds / RENEWALS
        for shard in self._held.renewed(kept, began):
            log.warning("lease_lost", shard=shard)
            if self._exchange is not None:
                self._exchange.gone(shard, lost=True)

    async def _pay(self) -> None:
        """Give up in the database what was given up in memory."""
        for shard, told in list(self._owed.items()):
            await self._leases.give(shard, told)
            del self._owed[shard]
            await self._line.notify(LEASES)
