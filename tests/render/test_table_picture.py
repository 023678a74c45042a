"""The picture of a table: its size, its contrast, and that it always comes out."""

from collections import Counter
from io import BytesIO
from statistics import median

import pytest
from hypothesis import given, settings
from PIL import Image

from bot.render import fonts, palette
from bot.render.palette import Color, contrast
from bot.render.rendering import render
from bot.render.showing import table_picture
from bot.render.table import draw_table
from bot.tables.model import Status
from tests.engine.strategies import Drawn, games
from tests.render.states import CARDCOUCH, pictures, tables
from tests.render.tables import table_of

SMALLEST_SHARE = 0.12
"""A color that covers so much of what lies behind a text is what the text is read against."""


def test_pictures_are_small_files_of_one_size() -> None:
    """Each is a PNG of 960 by 540 pixels; 60 KiB are the most, and no median is near it."""
    sizes = []
    for name, picture in pictures().items():
        data = render(picture)
        shown = Image.open(BytesIO(data))
        assert (shown.format, shown.size) == ("PNG", (960, 540)), name
        sizes.append(len(data))
    assert max(sizes) <= 60 * 1024
    assert median(sizes) <= 48 * 1024


@pytest.mark.parametrize("name", sorted(pictures()))
def test_every_text_can_be_read(name: str) -> None:
    """Whatever lies behind a text has a contrast of 4.5 to it, measured in the picture itself."""
    weak = []
    names = {seat.name for seat in pictures()[name].seats}

    def watch(text: str, color: Color, behind: Image.Image) -> None:
        assert set(text) <= fonts.DRAWN or text in names
        pixels = Counter(behind.convert("RGB").get_flattened_data())
        for other, count in pixels.items():
            if count >= SMALLEST_SHARE * behind.width * behind.height:
                ratio = contrast(color, other)  # type: ignore[arg-type]
                if ratio < 4.5:
                    weak.append((text, color, other, round(ratio, 2)))

    draw_table(pictures()[name], watch)
    assert weak == []


@pytest.mark.parametrize("name", ["play", "play_solo", "round", "round_solo", "round_three"])
def test_figures_are_large_enough_for_a_phone(name: str) -> None:
    """Points, bags, contracts and tricks are 24 pixels high or more: 7 where 264 are the width."""
    picture = pictures()[name]
    labels = {
        "D",
        *(seat.name for seat in picture.seats),
        *(str(s.seat + 1) for s in picture.seats),
    }
    low: list[tuple[str, int]] = []

    def watch(text: str, _: Color, behind: Image.Image) -> None:
        if text not in labels and behind.height < 24:
            low.append((text, behind.height))

    draw_table(picture, watch)
    assert low == []


def test_sides_differ_in_shape_and_in_color() -> None:
    """No two sides share a mark's shape or its color, and numbers can be read on all of them."""
    assert len({mark.shape for mark in palette.MARKS}) == 4
    assert len({mark.color for mark in palette.MARKS}) == 4
    for mark in palette.MARKS:
        assert contrast(palette.INK, mark.color) >= 4.5
        assert contrast(mark.color, palette.PANEL) >= 3


def test_the_fixed_colors_hold_every_flat_one() -> None:
    """The palette of finished pictures fits its 256 places and has each color of the design."""
    colors = palette.fixed_colors()
    assert len(colors) == len(set(colors)) <= 256
    flat = {palette.ROOM, palette.PANEL, palette.FELT, palette.GOLD, palette.CARD, palette.RED}
    assert flat <= set(colors)


def test_states_look_different() -> None:
    """No two of the states have the same picture."""
    assert len({render(picture) for picture in pictures().values()}) == len(pictures())


@settings(max_examples=40)
@given(games())
def test_any_game_can_be_drawn(drawn_game: Drawn) -> None:
    """Whatever the rules and however far the game is, its table has a picture."""
    game = drawn_game.game
    picture = table_picture(table_of(game.rules, game))
    assert picture is not None
    assert render(picture).startswith(b"\x89PNG")


def test_a_closed_table_has_no_picture() -> None:
    """A table that was closed without a result shows nothing any more."""
    table = table_of(CARDCOUCH, tables()["play"].game, status=Status.CLOSED)
    assert table_picture(table) is None
