"""What happens to the processes while people play: kills, stops, restarts, outages."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

import asyncpg

from tests.process.fleet.crowd import Answers, Crowd
from tests.process.fleet.members import Fleet, Member
from tests.process.fleet.timeline import timeline
from tests.process.fleet.witness import Witness

LOOKED_FOR: Final = 60.0
"""Seconds to wait for the first answer of a shard after a fault, before it counts as never."""

TOLD_FROM: Final = 12.0
"""Seconds from which on it is told why an answer took so long."""

_AUDITED_EVERY: Final = 20
"""Faults between two looks at the database and the messages."""

_AT_ONCE: Final = 0.2
"""How often the next fault does not wait until everyone is served again."""

_IN_TRANSACTION: Final = """
SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND state LIKE 'idle in transaction%'
"""


@dataclass(slots=True)
class Seen:
    """What trials have seen.

    Attributes:
        waits: by kind of fault, seconds until the first answer of each shard that it hit.
        counts: how much of what.
        stories: what happened before each answer that took long.
    """

    waits: dict[str, list[float]] = field(default_factory=dict)
    stories: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Say it, a line for each kind."""
        lines = [", ".join(f"{name} {number}" for name, number in sorted(self.counts.items()))]
        for kind, waits in self.waits.items():
            ordered = sorted(waits)
            ninth = ordered[max(0, round(0.9 * len(ordered)) - 1)] if ordered else 0.0
            lines.append(
                f"first answer after a {kind}: {len(ordered)} shards, median "
                f"{median(ordered or [0.0]):.1f} s, 90 % {ninth:.1f} s, "
                f"longest {max(ordered, default=0.0):.1f} s"
            )
        return "\n".join(lines)


@dataclass(slots=True)
class Trial:
    """Processes, the people who play on them, and who watches both."""

    fleet: Fleet
    crowd: Crowd
    witness: Witness
    chance: random.Random
    stop_seconds: float = 30.0
    seen: Seen = field(default_factory=Seen)
    _faults: list[tuple[float, str]] = field(default_factory=list)
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)

    async def faults(
        self, kills: int, stops: int, told: Callable[[str], None] = lambda _: None
    ) -> None:
        """Kill and stop processes at random while people play; tell what was seen now and then.

        Raises:
            AssertionError: something is lost, done twice, or shown twice.
        """
        kinds = ["kill"] * kills + ["stop"] * stops
        self.chance.shuffle(kinds)
        for begin in range(0, len(kinds), _AUDITED_EVERY):
            async with self.crowd.playing():
                # Without presses there are no answers: at first everyone thinks.
                await self.crowd.until_done(max(1, len(self.crowd.groups) // 8))
                for kind in kinds[begin : begin + _AUDITED_EVERY]:
                    await (self._kill() if kind == "kill" else self._stop())
                    await asyncio.sleep(self.chance.uniform(0.0, 2.0))
                await asyncio.gather(*self._under_way)
            await self.crowd.check()
            self.seen.counts["audits"] += 1
            told("\n".join([*self.seen.stories, str(self.crowd.answered()), str(self.seen)]))
            self.seen.stories.clear()

    async def _kill(self) -> None:
        member, shards = await self._victim()
        since = await self.strike(member)
        await self._served("kill", shards, since, member)

    async def strike(self, member: Member) -> float:
        """Kill a process, and let another start in a moment; give when."""
        since = self._note(f"{member.run} is killed")
        await self.fleet.kill(member)
        self.seen.counts["kills"] += 1
        self._begin(self._restart(self.chance.uniform(0.0, 2.0)))
        return since

    async def _stop(self) -> None:
        held = self.fleet.size // 2
        while sum(each.stopped for each in self.fleet.members) >= held:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        member, shards = await self._victim()
        since = self._note(f"{member.run} is stopped")
        member.stop()
        self.seen.counts["stops"] += 1
        self._begin(self._go_on(member))
        await self._served("stop", shards, since, member)

    async def _victim(self) -> tuple[Member, Sequence[int]]:
        """Choose a process that holds a shard."""
        while True:
            held = await self.witness.held()
            awake = [one for one in self.fleet.members if not one.stopped]
            holding = [one for one in awake if one.run in held.values()]
            if holding:
                member = self.chance.choice(holding)
                return member, [shard for shard, run in held.items() if run == member.run]
            await asyncio.sleep(0.2)

    async def _served(self, kind: str, shards: Sequence[int], since: float, victim: Member) -> None:
        """Wait until every shard is served again, or now and then let the next fault come first."""
        if self.chance.random() < _AT_ONCE:
            self.seen.counts["at once"] += 1
            return
        await self.answered(kind, shards, since, victim)

    async def answered(
        self, kind: str, shards: Sequence[int], since: float, victim: Member
    ) -> None:
        """Wait until a press of each shard is answered by another process."""
        waits = self.seen.waits.setdefault(kind, [])
        for shard in shards:
            while (at := self.witness.first_answer(shard, since, victim.run)) is None:
                if self.witness.now - since > LOOKED_FOR:
                    at = float("inf")
                    break
                await asyncio.sleep(0.1)
            waits.append(at - since)
            if at - since > TOLD_FROM:
                span = since, min(at, self.witness.now)
                self.seen.stories.append(
                    await timeline(self.witness, self.crowd, shard, span, self._faults)
                )

    def _note(self, what: str) -> float:
        """Note a fault or a start, and give the moment."""
        now = self.witness.now
        self._faults.append((now, what))
        return now

    async def _restart(self, after: float) -> None:
        await asyncio.sleep(after)
        member = await self.fleet.start()
        self._note(f"{member.run} is started")

    async def _go_on(self, member: Member) -> None:
        await asyncio.sleep(self.stop_seconds)
        self._note(f"{member.run} goes on")
        member.go_on()

    def _begin(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def rolling_restart(self, *, successor_first: bool) -> Answers:
        """Replace every process, one after the other, under presses.

        Raises:
            AssertionError: something is lost, done twice, or shown twice.
        """
        begun = len(self.crowd.ground.diary.deeds)
        async with self.crowd.playing():
            for member in list(self.fleet.members):
                if successor_first:
                    await self.fleet.until_ready(await self.fleet.start())
                await self.fleet.terminate(member)
                if not successor_first:
                    await self.fleet.until_ready(await self.fleet.start())
                await self.crowd.until_done(10)
            await self.fleet.until_shared(self.witness)
            await self.crowd.until_done(10)
        await self.crowd.check()
        return self.crowd.answered(begun)

    async def wrong_clock(self, main: str, extra: Mapping[str, str]) -> Answers:
        """Let one process whose clock is wrong serve every shard, and then the others again."""
        begun = len(self.crowd.ground.diary.deeds)
        async with self.crowd.playing():
            wrong = await self.fleet.start(main=main, extra=extra)
            await self.fleet.until_ready(wrong)
            right = [each for each in self.fleet.members if each is not wrong]
            for member in right:
                await self.fleet.terminate(member)
            await self.crowd.until_done(20)
            for _ in right:
                await self.fleet.until_ready(await self.fleet.start())
            await self.fleet.terminate(wrong)
            await self.fleet.until_shared(self.witness)
            await self.crowd.until_done(20)
        await self.crowd.check()
        return self.crowd.answered(begun)

    async def no_route(self, seconds: float) -> Answers:
        """Cut one process off its database for some seconds."""

        async def cut() -> None:
            member, _ = await self._victim()
            assert member.route is not None
            member.route.cut()
            await asyncio.sleep(seconds)
            member.route.mend()

        return await self._during(cut)

    async def database_killed(self, seconds: float) -> Answers:
        """Kill the database's server, and start it again after some seconds."""

        async def killed() -> None:
            await asyncio.to_thread(self.fleet.cluster.server.kill)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(self.fleet.cluster.server.start)

        return await self._during(killed)

    async def stopped_in_a_transaction(self) -> Answers:
        """Stop a process that has begun a transaction, and let it go on later."""

        async def stopped() -> None:
            member = await self._stop_in_a_transaction()
            since = self.witness.now
            held = await self.witness.held()
            shards = [shard for shard, run in held.items() if run == member.run]
            self._begin(self._go_on(member))
            self.seen.counts["stopped in a transaction"] += 1
            await self.answered("stop in a transaction", shards, since, member)
            await asyncio.gather(*self._under_way)

        return await self._during(stopped)

    async def _stop_in_a_transaction(self) -> Member:
        url = self.fleet.url
        connection = await asyncpg.connect(
            host=str(url.query["host"]), user=url.username, database=url.database
        )
        try:
            while True:
                member, _ = await self._victim()
                until = time.monotonic() + 2.0
                while time.monotonic() < until:
                    if await connection.fetchval(_IN_TRANSACTION, member.run) is None:
                        continue
                    member.stop()
                    if await connection.fetchval(_IN_TRANSACTION, member.run) is not None:
                        return member
                    member.go_on()
        finally:
            await connection.close()

    async def _during(self, fault: Callable[[], Awaitable[None]]) -> Answers:
        """Let people play before, during and after a fault, and audit."""
        begun = len(self.crowd.ground.diary.deeds)
        async with self.crowd.playing():
            await self.crowd.until_done(10)
            await fault()
            await self.fleet.until_shared(self.witness)
            await self.crowd.until_done(20)
        await self.crowd.check()
        return self.crowd.answered(begun)
