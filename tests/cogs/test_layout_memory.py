"""Layouts, presses and late pictures leave nothing for the garbage collector."""

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator

import discord
import pytest
from discord import ui

from bot.render.worker import PooledRenderer
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, layout, row, text, unlink
from tests.bot.workers import Never
from tests.cogs.server import Server
from tests.render.states import pictures


@pytest.fixture
def swept() -> Iterator[None]:
    """Collect garbage only where the test asks for it."""
    gc.collect()
    gc.disable()
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def dead() -> Counter[type]:
    """Collect the objects that only refer to each other, and count them by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    found = Counter(map(type, gc.garbage))
    gc.set_debug(0)
    gc.garbage.clear()
    gc.collect()
    return found


@pytest.mark.usefixtures("swept")
async def test_an_unlinked_layout_is_freed() -> None:
    """An unlinked layout is freed at once; any other waits for the collector."""

    def made() -> ui.LayoutView:
        press = Press(CustomId("hand", 1), "My hand")
        return layout(text("A hand"), row(press), color=Color.QUIET)

    view = made()
    del view
    assert dead()[Press] == 1
    view = made()
    unlink(view)
    del view
    left = dead()
    assert not any(left[kind] for kind in (Press, ui.LayoutView, ui.Container, ui.TextDisplay))


@pytest.mark.usefixtures("swept")
async def test_a_round_leaves_no_layouts_behind(server: Server) -> None:
    """Neither what was sent in a round nor what was pressed in it waits for the collector."""
    await server.four(rules="cardcouch")
    await server.bidding()
    dead()
    for _ in range(8):
        await server.turn()
    left = dead()
    assert left[Press] == 0
    assert left[ui.LayoutView] == 0
    assert left[discord.Interaction] == 0
    assert left[discord.Message] == 0
    assert left[discord.Button] == 0


@pytest.mark.usefixtures("swept")
async def test_a_late_picture_is_freed() -> None:
    """On a busy machine many come too late, and none waits for the collector."""
    picture = pictures()["play"]
    renderer = PooledRenderer(Never(), seconds=0.01)
    dead()
    with pytest.raises(TimeoutError):
        await renderer.draw(picture)
    left = dead()
    assert left[TimeoutError] == 0
    assert left[asyncio.Task] == 0
