"""Processes beside the event loop: whatever becomes of one, another takes its place."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import pytest

from bot import processes as processes_module
from bot.processes import Processes, WorkerLostError, WorkFailedError
from tests.bot.children import Child, children, until
from tests.project.checkout import ROOT

PATIENCE = 60.0
"""Seconds that another process may take to go, on a machine with much else to do."""

SOON = 0.5
"""Seconds after which a process is taken for hung here."""


@asynccontextmanager
async def working(
    count: int = 1, seconds: float = PATIENCE, warm_up: Callable[[], object] = int
) -> AsyncIterator[Processes]:
    """Have processes."""
    made = Processes(count=count, niceness=0, warm_up=warm_up, seconds=seconds)
    await made.start()
    try:
        yield made
    finally:
        await made.close()


def refuse() -> None:
    """Fail, and quote what nobody else may read."""
    raise ValueError("the ace of spades")


async def test_work_is_done_elsewhere_by_each_in_turn() -> None:
    """Two processes do two pieces of work at a time, and neither is this one."""
    async with working(2) as made:
        await asyncio.gather(made.run(time.sleep, 0.2), made.run(time.sleep, 0.2))
        mine = {each.pid for each in children()}
        assert len(mine) == 2
        assert await made.run(os.getpid) in mine
        assert await made.run(pow, 3, 4) == 81


async def test_what_work_raises_is_told_without_its_words() -> None:
    """The exception's class and its places in the code arrive, its text does not."""
    async with working() as made:
        with pytest.raises(WorkFailedError) as caught:
            await made.run(refuse)
    assert caught.value.kind == "ValueError"
    assert "test_processes.py" in caught.value.places[-1]
    assert "spades" not in repr((caught.value, caught.value.__cause__, caught.value.places))


async def test_what_work_prints_disturbs_nothing() -> None:
    """What a piece of work writes on standard output is not taken for its outcome."""
    async with working() as made:
        await made.run(print, "a line")
        assert await made.run(os.write, 1, b"bytes\n") == 6
        assert await made.run(abs, -1) == 1


@pytest.mark.parametrize("count", [1, 2])
async def test_a_stopped_process_is_replaced(count: int, caplog: pytest.LogCaptureFixture) -> None:
    """One that stands still is killed when work has been with it for too long, even if all do."""
    async with working(count, seconds=SOON) as made:
        stopped = children()
        for child in stopped:
            child.stop()
        work = [made.run(abs, -1) for _ in range(count)]
        outcomes = await asyncio.gather(*work, return_exceptions=True)
        assert [type(each) for each in outcomes] == [WorkerLostError] * count
        assert await made.run(abs, -1) == 1
        assert not set(stopped) & set(children())
    assert "process_lost" in caplog.text


async def test_only_the_work_in_hand_is_lost() -> None:
    """What waits behind a process that hangs is done by the one that takes its place."""
    async with working(seconds=SOON) as made:
        children()[0].stop()
        first, second = (asyncio.create_task(made.run(abs, -1)) for _ in range(2))
        with pytest.raises(WorkerLostError):
            await first
        assert await second == 1


async def test_time_in_the_queue_is_not_time_in_the_process() -> None:
    """Work that waits longer than work may take kills nobody."""
    async with working(seconds=SOON) as made:
        (before,) = children()
        await asyncio.gather(*(made.run(time.sleep, SOON / 5) for _ in range(8)))
        assert children() == [before]


async def test_who_gives_up_leaves_the_process_alone() -> None:
    """A choice that comes too late for its table is no reason to kill whoever makes it."""
    async with working() as made:
        (before,) = children()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(time.sleep, 0.3)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await made.run(time.sleep, PATIENCE)
        assert await made.run(abs, -1) == 1
        assert children() == [before]


async def test_a_process_that_dies_with_nothing_to_do_is_replaced_at_once() -> None:
    """Nobody has to lose work to find out: the next piece is done by another."""
    async with working() as made:
        (child,) = children()
        child.kill()
        await until(lambda: child not in children(), PATIENCE)
        assert await made.run(abs, -1) == 1


def _has_died(child: Child) -> bool:
    return child not in children()


async def test_a_death_while_late_work_waits_leaks_nothing() -> None:
    """A process that dies over work that nobody waits for any more takes no other along.

    The standard library's pool broke over it, kept its other processes, and hung at the exit.
    """
    async with working(2) as made:
        for _ in range(3):
            before = children()
            for child in before:
                child.stop()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await asyncio.gather(*(made.run(abs, -1) for _ in range(6)))
            for child in before:
                child.kill()
            await until(partial(_has_died, before[0]), PATIENCE)
            assert await made.run(abs, -1) == 1
        assert len(children()) <= 2
    assert children() == []


async def test_where_none_can_be_had_work_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A computer without room for a process: nobody waits, and it is tried again, less and less."""
    monkeypatch.setattr(sys, "executable", os.devnull)
    async with working() as made, asyncio.timeout(PATIENCE):
        for _ in range(2):
            with pytest.raises(WorkerLostError):
                await made.run(abs, -1)
    assert caplog.text.count("process_lost") == 2


async def test_it_comes_back_when_there_is_room_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failed start the next one serves."""
    monkeypatch.setattr(processes_module, "SECONDS_TO_START", 0.0)
    async with working() as made:
        monkeypatch.undo()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    assert await made.run(abs, -1) == 1
                    break
                except WorkerLostError:
                    await asyncio.sleep(0.05)


async def test_the_end_waits_for_nobody() -> None:
    """Stopped or busy, processes are gone at once, and whoever waited for them hears of it."""
    async with working(2) as made:
        busy = asyncio.create_task(made.run(time.sleep, PATIENCE))
        children()[0].stop()
        await asyncio.sleep(0)
        begun = time.monotonic()
        await made.close()
        assert time.monotonic() - begun < 3
        with pytest.raises(WorkerLostError):
            await busy
        with pytest.raises(WorkerLostError):
            await made.run(abs, -1)
        assert children() == []


async def test_signals_for_the_whole_group_leave_them_at_work() -> None:
    """Ctrl-C and SIGTERM reach every process; these wait for the bot to end them."""
    async with working() as made:
        (child,) = children()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(child.pid, number)
        assert await made.run(abs, -1) == 1
        assert children() == [child]


PROGRAM = """
import asyncio, os, signal, sys, time
from bot.processes import Processes

async def main(state):
    made = Processes(count=2, niceness=0, warm_up=int)
    await made.start()
    pid = await made.run(os.getpid)
    if state == "busy":
        made_busy = asyncio.ensure_future(made.run(time.sleep, 600))
        await asyncio.sleep(0.1)
    if state == "stopped":
        os.kill(pid, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.parametrize(
    "state",
    [
        "idle",
        "busy",
        pytest.param(
            "stopped",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux can see to that"),
        ),
    ],
)
def test_no_process_outlives_a_bot_that_was_killed(state: str) -> None:
    """Killed without a chance to close, the bot takes its processes with it.

    They hold the pipe of the errors open, so the pipe ends only when they have gone.
    """
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, state],
        cwd=ROOT,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
