"""While Discord is away the bot keeps trying, says so in a line each time, and can be stopped."""

import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.heartbeat import check_alive
from tests.loopback.api import (
    BotProcess,
    Fault,
    LoopbackDiscord,
    error,
    gateway_error,
    rate_limited,
    reset,
)
from tests.loopback.interaction_facts import interaction_facts
from tests.process.community import Community
from tests.process.group import SOON
from tests.process.host import Host
from tests.process.quick import MAIN
from tests.process.test_signals import end

AWAY = "discord_unreachable"
BANNED = "discord_lets_nothing_through_from_this_address"


@asynccontextmanager
async def starting(host: Host, **settings: str) -> AsyncIterator[BotProcess]:
    """Start a bot without waiting for anything; in the end it stops in order, without an error."""
    extra = host.environment(settings)
    async with await host.discord.process("run", main=MAIN, extra=extra) as process:
        yield process
        await end(process, signal.SIGTERM)


AWAY_AT_START: list[list[tuple[str, Fault]]] = [
    [("/users/@me", error(503)), ("/oauth2/applications/@me", reset())],
    [("/users/@me", gateway_error(502)), ("/applications/*/commands", error(500))],
    [("/users/@me", reset()), ("/applications/*/commands", reset())],
]


@pytest.mark.parametrize("faults", AWAY_AT_START)
async def test_discord_is_away_while_the_bot_starts(
    host: Host, discord: LoopbackDiscord, faults: list[tuple[str, Fault]]
) -> None:
    """The start goes on as soon as Discord answers, with one line for each time that it did not."""
    for path, fault in faults:
        # aiohttp itself repeats once what may be repeated, where a connection breaks off.
        discord.faults.next("*", path, fault, times=2 if fault.reset else 1)
    async with starting(host) as process:
        await process.ready(SOON)
        assert process.output.count(AWAY) == len(faults)


async def test_nobody_at_discords_address(host: Host) -> None:
    """With nobody at Discord's address the bot goes on trying, at growing intervals, and lives."""
    async with starting(host, LOOPBACK_API="http://127.0.0.1:9/api/v10") as process:
        await host.discord.until(lambda: process.output.count(AWAY) == 3, SOON)
        check_alive(host.database, time.monotonic())


async def test_an_address_that_is_banned(host: Host, discord: LoopbackDiscord) -> None:
    """Where Discord lets nothing through, the bot says so once and asks for nothing meanwhile."""
    banned = discord.faults.next("GET", "/users/@me", rate_limited(600, via=False), times=2)
    async with starting(host) as process:
        await discord.until(lambda: BANNED in process.output, SOON)
        assert "again_in=600" in process.output
    assert banned.hits == 1
    discord.faults.cancel()


@pytest.mark.parametrize("status", [502, 503, 0])
async def test_a_gateway_that_opens_late(host: Host, discord: LoopbackDiscord, status: int) -> None:
    """A first handshake that fails is one line in the log, and the next is tried."""
    discord.gateway.refusals += [status] * (2 if status else 4)
    async with starting(host) as process:
        await process.ready(SOON)
        assert process.output.count(AWAY) == 2


async def test_a_gateway_that_is_not_found(host: Host, discord: LoopbackDiscord) -> None:
    """A name that cannot be looked up is tried again, and SIGTERM ends the waiting at once."""
    async with starting(host, LOOPBACK_GATEWAY="ws://gateway.invalid/") as process:
        await discord.until(lambda: process.output.count(AWAY) == 2, SOON)


BROKEN: list[dict[str, Any]] = [
    {"data": None},
    {"token": None},
    {"member": {}},
    {"member": {"user": {}}},
    {"type": "press"},
    {"type": 3, "data": {"component_type": 2}},
    {"type": 5, "data": {"custom_id": "s:filled:1"}},
]


async def test_interactions_that_nobody_can_read(community: Community, bot: BotProcess) -> None:
    """They are noted without their content, and the next is answered over the same connection."""
    discord, [person, *_] = community.host.discord, community.groups[0].people
    place = community.groups[0].channel
    await discord.slash(person, place, "spades tables")
    facts = interaction_facts(discord.world, place, person)
    whole = {**facts, "id": "1", "token": "secret", "type": 2, "data": {"name": "spades"}}
    for event in [{}, *(whole | broken for broken in BROKEN)]:
        discord.gateway.dispatch("INTERACTION_CREATE", event, guild_id=place.guild_id)
    assert (await discord.slash(person, place, "spades tables")).answered
    assert discord.gateway.identified == 1
    assert "secret" not in bot.output
