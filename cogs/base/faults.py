"""What goes wrong on the way to Discord: what may be tried again, and when."""

from typing import Final

import discord

from bot.outages import UNREACHABLE

FAULTS: Final = (discord.HTTPException, discord.RateLimited, *UNREACHABLE)
"""Everything that a request may end with through no fault of the code that makes it."""

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that has been deleted."""

LONGEST_WAIT: Final = 60.0
"""Seconds between two tries while Discord cannot serve a request."""

_LEAST_WAIT: Final = 0.02
_MOST_DOUBLINGS: Final = 10
_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500


def passes(fault: BaseException) -> bool:
    """Say whether the same request may succeed later, with nothing changed.

    It may after a connection that broke off, after 5xx, and after a limit. Whether the request had
    its effect is not known then.
    """
    if isinstance(fault, discord.HTTPException):
        return fault.status >= _SERVER_ERRORS or fault.status == _TOO_MANY_REQUESTS
    return isinstance(fault, (discord.RateLimited, *UNREACHABLE))


def wait_after(faults: int, first: float) -> float:
    """Give the seconds until the next try: twice as many after each fault, up to a minute.

    Args:
        faults: how many there have been in a row.
        first: the seconds after none.
    """
    wait: float = max(first, _LEAST_WAIT) * 2 ** min(faults, _MOST_DOUBLINGS)
    return min(wait, LONGEST_WAIT)


def told(fault: BaseException) -> str:
    """Name a fault for the log."""
    if isinstance(fault, discord.HTTPException):
        return f"{fault.status} {fault.code}"
    return type(fault).__name__
