"""Which tables this process serves: those of the shards that it holds.

A shard is a part of Discord's servers, numbered from 0. With SQLite one process holds all of them.
With PostgreSQL several processes share them out by leases that run out; one of the processes leads:
it sends the commands and uploads the faces.
"""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Final, Protocol

SECONDS_BETWEEN_SESSIONS: Final = 5.1
"""Seconds between two new sessions of one bucket: Discord asks for five."""

_BITS_OF_SEQUENCE: Final = 22


def shard_of(guild_id: int, count: int) -> int:
    """Give the shard of a server, of so many, as Discord reckons it."""
    return (guild_id >> _BITS_OF_SEQUENCE) % count


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardPlan:
    """How the operator shares the servers out among processes.

    Attributes:
        count: how many shards there are, the same for every process.
        ids: those that this process may hold; None for whichever are free.
        processes: how many processes share them, for the fair share of each.
        seconds: how long nobody else may serve the shards of a process that has died.
    """

    count: int = 1
    ids: frozenset[int] | None = None
    processes: int = 1
    seconds: float = 8.0

    @property
    def share(self) -> int:
        """How many shards this process takes while others may want some too."""
        return -(-self.count // self.processes) if self.ids is None else len(self.ids)


class ShardWatcher(Protocol):
    """Is told what becomes of this process's shards; it only takes note, never blocks or raises.

    A shard comes by `taken`, or by `prepare` and then `taken` or `spared`. It goes by `hand_over`,
    or by `lost`.
    """

    def prepare(self, shard: int) -> None:
        """Open a session at Discord, while another process still serves the shard.

        Then `Shards.ready` says that it is open. Until `taken`, presses are kept, not handled.
        """
        ...

    def taken(self, shard: int, told: str) -> None:
        """Serve a shard, which this process holds from now on.

        Args:
            shard: the shard.
            told: what the process that served it before told at its release; empty for nothing.
        """
        ...

    def spared(self, shard: int) -> None:
        """Close the session of a shard that was prepared: another process has it, or keeps it."""
        ...

    def hand_over(self, shard: int) -> None:
        """Finish everything of a shard, then give it up by `Shards.release`.

        The next process is ready, or there is none.
        """
        ...

    def lost(self, shard: int) -> None:
        """Drop everything of a shard at once: another process may serve it."""
        ...

    def leads(self) -> None:
        """Do what one process does for all, which is this one from now on."""
        ...


class Shards(Protocol):
    """The shards of this process."""

    @property
    def count(self) -> int:
        """How many shards there are, for all processes."""
        ...

    @property
    def held(self) -> frozenset[int]:
        """The shards for which `holds` is true now."""
        ...

    @property
    def leading(self) -> bool:
        """Whether this process does now what one does for all."""
        ...

    def of(self, guild_id: int) -> int:
        """Give the shard of a server."""
        ...

    def holds(self, shard: int) -> bool:
        """Say whether nobody else can serve a shard now, nor in the next moment.

        It takes no time: look before each request that others could see.
        """
        ...

    async def start(self, watcher: ShardWatcher) -> None:
        """Begin to take shards; the watcher is told of each.

        Raises:
            StoreError: the database cannot be reached.
        """
        ...

    async def ready(self, shard: int) -> None:
        """Say that the session of a prepared shard is open, so that it can be handed over."""
        ...

    async def release(self, shard: int, told: str = "") -> None:
        """Give a shard up, once nothing of it is under way.

        Args:
            shard: the shard.
            told: what the next process has to know.
        """
        ...

    async def leave(self) -> None:
        """Hand every shard over, and return when none is held. No new ones are taken.

        The watcher is told `hand_over` for each when the next process is ready, or soon if no other
        wants it. Whoever has no more time cancels this; `close` of the database then gives up the
        rest.
        """
        ...

    async def turn(self, shard: int, together: int = 1) -> None:
        """Wait until a new session of a shard may be opened.

        Args:
            shard: the shard.
            together: Discord's `max_concurrency`, into so many buckets the shards fall.
        """
        ...


@dataclass(slots=True)
class AllShards:
    """The shards of a process that holds all of them as long as it lives: `Shards`.

    Attributes:
        count: how many there are.
    """

    count: int = 1
    _given: set[int] = field(default_factory=set)
    _watcher: ShardWatcher | None = None
    _none_left: asyncio.Event = field(default_factory=asyncio.Event)
    _next_turns: dict[int, float] = field(default_factory=dict)

    @property
    def held(self) -> frozenset[int]:
        """Every shard that was not released."""
        return frozenset(range(self.count)) - self._given

    @property
    def leading(self) -> bool:
        """True: there is no other process."""
        return True

    def of(self, guild_id: int) -> int:
        """Give the shard of a server."""
        return shard_of(guild_id, self.count)

    def holds(self, shard: int) -> bool:
        """Say whether a shard was not released."""
        return shard not in self._given

    async def start(self, watcher: ShardWatcher) -> None:
        """Tell the watcher that every shard is its own."""
        self._watcher = watcher
        watcher.leads()
        for shard in range(self.count):
            watcher.taken(shard, "")

    async def ready(self, shard: int) -> None:
        """Nothing is ever prepared."""

    async def release(self, shard: int, told: str = "") -> None:  # noqa: ARG002 - there is no next
        """Give a shard up."""
        self._given.add(shard)
        if not self.held:
            self._none_left.set()

    async def leave(self) -> None:
        """Let the watcher finish every shard."""
        if self._watcher is None or not self.held:
            return
        for shard in sorted(self.held):
            self._watcher.hand_over(shard)
        await self._none_left.wait()

    async def turn(self, shard: int, together: int = 1) -> None:
        """Wait until a new session of a shard may be opened; the first need not wait."""
        bucket, now = shard % together, time.monotonic()
        at = max(now, self._next_turns.get(bucket, now))
        self._next_turns[bucket] = at + SECONDS_BETWEEN_SESSIONS
        await asyncio.sleep(at - now)
