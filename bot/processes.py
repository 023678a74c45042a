"""Pools of processes that work beside the event loop, and end with the bot."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
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
