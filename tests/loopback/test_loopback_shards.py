"""Shards, buckets, several sessions of one shard, and who sent what."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

import aiohttp
import discord
import pytest
from aiohttp import ClientWebSocketResponse

from tests.loopback.driver import LoopbackDiscord
from tests.loopback.inprocess import running
from tests.loopback.model import Channel, User
from tests.loopback.sample_bot import SampleBot
from tests.loopback.sharding import SECONDS_OF_A_BUCKET, shard_of

INVALID_SESSION = 9


class Sharded(discord.AutoShardedClient):
    """A client of as many shards as Discord recommends."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Not wait five seconds between shards: these are in different buckets."""


@asynccontextmanager
async def socket_of(loopback: LoopbackDiscord) -> AsyncIterator[ClientWebSocketResponse]:
    """Open a connection to the gateway, after its HELLO."""
    async with aiohttp.ClientSession() as session, session.ws_connect(loopback.gateway_url()) as ws:
        assert (await ws.receive_json())["op"] == 10
        yield ws


async def identify(loopback: LoopbackDiscord, ws: ClientWebSocketResponse, shard: object) -> None:
    """Send an IDENTIFY; a `shard` of None names none."""
    data = {"token": loopback.token, "intents": 1, "properties": {}}
    await ws.send_json({"op": 2, "d": data if shard is None else {**data, "shard": shard}})


@pytest.mark.parametrize(
    ("shard", "code"),
    [([2, 2], 4010), ([-1, 2], 4010), ("0/2", 4010), ([0], 4010), (None, 4011), ([0, 1], 4011)],
)
async def test_wrong_shards_are_refused(
    loopback: LoopbackDiscord, shard: object, code: int
) -> None:
    """A shard that there is none of gets 4010, too few shards for the bot's servers 4011."""
    loopback.gateway.sharding.required = 2
    async with socket_of(loopback) as ws:
        await identify(loopback, ws, shard)
        await ws.receive()
        assert ws.close_code == code
    assert loopback.gateway.identified == 0


async def test_sharding_required_ends_the_client(loopback: LoopbackDiscord) -> None:
    """For discord.py, 4011 is the end: a client without shards cannot serve so many servers."""
    loopback.gateway.sharding.required = 2
    with pytest.raises(discord.ConnectionClosed) as closed:
        async with running(loopback, discord.Client(intents=discord.Intents.none())):
            raise AssertionError("connected")
    assert closed.value.code == 4011


async def test_gateway_names_shards_and_what_is_left(loopback: LoopbackDiscord) -> None:
    """Where asked, Discord names the shards it recommends, the buckets and the IDENTIFYs left."""
    sharding = loopback.gateway.sharding
    sharding.recommended, sharding.max_concurrency, sharding.total = 3, 16, 500
    client = Sharded(intents=discord.Intents.none())
    async with running(loopback, client):
        assert client.shard_count == 3
        count, _url, limits = await client.http.get_bot_gateway()
    assert (count, limits["remaining"], limits["max_concurrency"]) == (3, 497, 16)
    assert [(each.shard, each.count) for each in sharding.journal] == [(0, 3), (1, 3), (2, 3)]


async def test_a_full_bucket_gets_an_invalid_session(loopback: LoopbackDiscord) -> None:
    """Of two IDENTIFYs of one bucket within five seconds the second gets operation 9."""
    sharding = loopback.gateway.sharding
    sharding.max_concurrency, sharding.seconds_apart = 2, SECONDS_OF_A_BUCKET
    told = []
    for shard in ([0, 4], [1, 4], [2, 4]):
        async with socket_of(loopback) as ws:
            await identify(loopback, ws, shard)
            told.append((await ws.receive_json())["op"])
    assert told == [0, 0, INVALID_SESSION]
    assert [each.accepted for each in sharding.journal] == [True, True, False]
    assert sharding.remaining == sharding.total - 2


async def test_a_bucket_is_free_again_after_its_time(loopback: LoopbackDiscord) -> None:
    """Whoever waits for as long as the bucket wants is accepted."""
    sharding = loopback.gateway.sharding
    sharding.seconds_apart = SECONDS_OF_A_BUCKET
    sharding.now = count(step=SECONDS_OF_A_BUCKET).__next__
    for shard in ([0, 2], [1, 2]):
        async with socket_of(loopback) as ws:
            await identify(loopback, ws, shard)
            assert (await ws.receive_json())["op"] == 0
    assert loopback.gateway.identified == 2


async def test_none_left_costs_the_token(loopback: LoopbackDiscord) -> None:
    """Who identifies more often than a day allows has no valid token any more."""
    loopback.gateway.sharding.total = 1
    codes = []
    for _ in range(2):
        async with socket_of(loopback) as ws:
            await identify(loopback, ws, [0, 1])
            message = await ws.receive()
            codes.append(ws.close_code if message.type is aiohttp.WSMsgType.CLOSE else None)
    assert codes == [None, 4004]


async def test_two_sessions_of_one_shard_hear_the_same(
    loopback: LoopbackDiscord, ana: User
) -> None:
    """Two clients of the same shard both get a press of its server; one answer is refused."""
    place = loopback.add_channel(loopback.add_guild("Guild"))
    shard = shard_of(place.guild_id, 2)
    first, second = (SampleBot(shard_id=shard, shard_count=2) for _ in range(2))
    async with running(loopback, first), running(loopback, second):
        assert [session.shard for session in loopback.gateway.live] == [(shard, 2), (shard, 2)]
        result = await loopback.slash(ana, place, "table new")
        await result.until(lambda: len(result.attempts) == 2)
    assert sorted(attempt.code for attempt in result.attempts) == [0, 40060]


async def test_each_process_is_known_by_what_it_sends(
    loopback: LoopbackDiscord, channel: Channel, ana: User
) -> None:
    """Requests, answers and IDENTIFYs tell which run of the bot they are from."""
    main = "tests.loopback.sample_bot:main"
    async with (
        await loopback.process(main=main, forked=True) as first,
        await loopback.process(main=main, forked=True) as second,
    ):
        await first.ready()
        await second.ready()
        result = await loopback.slash(ana, channel, "table new")
        await result.until(lambda: len(result.attempts) == 2)
        runs = {first.run, second.run}
    assert {each.run for each in result.attempts} == runs
    assert {each.run for each in loopback.everything_sent()} == runs
    assert {each.run for each in loopback.gateway.sharding.journal} == runs
