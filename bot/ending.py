"""The end of the bot in time, whatever hangs."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Iterable
from typing import Final

import structlog

from bot.startup import ExitCode

log = structlog.get_logger(__name__)

SECONDS_TO_CLOSE_ONE: Final = 1.5
"""How long a part may take to close; one that is well takes some milliseconds."""

SECONDS_TO_LEAVE: Final = 9.5
"""How long the process stays after it was told to stop. Whoever stops a service waits ten seconds
before they kill it."""

SECONDS_TO_FINISH: Final = 3.0
"""How long a message that is on its way may take when the bot ends.

Discord can ask for a minute; whoever stops the bot waits ten seconds. The next start shows it.
"""


async def closed(
    what: str, closing: Awaitable[object], seconds: float = SECONDS_TO_CLOSE_ONE
) -> None:
    """Close a part; one that hangs or fails is given up, so that the next is closed too.

    Args:
        what: its name in the log.
        closing: does it.
        seconds: how long that may take.
    """
    try:
        async with asyncio.timeout(seconds):
            await closing
    except TimeoutError:
        log.warning("closed_by_force", part=what, seconds=seconds)
    except Exception:
        log.exception("not_closed", part=what)


async def finished(tasks: Iterable[asyncio.Task[None]], seconds: float = SECONDS_TO_FINISH) -> bool:
    """Wait for tasks, and cancel those that take longer.

    Returns:
        Whether all of them came to their end by themselves.
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


def leave_anyway(seconds: float = SECONDS_TO_LEAVE) -> None:
    """Leave the process in so many seconds, if it has not left in order by then.

    A thread that waits for the system, for a name to be looked up or for a disk, would hold up the
    end of Python itself for as long as that takes. What was acknowledged is on disk.
    """
    leaving = threading.Timer(seconds, os._exit, (int(ExitCode.OK),))
    leaving.daemon = True
    leaving.start()
