"""A shard's connection to Discord's gateway, reopened whenever it ends.

discord.py's own loop needs a first connection that succeeds, ends on an unreadable message, waits
up to a quarter of an hour after a long outage, does not wait at all when each connection is closed
at once, and reopens one shard at a time.
"""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.identifying import Identifying
from bot.outages import Patience, cause_of, is_outage
from cogs.base.limits import Pace

log = structlog.get_logger(__name__)

SECONDS_TO_OPEN: Final = 60.0
"""Seconds that opening a connection may take, with the turn to identify."""

SECONDS_TO_CLOSE: Final = 1.0
"""Seconds that the end of a connection may take."""

SECONDS_TO_RESUME: Final = 0.5
SECONDS_TO_BEGIN: Final = 20.0
"""Seconds that a connection must last for the next to be opened without a pause: to resume the
session, and to start a new one, of which Discord allows a thousand a day."""

QUICK_RESUMES: Final = 5
"""Resumes without a pause after connections that were shorter; people press meanwhile, and wait for
an answer."""

RESUMES_PER_SECOND: Final = 0.1
"""How often one more of them is allowed."""

REFUSALS: Final = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Close codes after which the gateway will never accept this bot."""

_CLOSED_FOR_GOOD: Final = 1000
_CLOSED_TO_RESUME: Final = 4000
_DISALLOWED_INTENTS: Final = 4014


class Connection:
    """The connection of one shard."""

    def __init__(self, client: discord.Client, shard: int, identifying: Identifying) -> None:
        """Be closed; `stay` opens it.

        Args:
            client: a client that has logged in; its `before_identify_hook` waits for the turn.
            shard: the shard.
            identifying: gives new sessions their turn.
        """
        self._client = client
        self._shard = shard
        self._identifying = identifying
        self._socket: DiscordWebSocket | None = None
        self._began = 0.0

    @property
    def connected(self) -> bool:
        """Whether the gateway knows the session; discord.py calls itself ready seconds later."""
        socket = self._socket
        return socket is not None and socket.open and socket.session_id is not None

    async def stay(self) -> None:
        """Stay on the gateway until the client is closed.

        Raises:
            discord.ConnectionClosed: the gateway refuses the token, or the client's options.
            discord.PrivilegedIntentsRequired: it refuses the intents.
        """
        client = self._client
        loop = asyncio.get_running_loop()
        patience = Patience("connecting to the gateway")
        quick = Pace(RESUMES_PER_SECOND, QUICK_RESUMES)
        session: dict[str, Any] = {"initial": True}
        lost: DiscordWebSocket | None = None
        while not client.is_closed():
            fault = await self._until_lost(session)
            if client.is_closed():
                return
            client.dispatch("disconnect")
            if self._socket is lost or self._socket is None:
                # The gateway at the address for resuming may be gone.
                session.pop("gateway", None)
                await patience.wait(fault)
                continue
            lost = self._socket
            session = await _session_of(lost, fault)
            needed = SECONDS_TO_RESUME if session else SECONDS_TO_BEGIN
            now = loop.time()
            if now - self._began >= needed:
                patience.succeeded()
            elif session and not quick.wait(now):
                quick.take(now)
            else:
                await patience.wait(fault)
                continue
            log.info("gateway_lost", shard=self._shard, cause=cause_of(fault))

    async def close(self) -> None:
        """End the session, once `stay` has ended."""
        if self._socket is not None and self._socket.open:
            with suppress(aiohttp.ClientError, OSError):
                async with asyncio.timeout(SECONDS_TO_CLOSE):
                    await self._socket.close(_CLOSED_FOR_GOOD)

    async def _until_lost(self, session: dict[str, Any]) -> Exception:
        """Open a connection, receive events, and give the error that ended it."""
        try:
            async with AsyncExitStack() as stack:
                if not session.get("resume"):
                    await stack.enter_async_context(self._identifying.opening(self._shard))
                self._began = asyncio.get_running_loop().time()
                async with asyncio.timeout(SECONDS_TO_OPEN):
                    self._socket = await DiscordWebSocket.from_client(
                        self._client, shard_id=self._shard, **session
                    )
            while True:
                await self._socket.poll_event()
                # A socket gives what it has read already without a pause. At a start that may be
                # every server of a shard.
                await asyncio.sleep(0)
        except discord.ConnectionClosed as fault:
            if fault.code == _DISALLOWED_INTENTS:
                raise discord.PrivilegedIntentsRequired(fault.shard_id) from None
            if fault.code in REFUSALS:
                raise
            return fault
        except Exception as fault:  # noqa: BLE001 - whatever Discord sends, the next may do
            return fault


async def _session_of(socket: DiscordWebSocket, fault: Exception) -> dict[str, Any]:
    """Close a connection, and give the options of the next, which resumes if it can."""
    with suppress(aiohttp.ClientError, OSError):
        await socket.close(_CLOSED_TO_RESUME)
    may_resume = fault.resume if isinstance(fault, ReconnectWebSocket) else is_outage(fault)
    if not may_resume or socket.session_id is None:
        return {}
    return {
        "resume": True,
        "session": socket.session_id,
        "sequence": socket.sequence,
        "gateway": socket.gateway,
    }
