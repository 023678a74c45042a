"""Pools of processes that work beside the event loop, and end with the bot."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial


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
    """Prepare a process: Ctrl-C is for its parent, and it ends when that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_follow_parent, name="parent", daemon=True).start()


def _follow_parent() -> None:
    """Leave when the parent has gone without a word, which nobody else would notice."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
