"""Pictures of tables, drawn beside the event loop.

Drawing keeps the interpreter busy, so a thread would hold the loop up: pictures are drawn in a
process of their own. It is started with the bot, ends with it, and is made anew when it has died.
A picture that cannot be had is no fault of the table: it goes on without one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field
from typing import Final, Protocol

import structlog

from bot.processes import Pool, pool_of
from bot.render.picture import TablePicture
from bot.render.table import render_table, warm

log = structlog.get_logger(__name__)

SECONDS_TO_DRAW: Final = 5.0
"""How long a message waits for its picture; a picture takes some ten milliseconds."""

KEPT: Final = 128
"""Pictures that are kept, the ones used last: about 5 MiB."""

_NICENESS: Final = 10
"""The process that draws gives way to the ones that answer and think: a late picture of a table is
of the table as it then is, a late card keeps everybody waiting."""


class Renderer(Protocol):
    """Draws the pictures of tables."""

    async def draw(self, picture: TablePicture) -> bytes | None:
        """Give a picture as PNG, or None where there is none to be had."""
        ...

    async def start(self) -> None:
        """Get ready, so that the first picture is as quick as the next."""
        ...

    async def close(self) -> None:
        """Stop; no picture is drawn any more."""
        ...


class NoPictures:
    """Draws nothing: for those who want words alone."""

    async def draw(self, picture: TablePicture) -> bytes | None:  # noqa: ARG002 - the port's
        """Give no picture."""
        return None

    async def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Hold nothing."""


def own_process() -> Executor:
    """Make a pool of one process that draws."""
    return pool_of(1, _NICENESS)


@dataclass(slots=True)
class PooledRenderer:
    """Draws in a process of its own, each picture once.

    Attributes:
        make_pool: makes what draws; asked again when that has died.
        seconds: how long to wait for one picture.
        kept: how many pictures are kept.
        drawn: how many pictures were really drawn.
    """

    make_pool: Callable[[], Executor] = own_process
    seconds: float = SECONDS_TO_DRAW
    kept: int = KEPT
    drawn: int = 0
    _pool: Pool = field(init=False)
    _begun: Executor | None = None
    _closed: bool = False
    _making: asyncio.Lock = field(default_factory=asyncio.Lock)
    _done: OrderedDict[TablePicture, bytes] = field(default_factory=OrderedDict)
    _under_way: dict[TablePicture, asyncio.Task[bytes | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._pool = Pool(self.make_pool)

    async def start(self) -> None:
        """Start the process and let it load what it needs."""
        pool = None
        try:
            pool = await self._ready()
            await asyncio.wrap_future(pool.submit(warm))
        except (BrokenExecutor, OSError) as fault:
            self._pool.lose(pool)
            log.warning("pictures_not_ready", cause=type(fault).__name__)

    async def draw(self, picture: TablePicture) -> bytes | None:
        """Give a picture as PNG, or None where there is none to be had in time."""
        ready = self._done.get(picture)
        if ready is not None:
            self._done.move_to_end(picture)
            return ready
        if self._closed:
            return None
        task = self._under_way.get(picture)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._draw(picture))
            self._under_way[picture] = task
        # Several messages may wait for one picture: the one that gives up takes it from nobody.
        return await asyncio.shield(task)

    async def _draw(self, picture: TablePicture) -> bytes | None:
        pool = None
        try:
            pool = await self._ready()
            async with asyncio.timeout(self.seconds):
                drawn = await asyncio.wrap_future(pool.submit(render_table, picture))
        except asyncio.CancelledError:
            if self._closed:
                return None
            raise
        except TimeoutError:
            log.warning("picture_late", stage=picture.stage, seconds=self.seconds)
            return None
        except (BrokenExecutor, OSError) as fault:
            self._pool.lose(pool)
            log.warning("pictures_lost", cause=type(fault).__name__)
            return None
        except Exception:
            log.exception("picture_not_drawn", stage=picture.stage)
            return None
        finally:
            del self._under_way[picture]
        self._keep(picture, drawn)
        return drawn

    def _keep(self, picture: TablePicture, drawn: bytes) -> None:
        self.drawn += 1
        self._done[picture] = drawn
        while len(self._done) > self.kept:
            self._done.popitem(last=False)

    async def _ready(self) -> Executor:
        async with self._making:
            pool = self._pool.held()
            if pool is not self._begun:
                # The first piece of work starts the process, which takes too long for the loop.
                try:
                    await asyncio.to_thread(pool.submit, warm)
                except (BrokenExecutor, OSError):
                    self._pool.lose(pool)
                    raise
                self._begun = pool
            return pool

    async def close(self) -> None:
        """Stop the process; pictures under way come to nothing."""
        self._closed = True
        waiting = list(self._under_way.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await self._pool.close()
