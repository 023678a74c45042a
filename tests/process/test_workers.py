"""The bot's workers: dead or stopped, they delay nobody."""

import os
import signal

import pytest

from tests.bot.children import Child, children, until
from tests.loopback.api import BotProcess
from tests.process.books import unfolded
from tests.process.community import Community
from tests.process.host import Host, check_output

GROUPS = (("cardcouch", 4), ("one_page", 2), ("cardcouch", 1), ("one_page", 1))
"""Rules without clocks, since people may have to wait while a process is replaced."""

WITH_WORKERS = {"COMPUTER_PROCESSES": "2", "TABLE_PICTURES": "true"}
WORKERS = 3
WITHIN = 10.0
REPLACED_WITHIN = 60.0
"""Seconds within which a worker is replaced, even on a slow machine."""


@pytest.fixture
def community(host: Host, request: pytest.FixtureRequest) -> Community:
    """Groups of people who play with computer players, without clocks."""
    return Community.gathered(host, request.node.nodeid, GROUPS)


async def workers(process: BotProcess) -> list[Child]:
    """Give a bot's workers, once all are running."""
    await until(lambda: len(children(process.pid)) == WORKERS, REPLACED_WITHIN)
    return children(process.pid)


async def end(process: BotProcess, community: Community) -> None:
    """Tell a bot to stop, and check that it does so in time, with its database closed."""
    os.kill(process.pid, signal.SIGTERM)
    assert await process.wait(WITHIN) == 0, process.output
    assert not process.orphans
    assert unfolded(community.host.database) == 0, "the database was not closed"
    check_output(process)


async def go_on(community: Community) -> None:
    """Check that the next bot goes on from the stored state."""
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, community)


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_workers_that_hang_or_die_are_replaced(
    community: Community, number: signal.Signals
) -> None:
    """People play on, and the workers are replaced."""
    process = await community.host.start(WITH_WORKERS)
    async with community.playing():
        await community.until_done(30)
        before = await workers(process)
        for each in before:
            os.kill(each.pid, number)
        await until(lambda: not set(before) & set(children(process.pid)), REPLACED_WITHIN)
        assert len(await workers(process)) == WORKERS
        await community.until_done(30)
    await end(process, community)
    await go_on(community)


async def test_a_stop_while_all_workers_hang(community: Community) -> None:
    """The bot stops in time and in order, whatever the state of its workers."""
    process = await community.host.start(WITH_WORKERS)
    async with community.playing():
        await community.until_done(30)
        for each in await workers(process):
            each.stop()
        await community.until_done(10)
        community.ground.open = False
        await end(process, community)
    await go_on(community)


async def test_a_stop_while_the_workers_start(community: Community) -> None:
    """A bot that is told to stop before its workers are ready leaves none behind."""
    process = await community.host.start(WITH_WORKERS)
    await until(lambda: children(process.pid), REPLACED_WITHIN)
    for each in children(process.pid):
        each.stop()
    await end(process, community)
