"""Processes that work beside the event loop, are replaced when they hang, and end with the bot.

Each process has a pipe of its own and one piece of work at a time. So it is known since when it
has had it, apart from the time that work waits for a process, and one that is killed or stopped
takes nothing along that another needs. The pools of the standard library, loky and pebble share
their pipes and locks between processes: they wait for ever, or for a minute, for one that was
stopped with a lock in hand, and none of them notices one that was stopped before it had work.
"""

import asyncio
import contextvars
import os
import pickle
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar, TypeVarTuple, cast

import structlog

from bot.worker import LENGTH

log = structlog.get_logger(__name__)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

SECONDS_TO_WORK: Final = 10.0
"""After which a process is taken for hung. A choice takes a third of a second and a picture some
ten milliseconds, so one that is merely slow, on a machine with much else to do, is left alone."""

SECONDS_TO_START: Final = 60.0
"""How long a process may take to load what it needs."""

SECONDS_TO_DIE: Final = 2.0
"""How long a killed process is waited for; the kernel may keep it longer, and buries it then."""

_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows knows one end only

LONGEST_PAUSE: Final = 60.0
"""Seconds between two tries to start a process, where one after the other is lost."""


class WorkerLostError(Exception):
    """There is no process, or the one that had the work died or hung."""


class WorkFailedError(Exception):
    """The work raised an exception, over there.

    Attributes:
        kind: the exception's class.
        places: where in the code it went; what it said stays there, for it may quote a hand.
    """

    def __init__(self, kind: str, places: list[str]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.places = places


class Workers(Protocol):
    """Does work somewhere else."""

    async def start(self) -> None:
        """Get ready; where that fails, work will too."""
        ...

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do a piece of work and give its result; whoever is cancelled leaves it to its end.

        Raises:
            WorkerLostError: it was not done, or not to its end.
            WorkFailedError: it raised.
        """
        ...

    async def close(self) -> None:
        """Drop all work, and stop."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    frame: bytes
    answer: asyncio.Future[Any]

    def fail(self, fault: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(fault)


@dataclass(slots=True, kw_only=True)
class Processes:
    """The `Workers` of a running bot: processes of its own.

    Attributes:
        count: how many.
        niceness: how much they give way to the process that answers people, 0 to 19.
        warm_up: what each does before its first work.
        seconds: how long one piece of work may take before its process is killed.
    """

    count: int
    niceness: int
    warm_up: Callable[[], object]
    seconds: float = SECONDS_TO_WORK
    _jobs: asyncio.Queue[_Job] = field(default_factory=asyncio.Queue)
    _unanswered: set[_Job] = field(default_factory=set)
    _keepers: list[asyncio.Task[None]] = field(default_factory=list)
    _hopeful: int = 0
    """How many processes work, or are starting; the others wait for their next try."""

    async def start(self) -> None:
        """Start the processes, and wait until each is ready or cannot be had."""
        tried = [asyncio.Event() for _ in range(self.count)]
        self._hopeful = self.count
        # Nothing of whoever starts them sticks to what they do later.
        nobodys = contextvars.Context()
        self._keepers = [
            nobodys.run(asyncio.create_task, self._keep(each), name="process") for each in tried
        ]
        for each in tried:
            await each.wait()

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do a piece of work and give its result; whoever is cancelled leaves it to its end.

        Raises:
            WorkerLostError: no process can be had, or the one that had the work died or hung.
            WorkFailedError: it raised.
        """
        if not self._hopeful:
            raise WorkerLostError("no process")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = _Job(pickle.dumps((work, arguments)), answer)
        self._unanswered.add(job)
        self._jobs.put_nowait(job)
        try:
            return await answer
        finally:
            self._unanswered.discard(job)

    async def close(self) -> None:
        """Kill the processes, whatever they do; they hold nothing that could be lost."""
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        self._hopeful = 0
        self._give_up()
        if keepers:
            await asyncio.wait(keepers)

    async def _keep(self, tried: asyncio.Event) -> None:
        """Have one process at work, and another when it is lost."""
        pause = 0.0
        while True:
            try:
                async with _started(self.niceness) as child:
                    async with asyncio.timeout(SECONDS_TO_START):
                        await child.do(pickle.dumps((self.warm_up, ())))
                    tried.set()
                    while True:
                        await self._serve(child)
                        pause = 0.0
            except Exception as fault:  # noqa: BLE001 - whatever it was, there will be another
                log.warning("process_lost", cause=type(fault).__name__, pause=pause)
            tried.set()
            await self._rest(pause)
            pause = min(LONGEST_PAUSE, 2 * pause or 1.0)

    async def _rest(self, seconds: float) -> None:
        if not seconds:
            return
        self._hopeful -= 1
        if not self._hopeful:
            self._give_up()
        await asyncio.sleep(seconds)
        self._hopeful += 1

    async def _serve(self, child: "_Child") -> None:
        """Let a process do the next piece of work that somebody still waits for."""
        job = await child.next_of(self._jobs)
        if job.answer.done():
            return
        try:
            async with asyncio.timeout(self.seconds):
                result, failure = await child.do(job.frame)
        except Exception as fault:
            job.fail(WorkerLostError(type(fault).__name__))
            raise
        if failure is not None:
            job.fail(WorkFailedError(*failure))
        elif not job.answer.done():
            job.answer.set_result(result)

    def _give_up(self) -> None:
        for job in self._unanswered:
            job.fail(WorkerLostError("no process"))


@dataclass(frozen=True, slots=True)
class _Child:
    """One process, and what its parent says to it."""

    requests: asyncio.StreamWriter
    outcomes: asyncio.StreamReader
    gone: asyncio.Task[int]

    async def do(self, frame: bytes) -> Any:  # noqa: ANN401 - whatever the work gives
        """Have a piece of work done; give its result or, beside it, what it raised.

        Raises:
            OSError, EOFError: the process has gone.
        """
        self.requests.write(LENGTH.pack(len(frame)) + frame)
        await self.requests.drain()
        (size,) = LENGTH.unpack(await self.outcomes.readexactly(LENGTH.size))
        return pickle.loads(await self.outcomes.readexactly(size))  # noqa: S301 - our own child's

    async def next_of(self, jobs: asyncio.Queue[_Job]) -> _Job:
        """Wait for something to do.

        Raises:
            EOFError: the process has gone meanwhile.
        """
        getting = asyncio.create_task(jobs.get())
        try:
            await asyncio.wait({getting, self.gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not getting.done():
                getting.cancel()
        if not getting.done():
            raise EOFError
        return getting.result()


@asynccontextmanager
async def _started(niceness: int) -> AsyncIterator[_Child]:
    """Have a process, which is killed in the end.

    Raises:
        OSError: there is no room for another process.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", "bot.worker", str(niceness)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(each or os.curdir for each in sys.path)},
    )
    requests = cast("asyncio.StreamWriter", process.stdin)
    outcomes = cast("asyncio.StreamReader", process.stdout)
    gone = asyncio.create_task(process.wait())
    try:
        yield _Child(requests, outcomes, gone)
    finally:
        if not gone.done():
            with suppress(ProcessLookupError):
                # Not `process.kill`, which buries a dead process under asyncio's hands.
                os.kill(process.pid, _KILL)
        requests.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_DIE):
                # A pipe is closed only when it has been read to its end.
                await outcomes.read()
                await gone
