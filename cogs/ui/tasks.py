"""Tasks that are waited for when the bot ends, but not for ever."""

import asyncio
from collections.abc import Iterable
from typing import Final

SECONDS_TO_FINISH: Final = 3.0
"""How long a message that is on its way may take when the bot ends.

Discord can ask for a minute; whoever stops the bot waits ten seconds. The next start shows it.
"""


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
