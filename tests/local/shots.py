"""Pictures of a channel, as a person sees it on a desktop and on a phone.

A script that shows scenes of the real bot drives it with the world's people and takes a picture
wherever something is to be seen:

    async with Studio.open(build(...), folder) as studio:
        await studio.world.host.slash(studio.world.channel, "spades new")
        await studio.take("lobby")
"""

import asyncio
import datetime as dt
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Locator, Page, ViewportSize, async_playwright

from bot.local.preview import LivePreview
from bot.local.simulation import Bot, simulate
from bot.local.world import World, furnish, utc_now
from tests.local.chromium import arguments, chromium

MARGIN: Final = 16
"""Pixels around the messages."""
SETTLING_SECONDS: Final = 1.0
"""Simulated; edits that the bot gathers before it sends them are sent by then."""

_ONLY_THE_CHANNEL: Final = """
[data-workbench], .channel-header, .channel-composer, .history-button, .message-actions,
.timeline-day-divider {
  display: none !important;
}
.preview-shell, .preview-workspace { grid-template: auto / 1fr !important; }
"""


@dataclass(frozen=True, slots=True)
class Device:
    """Something that a channel is looked at with; sizes in CSS pixels."""

    name: str
    width: int
    height: int
    scale: float


DESKTOP: Final = Device("desktop", width=760, height=1600, scale=1.5)
PHONE: Final = Device("phone", width=390, height=1800, scale=2)


class NoChromium(Exception):
    """There is no Chromium on the PATH to take pictures with."""


class PictureMissing(Exception):
    """The page says "unavailable" where a picture or an emoji should be."""


class Studio:
    """A simulated channel and a camera in front of it."""

    def __init__(self, world: World, preview: LivePreview, browser: Browser, folder: Path) -> None:
        self.world = world
        self._preview = preview
        self._browser = browser
        self._folder = folder
        self._pages: dict[Device, Page] = {}

    @classmethod
    @asynccontextmanager
    async def open(
        cls, bot: Bot, folder: Path, now: Callable[[], dt.datetime] = utc_now
    ) -> AsyncIterator["Studio"]:
        """Start `bot` in a new world and a browser; pictures go into `folder`, which is made.

        Args:
            bot: what is looked at.
            folder: where the pictures go.
            now: the present moment of the world, for pictures that are the same every time.

        Raises:
            NoChromium: if there is no browser.
        """
        executable = chromium()
        if executable is None:
            raise NoChromium
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        env = simulate(bot)
        world = furnish(env, now)
        with env.time_context():
            await env.start()
            try:
                preview = LivePreview(world, port=0)
                async with preview, async_playwright() as playwright:
                    browser = await playwright.chromium.launch(
                        executable_path=executable, args=arguments()
                    )
                    yield cls(world, preview, browser, folder)
                    await browser.close()
            finally:
                await env.shutdown()
                await env.bot.close()

    async def take(
        self,
        name: str,
        *,
        viewer: str | None = None,
        last: int = 1,
        messages: Sequence[int] = (),
        press: str | None = None,
        devices: tuple[Device, ...] = (DESKTOP, PHONE),
    ) -> list[Path]:
        """Take a picture of messages on each device and return the files.

        Args:
            name: of the picture; its files are `NAME-DEVICE.png`.
            viewer: through whose eyes, by name; None for the first of the people.
            last: how many messages, from the newest that this viewer sees back.
            messages: the ids of messages beside each other to look at instead.
            press: the label of a button of the newest message that opens a form; the form is
                pictured.
            devices: what to look with.

        Raises:
            PictureMissing: if the page lacks a picture.
        """
        await self._preview.step(SETTLING_SECONDS)
        files = []
        for device in devices:
            files.append(self._folder / f"{name}-{device.name}.png")
            page = await self._page(device)
            await self._look_as(page, viewer)
            if await page.locator(".emoji-unavailable, .media-unavailable").count():
                raise PictureMissing(name)
            if press is None:
                await _picture(page, await _messages(page, last, messages), files[-1])
            else:
                await page.get_by_role("button", name=press, exact=True).last.click()
                await _picture(page, [page.get_by_role("dialog").last], files[-1])
                await self._pages.pop(device).context.close()
        return files

    async def _page(self, device: Device) -> Page:
        """Give the page on a device, up to date; it is opened once, for its fonts are large."""
        if device in self._pages:
            page = self._pages[device]
        else:
            page = self._pages[device] = await self._opened(device)
        name = await page.evaluate("window.simcordPreview.contextId")
        await page.wait_for_function(
            "newest => window.simcordPreview.publishedRevision >= newest",
            arg=self._preview._pages[name].revision,
        )
        await _ready(page)
        return page

    async def _opened(self, device: Device) -> Page:
        size = ViewportSize(width=device.width, height=device.height)
        context = await self._browser.new_context(
            viewport=size, device_scale_factor=device.scale, bypass_csp=True
        )
        page = await context.new_page()
        await page.goto(self._preview.url)
        await _ready(page)
        await page.add_style_tag(content=_ONLY_THE_CHANNEL)
        return page

    async def _look_as(self, page: Page, viewer: str | None) -> None:
        wanted = next(
            person for person in self.world.people if viewer in {None, person.user.global_name}
        )
        if await page.evaluate("window.simcordPreview.viewerId") != str(wanted.id):
            picker = page.get_by_label("Viewing as", exact=True)
            await picker.select_option(value=str(wanted.id), force=True)
            await page.wait_for_function(
                "person => window.simcordPreview.viewerId === person", arg=str(wanted.id)
            )
        await _ready(page)


async def _ready(page: Page) -> None:
    await page.wait_for_function("window.simcordPreview?.ready && window.simcordPreview.viewerId")


async def _messages(page: Page, last: int, ids: Sequence[int]) -> list[Locator]:
    if ids:
        return [page.locator(f'article[data-message-id="{each}"]') for each in ids]
    messages = page.locator("#channel-message-list > :not(.timeline-day-divider)")
    count = await messages.count()
    return [messages.nth(place) for place in range(max(0, count - last), count)]


async def _picture(page: Page, parts: Sequence[Locator], path: Path) -> None:
    await parts[0].scroll_into_view_if_needed()
    seen = [box for part in parts if (box := await part.bounding_box()) is not None]
    top = min(box["y"] for box in seen) - MARGIN
    bottom = max(box["y"] + box["height"] for box in seen) + MARGIN
    viewport = page.viewport_size
    assert viewport is not None
    await page.screenshot(
        path=path,
        clip={"x": 0, "y": max(0, top), "width": viewport["width"], "height": bottom - max(0, top)},
    )
