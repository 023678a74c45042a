"""How an answer is brought to Discord: quickly again where it got lost, and never twice."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Final, TypeVar

import discord

from bot.outages import UNREACHABLE, is_outage

SECONDS_BETWEEN: Final = (0.0, 0.2, 0.4, 0.8)
"""How long is waited before each further try; an answer is due within 3 s."""

ALREADY_ANSWERED: Final = 40060
UNKNOWN_INTERACTION: Final = 10062

GONE: Final = frozenset({UNKNOWN_INTERACTION, ALREADY_ANSWERED, 10008, 10015, 50027})
"""Discord's codes for an interaction, its message or its token that exists no more."""

_TOO_MANY_REQUESTS: Final = 429

ResultT = TypeVar("ResultT")


async def bring(send: Callable[[], Awaitable[ResultT]]) -> ResultT | None:
    """Send an answer, and again where nothing or a fault of Discord's is heard of it.

    Returns:
        What sending gives; None where an earlier try turns out to have arrived.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: it could not be brought.
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
    """Say whether to try again at once: not where this address is banned, as no Via tells."""
    if fault.status == _TOO_MANY_REQUESTS:
        return bool(fault.response.headers.get("Via"))
    return is_outage(fault)


def afresh(files: Sequence[discord.File]) -> Callable[[], list[discord.File]]:
    """Give what makes the same files again and again: each can be sent once."""
    contents = [(file, file.fp.read()) for file in files]

    def made() -> list[discord.File]:
        return [
            discord.File(BytesIO(content), file.filename, description=file.description)
            for file, content in contents
        ]

    return made
