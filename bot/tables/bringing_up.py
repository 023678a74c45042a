"""Brings tables up one after the other, at a pace that leaves the event loop to presses."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from bot.tables.errors import NotSaved, TableError

log = structlog.get_logger(__name__)

A_SECOND: Final = 50.0
"""Tables that are brought up in a second: Discord takes no more edits of their messages."""

AT_ONCE: Final = 50.0
"""Tables that are brought up without a pause, after a time in which there were none."""

SECONDS_BEFORE_ANOTHER_TRY: Final = 5.0
"""Seconds to wait while the store cannot be read."""


class BringingUp:
    """A queue of tables, and the task that empties it."""

    def __init__(self, bring_up: Callable[[int], Awaitable[None]]) -> None:
        """Begin with none.

        Args:
            bring_up: loads and shows a table; it raises NotSaved while the store is out of reach.
        """
        self._bring_up = bring_up
        self._waiting: dict[int, None] = {}
        self._task: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()
        self._saved = AT_ONCE
        self._closed = False

    def add(self, table_ids: Iterable[int]) -> None:
        """Bring tables up after those that wait already."""
        if self._closed:
            return
        self._waiting |= dict.fromkeys(table_ids)
        if self._waiting and self._task is None:
            self._idle.clear()
            self._task = asyncio.get_running_loop().create_task(self._run(), name="bringing-up")

    async def finished(self) -> None:
        """Wait until none is left."""
        await self._idle.wait()

    async def close(self) -> None:
        """Leave the rest to the next process."""
        self._closed = True
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                begun, table_id = loop.time(), next(iter(self._waiting))
                self._saved -= 1.0
                if await self._brought_up(table_id):
                    self._waiting.pop(table_id, None)
                await asyncio.sleep(max(0.0, -self._saved) / A_SECOND)
                self._saved = min(AT_ONCE, self._saved + (loop.time() - begun) * A_SECOND)
        finally:
            self._task = None
            self._idle.set()

    async def _brought_up(self, table_id: int) -> bool:
        """Bring a table up; say whether that is done, or never will be."""
        try:
            await self._bring_up(table_id)
        except NotSaved:
            await asyncio.sleep(SECONDS_BEFORE_ANOTHER_TRY)
            return False
        except TableError:
            return True
        except Exception:
            # Catch everything: one table must not keep the others from coming.
            log.exception("table_not_brought_up", table=table_id)
        return True
