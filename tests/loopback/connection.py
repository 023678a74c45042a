"""One websocket of the gateway: its outgoing messages, in order and with their times."""

import asyncio
import time
from collections.abc import Callable

from aiohttp import web

from .compression import Compressor

OnSent = Callable[[float, str], None]
"""Hears of an event that is sent: `perf_counter` just before, and the run that gets it."""


class Connection:
    """Sends texts in the order of `push`; `on_sent` hears of each just before it goes.

    `run` is the mark in the address by which connections of one process are known.
    """

    def __init__(
        self, socket: web.WebSocketResponse, request: web.Request, compress: Compressor | None
    ) -> None:
        self._socket = socket
        self._request = request
        self._compress = compress
        self.run = request.match_info["run"]
        self._outbox: asyncio.Queue[tuple[str, OnSent | None]] = asyncio.Queue()
        self.dropped = False

    def push(self, text: str, on_sent: OnSent | None = None) -> None:
        """Queue one event."""
        self._outbox.put_nowait((text, on_sent))

    async def write(self) -> None:
        """Send what is queued until the socket closes; meant to run as a task."""
        try:
            while not self._socket.closed:
                text, on_sent = await self._outbox.get()
                data = None if self._compress is None else self._compress(text)
                if on_sent is not None:
                    on_sent(time.perf_counter(), self.run)
                if data is None:
                    await self._socket.send_str(text)
                else:
                    await self._socket.send_bytes(data)
        except ConnectionError:
            self.drop()

    async def close(self, code: int) -> None:
        """Close properly, with one of Discord's codes."""
        await self._socket.close(code=code)

    def drop(self) -> None:
        """Cut the connection without a close frame."""
        self.dropped = True
        if self._request.transport is not None:
            self._request.transport.abort()
