"""The connection to the gateway, held by the bot's own loop over discord.py's sockets."""

import asyncio

import discord
import pytest

from bot.connection import Connection
from bot.identifying import Identifying
from tests.loopback.driver import LoopbackDiscord
from tests.loopback.inprocess import running

STORM = 20
"""Connections in a row, each as quick as the last, by which it is clear that nobody waits."""

SERVERS = 50
"""Servers that are told of one after the other, as at a start."""


class Client(discord.Client):
    """A client that stays connected as the bot does."""

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay on the gateway until the client is closed."""
        await Connection(self, 0, Identifying(self.http.get_bot_gateway)).stay()


async def test_a_gateway_that_closes_what_it_opens_was_stormed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A connection that is closed as soon as it stands is not opened again without a pause."""
    async with LoopbackDiscord() as discord_server:
        client = Client(intents=discord.Intents(guilds=True))
        async with running(discord_server, client):
            gateway = discord_server.gateway

            def closed_at_once() -> bool:
                gateway.reconnect()
                return "again_in" in caplog.text or gateway.resumed >= STORM

            await discord_server.until(closed_at_once)
            assert "'again_in': 1.0" in caplog.text
            assert (gateway.identified, gateway.resumed < STORM) == (1, True)


async def test_a_start_in_many_servers_held_up_everything_else() -> None:
    """Between two events that have come together everything else has its turn."""
    async with LoopbackDiscord() as discord_server:
        for number in range(SERVERS):
            discord_server.add_guild(f"Club {number}")
        client = Client(intents=discord.Intents(guilds=True))
        loop, at_once, before = asyncio.get_running_loop(), 0, 0

        def look() -> None:
            nonlocal at_once, before
            known = sum(not each.unavailable for each in client.guilds)
            at_once, before = max(at_once, known - before), known
            if known < SERVERS:
                loop.call_soon(look)

        look()
        async with running(discord_server, client):
            await discord_server.until(lambda: before >= SERVERS)
        assert at_once == 1
