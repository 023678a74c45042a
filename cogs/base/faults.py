"""Faults of requests to Discord: which may be retried, and when."""

from typing import Final

import discord

from bot.outages import UNREACHABLE

FAULTS: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""The errors that a request can raise without a bug in the code that makes it."""

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a deleted message."""

LONGEST_WAIT: Final = 60.0
"""Seconds before the first retry while Discord cannot serve a request."""

_LEAST_WAIT: Final = 0.02
_MOST_DOUBLINGS: Final = 10
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500


def passes(fault: BaseException) -> bool:
    """Say whether the same request may succeed later, unchanged.

    It may after a broken connection, a 5xx or a rate limit. The request may or may not have had its
    effect.
    """
    if isinstance(fault, discord.HTTPException):
        return fault.status >= _SERVER_ERRORS or fault.status == _TOO_MANY_REQUESTS
    return isinstance(fault, (discord.RateLimited, *UNREACHABLE))


def wait_after(faults: int, first: float) -> float:
    """Give the seconds until the next try, which double after each fault, up to a minute.

    Args:
        faults: the number of faults in a row.
        first: the seconds after no fault.
    """
    wait: float = max(first, _LEAST_WAIT) * 2 ** min(faults, _MOST_DOUBLINGS)
    return min(wait, LONGEST_WAIT)


def told(fault: BaseException) -> str:
    """Name a fault for the log."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status} {fault.code}"
    return type(fault).__name__
