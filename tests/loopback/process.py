"""The real bot as a process that tests start, stop and kill."""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from .backend import Backend
from .errors import BotNotConnected, WaitedTooLong
from .forked import ForkedProcess

_REPOSITORY = Path(__file__).resolve().parents[2]
_TAIL = 4000
_SOCKETS_CLOSE_WITHIN = 5.0


class BotProcess:
    """One run of the bot. As an async context manager it kills what is still alive at the end.

    Interactions without an answer when the process ends are given up at once, so that nobody waits
    for them, unless another process has heard of them too. `orphans` says afterwards whether it
    left processes of its group behind.
    """

    def __init__(
        self, process: asyncio.subprocess.Process | ForkedProcess, backend: Backend, run: str
    ) -> None:
        self._process = process
        self._backend = backend
        self._run = run
        self._output = bytearray()
        self.orphans = False
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(
        cls,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        backend: Backend,
        run: str,
        *,
        command: Sequence[str] = (sys.executable, "-m", "tests.loopback.launch"),
        folder: Path = _REPOSITORY,
    ) -> Self:
        """Start `python -m tests.loopback.launch ARGUMENTS...` in a process group of its own.

        `run` marks its connections to the gateway, as `environment` tells it. `command` and the
        `folder` where it is run start the bot in another way.
        """
        process = await asyncio.create_subprocess_exec(
            *command,
            *arguments,
            env=dict(environment),
            cwd=folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        return cls(process, backend, run)

    @classmethod
    async def fork(
        cls, arguments: Sequence[str], environment: Mapping[str, str], backend: Backend, run: str
    ) -> Self:
        """Do the same in a process that has loaded the bot already, where the load is no matter."""
        process = await ForkedProcess.start(arguments, environment, _REPOSITORY)
        return cls(process, backend, run)

    async def _read(self) -> None:
        if self._process.stdout is not None:
            while chunk := await self._process.stdout.read(65536):
                self._output += chunk
        await self._process.wait()
        self._backend.pulse.beat()

    @property
    def run(self) -> str:
        """The mark of what it sends, in the journals of the loopback Discord."""
        return self._run

    @property
    def pid(self) -> int:
        """Its process id, which is also that of its group."""
        return self._process.pid

    @property
    def output(self) -> str:
        """What it has written so far, errors included."""
        return self._output.decode(errors="replace")

    @property
    def exit_code(self) -> int | None:
        """Its exit code, negative for a signal, None while it runs."""
        return self._process.returncode

    @property
    def connected(self) -> bool:
        """Whether it has a session with a connection."""
        return any(session.run == self._run for session in self._backend.gateway.live)

    async def ready(self, within: float = 15.0) -> Self:
        """Wait until it has identified and has been told its guilds.

        Raises `BotNotConnected`, with the end of its output, where it ends or takes longer.
        """
        try:
            await self._backend.pulse.until(
                lambda: self.connected or self._process.returncode is not None,
                within,
                "the bot's IDENTIFY",
            )
        except WaitedTooLong as error:
            raise BotNotConnected(f"{error}\n{self.output[-_TAIL:]}") from None
        if self._process.returncode is not None:
            text = f"the bot ended with code {self._process.returncode}"
            raise BotNotConnected(f"{text}\n{self.output[-_TAIL:]}")
        return self

    async def kill(self) -> None:
        """SIGKILL the whole group, as when its container dies, and see its sockets go."""
        self._signal(signal.SIGKILL)
        await self._ended()

    async def terminate(self, within: float = 10.0) -> int:
        """SIGTERM the process; its exit code.

        Raises `WaitedTooLong` where it has not ended within `within` seconds.
        """
        self._process.terminate()
        try:
            async with asyncio.timeout(within):
                await self._process.wait()
        except TimeoutError:
            text = f"SIGTERM: the bot still runs after {within:g} s\n{self.output[-_TAIL:]}"
            raise WaitedTooLong(text) from None
        return await self._ended()

    async def wait(self, within: float = 10.0) -> int:
        """Wait until it ends by itself; its exit code. Raises `WaitedTooLong`."""
        try:
            async with asyncio.timeout(within):
                await self._process.wait()
        except TimeoutError:
            text = f"the bot still runs after {within:g} s\n{self.output[-_TAIL:]}"
            raise WaitedTooLong(text) from None
        return await self._ended()

    async def _ended(self) -> int:
        code = await self._process.wait()
        self.orphans = self._signal(signal.SIGKILL)
        await self._reader
        await self._backend.gateway.until(
            lambda gateway: all(one.run != self._run for one in gateway.connections),
            _SOCKETS_CLOSE_WITHIN,
            "closed sockets",
        )
        alive = {one.run for one in self._backend.gateway.connections}
        self._backend.interactions.abandon(alive)
        self._backend.pulse.beat()
        return code

    def _signal(self, number: signal.Signals) -> bool:
        """Signal the group; give whether it had any process."""
        try:
            os.killpg(self.pid, number)
        except ProcessLookupError:
            return False
        return True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.returncode is None:
            await self.kill()
        elif not self._reader.done():
            await self._ended()
