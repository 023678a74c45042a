"""Time passes at a table while somebody can see it."""

import asyncio
import re
from pathlib import Path

import aiohttp
import pytest

from bot.local import session
from bot.local.world import World
from bot.settings import PlayOptions
from tests.local.clicker import Clicker
from tests.local.pages import Page

TURNS_OF_THE_LOOP = 100


async def test_no_clock_runs_before_the_page_is_open(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is slow to open the address has the whole time for the first bid."""
    monkeypatch.setattr(session, "STEP_SECONDS", 0)
    worlds: list[World] = []

    async def opening(_bot: Clicker, world: World, _options: PlayOptions) -> str:
        worlds.append(world)
        return "It counts."

    options = PlayOptions(database=Path("none.sqlite"), open_browser=False)
    table = asyncio.create_task(session.run_table(options, Clicker, opening))
    said = ""
    while "Ctrl-C" not in said:
        await asyncio.sleep(0)
        said += capsys.readouterr().out
    env = worlds[0].env
    opened = env.now()
    for _ in range(TURNS_OF_THE_LOOP):
        await asyncio.sleep(0)
    assert env.now() == opened

    address = re.search(r"http://\S+", said)
    assert address is not None
    async with aiohttp.ClientSession() as client, asyncio.timeout(30):
        page = await Page.open(client, address[0])
        while env.now() == opened:
            await page.read()
        await page.act("close")
    await table
