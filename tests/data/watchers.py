"""A watcher of shards for the tests: it notes what it is told, and does what a process would."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from bot.tables.shards import Shards

SECONDS_TO_WAIT = 20.0


@dataclass(slots=True)
class Watcher:
    """Notes what it is told, and connects and drains at once, unless it is told not to.

    Attributes:
        told: what it was told, in order: a word and the shard.
        left: what former owners told of each shard.
        busy: whether it takes its time to connect and to drain.
    """

    shards: Shards | None = None
    told: list[tuple[str, int]] = field(default_factory=list)
    left: dict[int, str] = field(default_factory=dict)
    busy: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def prepare(self, shard: int) -> None:
        """Connect at once."""
        self._note("prepare", shard)
        if self.shards is not None and not self.busy:
            self._do(self.shards.ready(shard))

    def taken(self, shard: int, told: str) -> None:
        """Note it."""
        self.left[shard] = told
        self._note("taken", shard)

    def spared(self, shard: int) -> None:
        """Note it."""
        self._note("spared", shard)

    def hand_over(self, shard: int) -> None:
        """Finish at once."""
        self._note("hand over", shard)
        if self.shards is not None and not self.busy:
            self._do(self.shards.release(shard, f"said of {shard}"))

    def lost(self, shard: int) -> None:
        """Note it."""
        self._note("lost", shard)

    def leads(self) -> None:
        """Note it."""
        self._note("leads", -1)

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is so, looking whenever the watcher is told something."""
        async with asyncio.timeout(SECONDS_TO_WAIT):
            while not happened():
                self._news.clear()
                await self._news.wait()

    def _note(self, word: str, shard: int) -> None:
        self.told.append((word, shard))
        self._news.set()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
