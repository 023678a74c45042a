"""The limits of a whole bot: requests a second, the ban of its address, its connections."""

import asyncio

import aiohttp
import discord
import pytest

from tests.loopback.actions import UNAWAITED
from tests.loopback.ban import Ban
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.faults import error
from tests.loopback.limits import Limits
from tests.loopback.model import Channel
from tests.loopback.sample_bot import SampleBot


class Watch:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Seconds."""
        return self.now


def test_the_global_limit_counts_every_channel_and_no_interaction() -> None:
    """Fifty requests a second pass wherever they go; the next waits for the second to end."""
    watch = Watch()
    limits = Limits(watch)
    limits.everywhere()
    for number in range(50):
        path = f"/channels/{number}/messages"
        assert limits.take("POST", path, path).retry_after is None
    watch.now += 0.25
    refused = limits.take("GET", "/users/@me", "/users/@me")
    assert (refused.everywhere, refused.retry_after) == (True, 0.75)
    for outside in ("/interactions/1/t/callback", "/webhooks/1/t/messages/@original"):
        assert limits.take("POST", outside, outside).retry_after is None
    watch.now += 0.75
    assert limits.take("GET", "/users/@me", "/users/@me").retry_after is None
    limits.everywhere(None)
    assert all(limits.take("GET", "/u", "/u").retry_after is None for _ in range(100))


async def test_the_global_limit_says_that_it_is_global(loopback: LoopbackDiscord) -> None:
    """Its 429 has the headers and the body from which clients know it."""
    loopback.limits.everywhere(1)
    headers = {"Authorization": f"Bot {loopback.token}"}
    url = f"{loopback.server.api_url}/users/@me"
    async with aiohttp.ClientSession(headers=headers) as session:
        await (await session.get(url)).read()
        async with session.get(url) as refused:
            assert refused.status == 429
            assert refused.headers["X-RateLimit-Global"] == "true"
            assert refused.headers["X-RateLimit-Scope"] == "global"
            assert refused.headers["Via"]
            assert (await refused.json())["global"] is True
    assert loopback.statuses == {200: 1, 429: 1}


async def test_the_global_limit_holds_the_whole_bot_up(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """discord.py waits with everything, and nothing is lost."""
    guild = loopback.world.guilds[channel.guild_id or 0]
    others = [loopback.add_channel(guild, f"more-{number}") for number in range(4)]
    loopback.limits.everywhere(3)
    places = [bot.get_partial_messageable(one.id) for one in (channel, *others)]
    await asyncio.gather(*(place.send("hello") for place in places))
    assert all(len(loopback.messages(one)) == 1 for one in (channel, *others))
    assert loopback.statuses[429] == 2


async def test_each_channel_has_a_limit_of_its_own(
    loopback: LoopbackDiscord, channel: Channel
) -> None:
    """With realistic limits five messages fill one channel, and another is still free."""
    other = loopback.add_channel(loopback.world.guilds[channel.guild_id or 0], "other")
    loopback.limits.realistic()
    headers = {"Authorization": f"Bot {loopback.token}"}
    async with aiohttp.ClientSession(loopback.server.api_url + "/", headers=headers) as session:
        for place, number, expected in ((channel, 5, 200), (channel, 1, 429), (other, 5, 200)):
            for _ in range(number):
                body = {"content": "x"}
                async with session.post(f"channels/{place.id}/messages", json=body) as answer:
                    assert answer.status == expected
                    scope = answer.headers.get("X-RateLimit-Scope")
                    assert scope == ("user" if expected == 429 else None)


def test_a_ban_comes_after_too_many_invalid_requests_and_ends() -> None:
    """401, 403 and 429 count for ten minutes; other answers never do."""
    watch = Watch()
    ban = Ban(watch)
    ban.most = 3
    for status in (401, 200, 404, 500, 403):
        ban.note(status)
    watch.now += 601.0
    ban.note(429)
    assert ban.answer() is None
    ban.note(429)
    ban.note(401)
    page = ban.answer()
    assert page is not None
    assert page.status == 429
    watch.now += 3601.0
    assert ban.answer() is None
    ban.note(403)
    assert ban.answer() is None


async def test_a_banned_address_gets_nothing_through(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """Everything is answered by a 429 without Via, interactions too, until the ban is lifted."""
    loopback.ban.most = 2
    place = bot.get_partial_messageable(channel.id)
    loopback.faults.next("POST", "/channels/*/messages", error(403, 50013), times=2)
    for _ in range(2):
        with pytest.raises(discord.Forbidden):
            await place.send("no")
    with pytest.raises(discord.HTTPException) as caught:
        await place.send("banned")
    assert caught.value.status == 429
    assert "Via" not in caught.value.response.headers
    late = await loopback.slash(
        loopback.add_user("Ana"), channel, "table silent", delivery=UNAWAITED
    )
    assert not late.answered
    url = f"{loopback.server.api_url}/interactions/{late.id}/{late.token}/callback"
    async with aiohttp.ClientSession() as session, session.post(url, json={"type": 5}) as answer:
        assert answer.status == 429
    assert loopback.invalid_requests == 4
    loopback.ban.lift()
    await place.send("free")
    assert [message.text for message in loopback.messages(channel)] == ["free"]


async def test_connections_are_counted(loopback: LoopbackDiscord, bot: SampleBot) -> None:
    """The most that stood open at once are known, the gateway's among them."""
    before = loopback.connections.now
    assert before >= 1
    url = f"{loopback.server.api_url}/users/@me"
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(_read(session, url) for _ in range(5)))
        assert loopback.connections.now == before + 5
    assert loopback.connections.most == before + 5


async def _read(session: aiohttp.ClientSession, url: str) -> None:
    async with session.get(url) as answer:
        await answer.read()
