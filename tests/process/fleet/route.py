"""The way of one process to its database, which tests cut."""

import asyncio
from contextlib import suppress
from pathlib import Path

_CHUNK = 65536


class Route:
    """A port of 127.0.0.1 that leads to the socket of a server.

    While it is cut nothing passes and nobody is told, as where packets get lost.
    """

    def __init__(self, target: Path) -> None:
        """Know where it leads to."""
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._under_way: set[asyncio.Task[None]] = set()

    async def start(self) -> int:
        """Listen; give the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def cut(self) -> None:
        """Let nothing pass."""
        self._open.clear()

    def mend(self) -> None:
        """Let everything pass again, also what has come meanwhile."""
        self._open.set()

    async def close(self) -> None:
        """Cut every connection for good."""
        if self._server is not None:
            self._server.close()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        with suppress(OSError, asyncio.CancelledError):
            await self._open.wait()
            answers, questions = await asyncio.open_unix_connection(self._target)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(reader, questions))
                both.create_task(self._pass_on(answers, writer))
        writer.close()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await source.read(_CHUNK):
                await self._open.wait()
                target.write(chunk)
                await target.drain()
        target.close()
