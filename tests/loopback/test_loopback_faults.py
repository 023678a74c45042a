"""Faults and rate limits, as discord.py really meets them."""

import time

import aiohttp
import discord
import pytest

from tests.loopback.actions import UNAWAITED
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.faults import delay, error, rate_limited, reset
from tests.loopback.model import Channel, User
from tests.loopback.sample_bot import SampleBot, table

MESSAGES = "/channels/*/messages"


async def test_injected_errors(loopback: LoopbackDiscord, channel: Channel, bot: SampleBot) -> None:
    """An injected status and code reach the bot as discord.py's own exceptions, once."""
    place = bot.get_partial_messageable(channel.id)
    loopback.faults.next("POST", MESSAGES, error(403, 50013))
    with pytest.raises(discord.Forbidden) as refused:
        await place.send("no")
    assert refused.value.code == 50013
    loopback.faults.next("POST", MESSAGES, error(503))
    with pytest.raises(discord.DiscordServerError):
        await place.send("no")
    await place.send("yes")
    assert [message.text for message in loopback.messages(channel)] == ["yes"]


async def test_a_429_is_waited_for(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """discord.py waits and tries again after a 429 with a Via header."""
    place = bot.get_partial_messageable(channel.id)
    loopback.faults.next("POST", MESSAGES, rate_limited(0.05))
    loopback.faults.next("POST", MESSAGES, rate_limited(0.05, everywhere=True))
    began = time.perf_counter()
    await place.send("patient")
    assert time.perf_counter() - began >= 0.1
    statuses = [s.status for s in loopback.everything_sent() if s.path.endswith("/messages")]
    assert statuses == [429, 429, 200]


async def test_a_429_without_via_is_a_ban(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """Without the Via header discord.py takes a 429 for a ban and raises, for webhooks too."""
    loopback.faults.next("POST", MESSAGES, rate_limited(0.05, via=False))
    with pytest.raises(discord.HTTPException) as caught:
        await bot.get_partial_messageable(channel.id).send("banned")
    assert caught.value.status == 429
    opened = await loopback.slash(ana, channel, "table twice")
    await opened.until(lambda: opened.followups)
    webhook = discord.Webhook.partial(loopback.world.application_id, opened.token, client=bot)
    loopback.faults.next("PATCH", "/webhooks/**", rate_limited(0.05, via=False))
    with pytest.raises(discord.HTTPException) as caught:
        await webhook.edit_message(opened.message.id, content="banned")
    assert caught.value.status == 429


async def test_real_limits_are_learned_from_headers(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """With bucket headers discord.py holds back by itself, and no request is refused."""
    loopback.limits.set("PATCH", "/channels/*/messages/*", 2, 0.1)
    sent = await bot.get_partial_messageable(channel.id).send(view=table(0))
    began = time.perf_counter()
    for number in range(1, 6):
        await sent.edit(view=table(number))
    assert time.perf_counter() - began >= 0.2
    assert loopback.limits.refused == 0
    assert loopback.messages(channel)[0].edits == 5


async def test_a_limit_refuses_what_ignores_it(loopback: LoopbackDiscord) -> None:
    """A client that does not heed the headers gets 429 with Retry-After, bucket and Via."""
    loopback.limits.set("GET", "/users/@me", 1, 60.0)
    headers = {"Authorization": f"Bot {loopback.token}"}
    url = f"{loopback.server.api_url}/users/@me"
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(url) as first:
            assert first.status == 200
            assert first.headers["X-RateLimit-Remaining"] == "0"
            assert first.headers["Content-Type"] == "application/json"
        async with session.get(url) as second:
            assert second.status == 429
            assert second.headers["Via"]
            assert second.headers["X-RateLimit-Bucket"] == first.headers["X-RateLimit-Bucket"]
            assert 0 < (await second.json())["retry_after"] <= 60


async def test_broken_connection(
    loopback: LoopbackDiscord, channel: Channel, bot: SampleBot
) -> None:
    """A connection cut before or after the effect surfaces as an OS or client error."""
    place = bot.get_partial_messageable(channel.id)
    loopback.faults.next("POST", MESSAGES, reset())
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place.send("lost")
    loopback.faults.next("POST", MESSAGES, reset().after_effect())
    with pytest.raises((OSError, aiohttp.ClientError)):
        await place.send("done all the same")
    assert [message.text for message in loopback.messages(channel)] == ["done all the same"]


async def test_delayed_answer(loopback: LoopbackDiscord, channel: Channel, bot: SampleBot) -> None:
    """A delayed request takes effect and is answered, only later."""
    loopback.faults.next("POST", MESSAGES, delay(0.1))
    began = time.perf_counter()
    await bot.get_partial_messageable(channel.id).send("slow")
    assert time.perf_counter() - began >= 0.1


async def test_faults_of_first_answers(
    loopback: LoopbackDiscord, channel: Channel, ana: User, bot: SampleBot
) -> None:
    """A first answer can be refused like anything else, and the interaction stays open."""
    loopback.faults.next("POST", "/interactions/*/*/callback", error(404, 10062))
    with loopback.hold():
        result = await loopback.slash(ana, channel, "table new", delivery=UNAWAITED)
    await loopback.until(lambda: bot.errors)
    assert isinstance(bot.errors[0], discord.NotFound)
    assert not result.answered
    loopback.redeliver(result)
    await result.wait()
    assert result.answered


async def test_unknown_paths_are_told(loopback: LoopbackDiscord, bot: SampleBot) -> None:
    """A path that is not served is a violation, so that no test passes by accident."""
    with pytest.raises(discord.NotFound):
        await bot.fetch_template("nothing")
    assert [violation.kind for violation in loopback.violations] == ["route"]
