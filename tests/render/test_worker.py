"""The renderer: each picture once, never on the loop, and no harm when it fails."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from bot.render.table import render_table
from bot.render.worker import NoPictures, PooledRenderer
from tests.project.checkout import ROOT
from tests.render.states import pictures

PATIENCE = 60.0
"""Seconds that another process may take to go, on a machine with much else to do."""


class Scripted(Executor):
    """Answers as it is told, and keeps what it is asked to draw."""

    def __init__(self, answer: Callable[[Future[Any]], None]) -> None:
        self.answer = answer
        self.drawings: list[Future[Any]] = []
        self.down = False
        self._asked = asyncio.Event()

    def submit(self, fn: Callable[..., Any], /, *args: object, **kwargs: object) -> Future[Any]:
        """Take work and do with it what the test wants."""
        future: Future[Any] = Future()
        self.answer(future)
        if fn is render_table:
            self.drawings.append(future)
            self._asked.set()
        return future

    async def drawing(self) -> Future[Any]:
        """Wait until it is asked to draw, and give what the asker waits for."""
        await self._asked.wait()
        return self.drawings[-1]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Note that it is over."""
        self.down = True


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Give a pool that starts at once, where the process does not matter."""
    with ThreadPoolExecutor(1) as pool:
        yield pool


async def test_a_picture_is_that_of_the_table(threads: ThreadPoolExecutor) -> None:
    """The renderer gives what drawing the value gives."""
    renderer = PooledRenderer(lambda: threads)
    picture = pictures()["play"]
    assert await renderer.draw(picture) == render_table(picture)


async def test_equal_pictures_are_drawn_once(threads: ThreadPoolExecutor) -> None:
    """Asked for at the same time or later, an equal value is not drawn again."""
    renderer = PooledRenderer(lambda: threads)
    picture = pictures()["play"]
    together = await asyncio.gather(*(renderer.draw(replace(picture)) for _ in range(5)))
    later = await renderer.draw(replace(picture))
    assert len({*together, later}) == 1
    assert renderer.drawn == 1


async def test_the_pictures_used_last_are_kept(threads: ThreadPoolExecutor) -> None:
    """Beyond what is kept, the picture that was longest unused is forgotten."""
    renderer = PooledRenderer(lambda: threads, kept=2)
    first, second, third = (replace(pictures()["play"], round=number) for number in (1, 2, 3))
    for picture in (first, second, first, third, first):
        await renderer.draw(picture)
    assert renderer.drawn == 3
    await renderer.draw(second)
    assert renderer.drawn == 4


async def test_one_who_gives_up_takes_the_picture_from_nobody() -> None:
    """A waiter that is cancelled leaves the drawing to the others."""
    pool = Scripted(lambda future: None)
    renderer = PooledRenderer(lambda: pool)
    one = asyncio.create_task(renderer.draw(pictures()["play"]))
    other = asyncio.create_task(renderer.draw(pictures()["play"]))
    drawing = await pool.drawing()
    one.cancel()
    drawing.set_result(b"picture")
    assert await other == b"picture"
    assert one.cancelled()


async def test_a_lost_process_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """When what draws has died there is no picture and a warning; the next one is drawn."""
    broken = Scripted(lambda future: future.set_exception(BrokenExecutor("gone")))
    whole = Scripted(lambda future: future.set_result(b"picture"))
    pools = iter([broken, whole])
    renderer = PooledRenderer(lambda: next(pools))
    assert await renderer.draw(pictures()["play"]) is None
    assert "pictures_lost" in caplog.text
    assert broken.down
    assert await renderer.draw(pictures()["play"]) == b"picture"


@pytest.mark.logs_errors
async def test_a_fault_in_drawing_is_logged_and_costs_only_the_picture(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An exception while drawing is no picture and an error in the log, and is tried again."""
    pool = Scripted(lambda future: future.set_exception(ZeroDivisionError()))
    renderer = PooledRenderer(lambda: pool)
    assert await renderer.draw(pictures()["play"]) is None
    assert "picture_not_drawn" in caplog.text
    assert await renderer.draw(pictures()["play"]) is None
    assert len(pool.drawings) == 2


async def test_nobody_waits_long(caplog: pytest.LogCaptureFixture) -> None:
    """A picture that does not come in time is none, with a warning."""
    renderer = PooledRenderer(lambda: Scripted(lambda future: None), seconds=0.01)
    assert await renderer.draw(pictures()["play"]) is None
    assert "picture_late" in caplog.text


async def test_closing_ends_what_is_under_way() -> None:
    """After closing nothing is drawn, whoever waited has no picture, and the pool is shut down."""
    pool = Scripted(lambda future: None)
    renderer = PooledRenderer(lambda: pool)
    waiting = asyncio.create_task(renderer.draw(pictures()["play"]))
    await pool.drawing()
    await renderer.close()
    assert await waiting is None
    assert await renderer.draw(pictures()["round"]) is None
    assert pool.down
    assert len(pool.drawings) == 1


async def test_a_start_that_fails_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """The bot starts without pictures where no process can be had."""
    broken = Scripted(lambda future: future.set_exception(BrokenExecutor("no room")))
    renderer = PooledRenderer(lambda: broken)
    await renderer.start()
    assert "pictures_not_ready" in caplog.text


async def test_words_alone() -> None:
    """Without pictures every answer is none, and there is nothing to start or to close."""
    renderer = NoPictures()
    await renderer.start()
    assert await renderer.draw(pictures()["play"]) is None
    await renderer.close()


async def test_another_process_draws() -> None:
    """The real renderer draws elsewhere, survives the death of its process, and leaves none."""
    renderer = PooledRenderer()
    await renderer.start()
    (child,) = multiprocessing.active_children()
    assert child.pid != os.getpid()
    assert await renderer.draw(pictures()["play"]) == render_table(pictures()["play"])
    child.kill()
    await asyncio.to_thread(child.join, PATIENCE)
    await renderer.draw(pictures()["round"])
    assert await renderer.draw(pictures()["final"]) == render_table(pictures()["final"])
    await renderer.close()
    assert multiprocessing.active_children() == []
    assert all(thread.name != "parent" for thread in threading.enumerate())


PROGRAM = """
import asyncio, os, signal
from bot.render.worker import PooledRenderer

async def main():
    await PooledRenderer().start()
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_process_outlives_a_bot_that_was_killed() -> None:
    """Killed without a chance to close, the bot takes the drawing process with it.

    That process holds the pipe of the output open, so the pipe ends only when it has gone.
    """
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
