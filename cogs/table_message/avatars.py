"""Avatars from Discord's CDN: small, fetched once, and few of them kept."""

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
"""Seconds that a message waits for avatars; later ones appear on the next picture."""

SECONDS_TO_FETCH: Final = 10.0
SECONDS_TO_NEXT_TRY: Final = 600.0
"""Seconds before an avatar that could not be fetched is requested again."""

LARGEST: Final = 32 * 1024
"""The most bytes of one avatar; 64 by 64 pixels take half of that uncompressed."""

KEPT: Final = 256
"""The most recently used avatars to keep: at most 8 MiB, usually about one."""

Fetch = Callable[[str], Awaitable[bytes]]
"""Fetches an address of the CDN. It may raise the errors of any request to Discord."""


class _Kept(NamedTuple):
    """An avatar's file, or when fetching it failed."""

    data: bytes | None
    since: float


def address(path: str) -> str:
    """Give the address of an avatar by its path: small and not animated."""
    return f"{discord.Asset.BASE}/{path}.png?size=64"


@dataclass(slots=True)
class Avatars:
    """Fetches avatars, each once.

    Attributes:
        fetch: requests a file from the CDN.
        wait: the most seconds that the first caller waits.
    """

    fetch: Fetch
    wait: float = SECONDS_TO_WAIT
    _kept: OrderedDict[str, _Kept] = field(default_factory=OrderedDict)
    _under_way: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _closed: bool = False

    async def at_hand(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Give the files that are available within a moment, by path; fetch the others.

        Only the first request of an avatar waits for it, so it delays one answer at most.
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
        """Stop fetching, and cancel the requests under way."""
        self._closed = True
        under_way = list(self._under_way.values())
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
