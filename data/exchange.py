"""How shards come to this process and go to others: one look at all leases, and what follows."""

import time
from collections.abc import Container, Iterable
from typing import Final

import structlog

from bot.tables.shards import ShardPlan, ShardWatcher
from data.held import HeldLeases
from data.leases import Leases, Seen, Taken
from data.line import Line
from data.sharing import LEADER, Sight, Steps, Waiting, steps

log = structlog.get_logger(__name__)

LEASES: Final = "leases"
"""What processes tell each other when shards change hands."""


class Exchange:
    """What a process takes, asks for and hands over, and what its watcher is told of it.

    Attributes:
        going: whether the process leaves.
        unserved: the shards that nobody served at the last look, or nobody will in a moment.
    """

    def __init__(
        self,
        line: Line,
        leases: Leases,
        held: HeldLeases,
        plan: ShardPlan,
        watcher: ShardWatcher,
    ) -> None:
        """Join what belongs to one process."""
        self._line = line
        self._leases = leases
        self._held = held
        self._plan = plan
        self._watcher = watcher
        self._waiting = Waiting()
        self._prepared: set[int] = set()
        self._ready: set[int] = set()
        self._handing: set[int] = set()
        self.going = False
        self.unserved: frozenset[int] = frozenset()

    async def step(self, owed: Container[int]) -> bool:
        """Look at all leases, and do what follows; say whether to look again in a moment.

        It raises what the driver raises; the next look shows what has been done.

        Args:
            owed: what was given up in memory, and not yet in the database.
        """
        began = time.monotonic()
        seen = await self._leases.look()
        if len(seen.rows) != self._plan.count:
            log.error("shard_count_changed", remedy="restart with the new SHARD_COUNT")
            return False
        self.unserved = frozenset(row.shard for row in seen.rows if not row.live or row.late)
        await self._adopt(seen, owed)
        self._note_prepared(seen)
        await self._say_ready(seen)
        doing = steps(self._sight(seen, began))
        await self._act(seen, doing)
        if doing.ask:
            self._note_prepared(await self._leases.look())
        return doing.soon or bool(doing.ask)

    async def offer(self) -> None:
        """Let the others have everything, and ask for nothing more; it raises as `step` does."""
        if self._held.remove(LEADER):
            await self._leases.give(LEADER)
        await self._leases.leave()
        await self._line.notify(LEASES)

    def ready(self, shard: int) -> None:
        """Note that the session of a prepared shard is open; the next step says so."""
        if shard in self._prepared:
            self._ready.add(shard)

    def hand_over(self, shards: Iterable[int]) -> None:
        """Let the watcher finish shards, each once."""
        for shard in sorted(self._held.shards.intersection(shards) - self._handing):
            self._handing.add(shard)
            self._watcher.hand_over(shard)

    def gone(self, shard: int, *, lost: bool) -> None:
        """Note that a shard was released, or lost."""
        self._handing.discard(shard)
        if lost and shard != LEADER:
            self._watcher.lost(shard)

    async def _adopt(self, seen: Seen, owed: Container[int]) -> None:
        """Hold what was taken although the answer never came."""
        known = self._held.all
        unknown = [each for each in seen.own if each.shard not in known and each.shard not in owed]
        if unknown and not self.going:
            began = time.monotonic()
            kept = await self._leases.renew()
            for lease in unknown:
                if lease.shard in kept:
                    self._take(lease, began)

    def _note_prepared(self, seen: Seen) -> None:
        asked = {row.shard for row in seen.rows if row.asker == self._leases.owner}
        for shard in sorted(self._prepared - asked):
            self._forget(shard)
            self._watcher.spared(shard)
        for shard in sorted(asked - self._prepared - self._held.all):
            self._prepared.add(shard)
            self._watcher.prepare(shard)

    async def _say_ready(self, seen: Seen) -> None:
        for row in seen.rows:
            if row.live and not row.ready and row.shard in self._ready:
                await self._leases.ready(row.shard)
                await self._line.notify(LEASES)

    def _forget(self, shard: int) -> None:
        self._prepared.discard(shard)
        self._ready.discard(shard)

    def _sight(self, seen: Seen, now: float) -> Sight:
        free, unasked = self._waiting.seen(seen.rows, now)
        return Sight(
            me=self._leases.owner,
            plan=self._plan,
            rows=seen.rows,
            others=seen.others,
            free_for=free,
            unasked_for=unasked,
            going=self.going,
        )

    async def _act(self, seen: Seen, doing: Steps) -> None:
        for _ in range(doing.at_most):
            if not await self._acquire(doing.acquire):
                break
        if not self.going and not seen.leader.live:
            await self._acquire((LEADER,))
        self.hand_over(doing.hand_over)
        if doing.withdraw:
            await self._leases.withdraw(doing.withdraw)
        if doing.ask:
            await self._leases.ask(doing.ask)
            await self._line.notify(LEASES)

    async def _acquire(self, shards: Iterable[int]) -> bool:
        began = time.monotonic()
        lease = await self._leases.acquire(tuple(shards), self._plan.count)
        if lease is None:
            return False
        self._take(lease, began)
        return True

    def _take(self, lease: Taken, began: float) -> None:
        self._held.add(lease, began)
        self._forget(lease.shard)
        if lease.shard == LEADER:
            self._watcher.leads()
        else:
            log.info("shard_taken", shard=lease.shard)
            self._watcher.taken(lease.shard, lease.told)
