"""Pictures, drawn beside the event loop.

Drawing holds the interpreter lock, so a thread would block the loop: pictures are drawn in a
separate process. It starts and ends with the bot, and is replaced when it dies. Without a picture,
the table goes on in words.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final, Protocol

import structlog

from bot.processes import Processes, WorkerLostError, Workers, WorkFailedError
from bot.render.rendering import Picture, render
from bot.render.table import warm

log = structlog.get_logger(__name__)

MOMENT: Final = 0.5
"""Seconds that a message waits for its picture before it goes without; one takes some ten
milliseconds."""

SECONDS_TO_DRAW: Final = 2.0
"""Seconds after which a picture is given up, so that no old ones pile up before the new."""

KEPT: Final = 128
"""The most recently used pictures to keep: about 5 MiB."""

_LATE: Final = b""

_NICENESS: Final = 5
"""The process that draws gives way to the one that answers, as those that think do. With 10 it
stands still on a computer that is busy with other things."""


class Renderer(Protocol):
    """Draws pictures."""

    async def draw(self, picture: Picture) -> bytes | None:
        """Give a picture as PNG, or None if it cannot be drawn.

        Raises:
            TimeoutError: it takes longer than a moment. It is drawn all the same, so that it may
                be there when it is asked for again.
        """
        ...

    async def start(self) -> None:
        """Get ready, so that the first picture is as fast as the next."""
        ...

    async def close(self) -> None:
        """Stop; no picture is drawn any more."""
        ...


class NoPictures:
    """Draws nothing, for operators who want text only."""

    async def draw(self, picture: Picture) -> bytes | None:  # noqa: ARG002 - the port's
        """Give no picture."""
        return None

    async def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Hold nothing."""


def own_process() -> Workers:
    """Make the drawing process."""
    return Processes(count=1, niceness=_NICENESS, warm_up=warm)


@dataclass(slots=True)
class PooledRenderer:
    """Draws in a process of its own, each picture once.

    Attributes:
        process: draws.
        patience: seconds that a message waits for its picture.
        seconds: how long a picture may take, the time in the queue included.
        kept: how many pictures to keep.
        drawn: how many pictures were drawn.
    """

    process: Workers = field(default_factory=own_process)
    patience: float = MOMENT
    seconds: float = SECONDS_TO_DRAW
    kept: int = KEPT
    drawn: int = 0
    _closed: bool = False
    _done: OrderedDict[Picture, bytes] = field(default_factory=OrderedDict)
    _under_way: dict[Picture, asyncio.Task[bytes | None]] = field(default_factory=dict)

    async def start(self) -> None:
        """Start the process and wait until it is loaded."""
        await self.process.start()

    async def draw(self, picture: Picture) -> bytes | None:
        """Give a picture as PNG, or None if it cannot be drawn.

        Raises:
            TimeoutError: it takes longer than a moment; asking again may help.
        """
        ready = self._done.get(picture)
        if ready is not None:
            self._done.move_to_end(picture)
            return ready
        if self._closed:
            return None
        task = self._under_way.get(picture)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._draw(picture))
            task.add_done_callback(_looked_at)
            self._under_way[picture] = task
        # Several messages may wait for one picture: if one gives up, the others still get it.
        async with asyncio.timeout(self.patience):
            drawn = await asyncio.shield(task)
        if drawn == _LATE:
            raise TimeoutError
        return drawn

    async def _draw(self, picture: Picture) -> bytes | None:
        """Draw a picture; give `_LATE` if it takes too long.

        A task that ended with the error of a timeout would refer to itself, and keep the picture
        until the garbage collector comes.
        """
        try:
            async with asyncio.timeout(self.seconds):
                drawn = await self.process.run(render, picture)
        except asyncio.CancelledError:
            if self._closed:
                return None
            raise
        except TimeoutError:
            log.warning("picture_late", stage=picture.stage, seconds=self.seconds)
            return _LATE
        except WorkerLostError as fault:
            log.warning("picture_lost", stage=picture.stage, cause=str(fault))
            return None
        except WorkFailedError as fault:
            where = fault.places
            # The exception was raised in the process: a traceback of this one would not help.
            log.error("picture_not_drawn", stage=picture.stage, fault=fault.kind, where=where)  # noqa: TRY400
            return None
        finally:
            del self._under_way[picture]
        self._keep(picture, drawn)
        return drawn

    def _keep(self, picture: Picture, drawn: bytes) -> None:
        self.drawn += 1
        self._done[picture] = drawn
        while len(self._done) > self.kept:
            self._done.popitem(last=False)

    async def close(self) -> None:
        """Stop the process, and drop the pictures under way."""
        self._closed = True
        waiting = list(self._under_way.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        await self.process.close()


def _looked_at(task: "asyncio.Task[bytes | None]") -> None:
    """Let a picture be late for nobody: whoever had asked for it may have gone."""
    if not task.cancelled():
        task.exception()
