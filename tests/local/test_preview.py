"""The page follows the bot, and a press on it counts."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest

from bot.local.preview import LONGEST_STEP, LivePreview
from bot.local.simulation import simulate
from bot.local.world import furnish
from tests.local.clicker import LATER_SECONDS, Clicker
from tests.local.pages import Page


@dataclass
class Scene:
    """A started bot whose message is open, its page, and a way to open pages."""

    bot: Clicker
    preview: LivePreview
    session: aiohttp.ClientSession

    async def page(self) -> Page:
        """Open one more page."""
        return await Page.open(self.session, self.preview.url)


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    """Ada has opened the message that counts presses."""
    bot = Clicker()
    env = simulate(bot)
    world = furnish(env)
    await env.start()
    await world.host.slash(world.channel, "open")
    preview = LivePreview(world, port=0)
    async with preview, aiohttp.ClientSession() as session:
        yield Scene(bot, preview, session)
    await env.shutdown()
    env.raise_errors()


async def test_what_the_bot_does_by_itself_is_published(scene: Scene) -> None:
    """No manual refresh: time passes, the bot acts, and the next reading shows it."""
    page = await scene.page()
    await page.press("Later")
    await scene.preview.step(LATER_SECONDS)
    await page.read()
    assert "pressed 100" in page.text()


async def test_nothing_is_published_without_a_reason(scene: Scene) -> None:
    """Publishing again what is known would make the page draw and its user's menus close."""
    page = await scene.page()
    for _ in range(3):
        await scene.preview.step(0.1)
    before = page.snapshot["publishedRevision"]
    assert (await page.read())["publishedRevision"] == before


async def test_a_press_shows_on_every_page(scene: Scene) -> None:
    """Two windows on one table, each for another person, stay in step."""
    one, other = await scene.page(), await scene.page()
    await one.press("Count")
    await scene.preview.step(0.1)
    await other.read()
    assert "pressed 1" in other.text()


async def test_a_press_on_an_older_publication_counts(scene: Scene) -> None:
    """Between two readings of the page the bot may have acted; the button is still the same."""
    page = await scene.page()
    await scene.bot.change()
    await scene.preview.step(0.1)
    receipt = await page.press("Count")
    assert (receipt["rejected"], scene.bot.count) == (False, 101)


async def test_a_press_means_the_button_that_was_seen(scene: Scene) -> None:
    """When buttons have moved meanwhile, the one with the pressed label counts, not its place."""
    page = await scene.page()
    scene.bot.verbs = ("later", "count")
    await scene.bot.change()
    await scene.preview.step(0.1)
    receipt = await page.press("Count")
    assert (receipt["rejected"], scene.bot.count) == (False, 101)


async def test_a_press_on_a_button_that_is_gone_does_nothing(scene: Scene) -> None:
    """Nothing else is pressed in its stead, and nothing is called a failure; the page is fresh."""
    page = await scene.page()
    scene.bot.verbs = ("later",)
    await scene.bot.change()
    await scene.preview.step(0.1)
    receipt = await page.press("Count")
    assert (receipt["rejected"], receipt["settlement"]) == (False, "settled")
    assert receipt["acknowledgement"] != "unacknowledged"
    assert scene.bot.count == 100
    assert "pressed 100" in (await page.read() and page.text())


async def test_a_press_waits_while_time_passes(scene: Scene) -> None:
    """It would otherwise be refused with an error that locks the page for good."""
    page = await scene.page()
    blocked = asyncio.create_task(page.press("Slow"))
    await scene.bot.waits.wait()
    step = asyncio.create_task(scene.preview.step(0.1))
    await asyncio.sleep(0)
    second = asyncio.create_task((await scene.page()).press("Count"))
    scene.bot.gate.set()
    receipts = [await blocked, await second]
    await step
    assert [receipt["rejected"] for receipt in receipts] == [False, False]
    assert scene.bot.count == 2


async def test_a_computer_that_slept_has_missed_nothing(scene: Scene) -> None:
    """A night with the lid closed is not a night for the clocks of the table."""
    before = scene.preview.env.now()
    await scene.preview.step(8 * 3600)
    assert (scene.preview.env.now() - before).total_seconds() == LONGEST_STEP


async def test_the_record_of_requests_does_not_grow_for_ever(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What has been published may be forgotten, and the page still follows."""
    monkeypatch.setattr("bot.local.preview.MOST_REQUESTS", 5)
    page = await scene.page()
    for _ in range(10):
        await scene.bot.change()
        await scene.preview.step(0.1)
    assert len(scene.preview.env.http_requests) <= 5
    await page.read()
    assert "pressed 1000" in page.text()
