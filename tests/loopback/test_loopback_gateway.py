"""The gateway: tokens, intents, compression, lost connections and sessions."""

import asyncio
import zlib

import aiohttp
import discord
import pytest
from aiohttp import ClientWebSocketResponse

from tests.loopback.actions import UNAWAITED
from tests.loopback.compression import ZlibStream, compressor
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.inprocess import running
from tests.loopback.model import Channel, User
from tests.loopback.sample_bot import SampleBot


async def test_bad_token_is_a_login_failure(loopback: LoopbackDiscord) -> None:
    """A wrong token ends at the first request as discord.LoginFailure."""
    with loopback.patched():
        async with discord.Client(intents=discord.Intents.none()) as client:
            with pytest.raises(discord.LoginFailure):
                await client.login("wrong")


async def test_bad_token_closes_with_4004(loopback: LoopbackDiscord) -> None:
    """At the gateway a wrong token is answered by close code 4004."""
    async with aiohttp.ClientSession() as session, session.ws_connect(loopback.gateway_url()) as ws:
        assert (await ws.receive_json())["op"] == 10
        await ws.send_json({"op": 2, "d": {"token": "wrong", "intents": 1, "properties": {}}})
        await ws.receive()
        assert ws.close_code == 4004


async def test_privileged_intents_are_refused(loopback: LoopbackDiscord) -> None:
    """Asking for members without having been granted them ends in PrivilegedIntentsRequired."""
    client = discord.Client(intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with running(loopback, client):
            raise AssertionError("connected")


async def test_ready_knows_guilds_and_channels(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """After READY the bot's cache holds servers and channels, and heartbeats are answered."""
    assert bot.get_channel(channel.id) is not None
    await loopback.until(lambda: loopback.gateway.heartbeats)
    await loopback.until(lambda: bot.latency < 1)
    added = loopback.add_channel(loopback.add_guild("Later"), "second")
    await loopback.slash(loopback.add_user("Ana"), added, "table new")
    assert bot.get_channel(added.id) is not None


async def test_resume_replays_what_was_missed(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """After a cut the bot resumes and gets, once, the events that it missed."""
    opened = await loopback.slash(ana, channel, "table new")
    loopback.gateway.drop()
    missed = await loopback.press(ana, opened.message, "demo:update:0", delivery=UNAWAITED)
    await missed.wait()
    assert missed.answered
    assert opened.message.text == "Count: 1"
    await bot.resumed.wait()
    assert (loopback.gateway.identified, loopback.gateway.resumed) == (1, 1)
    assert [attempt.code for attempt in missed.attempts] == [0]


@pytest.mark.parametrize("way", ["reconnect", "close", "invalid, resumable"])
async def test_asked_to_reconnect(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot, way: str
) -> None:
    """Operation 7, a close code and a resumable operation 9 all end in a resumed session."""
    if way == "reconnect":
        loopback.gateway.reconnect()
    elif way == "close":
        await loopback.gateway.close(4000)
    else:
        loopback.gateway.invalidate(resumable=True)
    await bot.resumed.wait()
    assert (await loopback.slash(ana, channel, "table new")).answered
    assert loopback.gateway.identified == 1


async def test_invalid_session_identifies_anew(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A session that is invalid for good is replaced by a new one, and the bot goes on."""
    loopback.gateway.invalidate(resumable=False)
    await loopback.until(lambda: loopback.gateway.identified == 2)
    assert (await loopback.slash(ana, channel, "table new")).answered


async def test_unknown_session_cannot_be_resumed(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A RESUME of a forgotten session gets operation 9, after which the bot identifies."""
    loopback.gateway.sessions.clear()
    loopback.gateway.drop()
    await loopback.until(lambda: loopback.gateway.identified == 2)
    assert loopback.gateway.resumed == 0
    assert (await loopback.slash(ana, channel, "table new")).answered


async def test_two_bots_on_one_token_fight(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Every event reaches both, and one of the two answers is refused."""
    async with running(loopback, SampleBot()):
        result = await loopback.slash(ana, channel, "table new")
        await result.until(lambda: len(result.attempts) == 2)
    assert sorted(attempt.code for attempt in result.attempts) == [0, 40060]


async def test_shards_see_their_own_guilds(loopback: LoopbackDiscord, ana: User) -> None:
    """A session with a shard hears only of that shard's servers."""
    channels = [loopback.add_channel(loopback.add_guild(f"Guild {n}")) for n in range(2)]
    async with aiohttp.ClientSession() as session:
        heard = [await _identify(loopback, session, [shard, 2]) for shard in range(2)]
    assert sorted(guild for guilds in heard for guild in guilds) == sorted(
        str(channel.guild_id) for channel in channels
    )
    assert all((int(guild) >> 22) % 2 == shard for shard in range(2) for guild in heard[shard])


async def _identify(
    loopback: LoopbackDiscord, session: aiohttp.ClientSession, shard: list[int]
) -> list[str]:
    async with session.ws_connect(loopback.gateway_url()) as ws:
        await ws.receive_json()
        data = {"token": loopback.token, "intents": 1, "properties": {}, "shard": shard}
        await ws.send_json({"op": 2, "d": data})
        return [guild["id"] for guild in (await ws.receive_json())["d"]["guilds"]]


async def test_broken_frames_close(loopback: LoopbackDiscord) -> None:
    """What is no JSON, or comes before IDENTIFY, closes the connection with Discord's codes."""
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(loopback.gateway_url()) as ws:
            assert await _close_code(ws, "no json") == 4002
        async with session.ws_connect(loopback.gateway_url()) as ws:
            assert await _close_code(ws, '{"op": 8, "d": {}}') == 4003


async def _close_code(ws: ClientWebSocketResponse, text: str) -> int | None:
    await ws.receive_json()
    await ws.send_str(text)
    await ws.receive()
    return ws.close_code


def test_zlib_stream_is_one_stream() -> None:
    """Events share one deflate context, and each ends in a sync flush."""
    compress, inflate = ZlibStream(), zlib.decompressobj()
    frames = [compress('{"op":10}'), compress('{"op":11}')]
    assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in frames)
    assert [inflate.decompress(frame) for frame in frames] == [b'{"op":10}', b'{"op":11}']


def test_compression_is_negotiated() -> None:
    """Nothing asked means plain text; an unknown name is refused."""
    assert compressor(None) is None
    with pytest.raises(ValueError, match="unknown compression"):
        compressor("brotli")


async def test_ready_can_come_later_than_hello(
    loopback: LoopbackDiscord, channel: Channel, ana: User
) -> None:
    """While READY is held the bot is connected and hears of nothing; afterwards all goes on."""
    client = SampleBot()
    with loopback.patched():
        runner = asyncio.create_task(client.start(loopback.token))
        with loopback.gateway.welcome.holding_ready():
            await loopback.until(lambda: loopback.gateway.received)
            assert loopback.gateway.connections
            assert loopback.gateway.live == []
            assert client.user is not None
            lost = await loopback.slash(ana, channel, "table new", delivery=UNAWAITED)
        await client.wait_until_ready()
        assert (await loopback.slash(ana, channel, "table new")).answered
        assert not lost.answered
        await client.close()
        await runner


async def test_guilds_can_come_later_than_ready(
    loopback: LoopbackDiscord, channel: Channel, ana: User
) -> None:
    """Until GUILD_CREATE a server is unavailable and its channels are unknown to the cache."""
    client = SampleBot()
    with loopback.patched():
        runner = asyncio.create_task(client.start(loopback.token))
        with loopback.gateway.welcome.holding_guilds():
            await loopback.connected()
            await client.wait_until_ready()
            assert [guild.unavailable for guild in client.guilds] == [True]
            assert client.get_channel(channel.id) is None
            assert (await loopback.slash(ana, channel, "table new")).answered
        await loopback.until(lambda: client.get_channel(channel.id))
        assert [guild.unavailable for guild in client.guilds] == [False]
        await client.close()
        await runner


async def test_a_bot_that_goes_before_ready_leaves_nothing(loopback: LoopbackDiscord) -> None:
    """A connection that ends while READY is held never becomes a session."""
    async with aiohttp.ClientSession() as session:
        with loopback.gateway.welcome.holding_ready():
            async with session.ws_connect(loopback.gateway_url()) as ws:
                await ws.receive_json()
                data = {"token": loopback.token, "intents": 1, "properties": {}}
                await ws.send_json({"op": 2, "d": data})
                await loopback.until(lambda: loopback.gateway.received)
            await loopback.until(lambda: not loopback.gateway.connections)
    assert loopback.gateway.sessions == []
    assert loopback.gateway.identified == 0
