"""Worker processes, which are replaced when they hang, and end with the bot.

Each process has its own pipe and one job at a time. So the time of a job can be measured without
its time in the queue, and a process that is killed or stopped holds nothing that another needs. The
pools of the standard library, loky and pebble share pipes and locks between processes: they wait
for ever, or for a minute, for a process that was stopped while it held a lock, and none notices one
that was stopped before it had a job.
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
"""Seconds after which a process counts as hung. A choice takes a third of a second and a picture
some ten milliseconds, so a process that is merely slow on a busy machine is left alone."""

SECONDS_TO_START: Final = 60.0
"""Seconds that a process may take to load."""

SECONDS_TO_DIE: Final = 2.0
"""Seconds to wait for a killed process; the kernel may take longer to reap it."""

_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has only one kind of kill

LONGEST_PAUSE: Final = 60.0
"""Seconds between two attempts to start a process when each is lost."""


class WorkerLostError(Exception):
    """There is no process, or the one with the job died or hung."""


class WorkFailedError(Exception):
    """The job raised an exception in its process.

    Attributes:
        kind: the exception's class.
        places: where it was raised; its message is dropped, since it may quote a hand.
    """

    def __init__(self, kind: str, places: list[str]) -> None:
        super().__init__(kind)
        self.kind = kind
        self.places = places


class Workers(Protocol):
    """Runs jobs outside the event loop."""

    async def start(self) -> None:
        """Get ready; if that fails, jobs fail too."""
        ...

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Run a job and give its result; a job whose caller is cancelled runs to its end.

        Raises:
            WorkerLostError: it was not run, or not to its end.
            WorkFailedError: it raised.
        """
        ...

    async def close(self) -> None:
        """Drop all jobs, and stop."""
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
        niceness: their niceness, 0 to 19, so that the process that answers people comes first.
        warm_up: what each runs before its first job.
        seconds: how long a job may take before its process is killed.
    """

    count: int
    niceness: int
    warm_up: Callable[[], object]
    seconds: float = SECONDS_TO_WORK
    _jobs: asyncio.Queue[_Job] = field(default_factory=asyncio.Queue)
    _unanswered: set[_Job] = field(default_factory=set)
    _keepers: list[asyncio.Task[None]] = field(default_factory=list)
    _hopeful: int = 0
    """How many processes run or are starting; the others wait for their next attempt."""

    @property
    def running(self) -> int:
        """How many processes run or are starting."""
        return self._hopeful

    async def start(self) -> None:
        """Start the processes, and wait until each is ready or has failed to start."""
        tried = [asyncio.Event() for _ in range(self.count)]
        self._hopeful = self.count
        # The processes do not inherit the log context of their starter.
        nobodys = contextvars.Context()
        self._keepers = [
            nobodys.run(asyncio.create_task, self._keep(each), name="process") for each in tried
        ]
        for each in tried:
            await each.wait()

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Run a job and give its result; a job whose caller is cancelled runs to its end.

        Raises:
            WorkerLostError: no process could be started, or the one with the job died or hung.
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
        """Kill the processes; they hold nothing that could be lost."""
        keepers, self._keepers = self._keepers, []
        for keeper in keepers:
            keeper.cancel()
        self._hopeful = 0
        self._give_up()
        if keepers:
            await asyncio.wait(keepers)

    async def _keep(self, tried: asyncio.Event) -> None:
        """Keep one process running; replace it when it is lost."""
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
        """Give a process the next job that a caller still waits for."""
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
    """One process, seen from its parent."""

    requests: asyncio.StreamWriter
    outcomes: asyncio.StreamReader
    gone: asyncio.Task[int]

    async def do(self, frame: bytes) -> Any:  # noqa: ANN401 - whatever the work gives
        """Run a job; give its result and the error that it raised, one of them None.

        Raises:
            OSError, EOFError: the process has gone.
        """
        self.requests.write(LENGTH.pack(len(frame)) + frame)
        await self.requests.drain()
        (size,) = LENGTH.unpack(await self.outcomes.readexactly(LENGTH.size))
        return pickle.loads(await self.outcomes.readexactly(size))  # noqa: S301 - our own child's

    async def next_of(self, jobs: asyncio.Queue[_Job]) -> _Job:
        """Wait for a job.

        Raises:
            EOFError: the process has died meanwhile.
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
    """Start a process, and kill it in the end.

    Raises:
        OSError: no process can be started.
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
                # Not `process.kill`, which reaps a dead process before asyncio does.
                os.kill(process.pid, _KILL)
        requests.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_DIE):
                # A pipe closes only once it has been read to the end.
                await outcomes.read()
                await gone
