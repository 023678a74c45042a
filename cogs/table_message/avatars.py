"""The avatars of people as Discord's CDN gives them: fetched once, small, and few of them kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import discord
import structlog

from cogs.base.faults import FAULTS, told

log = structlog.get_logger(__name__)

SECONDS_TO_WAIT: Final = 0.25
"""How long a message waits for avatars that are fetched for it; later ones are on the next."""

SECONDS_TO_FETCH: Final = 10.0
SECONDS_TO_NEXT_TRY: Final = 600.0
"""How long an avatar that could not be had is not asked for again."""

LARGEST: Final = 32 * 1024
"""Bytes of one avatar; 64 by 64 pixels are half of that, were they not packed at all."""

KEPT: Final = 256
"""Avatars that are kept, the ones used last: 8 MiB at most, and about one as a rule."""

Fetch = Callable[[str], Awaitable[bytes]]
"""Gives what is at an address of the CDN. It may raise whatever a request to Discord may."""


class _Kept(NamedTuple):
    """What is known of an avatar: its file, or since when it cannot be had."""

    data: bytes | None
    since: float


def address(path: str) -> str:
    """Give the address of an avatar, small and standing still, by its path."""
    return f"{discord.Asset.BASE}/{path}.png?size=64"


@dataclass(slots=True)
class Avatars:
    """Fetches avatars, each once.

    Attributes:
        fetch: asks the CDN.
        wait: seconds that whoever asks first waits at most.
    """

    fetch: Fetch
    wait: float = SECONDS_TO_WAIT
    _kept: OrderedDict[str, _Kept] = field(default_factory=OrderedDict)
    _under_way: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _closed: bool = False

    async def at_hand(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Give the files that are there within a moment, by their paths; fetch the others.

        Only those that nobody has asked for yet are waited for: an answer is late once at most.
        """
        wanted = tuple(dict.fromkeys(filter(None, paths)))
        begun = [self._begin(path) for path in wanted if self._is_missing(path)]
        if begun:
            await asyncio.wait(begun, timeout=self.wait)
        return {path: data for path in wanted if (data := self._used(path)) is not None}

    def _is_missing(self, path: str) -> bool:
        if self._closed or path in self._under_way:
            return False
        kept = self._kept.get(path)
        if kept is None:
            return True
        age = asyncio.get_running_loop().time() - kept.since
        return kept.data is None and age >= SECONDS_TO_NEXT_TRY

    def _used(self, path: str) -> bytes | None:
        kept = self._kept.get(path)
        if kept is None:
            return None
        self._kept.move_to_end(path)
        return kept.data

    def _begin(self, path: str) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(self._bring(path))
        self._under_way[path] = task
        return task

    async def _bring(self, path: str) -> None:
        try:
            async with asyncio.timeout(SECONDS_TO_FETCH):
                data: bytes | None = await self.fetch(address(path))
        except FAULTS as fault:
            log.info("avatar_not_fetched", cause=told(fault))
            data = None
        finally:
            del self._under_way[path]
        if data is not None and len(data) > LARGEST:
            log.info("avatar_too_large", size=len(data))
            data = None
        self._kept[path] = _Kept(data, asyncio.get_running_loop().time())
        self._kept.move_to_end(path)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def close(self) -> None:
        """Stop fetching; what is under way comes to nothing."""
        self._closed = True
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
