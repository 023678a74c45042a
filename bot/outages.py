"""Patience while Discord is away: what is tried again, and how long is waited before."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord
import structlog

log = structlog.get_logger(__name__)

FIRST_WAIT: Final = 1.0
"""Seconds after a first failure; each wait that follows is twice as long."""

LONGEST_WAIT: Final = 60.0
"""Seconds that are waited at most, unless Discord has banned this address."""

BANNED_WAIT: Final = (300.0, 3600.0)
"""Seconds that are waited at least and at most when nothing is let through from this address."""

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
"""A connection that cannot be made, or breaks off: discord.py passes these on as they are.

Whether the request had its effect is not known.
"""

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500

ResultT = TypeVar("ResultT")


def is_outage(fault: BaseException) -> bool:
    """Say whether the same request may succeed later, without anybody changing anything."""
    if isinstance(fault, discord.HTTPException):
        return fault.status == _TOO_MANY_REQUESTS or fault.status >= _SERVER_ERRORS
    return isinstance(fault, UNREACHABLE)


class Patience:
    """Waits longer and longer before something is tried again, and says so each time."""

    def __init__(self, doing: str) -> None:
        """Begin without a failure.

        Args:
            doing: what is tried, for the log.
        """
        self._doing = doing
        self._failures = 0

    def succeeded(self) -> None:
        """Let the next wait be a short one again."""
        self._failures = 0

    async def wait(self, fault: BaseException) -> None:
        """Tell the log in one line what went wrong, and wait."""
        seconds = min(FIRST_WAIT * 2**self._failures, LONGEST_WAIT)
        if seconds < LONGEST_WAIT:
            self._failures += 1
        event = "discord_unreachable"
        if isinstance(fault, discord.HTTPException) and fault.status == _TOO_MANY_REQUESTS:
            # To go on asking is what a ban is for, and makes it longer.
            event, seconds = "discord_lets_nothing_through_from_this_address", _asked_wait(fault)
        log.warning(event, doing=self._doing, cause=cause_of(fault), again_in=seconds)
        await asyncio.sleep(seconds)


async def persist(doing: str, attempt: Callable[[], Awaitable[ResultT]]) -> ResultT:
    """Try until Discord is there, and give what the attempt gives.

    Args:
        doing: what is tried, for the log.
        attempt: it may be made again whether or not an earlier one had its effect.
    """
    patience = Patience(doing)
    while True:
        try:
            return await attempt()
        except Exception as fault:
            if not is_outage(fault):
                raise
            await patience.wait(fault)


def cause_of(fault: BaseException) -> str:
    """Name what went wrong in a word or two."""
    if isinstance(fault, discord.HTTPException):
        return f"HTTP {fault.status}"
    if isinstance(fault, aiohttp.WSServerHandshakeError):
        return f"HTTP {fault.status}"
    return type(fault).__name__


def _asked_wait(fault: discord.HTTPException) -> float:
    least, most = BANNED_WAIT
    try:
        asked = float(fault.response.headers.get("Retry-After", ""))
    except ValueError:
        return least
    return min(max(asked, least), most)
