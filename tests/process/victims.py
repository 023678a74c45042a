"""The other victims: the bot during its start, and its workers."""

import asyncio
import os
import random
import signal
import subprocess
from pathlib import Path
from typing import Final

from bot.processes import SECONDS_TO_START, SECONDS_TO_WORK
from tests.bot.children import Child, children, until
from tests.loopback.api import BotProcess
from tests.process.books import copied, unfolded
from tests.process.host import check_output
from tests.process.quick import MAIN
from tests.process.trial import Trial

WITH_WORKERS: Final = {"COMPUTER_PROCESSES": "1", "TABLE_PICTURES": "true"}
WORKERS: Final = 2
WITHIN: Final = 10.0
"""Seconds within which a stopping bot, and the workers of a dead one, have exited."""

REPLACED_WITHIN: Final = SECONDS_TO_START + 3 * SECONDS_TO_WORK
"""Seconds within which a lost worker is replaced, also one that stops while it is loading."""

LONGEST_START: Final = 3.0


async def the_bot_as_it_starts(trial: Trial, chance: random.Random) -> None:
    """Kill a bot at a random moment of its start, and check what it leaves."""
    host = trial.community.host
    process = await trial.discord.process("run", main=MAIN, extra=host.environment(WITH_WORKERS))
    await asyncio.sleep(chance.uniform(0.0, LONGEST_START))
    await _kill_alone(process)
    trial.community.auditor.audit(copied(host.database, trial.community.copies))
    trial.counts["survived"] += 1


async def a_worker(trial: Trial, chance: random.Random, number: signal.Signals) -> None:
    """Kill or stop a worker in the middle of play, and then the bot itself."""
    community = trial.community
    process = await community.host.start(WITH_WORKERS)
    async with community.playing():
        before, pipes = await _workers(process), open_pipes(process.pid)
        await community.until_done(10)
        victim = chance.choice(before)
        os.kill(victim.pid, number)
        await until(lambda: victim not in children(process.pid), REPLACED_WITHIN)
        await _workers(process)
        await community.until_done(10)
        assert open_pipes(process.pid) <= pipes, "pipes are left open"
        trial.counts["survived"] += 1
        community.ground.open = False
        await _kill_alone(process)
    community.auditor.audit(copied(community.host.database, community.copies))
    trial.counts["survived"] += 1


async def every_worker_and_then_a_stop(trial: Trial) -> None:
    """Stop all workers of a bot and tell it to stop: it does, in time and in order."""
    community = trial.community
    process = await community.host.start(WITH_WORKERS)
    async with community.playing():
        await community.until_done(10)
        for each in await _workers(process):
            each.stop()
        await community.until_done(5)
        community.ground.open = False
        os.kill(process.pid, signal.SIGTERM)
        assert await process.wait(WITHIN) == 0, process.output
    assert not process.orphans
    assert unfolded(community.host.database) == 0, "the database was not closed"
    check_output(process)
    trial.counts["survived"] += WORKERS


async def _workers(process: BotProcess) -> list[Child]:
    await until(lambda: len(children(process.pid)) == WORKERS, REPLACED_WITHIN)
    return children(process.pid)


async def _kill_alone(process: BotProcess) -> None:
    """Kill only the bot, and check that its workers exit by themselves."""
    os.kill(process.pid, signal.SIGKILL)
    await until(lambda: not running(process.pid), WITHIN)
    assert await process.wait(WITHIN) == -signal.SIGKILL, process.output
    check_output(process)


def running(group: int) -> list[str]:
    """Give the states of the processes of a group, without zombies."""
    listed = subprocess.run(
        ["ps", "-e", "-o", "pgid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    found = [line.split() for line in listed.splitlines()]
    return [state for own, state in found if own == str(group) and not state.startswith("Z")]


def open_pipes(pid: int) -> int:
    """Give how many pipes a process has open; 0 if the system does not tell.

    Connections, which come and go, are left out; workers have pipes.
    """
    folder = Path(f"/proc/{pid}/fd")
    links = [str(each.readlink()) for each in folder.iterdir()] if folder.exists() else []
    return sum(link.startswith("pipe:") for link in links)
