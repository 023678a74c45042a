"""Skips gateway events that cannot be read."""

from collections.abc import Callable
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

Parse = Callable[[Any], None]

INTERACTION: Final = "INTERACTION_CREATE"


def pass_over_unreadable(parsers: dict[str, Parse]) -> None:
    """Log and skip an event that discord.py cannot read.

    Otherwise it ends the connection, and the next one receives it again.

    Args:
        parsers: discord.py's, by event; changed in place.
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
            # No traceback: it could quote what someone sent.
            log.warning("event_unreadable", gateway_event=event, cause=type(fault).__name__)

    return read


def _require_whole(data: dict[str, Any]) -> None:
    """Check that an interaction can be answered: it has a token, a person and its data.

    Raises:
        LookupError, TypeError, ValueError: something is missing.
    """
    int((data["member"]["user"] if "member" in data else data["user"])["id"])
    if not (isinstance(data["token"], str) and isinstance(data["data"], dict)):
        raise TypeError
