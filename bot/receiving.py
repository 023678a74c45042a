"""What arrives from Discord's gateway, and what is passed over since nobody can read it."""

from collections.abc import Callable
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

Parse = Callable[[Any], None]

INTERACTION: Final = "INTERACTION_CREATE"


def pass_over_unreadable(parsers: dict[str, Parse]) -> None:
    """Let an event that discord.py cannot read be noted and passed over.

    Otherwise it ends the connection, and the next one gets the same event again.

    Args:
        parsers: discord.py's own, by the event that each reads; changed in place.
    """
    for event, parse in parsers.items():
        parsers[event] = _guarded(event, parse)


def _guarded(event: str, parse: Parse) -> Parse:
    def read(data: Any) -> None:  # noqa: ANN401 - whatever Discord sends
        try:
            if event == INTERACTION:
                _require_whole(data)
            parse(data)
        except Exception as fault:  # noqa: BLE001 - not ours, and not worth a connection
            # Without a traceback: it could quote what somebody has sent.
            log.warning("event_unreadable", gateway_event=event, cause=type(fault).__name__)

    return read


def _require_whole(data: dict[str, Any]) -> None:
    """Check that an interaction has what it takes to be answered: a token, a person, its data.

    Raises:
        LookupError, TypeError, ValueError: it has not.
    """
    int((data["member"]["user"] if "member" in data else data["user"])["id"])
    if not (isinstance(data["token"], str) and isinstance(data["data"], dict)):
        raise TypeError
