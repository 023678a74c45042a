"""New sessions at the gateway: one after another, and never the last ones of a day.

Discord lets a bot start a thousand sessions a day, and takes its token away if it starts more. Of
those whose shards have the same rest by `max_concurrency`, it lets one start every five seconds.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
import structlog

from bot.outages import UNREACHABLE, cause_of

log = structlog.get_logger(__name__)

FEWEST_LEFT: Final = 100
"""Sessions that the bot leaves unstarted, for whoever has to look into why there were so many."""

SECONDS_KNOWN: Final = 5.0
"""Seconds for which Discord's answer is used again."""

TOGETHER: Final = 4
"""Connections of one bucket that wait for their turn to identify: the turn goes to the one that is
needed most, and none is open for long before it."""

SECONDS_TO_ASK: Final = 5.0
"""Seconds that the question may take; without an answer the last one stands."""

Ask = Callable[[], Awaitable[tuple[int, str, Mapping[str, Any]]]]
"""Asks Discord for the shards that it recommends, the gateway, and the limits of new sessions."""

Turn = Callable[[int, int], Awaitable[None]]
"""Waits until a shard may identify, given `max_concurrency`."""


@dataclass(frozen=True, slots=True)
class Starts:
    """What Discord says of new sessions.

    Attributes:
        shards: how many shards it recommends.
        together: `max_concurrency`, how many may start in the same five seconds.
        left: how many may still start today; None if it has not said.
        reset_after: seconds until there are a thousand again.
    """

    shards: int = 1
    together: int = 1
    left: int | None = None
    reset_after: float = 0.0

    @property
    def few(self) -> bool:
        """Whether so few are left that none should start."""
        return self.left is not None and self.left < FEWEST_LEFT


class Identifying:
    """Gives each new session of this process its turn."""

    def __init__(self, ask: Ask, counted: Callable[[int], None] = lambda _: None) -> None:
        """Know nothing yet.

        Args:
            ask: asks Discord.
            counted: called with how many sessions may still start today.
        """
        self._ask = ask
        self._counted = counted
        self._turn: Turn | None = None
        self._starts = Starts()
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()
        self._buckets: defaultdict[int, asyncio.Semaphore] = defaultdict(
            partial(asyncio.Semaphore, TOGETHER)
        )

    def take_turns(self, turn: Turn) -> None:
        """Share the turns with other processes from now on."""
        self._turn = turn

    async def starts(self, *, anew: bool = False) -> Starts:
        """Ask Discord, unless it has just answered; give its last answer if it cannot be reached.

        Args:
            anew: ask in any case.
        """
        loop = asyncio.get_running_loop()
        async with self._asking:
            if anew or loop.time() - self._asked_at >= SECONDS_KNOWN:
                try:
                    async with asyncio.timeout(SECONDS_TO_ASK):
                        shards, _, limits = await self._ask()
                except (discord.DiscordException, *UNREACHABLE) as fault:
                    log.warning("session_starts_unknown", cause=cause_of(fault.__cause__ or fault))
                else:
                    self._asked_at = loop.time()
                    self._note(_read(shards, limits))
            return self._starts

    def _note(self, starts: Starts) -> None:
        self._starts = starts
        if starts.left is not None:
            self._counted(starts.left)

    @asynccontextmanager
    async def opening(self, shard: int) -> AsyncIterator[None]:
        """Open a connection inside the block, as one of a few of this process in its bucket.

        Before it, wait as long as too few sessions are left.
        """
        while (starts := await self.starts()).few:
            wait = max(starts.reset_after, SECONDS_KNOWN)
            log.error("few_sessions_left", left=starts.left, again_in=wait)
            await asyncio.sleep(wait)
        async with self._buckets[shard % starts.together]:
            yield

    async def turn(self, shard: int) -> None:
        """Wait until a shard may identify; call it with the connection open, just before."""
        if self._turn is not None:
            await self._turn(shard, self._starts.together)
        left = self._starts.left
        if left is not None:
            self._note(replace(self._starts, left=left - 1))


def _read(shards: int, limits: Mapping[str, Any]) -> Starts:
    return Starts(
        shards=max(1, shards),
        together=max(1, limits["max_concurrency"]),
        left=limits["remaining"],
        reset_after=limits["reset_after"] / 1000,
    )
