"""Pictures of a channel, as a person sees it on a desktop and on a phone.

A script that shows scenes of the real bot drives it with the world's people and takes a picture
wherever something is to be seen:

    async with Studio.open(build(...), folder) as studio:
        await studio.world.host.slash(studio.world.channel, "spades new")
        await studio.take("lobby")
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from bot.local.emojis import emoji_assets
from bot.local.preview import LivePreview
from bot.local.simulation import Bot, simulate
from bot.local.world import World, furnish
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


class Studio:
    """A simulated channel and a camera in front of it."""

    def __init__(self, world: World, preview: LivePreview, browser: Browser, folder: Path) -> None:
        self.world = world
        self._preview = preview
        self._browser = browser
        self._folder = folder

    @classmethod
    @asynccontextmanager
    async def open(cls, bot: Bot, folder: Path) -> AsyncIterator["Studio"]:
        """Start `bot` in a new world and a browser; pictures go into `folder`, which is made.

        Raises:
            NoChromium: if there is no browser.
        """
        executable = chromium()
        if executable is None:
            raise NoChromium
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        env = simulate(bot)
        world = furnish(env)
        with env.time_context():
            await env.start()
            try:
                preview = LivePreview(world, port=0, assets=emoji_assets(env))
                async with preview, async_playwright() as playwright:
                    browser = await playwright.chromium.launch(
                        executable_path=executable, args=arguments()
                    )
                    yield cls(world, preview, browser, folder)
                    await browser.close()
            finally:
                await env.shutdown()
                await bot.close()

    async def take(
        self,
        name: str,
        *,
        viewer: str | None = None,
        last: int = 1,
        devices: tuple[Device, ...] = (DESKTOP, PHONE),
    ) -> list[Path]:
        """Take a picture of the newest messages on each device and return the files.

        Args:
            name: of the picture; its files are `NAME-DEVICE.png`.
            viewer: through whose eyes, by name; None for the first of the people.
            last: how many messages, from the newest that this viewer sees back.
            devices: what to look with.
        """
        await self._preview.step(SETTLING_SECONDS)
        return [await self._take(name, viewer, last, device) for device in devices]

    async def _take(self, name: str, viewer: str | None, last: int, device: Device) -> Path:
        size = ViewportSize(width=device.width, height=device.height)
        context = await self._browser.new_context(
            viewport=size, device_scale_factor=device.scale, bypass_csp=True
        )
        page = await context.new_page()
        await page.goto(self._preview.url)
        await _ready(page)
        if viewer is not None:
            await page.get_by_label("Viewing as").select_option(label=viewer)
            await _ready(page)
        await page.add_style_tag(content=_ONLY_THE_CHANNEL)
        await _ready(page)
        path = self._folder / f"{name}-{device.name}.png"
        await _picture(page, last, path)
        await context.close()
        return path


async def _ready(page: Page) -> None:
    await page.wait_for_function("window.simcordPreview?.ready && window.simcordPreview.viewerId")


async def _picture(page: Page, last: int, path: Path) -> None:
    messages = page.locator("#channel-message-list > :not(.timeline-day-divider)")
    count = await messages.count()
    boxes = [
        await messages.nth(place).bounding_box() for place in range(max(0, count - last), count)
    ]
    seen = [box for box in boxes if box is not None]
    top = min(box["y"] for box in seen) - MARGIN
    bottom = max(box["y"] + box["height"] for box in seen) + MARGIN
    viewport = page.viewport_size
    assert viewport is not None
    await page.screenshot(
        path=path,
        clip={"x": 0, "y": max(0, top), "width": viewport["width"], "height": bottom - max(0, top)},
    )
