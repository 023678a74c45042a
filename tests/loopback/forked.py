"""Bots that are forked from a process that has loaded them already; see `tests.loopback.forker`."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Self

from .forker import LENGTH


class ForkedProcess:
    """A bot that was forked, with what `asyncio.subprocess.Process` has and a test needs.

    Attributes:
        pid: its process id, which is also that of its group.
        stdout: what it writes, errors included.
    """

    def __init__(
        self, pid: int, stdout: asyncio.StreamReader, ended: Coroutine[object, object, int]
    ) -> None:
        self.pid = pid
        self.stdout = stdout
        self._ended = asyncio.create_task(ended)

    @classmethod
    async def start(
        cls, arguments: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> Self:
        """Fork a bot, with these arguments, this environment, and in this folder."""
        details = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "folder": str(folder),
        }
        body = json.dumps(details).encode()
        output, its_output = os.pipe()
        status, its_status = os.pipe()
        forker = _forker()
        socket.send_fds(forker, [len(body).to_bytes(LENGTH, "big")], [its_output, its_status])
        forker.sendall(body)
        os.close(its_output)
        os.close(its_status)
        told, telling = await _reader(status)
        pid = int(await told.readline())
        written, _ = await _reader(output)
        return cls(pid, written, _code(told, telling))

    @property
    def returncode(self) -> int | None:
        """Its exit code, negative for a signal, None while it runs."""
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> int:
        """Wait until it has ended; its exit code."""
        return await asyncio.shield(self._ended)

    def terminate(self) -> None:
        """SIGTERM it, if it runs."""
        if not self._ended.done():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)


async def _code(status: asyncio.StreamReader, pipe: asyncio.ReadTransport) -> int:
    code = int(await status.readline())
    # Its end may come only after the loop of the test.
    pipe.close()
    return code


async def _reader(pipe: int) -> tuple[asyncio.StreamReader, asyncio.ReadTransport]:
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb", 0)
    )
    return reader, transport


@cache
def _forker() -> socket.socket:
    """Start the process that bots are forked from, once; it ends with this one."""
    ours, its = socket.socketpair()
    with its:
        forker = subprocess.Popen(
            [sys.executable, "-m", "tests.loopback.forker"], stdin=its.fileno()
        )

    def end() -> None:
        ours.close()
        forker.wait()

    atexit.register(end)
    return ours
