"""Whole screens look as in the gallery, where there is a browser."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from bot.client import SpadesBot
from tests.gallery.likeness import GALLERY, unlike
from tests.gallery.photography import PHONE
from tests.gallery.scenes import all_scenes
from tests.gallery.stage import NOW, Stage, build, scratch
from tests.local.chromium import chromium_or_skip
from tests.local.shots import Studio

SCREENS: Final = {"lobby": "lobby-half", "scored": "round-score"}
"""By scene, the state that is looked at; `test_photography` looks at a hand besides."""
OTHERS: Final = ("lobby-solo", "bidding-hand", "bidding-whiz", "result")
"""States that look much like them, and yet not alike."""


class Enough(Exception):
    """The state that was wanted has been pictured."""


class OneState:
    """Pictures one state of a scene on a phone, and then ends the scene."""

    def __init__(self, studio: Studio, wanted: str) -> None:
        self._studio = studio
        self._wanted = wanted

    async def take(
        self, state: str, viewer: str, messages: Sequence[int], press: str | None
    ) -> None:
        """Picture messages where they are those that are wanted."""
        if state == self._wanted:
            await self._studio.take(state, viewer=viewer, messages=messages, devices=(PHONE,))
            raise Enough


async def _photograph(name: str, state: str, folder: Path) -> Path:
    scene = next(scene for scene in all_scenes() if scene.name == name)
    with scratch() as tables:

        def build_bot() -> SpadesBot:
            return build(tables, scene.name, scene.settings)

        async with Studio.open(build_bot(), folder, lambda: NOW) as studio:
            stage = Stage(studio.world, build_bot, OneState(studio, state), scene.name)
            await stage.rest()
            with pytest.raises(Enough):
                await scene.play(stage)
    return folder / f"{state}-{PHONE.name}.png"


@pytest.mark.parametrize(("scene", "state"), SCREENS.items())
def test_a_screen_looks_as_in_the_gallery(scene: str, state: str, tmp_path: Path) -> None:
    """What Chromium draws of the real bot is what the gallery shows, but for a tolerance."""
    chromium_or_skip()
    fresh = asyncio.run(_photograph(scene, state, tmp_path))
    assert unlike(fresh, GALLERY / fresh.name) == ""


def test_the_tolerance_tells_screens_apart() -> None:
    """No screen passes for another, nor for one of its own kind with other cards or buttons."""
    files = [GALLERY / f"{state}-{PHONE.name}.png" for state in (*SCREENS.values(), *OTHERS)]
    for one in files:
        for other in files:
            assert (one == other) == (unlike(one, other) == ""), (one, other)
