"""What to retry while Discord cannot be reached, and how long to wait."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord
import structlog

log = structlog.get_logger(__name__)

FIRST_WAIT: Final = 1.0
"""Seconds to wait after the first failure; each further wait is twice as long."""

LONGEST_WAIT: Final = 60.0
"""The longest wait in seconds, unless Discord has banned this address."""

BANNED_WAIT: Final = (300.0, 3600.0)
"""The shortest and longest wait in seconds while Discord has banned this address."""

UNREACHABLE: Final = (aiohttp.ClientError, OSError)
"""Errors of a connection that fails or breaks off, which discord.py passes on unchanged.

The request may or may not have had its effect.
"""

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500

ResultT = TypeVar("ResultT")


def is_outage(fault: BaseException) -> bool:
    """Say whether the same request may succeed later, unchanged."""
    if isinstance(fault, discord.HTTPException):
        return fault.status == _TOO_MANY_REQUESTS or fault.status >= _SERVER_ERRORS
    return isinstance(fault, UNREACHABLE)


class Patience:
    """Waits longer before each retry, and logs each wait."""

    def __init__(self, doing: str) -> None:
        """Begin without a failure.

        Args:
            doing: what is retried, for the log.
        """
        self._doing = doing
        self._failures = 0

    def succeeded(self) -> None:
        """Make the next wait a short one again."""
        self._failures = 0

    async def wait(self, fault: BaseException) -> None:
        """Log in one line what went wrong, and wait."""
        seconds = min(FIRST_WAIT * 2**self._failures, LONGEST_WAIT)
        if seconds < LONGEST_WAIT:
            self._failures += 1
        event = "discord_unreachable"
        if isinstance(fault, discord.HTTPException) and fault.status == _TOO_MANY_REQUESTS:
            # Requests during a ban prolong it.
            event, seconds = "discord_lets_nothing_through_from_this_address", _asked_wait(fault)
        log.warning(event, doing=self._doing, cause=cause_of(fault), again_in=seconds)
        await asyncio.sleep(seconds)


async def persist(doing: str, attempt: Callable[[], Awaitable[ResultT]]) -> ResultT:
    """Try until Discord can be reached, and give the result.

    Args:
        doing: what is retried, for the log.
        attempt: the request, which must be safe to repeat.
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
