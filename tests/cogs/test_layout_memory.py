"""Layouts that were sent leave nothing for the garbage collector."""

import gc
from collections import Counter
from collections.abc import Iterator

import pytest
from discord import ui

from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, layout, row, text, unlink
from tests.cogs.server import Server


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
