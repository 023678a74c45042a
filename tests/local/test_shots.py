"""Pictures for the documentation are what a person would see."""

import struct
from pathlib import Path

import discord
import pytest
from discord import ui

from tests.local.chromium import chromium_or_skip
from tests.local.clicker import Clicker
from tests.local.shots import DESKTOP, PHONE, PictureMissing, Studio


def _size(picture: Path) -> tuple[int, int]:
    """Return width and height of a PNG, from its header."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    return width, height


async def test_a_message_is_photographed_on_a_desktop_and_a_phone(tmp_path: Path) -> None:
    """The pictures are as wide as the devices, and no higher than the message needs."""
    chromium_or_skip()
    async with Studio.open(Clicker(), tmp_path) as studio:
        world = studio.world
        await world.host.slash(world.channel, "open")
        desktop, phone = await studio.take("opened", viewer="Ben")
    assert [desktop.name, phone.name] == ["opened-desktop.png", "opened-phone.png"]
    for picture, device in ((desktop, DESKTOP), (phone, PHONE)):
        width, height = _size(picture)
        assert width == device.width * device.scale
        assert 100 * device.scale < height < 400 * device.scale


class Pictureless(Clicker):
    """Shows a picture that nobody has."""

    def face(self) -> ui.LayoutView:
        """Show it."""
        view = super().face()
        item = discord.MediaGalleryItem("https://cdn.discordapp.com/none.png")
        view.add_item(ui.MediaGallery(item))
        return view


async def test_no_picture_is_taken_of_what_is_missing(tmp_path: Path) -> None:
    """The documentation never shows "unavailable" in the place of a picture or an emoji."""
    chromium_or_skip()
    async with Studio.open(Pictureless(), tmp_path) as studio:
        world = studio.world
        await world.host.slash(world.channel, "open")
        with pytest.raises(PictureMissing):
            await studio.take("opened", devices=(PHONE,))
