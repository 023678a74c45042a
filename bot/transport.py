"""Sends requests to Discord: over few connections, each once, with its outcome at once.

discord.py repeats a request that was answered with 5xx after 1, 3, 5 … seconds. That is too late
for an interaction, and repeats a request that took effect although its response was lost. The
caller knows better what may be retried, and when.
"""

import math
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from aiohttp import hdrs
from discord import http
from discord.gateway import DiscordClientWebSocketResponse
from discord.http import json_or_text

from bot import metrics
from bot.permission import require_permission

MOST_CONNECTIONS: Final = 64
"""The most connections to Discord; further requests wait for one of them."""

SECONDS_KEPT: Final = 30.0
"""Seconds that an idle connection is kept."""

_RESETS: Final = frozenset({54, 10054})
"""The errno of a reset connection on macOS and Windows, on which discord.py repeats a request."""

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500


Heard = Callable[[int, datetime | None], None]
"""Called with the status of a response and Discord's time of it, if known."""


def connector() -> aiohttp.TCPConnector:
    """Make the connector to Discord; it belongs to the running event loop."""
    return aiohttp.TCPConnector(limit=MOST_CONNECTIONS, keepalive_timeout=SECONDS_KEPT)


class GatewaySocket(DiscordClientWebSocketResponse):
    """A connection to the gateway that keeps the code with which Discord closed it.

    aiohttp loses that code where Discord has gone before its close was answered, and a token that
    is refused for good looks like an outage.
    """

    async def close(self, *, code: int = 4000, message: bytes = b"") -> bool:
        """Close the connection, or answer Discord's close; whether it was open.

        Args:
            code: tells Discord why.
            message: tells it more.
        """
        told = self._close_code
        closed = await super().close(code=code, message=message)
        self._close_code = told or self._close_code
        return closed


def keep_close_codes() -> None:
    """Let discord.py open its connections to the gateway as `GatewaySocket`, before it logs in."""
    http.DiscordClientWebSocketResponse = GatewaySocket  # type: ignore[attr-defined]


def outcomes(heard: Heard | None = None) -> aiohttp.TraceConfig:
    """Make a trace that raises the outcome of each request before discord.py repeats it.

    Requests made with it raise `discord.DiscordServerError` for 5xx, `aiohttp.ClientError` for a
    connection that breaks off, and `discord.HTTPException` for a 429 that does not say how long to
    wait, which discord.py stumbles over.

    Args:
        heard: called with every response, including those after which discord.py waits.
    """

    async def hear(
        _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        metrics.heard(end.method, end.url.path, end.response.status)
        if heard is not None:
            heard(end.response.status, _given_at(end.response))

    trace = aiohttp.TraceConfig()
    # While a request waits for a connection the process may be held: so it is looked at twice.
    trace.on_request_start.append(_permitted)
    trace.on_request_headers_sent.append(_permitted)
    trace.on_request_end.append(hear)
    trace.on_request_end.append(_answered)
    trace.on_request_exception.append(_failed)
    return trace


async def _permitted(
    _: aiohttp.ClientSession,
    __: SimpleNamespace,
    ___: aiohttp.TraceRequestStartParams | aiohttp.TraceRequestHeadersSentParams,
) -> None:
    # aiohttp calls the latter before it writes, in spite of its name.
    require_permission()


async def _answered(
    _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
) -> None:
    response = end.response
    if response.status == _TOO_MANY_REQUESTS:
        await response.read()
        data = await _body(response)
        if not _says_how_long(data):
            raise discord.HTTPException(response, data)
    elif response.status >= _SERVER_ERRORS:
        await response.read()
        raise discord.DiscordServerError(response, await _body(response))


async def _failed(
    _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestExceptionParams
) -> None:
    fault = end.exception
    if isinstance(fault, OSError) and fault.errno in _RESETS:
        raise aiohttp.ServerDisconnectedError from fault


def _given_at(response: aiohttp.ClientResponse) -> datetime | None:
    try:
        return parsedate_to_datetime(response.headers.get(hdrs.DATE, "")).astimezone(UTC)
    except ValueError:
        return None


async def _body(response: aiohttp.ClientResponse) -> dict[str, Any] | str:
    try:
        return await json_or_text(response)
    except ValueError:
        return ""


def _says_how_long(data: object) -> bool:
    seconds = data.get("retry_after") if isinstance(data, dict) else None
    return isinstance(seconds, int | float) and math.isfinite(seconds) and seconds >= 0
