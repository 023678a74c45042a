"""Answers each interaction once: retries quickly, and knows what Discord delivers twice."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Final, TypeVar

import discord

from bot.outages import UNREACHABLE, is_outage

SECONDS_BETWEEN: Final = (0.0, 0.2, 0.4, 0.8)
"""Seconds before each retry; an answer is due within 3 s."""

ALREADY_ANSWERED: Final = 40060
UNKNOWN_INTERACTION: Final = 10062

GONE: Final = frozenset({UNKNOWN_INTERACTION, ALREADY_ANSWERED, 10015, 50027})
"""Discord's codes for an interaction or token that accepts no answer any more."""

_TOO_MANY_REQUESTS: Final = 429

REMEMBERED: Final = 4096
"""Interactions that are recognised when they are delivered again: some minutes of a busy bot."""

ResultT = TypeVar("ResultT")


async def bring(send: Callable[[], Awaitable[ResultT]]) -> ResultT | None:
    """Send an answer, and retry it after a lost response or a fault of Discord.

    Returns:
        The result of sending; None if an earlier try turns out to have arrived.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: it could not be delivered.
    """
    lost = False
    for seconds in (*SECONDS_BETWEEN, None):
        try:
            return await send()
        except discord.HTTPException as fault:
            if lost and fault.code == ALREADY_ANSWERED:
                return None
            if seconds is None or not _may_pass(fault):
                raise
        except UNREACHABLE:
            if seconds is None:
                raise
        lost = True
        await asyncio.sleep(seconds)
    return None


def _may_pass(fault: discord.HTTPException) -> bool:
    """Say whether to retry at once: not if this address is banned (no Via header)."""
    if fault.status == _TOO_MANY_REQUESTS:
        return bool(fault.response.headers.get("Via"))
    return is_outage(fault)


def afresh(files: Sequence[discord.File]) -> Callable[[], list[discord.File]]:
    """Give a factory of copies of the files, since each can be sent only once."""
    contents = [(file, file.fp.read()) for file in files]

    def made() -> list[discord.File]:
        return [
            discord.File(BytesIO(content), file.filename, description=file.description)
            for file, content in contents
        ]

    return made


class Deliveries:
    """Distinguishes the first delivery of an interaction from later ones."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        """Start empty.

        Args:
            remembered: how many interactions are recognised; the oldest are forgotten.
        """
        self._order: deque[int] = deque()
        self._known: set[int] = set()
        self._most = remembered

    def is_first(self, interaction_id: int) -> bool:
        """Say whether an interaction arrives for the first time, and remember it."""
        if interaction_id in self._known:
            return False
        if len(self._order) == self._most:
            self._known.discard(self._order.popleft())
        self._order.append(interaction_id)
        self._known.add(interaction_id)
        return True
