"""Stops the bot in time, even if a part of it hangs."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Iterable
from typing import Final

import structlog

from bot.startup import ExitCode

log = structlog.get_logger(__name__)

SECONDS_TO_CLOSE_ONE: Final = 1.5
"""Seconds that a part may take to close; usually it takes milliseconds."""

SECONDS_TO_FINISH: Final = 3.0
"""Seconds that a message under way may take when the bot stops.

Discord can ask for a minute, and supervisors wait ten seconds. The next start shows it.
"""


async def closed(
    what: str, closing: Awaitable[object], seconds: float = SECONDS_TO_CLOSE_ONE
) -> None:
    """Close a part; give up one that hangs or fails, so that the next is closed too.

    Args:
        what: its name in the log.
        closing: closes it.
        seconds: how long it may take.
    """
    try:
        async with asyncio.timeout(seconds):
            await closing
    except TimeoutError:
        log.warning("closed_by_force", part=what, seconds=seconds)
    except Exception:
        log.exception("not_closed", part=what)


async def finished(tasks: Iterable[asyncio.Task[None]], seconds: float = SECONDS_TO_FINISH) -> bool:
    """Wait for tasks, and cancel those that take too long.

    Returns:
        Whether all of them finished without being cancelled.
    """
    begun = tuple(tasks)
    if not begun:
        return True
    _, late = await asyncio.wait(begun, timeout=seconds)
    for task in late:
        task.cancel()
    if late:
        await asyncio.wait(late)
    return not late


def leave_anyway(seconds: float) -> None:
    """Exit the process after some seconds, unless it has stopped cleanly by then.

    A thread in a system call, such as a name lookup or a disk access, would delay Python's own exit
    for as long as that takes. Everything acknowledged is on disk.
    """
    leaving = threading.Timer(seconds, os._exit, (int(ExitCode.OK),))
    leaving.daemon = True
    leaving.start()
