"""SIGTERM and Ctrl-C end the bot in order: all is saved and answered, and it says goodbye."""

import os
import signal

import pytest

from tests.loopback.api import BotProcess, LoopbackDiscord, delay, rate_limited
from tests.process.books import read_books, unfolded
from tests.process.community import Community
from tests.process.host import Host, check_output
from tests.process.victims import running

EVERYTHING = {"COMPUTER_PROCESSES": "1", "TABLE_PICTURES": "true", "CARD_EMOJIS": "true"}
"""The settings with which the bot has processes of its own."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)
WITHIN = 10.0


async def end(process: BotProcess, number: signal.Signals, times: int = 1) -> None:
    """Signal a bot, and check that it ends well and in time."""
    for _ in range(times):
        os.kill(process.pid, number)
    assert await process.wait(WITHIN) == 0, process.output
    assert not process.orphans
    check_output(process)


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_in_the_middle_of_games(
    community: Community, number: signal.Signals
) -> None:
    """What had arrived is saved and answered, the gateway is closed, and the next bot goes on."""
    discord = community.host.discord
    process = await community.host.start()
    async with community.playing():
        await community.until_done(80)
        community.ground.open = False
        await end(process, number)
    assert discord.gateway.sessions == [], "the bot left without a word"
    commands = read_books(community.host.database).by_command
    silent = [
        str(d) for d in community.ground.diary.deeds if d.in_flight and d.command_id in commands
    ]
    assert silent == []
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, number)


async def test_a_signal_while_discord_makes_the_bot_wait(community: Community) -> None:
    """Edits that must wait for a minute are given up; nothing else is, and it is over in time."""
    discord = community.host.discord
    process = await community.host.start()
    async with community.playing():
        await community.until_done(30)
        held = discord.faults.next("PATCH", "/channels/**", rate_limited(60.0))
        await discord.until(lambda: held.hits, WITHIN)
    await end(process, signal.SIGTERM)
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, signal.SIGTERM)


async def test_a_signal_while_discord_says_nothing(community: Community) -> None:
    """A Discord that answers nothing any more holds nobody up, and the database is closed."""
    discord = community.host.discord
    process = await community.host.start()
    community.ground.gives_up_after = 0.5
    async with community.playing():
        await community.until_done(30)
        silent = discord.faults.next("*", "/**", delay(12.0), times=100_000)
        await discord.until(lambda: silent.hits > len(community.groups), WITHIN)
        community.ground.open = False
        await end(process, signal.SIGTERM)
    assert unfolded(community.host.database) == 0
    discord.faults.cancel()
    await discord.until(lambda: not discord.server.in_flight, 2 * WITHIN, "the last requests")
    community.ground.gives_up_after = None
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, signal.SIGTERM)


async def test_a_second_signal_changes_nothing(community: Community) -> None:
    """Whoever presses Ctrl-C again, and again, gets the same orderly end."""
    process = await community.host.start()
    async with community.playing():
        await community.until_done(10)
        community.ground.open = False
        await end(process, signal.SIGINT, times=3)
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, signal.SIGINT)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/applications/**"])
async def test_a_signal_while_it_starts(
    host: Host, discord: LoopbackDiscord, path: str, number: signal.Signals
) -> None:
    """A bot that is still logging in, or syncing its commands, ends as orderly."""
    slow = discord.faults.next("*", path, delay(30.0))
    async with await discord.process("run", extra=host.environment()) as process:
        await discord.until(lambda: slow.hits, WITHIN)
        await end(process, number)


async def test_a_signal_while_it_cannot_connect(host: Host, discord: LoopbackDiscord) -> None:
    """A bot that tries again and again to reach the gateway says so, and ends as orderly."""
    nowhere = host.environment({"LOOPBACK_GATEWAY": "ws://127.0.0.1:9/"})
    async with await discord.process("run", extra=nowhere) as process:
        await discord.until(lambda: "discord_unreachable" in process.output, WITHIN)
        await end(process, signal.SIGTERM)


@pytest.mark.parametrize("number", SIGNALS)
async def test_a_signal_for_all_its_processes(community: Community, number: signal.Signals) -> None:
    """Ctrl-C in a terminal, or a container's end, reaches every process: the end is as orderly."""
    process = await community.host.start(EVERYTHING)
    async with community.playing():
        await community.until_done(30)
        community.ground.open = False
        os.killpg(process.pid, number)
        assert await process.wait(WITHIN) == 0, process.output
    await community.ground.discord.until(lambda: not running(process.pid), WITHIN, "their end")
    check_output(process)


async def test_kill_takes_its_processes_along(community: Community) -> None:
    """When the bot alone is killed, those that draw and think for it leave by themselves."""
    process = await community.host.start(EVERYTHING)
    async with community.playing():
        await community.until_done(30)
        community.ground.open = False
        os.kill(process.pid, signal.SIGKILL)
        await community.ground.discord.until(lambda: not running(process.pid), WITHIN, "their end")
        await process.wait(WITHIN)
    process = await community.host.start()
    await community.settle()
    await community.check()
    await end(process, signal.SIGTERM)
