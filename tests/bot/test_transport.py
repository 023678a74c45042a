"""What becomes of requests to Discord that fail: each is made once, its outcome told at once."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from bot import transport
from bot.permission import ServingAll, on_behalf_of
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.faults import Fault, delay, error, gateway_error, rate_limited, reset

Ask: TypeAlias = Callable[[], Awaitable[object]]

AT_ONCE = 0.9
"""Seconds; discord.py waits one before it repeats a request."""

WITHOUT_TIME = replace(rate_limited(0.1), body={"message": "You are being rate limited."})
NONSENSE = replace(rate_limited(0.1), body={"retry_after": "soon"})
A_PAGE = replace(rate_limited(0.1), body="<html>")
LISTED = Fault(status=429, body="[]", headers={"Via": "1.1 loopback"})


@pytest.fixture
async def loopback() -> AsyncIterator[LoopbackDiscord]:
    """A Discord in which every planned fault has come at the end."""
    async with LoopbackDiscord() as server:
        with server.patched():
            yield server
        assert server.faults.pending == []


@pytest.fixture
def heard() -> list[int]:
    """Give the status of every answer, oldest first."""
    return []


@pytest.fixture
async def http(loopback: LoopbackDiscord, heard: list[int]) -> AsyncIterator[HTTPClient]:
    """discord.py's HTTP client over the bot's transport."""
    client = HTTPClient(
        asyncio.get_running_loop(),
        transport.connector(),
        http_trace=transport.outcomes(lambda status, _: heard.append(status)),
    )
    transport.keep_close_codes()
    await client.static_login(loopback.token)
    yield client
    await client.close()


@pytest.fixture(params=["channel", "webhook"])
def ask(loopback: LoopbackDiscord, http: HTTPClient, request: pytest.FixtureRequest) -> Ask:
    """Send a message, by the bot's token or by that of an interaction."""
    if request.param == "channel":
        channel = loopback.add_channel(loopback.add_guild())
        return lambda: http.request(
            Route("POST", "/channels/{channel_id}/messages", channel_id=channel.id),
            json={"content": "hello"},
        )
    session: Any = http.__dict__["_HTTPClient__session"]
    webhook = discord.Webhook.partial(1, "token", session=session)
    return lambda: webhook.send("hello", wait=True)


def sent(loopback: LoopbackDiscord) -> int:
    """Count the messages that were sent, successfully or not."""
    return sum(each.method == "POST" for each in loopback.everything_sent())


async def test_each_answer_tells_the_time(loopback: LoopbackDiscord) -> None:
    """Whoever listens hears when Discord has given an answer."""
    told: list[datetime | None] = []
    client = HTTPClient(
        asyncio.get_running_loop(),
        transport.connector(),
        http_trace=transport.outcomes(lambda _, moment: told.append(moment)),
    )
    await client.static_login(loopback.token)
    await client.close()
    [moment] = told
    assert moment is not None
    assert abs(datetime.now(UTC) - moment) < timedelta(seconds=5)


class Lapsing(ServingAll):
    """A process whose leases run out after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def holds(self, guild_id: int) -> bool:
        """Say whether no other process may serve the server yet."""
        self.looks -= 1
        return self.looks >= 0


@pytest.mark.parametrize("looks", [0, 1], ids=["before", "while it gets a connection"])
async def test_nothing_is_sent_for_a_server_of_another_process(
    loopback: LoopbackDiscord, ask: Ask, looks: int
) -> None:
    """A process that was stopped, and goes on, sends nothing of what it was about to send."""
    with on_behalf_of(1, Lapsing(looks)):
        asking = asyncio.ensure_future(ask())
        await asyncio.wait({asking})
    assert asking.cancelled()
    assert sent(loopback) == 0


@pytest.mark.parametrize("fault", [error(500), gateway_error(502), error(503), error(504)])
async def test_a_server_error_is_told_at_once(
    loopback: LoopbackDiscord, ask: Ask, fault: Fault
) -> None:
    """A message that is answered with 5xx is not sent again behind the sender's back."""
    loopback.faults.next("POST", "/**", fault)
    began = time.perf_counter()
    with pytest.raises(discord.DiscordServerError) as caught:
        await ask()
    assert caught.value.status == fault.status
    assert time.perf_counter() - began < AT_ONCE
    assert sent(loopback) == 1


@pytest.mark.parametrize("fault", [WITHOUT_TIME, NONSENSE, A_PAGE, LISTED])
async def test_a_429_that_says_no_time_is_told(
    loopback: LoopbackDiscord, ask: Ask, fault: Fault
) -> None:
    """A 429 without a number of seconds to wait is Discord's refusal, not a fault in reading it."""
    loopback.faults.next("POST", "/**", fault)
    with pytest.raises(discord.HTTPException) as caught:
        await ask()
    assert caught.value.status == 429
    assert sent(loopback) == 1


async def test_a_429_that_says_a_time_is_waited_for(
    loopback: LoopbackDiscord, http: HTTPClient
) -> None:
    """A rate limit with its seconds stays discord.py's business, and the message is sent."""
    channel = loopback.add_channel(loopback.add_guild())
    loopback.faults.next("POST", "/**", rate_limited(0.05))
    await http.send_message(
        channel.id, params=discord.http.handle_message_parameters(content="hello")
    )
    assert [message.content for message in loopback.messages(channel)] == ["hello"]


async def test_a_reset_is_told_at_once(loopback: LoopbackDiscord, ask: Ask) -> None:
    """A connection that breaks off is told, and nothing is sent again."""
    loopback.faults.next("POST", "/**", reset())
    with pytest.raises(aiohttp.ClientError):
        await ask()
    assert sent(loopback) == 1


async def test_reading_is_not_repeated_either(loopback: LoopbackDiscord, http: HTTPClient) -> None:
    """What only reads is told as soon, so that whoever waits for it can say so."""
    loopback.faults.next("GET", "/users/@me", error(502))
    with pytest.raises(discord.DiscordServerError):
        await http.request(Route("GET", "/users/@me"))


async def test_connections_are_bounded(loopback: LoopbackDiscord, http: HTTPClient) -> None:
    """However much is asked at once, no more than 64 connections are open."""
    loopback.faults.next("GET", "/users/@me", delay(0.05), times=150)
    await asyncio.gather(*(http.request(Route("GET", "/users/@me")) for _ in range(150)))
    assert 1 < loopback.connections.most <= transport.MOST_CONNECTIONS


async def test_answers_that_discord_py_waits_after_are_heard_of(
    loopback: LoopbackDiscord, ask: Ask, heard: list[int]
) -> None:
    """A 429 counts towards a ban, also where the request is made again and succeeds."""
    heard.clear()
    loopback.faults.next("POST", "/**", rate_limited(0.05), times=2)
    with suppress(discord.HTTPException):  # there is no such webhook
        await ask()
    assert heard[:2] == [429, 429]


async def test_a_close_that_cannot_be_answered_keeps_its_code(
    http: HTTPClient, loopback: LoopbackDiscord
) -> None:
    """A refusal by the gateway is known as one, also if Discord goes before it has an answer."""
    socket = await http.ws_connect(str(DiscordWebSocket.DEFAULT_GATEWAY))
    await socket.receive()
    closing = asyncio.create_task(loopback.gateway.close(4004))
    message = await socket.receive()
    assert message.type is aiohttp.WSMsgType.CLOSE
    connection = socket._response.connection
    assert connection is not None
    assert connection.transport is not None
    connection.transport.abort()
    await socket.close(code=4000)
    await closing
    assert socket.close_code == 4004
