"""A discord.py client in this very process, connected to the loopback server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import discord

from .driver import LoopbackDiscord

ClientT = TypeVar("ClientT", bound=discord.Client)


@asynccontextmanager
async def running(loopback: LoopbackDiscord, client: ClientT) -> AsyncIterator[ClientT]:
    """Run `client` for the time of a block, which begins when it is ready.

    What ends the client early is raised here: `discord.LoginFailure`, `discord.ConnectionClosed`.
    """
    with loopback.patched():
        runner = asyncio.create_task(client.start(loopback.token))
        ready = asyncio.create_task(_ready(loopback, client))
        try:
            await asyncio.wait({runner, ready}, return_when=asyncio.FIRST_COMPLETED)
            if runner.done():
                await runner
            await ready
            yield client
        finally:
            ready.cancel()
            await client.close()
            with contextlib.suppress(asyncio.CancelledError):
                await runner


async def _ready(loopback: LoopbackDiscord, client: discord.Client) -> None:
    await loopback.connected()
    await client.wait_until_ready()
