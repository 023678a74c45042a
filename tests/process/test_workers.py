"""The processes that think and draw for the bot: dead or stopped, they hold nobody up."""

import os
import signal

import pytest

from tests.bot.children import Child, children, until
from tests.loopback.api import BotProcess
from tests.process.books import unfolded
from tests.process.club import Club
from tests.process.host import Host, check_output

GROUPS = (("cardcouch", 4), ("one_page", 2), ("cardcouch", 1), ("one_page", 1))
"""Rules without clocks, for people may have to wait while a process is replaced."""

WITH_WORKERS = {"COMPUTER_PROCESSES": "2", "TABLE_PICTURES": "true"}
WORKERS = 3
WITHIN = 10.0
REPLACED_WITHIN = 60.0
"""Seconds in which another process has come, on however slow a machine."""


@pytest.fixture
def club(host: Host, request: pytest.FixtureRequest) -> Club:
    """Groups of people who play with computer players, at their leisure."""
    return Club.founded(host, request.node.nodeid, GROUPS)


async def workers(process: BotProcess) -> list[Child]:
    """Give a bot's workers, when all of them are there."""
    await until(lambda: len(children(process.pid)) == WORKERS, REPLACED_WITHIN)
    return children(process.pid)


async def end(process: BotProcess, club: Club) -> None:
    """Tell a bot to stop, and check that it does so in time, with its database closed."""
    os.kill(process.pid, signal.SIGTERM)
    assert await process.wait(WITHIN) == 0, process.output
    assert not process.orphans
    assert unfolded(club.host.database) == 0, "the database was not closed"
    check_output(process)


async def go_on(club: Club) -> None:
    """Check that the next bot goes on from what this one has left."""
    process = await club.host.start()
    await club.settle()
    await club.check()
    await end(process, club)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_workers_that_hang_or_die_are_replaced(club: Club, number: signal.Signals) -> None:
    """People play on, and after a while others think and draw."""
    process = await club.host.start(WITH_WORKERS)
    async with club.playing():
        await club.until_done(30)
        before = await workers(process)
        for each in before:
            os.kill(each.pid, number)
        await until(lambda: not set(before) & set(children(process.pid)), REPLACED_WITHIN)
        assert len(await workers(process)) == WORKERS
        await club.until_done(30)
    await end(process, club)
    await go_on(club)


async def test_a_stop_while_all_workers_hang(club: Club) -> None:
    """The bot ends in time and in order, whatever became of those that work for it."""
    process = await club.host.start(WITH_WORKERS)
    async with club.playing():
        await club.until_done(30)
        for each in await workers(process):
            each.stop()
        await club.until_done(10)
        club.ground.open = False
        await end(process, club)
    await go_on(club)


async def test_a_stop_while_the_workers_start(club: Club) -> None:
    """A bot that is told to stop before its workers are ready leaves none of them behind."""
    process = await club.host.start(WITH_WORKERS)
    await until(lambda: children(process.pid), REPLACED_WITHIN)
    for each in children(process.pid):
        each.stop()
    await end(process, club)
