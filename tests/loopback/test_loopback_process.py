"""The bot as a process of its own: started, killed, ended, started again."""

import os

import pytest

from tests.loopback.actions import UNAWAITED
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.errors import BotNotConnected
from tests.loopback.model import Channel, User

SAMPLE = "tests.loopback.sample_bot:main"

EITHER_WAY = pytest.mark.parametrize("forked", [False, True], ids=["started", "forked"])


@EITHER_WAY
async def test_killed_and_started_again(
    loopback: LoopbackDiscord, channel: Channel, ana: User, forked: bool
) -> None:
    """After kill -9 nobody waits for an answer, and old buttons work in the next process."""
    async with await loopback.process(main=SAMPLE, forked=forked) as process:
        await process.ready()
        opened = await loopback.slash(ana, channel, "table new")
        silent = await loopback.slash(ana, channel, "table silent", delivery=UNAWAITED)
        await process.kill()
        assert process.exit_code == -9
        assert (await silent.wait()).abandoned
        assert loopback.gateway.live == []
    lost = await loopback.press(ana, opened.message, "demo:update:0", delivery=UNAWAITED)
    async with await loopback.process(main=SAMPLE, forked=forked) as process:
        await process.ready()
        await loopback.press(ana, opened.message, "demo:update:0")
        assert opened.message.text == "Count: 1"
        assert not lost.answered
        assert await process.terminate() == 0
        assert not process.orphans
    assert loopback.violations == []


@EITHER_WAY
async def test_refused_token_ends_the_process(loopback: LoopbackDiscord, forked: bool) -> None:
    """A process that ends before it is ready is told with its exit code."""
    extra = {"DISCORD_TOKEN": "wrong"}
    async with await loopback.process(main=SAMPLE, extra=extra, forked=forked) as process:
        with pytest.raises(BotNotConnected, match="code 3"):
            await process.ready()
        assert process.exit_code == 3


@EITHER_WAY
async def test_no_process_outlives_its_discord(forked: bool) -> None:
    """Bots that a test has left running are killed with their Discord."""
    async with LoopbackDiscord() as discord:
        process = await discord.process(main=SAMPLE, forked=forked)
        await process.ready()
    assert process.exit_code == -9


def test_environment_holds_what_the_launcher_reads(loopback: LoopbackDiscord) -> None:
    """The environment of a bot process is this one's, with token and addresses."""
    environment = loopback.env(extra={"MORE": "1"})
    assert environment["DISCORD_TOKEN"] == loopback.token
    assert environment["LOOPBACK_API"].endswith("/api/v10")
    assert environment["LOOPBACK_GATEWAY"].startswith("ws://127.0.0.1:")
    assert environment["MORE"] == "1"
    assert "LOOPBACK_MAIN" not in environment
    assert environment["PATH"] == os.environ["PATH"]
