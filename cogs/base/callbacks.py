"""Sends an answer to Discord, with quick retries, and never twice."""

import asyncio
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
