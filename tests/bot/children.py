"""The processes that a process has started, as the system lists them."""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

WORKER = "bot.worker"


@dataclass(frozen=True, slots=True)
class Child:
    """One process that works for a bot."""

    pid: int

    def kill(self) -> None:
        """End it at once."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Let it stand still, as one that hangs does."""
        os.kill(self.pid, signal.SIGSTOP)


def children(parent: int | None = None) -> list[Child]:
    """Give the workers of a process, this one if none is named, without those that have died."""
    command = ["ps", "-e", "-o", "pid=,ppid=,stat=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    wanted = str(os.getpid() if parent is None else parent)
    return [
        Child(int(pid))
        for pid, owner, state, arguments in rows
        if owner == wanted and WORKER in arguments and not state.startswith("Z")
    ]


async def until(condition: Callable[[], object], seconds: float) -> None:
    """Wait until something is so; of other processes the system tells nobody.

    Raises:
        TimeoutError: it is not, for so long.
    """
    async with asyncio.timeout(seconds):
        while not await asyncio.to_thread(condition):  # noqa: ASYNC110 - see above
            await asyncio.sleep(0.05)
