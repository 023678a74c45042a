"""Stand-ins for the processes that work beside the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from bot.hiding import places
from bot.processes import WorkerLostError, WorkFailedError

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class AtOnce:
    """Does everything in this process, as soon as it is asked."""

    async def start(self) -> None:
        """Need nothing."""

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do it; what it raises is told as another process would tell it."""
        try:
            return work(*arguments)
        except Exception as fault:  # noqa: BLE001 - as a process does, it hands on whatever it is
            raise WorkFailedError(type(fault).__name__, places(fault)) from None

    async def close(self) -> None:
        """Hold nothing."""


class Lost:
    """Has no process, and never will."""

    async def start(self) -> None:
        """Begin nothing."""

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do nothing."""
        raise WorkerLostError("no process")

    async def close(self) -> None:
        """Hold nothing."""


class Never:
    """Takes work, and leaves it lying until the test says what comes of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.answers: list[asyncio.Future[object]] = []
        self.closed = False
        self._heard = asyncio.Event()

    async def start(self) -> None:
        """Need nothing."""

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Wait for what the test answers."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.asked.append(arguments)
        self.answers.append(answer)  # type: ignore[arg-type]
        self._heard.set()
        return await answer

    async def heard(self) -> None:
        """Wait until it is asked for something more."""
        await self._heard.wait()
        self._heard.clear()

    async def close(self) -> None:
        """Note that it is over."""
        self.closed = True
