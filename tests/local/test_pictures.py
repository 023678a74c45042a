"""Every picture that a page was told of arrives, and arrives at nobody else's."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import aiohttp
import discord
from discord import ui

from bot.local.pictures import KEPT
from bot.local.preview import LivePreview
from bot.local.simulation import simulate
from bot.local.world import furnish
from tests.local.clicker import ONE_PIXEL, Clicker
from tests.local.pages import Page


class Painter(Clicker):
    """Shows a picture, a new one at each change, and an emoji once there is one."""

    emoji: discord.Emoji | None = None

    def face(self) -> ui.LayoutView:
        """Show how often it was pressed, and the emoji."""
        view = super().face()
        if self.emoji is not None:
            view.add_item(ui.TextDisplay(f"{self.emoji}"))
        return view

    async def change(self) -> None:
        """Show another picture."""
        self.count += 1
        view = self.face()
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://picture.png")))
        picture = discord.File(io.BytesIO(ONE_PIXEL + bytes([self.count])), "picture.png")
        assert self.message is not None
        await self.message.edit(view=view, attachments=[picture])

    async def upload(self) -> None:
        """Upload the emoji."""
        self.emoji = await self.create_application_emoji(name="spade", image=ONE_PIXEL)


@asynccontextmanager
async def _painted() -> AsyncIterator[tuple[Painter, LivePreview, aiohttp.ClientSession]]:
    bot = Painter()
    env = simulate(bot)
    world = furnish(env)
    await env.start()
    await world.host.slash(world.channel, "open")
    preview = LivePreview(world, port=0)
    async with preview, aiohttp.ClientSession() as session:
        yield bot, preview, session
    await env.shutdown()
    env.raise_errors()


class Late(NamedTuple):
    """A page that was told of a picture which the bot has replaced since.

    Attributes:
        bot: draws.
        preview: serves the page.
        session: asks for it.
        page: what was told of the picture.
        picture: the picture's id.
    """

    bot: Painter
    preview: LivePreview
    session: aiohttp.ClientSession
    page: Page
    picture: str


@asynccontextmanager
async def _late() -> AsyncIterator[Late]:
    async with _painted() as (bot, preview, session):
        await bot.change()
        page = await Page.open(session, preview.url)
        [picture] = page.pictures()
        await bot.change()
        yield Late(bot, preview, session, page, picture)


async def test_a_picture_is_there_for_a_page_that_asks_late() -> None:
    """The bot may have drawn the table anew since the page has read which picture it shows."""
    async with _late() as late:
        for _ in range(2):
            await late.preview.step(0.1)
            await late.bot.change()
        assert await late.page.picture(late.picture) == ONE_PIXEL + bytes([1])


async def test_a_picture_is_there_while_the_page_is_still_to_be_told_of_the_next() -> None:
    """The message has another picture already, and no page was published with it."""
    async with _late() as late:
        assert await late.page.picture(late.picture) == ONE_PIXEL + bytes([1])


async def test_a_late_picture_is_for_its_own_page() -> None:
    """Another person's page does not get it by its id."""
    async with _late() as late:
        await late.preview.step(0.1)
        other = await Page.open(late.session, late.preview.url)
        assert await other.picture(late.picture) is None


async def test_a_page_that_shows_another_person_forgets_the_pictures() -> None:
    """It does not get what only the person before could see."""
    async with _late() as late:
        await late.preview.step(0.1)
        await late.page.read()
        await late.page.act("viewer", viewer_id=str(late.preview.viewers[1].id))
        assert await late.page.picture(late.picture) is None


async def test_old_pictures_are_let_go() -> None:
    """An evening of play does not fill the memory."""
    async with _late() as late:
        for _ in range(KEPT + 1):
            await late.preview.step(0.1)
            await late.bot.change()
        await late.preview.step(0.1)
        assert await late.page.picture(late.picture) is None


async def test_an_emoji_that_is_uploaded_later_is_shown() -> None:
    """Not only those that were there when the page was opened."""
    async with _painted() as (bot, preview, session):
        page = await Page.open(session, preview.url)
        assert page.pictures() == []
        await bot.upload()
        assert bot.message is not None
        await bot.message.edit(view=bot.face())
        await preview.step(0.1)
        await page.read()
        [emoji] = page.pictures()
        assert await page.picture(emoji) == ONE_PIXEL
