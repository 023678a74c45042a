"""The timing of READY and GUILD_CREATE for an identified bot."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Welcome:
    """The time between IDENTIFY, READY and each GUILD_CREATE; none unless a test wants it.

    `ready_after` are the seconds before READY, `guild_after` those before each guild after it.
    """

    def __init__(self) -> None:
        self.ready_after = 0.0
        self.guild_after = 0.0
        self._ready = asyncio.Event()
        self._guilds = asyncio.Event()
        self._ready.set()
        self._guilds.set()

    @contextmanager
    def holding_ready(self) -> Iterator[None]:
        """Inside the block a bot gets HELLO and nothing more."""
        with _shut(self._ready):
            yield

    @contextmanager
    def holding_guilds(self) -> Iterator[None]:
        """Inside the block a bot gets READY, in which every guild is unavailable, and no guild."""
        with _shut(self._guilds):
            yield

    async def before_ready(self) -> None:
        """Wait until READY is due."""
        await _pass(self.ready_after, self._ready)

    async def before_guild(self) -> None:
        """Wait until the next guild is due."""
        await _pass(self.guild_after, self._guilds)


@contextmanager
def _shut(gate: asyncio.Event) -> Iterator[None]:
    gate.clear()
    try:
        yield
    finally:
        gate.set()


async def _pass(seconds: float, gate: asyncio.Event) -> None:
    if seconds:
        await asyncio.sleep(seconds)
    await gate.wait()
