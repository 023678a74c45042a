"""One process with all shards."""

from functools import partial

import pytest

from bot.startup import ExitCode
from tests.loopback.api import LoopbackDiscord
from tests.loopback.gateway import IDENTIFY
from tests.loopback.model import Channel
from tests.process.group import SOON
from tests.process.host import Host, check_output

SHARDS = 2


def identified(discord: LoopbackDiscord) -> list[list[int]]:
    """List the shards of the sessions that bots have begun, in order."""
    return [each["d"]["shard"] for each in discord.gateway.received if each["op"] == IDENTIFY]


def place_in(discord: LoopbackDiscord, shard: int, count: int = SHARDS) -> Channel:
    """Make a server of a shard, and give a channel there."""
    return discord.add_channel(discord.add_guild(f"Club {shard}", shard=(shard, count)))


@pytest.fixture
def places(discord: LoopbackDiscord) -> list[Channel]:
    """A channel in a server of each shard."""
    return [place_in(discord, shard) for shard in range(SHARDS)]


async def test_one_process_serves_every_shard(
    host: Host, discord: LoopbackDiscord, places: list[Channel]
) -> None:
    """With SHARD_COUNT each shard has a session of its own, and people are answered in all."""
    discord.gateway.sharding.max_concurrency = SHARDS
    person = discord.add_user("Ada")
    async with await host.start({"SHARD_COUNT": str(SHARDS)}) as bot:
        await discord.until(lambda: len(discord.gateway.live) == SHARDS, SOON, "both shards")
        assert sorted(identified(discord)) == [[0, SHARDS], [1, SHARDS]]
        for channel in places:
            assert (await discord.slash(person, channel, "spades new")).answered
            await discord.until(partial(discord.messages, channel), SOON, "a table")
        assert await bot.terminate() == 0
        check_output(bot)


async def test_a_shard_that_waits_does_not_hold_up_the_others(
    host: Host, discord: LoopbackDiscord, places: list[Channel]
) -> None:
    """While one shard waits for its turn to begin, another one resumes and answers."""
    person = discord.add_user("Ada")
    async with await host.start({"SHARD_COUNT": str(SHARDS)}):
        assert (await discord.slash(person, places[0], "spades new")).answered
        discord.gateway.drop()
        await discord.until(lambda: discord.gateway.resumed, 2.0, "the RESUME")
        assert discord.gateway.identified == 1
        assert (await discord.slash(person, places[0], "spades new")).answered


async def test_discords_number_is_followed(
    host: Host, discord: LoopbackDiscord, places: list[Channel]
) -> None:
    """Without SHARD_COUNT a bot on a file has as many shards as Discord recommends."""
    discord.gateway.sharding.recommended = SHARDS
    discord.gateway.sharding.max_concurrency = SHARDS
    async with await host.start():
        await discord.until(lambda: len(discord.gateway.live) == SHARDS, SOON, "both shards")
        assert sorted(identified(discord)) == [[0, SHARDS], [1, SHARDS]]


async def test_a_bot_that_has_grown_is_sharded_anew(
    host: Host, discord: LoopbackDiscord, places: list[Channel]
) -> None:
    """When Discord wants more shards than there are, the bot opens them without a restart."""
    person = discord.add_user("Ada")
    async with await host.start() as bot:
        assert (await discord.slash(person, places[1], "spades new")).answered
        discord.gateway.sharding.recommended = discord.gateway.sharding.required = SHARDS
        discord.gateway.sharding.max_concurrency = SHARDS
        await discord.gateway.close(4011)
        await discord.until(
            lambda: sorted(each.shard[0] for each in discord.gateway.live) == [0, 1],
            SOON,
            "both shards",
        )
        for channel in places:
            assert (await discord.slash(person, channel, "spades new")).answered
        assert await bot.terminate() == 0
        check_output(bot)


async def test_too_few_shards(host: Host, discord: LoopbackDiscord, places: list[Channel]) -> None:
    """An operator who has set fewer shards than Discord wants is told so in one sentence."""
    discord.gateway.sharding.required = SHARDS
    ended = await host.run({"SHARD_COUNT": "1", "LOG_LEVEL": "ERROR"})
    assert ended.code == ExitCode.CONFIGURATION
    assert ended.stderr.count("\n") == 1
    assert "SHARD_COUNT" in ended.stderr
