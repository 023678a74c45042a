"""Plays scenes in front of a camera, and makes the pictures small."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from bot.client import SpadesBot
from tests.gallery.catalog import Scene
from tests.gallery.stage import NOW, Stage, build, scratch
from tests.local.shots import Device, Studio

DESKTOP: Final = Device("desktop", width=680, height=1600, scale=1)
PHONE: Final = Device("phone", width=390, height=2400, scale=1.5)
LARGE: Final = Device("large", width=640, height=1600, scale=2)
DEVICES: Final = (DESKTOP, PHONE)

COLORS: Final = (64, 32, 16)
"""How many a picture may have, twice; the later numbers are for large pictures."""

MOST_BYTES: Final = 128 * 1024
"""Of a picture in the gallery."""


SHOWCASE: Final = {
    "lobby-half": "lobby",
    "bidding-table": "bidding",
    "play-follow": "hand",
    "play-table": "trick",
    "round-score": "score-sheet",
    "leaderboard": "leaderboard",
}
"""The states that the documentation shows, and the names of their pictures there."""


class BrowserCamera:
    """Pictures what a browser shows, on a desktop and on a phone."""

    def __init__(self, studio: Studio, showcase: Path) -> None:
        """Look through a studio's browser.

        Args:
            studio: where scenes are played.
            showcase: the folder for the pictures of the documentation.
        """
        self._studio = studio
        self._showcase = showcase

    async def take(
        self, state: str, viewer: str, messages: Sequence[int], press: str | None
    ) -> None:
        """Picture messages, or a form."""
        files = await self._studio.take(
            state, viewer=viewer, messages=messages, press=press, devices=DEVICES
        )
        for file in files:
            make_small(file, MOST_BYTES)
        if state in SHOWCASE:
            [large] = await self._studio.take(
                state, viewer=viewer, messages=messages, devices=(LARGE,)
            )
            make_small(large)
            large.replace(self._showcase / f"{SHOWCASE[state]}.png")


async def photograph(scene: Scene, folder: Path, showcase: Path) -> None:
    """Play a scene, and leave its pictures in a folder, and larger ones of some in another.

    Raises:
        NoChromium: if there is no browser.
    """
    with scratch() as folder_of_tables:

        def build_bot() -> SpadesBot:
            return build(folder_of_tables, scene.name, scene.settings)

        async with Studio.open(build_bot(), folder, lambda: NOW) as studio:
            stage = Stage(studio.world, build_bot, BrowserCamera(studio, showcase), scene.name)
            await stage.rest()
            await scene.play(stage)


def make_small(file: Path, most_bytes: int | None = None) -> None:
    """Save a PNG with a palette, with ever fewer colors while it is larger than wanted."""
    with Image.open(file) as picture:
        full = picture.convert("RGB")
    for colors in COLORS:
        full.quantize(palette=_palette(full, colors), dither=Image.Dither.NONE).save(
            file, optimize=True
        )
        if most_bytes is None or file.stat().st_size <= most_bytes:
            return


def _palette(picture: Image.Image, colors: int) -> Image.Image:
    """Choose colors by how much of the picture they fill, and as many by how far apart they are.

    By the first alone a small mark turns gray, by the second a button fades into what is behind it.
    """
    chosen: list[int] = []
    for method in (Image.Quantize.MEDIANCUT, Image.Quantize.FASTOCTREE):
        palette = picture.quantize(colors, method, dither=Image.Dither.NONE).getpalette() or []
        chosen += palette[: 3 * colors]
    holder = Image.new("P", (1, 1))
    holder.putpalette(chosen)
    return holder
