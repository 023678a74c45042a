"""Pools of processes that work beside the event loop, and end with the bot."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

SECONDS_AFTER_SIGTERM: Final = 10.0
"""How long a process stays after SIGTERM. Whoever ends a service signals all its processes at once,
and the bot, which ends its own in order, must not lose them under its hands."""


def pool_of(workers: int, niceness: int) -> Executor:
    """Make a pool of processes.

    Args:
        workers: how many.
        niceness: how much they give way to the process that answers people, 0 to 19.
    """
    # A fork would copy the locks of the bot's threads in whatever state they are.
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, spawn, partial(_settle_in, niceness))


@dataclass(slots=True)
class Pool:
    """A pool that is made when it is first needed, and made anew when it was lost.

    Attributes:
        make: makes it.
    """

    make: Callable[[], Executor]
    _held: Executor | None = None

    def held(self) -> Executor:
        """Give the pool, made now if there is none.

        Raises:
            OSError: there is no room for another process.
        """
        if self._held is None:
            self._held = self.make()
        return self._held

    def lose(self, lost: Executor | None) -> None:
        """Let go of a pool whose processes have died.

        All the work that it held fails at once; whoever hears of it last must not let go of the
        next pool, which the first has made.
        """
        if lost is not None and lost is self._held:
            self._held = None
            lost.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the processes, and wait until they have gone."""
        held, self._held = self._held, None
        if held is not None:
            await asyncio.to_thread(held.shutdown, wait=True, cancel_futures=True)


def _settle_in(niceness: int) -> None:
    """Prepare a process: Ctrl-C and SIGTERM are for its parent, and it ends when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave_later)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_follow_parent, name="parent", daemon=True).start()


def _leave_later(_number: int, _frame: object) -> None:
    leaving = threading.Timer(SECONDS_AFTER_SIGTERM, os._exit, (0,))
    leaving.daemon = True
    leaving.start()


def _follow_parent() -> None:
    """Leave when the parent has gone without a word, which nobody else would notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
