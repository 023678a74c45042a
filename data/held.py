"""The leases that this process holds, in memory, and until when it is sure of each."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from data.leases import Taken
from data.sharing import LEADER

SURE: Final = 0.8
"""The part of a lease's time for which its process counts on it."""


@dataclass(slots=True)
class _Held:
    """A lease, and until when its process is sure of it, by the monotonic clock."""

    lease: Taken
    until: float


class HeldLeases:
    """The leases of a process. Moments are `time.monotonic()` before the server was asked."""

    def __init__(self, seconds: float) -> None:
        """Hold nothing yet.

        Args:
            seconds: how long a lease holds.
        """
        self._seconds = seconds
        self._held: dict[int, _Held] = {}
        self._no_shard = asyncio.Event()

    @property
    def all(self) -> frozenset[int]:
        """What is held as far as is known, the lead too."""
        return frozenset(self._held)

    @property
    def shards(self) -> frozenset[int]:
        """The shards that are held as far as is known."""
        return self.all - {LEADER}

    def get(self, shard: int) -> Taken | None:
        """Give the lease on a shard, or None."""
        held = self._held.get(shard)
        return None if held is None else held.lease

    def sure(self, shard: int) -> bool:
        """Say whether nobody else can have the lease now, nor in the next moment."""
        held = self._held.get(shard)
        return held is not None and time.monotonic() < held.until

    def add(self, lease: Taken, asked: float) -> None:
        """Note a lease that was taken at a moment."""
        self._held[lease.shard] = _Held(lease, asked + self._seconds * SURE)
        if lease.shard != LEADER:
            self._no_shard.clear()

    def renewed(self, kept: Iterable[int], asked: float) -> list[int]:
        """Note which leases were renewed at a moment; give those that are lost."""
        until = asked + self._seconds * SURE
        renewed = frozenset(kept)
        for shard in renewed & self.all:
            self._held[shard].until = until
        lost = sorted(self.all - renewed)
        for shard in lost:
            self.remove(shard)
        return lost

    def remove(self, shard: int) -> bool:
        """Note that a lease was given up or lost; say whether it was held."""
        held = self._held.pop(shard, None)
        if not self.shards:
            self._no_shard.set()
        return held is not None

    def clear(self) -> None:
        """Note that all were given up."""
        self._held.clear()
        self._no_shard.set()

    async def until_none(self) -> None:
        """Wait until no shard is held."""
        if self.shards:
            await self._no_shard.wait()
