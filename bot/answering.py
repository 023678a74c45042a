"""The answers to presses and commands that are under way.

discord.py starts their tasks and keeps no list of them, but it names them.
"""

import asyncio
from typing import Final

ANSWERING: Final = ("discord.py: on_interaction", "CommandTree-")
"""The prefixes of the names of discord.py's tasks that answer presses and commands."""

SECONDS_TO_ANSWER: Final = 3.0
"""How long an answer may take when the bot stops; Discord accepts none after that anyway."""

SECONDS_TO_GIVE_UP: Final = 0.5
"""How long to wait for a cancelled answer."""


async def answers_given(seconds: float = SECONDS_TO_ANSWER) -> bool:
    """Wait for the answers that are under way now; say whether all were given in time."""
    begun = _under_way()
    return not begun or not (await asyncio.wait(begun, timeout=seconds))[1]


async def answers_ended() -> None:
    """Wait for the answers that are under way, and cancel those that take too long."""
    if await answers_given():
        return
    late = _under_way()
    for task in late:
        # It would ask for a connection after the client has closed.
        task.cancel()
    if late:
        await asyncio.wait(late, timeout=SECONDS_TO_GIVE_UP)


def _under_way() -> list[asyncio.Task[object]]:
    return [task for task in asyncio.all_tasks() if task.get_name().startswith(ANSWERING)]
