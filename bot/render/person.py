"""Draws a person's card: the rating and its course, the last games, and what was achieved."""

from dataclasses import dataclass
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.render import names, paths
from bot.render.canvas import HEIGHT, WIDTH, Box, Canvas
from bot.render.palette import (
    GOLD,
    GOOD,
    PANEL,
    PANEL_EDGE,
    QUIET,
    RING,
    ROOM,
    SLOT,
    WORDS,
    Color,
)

NAME_WIDTH: Final = 460
"""The room for a name, in pixels."""

_MARGIN: Final = 24
_RIGHT: Final = WIDTH - _MARGIN
_CHART: Final[Box] = (_MARGIN, 136, WIDTH - 2 * _MARGIN, 204)
_PLOT: Final[Box] = (_MARGIN + 24, 196, WIDTH - 2 * _MARGIN - 124, 124)
"""Where the line is drawn; to its right stand the highest and the lowest rating."""
_TILE: Final = (296, 84)
_TILES: Final[tuple[tuple[int, int], ...]] = tuple(
    (_MARGIN + column * 308, 352 + row * 94) for row in range(2) for column in range(3)
)
_START: Final = 1500
"""The rating of a newcomer, at which a thin line is drawn."""
_LEAST_RANGE: Final = 40
"""The fewest rating points from the bottom to the top, so that little does not look like much."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure and what it is about, in words."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class PersonPicture:
    """What is drawn of a person, every word of it in the reader's language.

    Attributes:
        name: the drawn name; empty if the font lacks one of its letters.
        season: the name of the season.
        rating_label: which of the two ratings it is.
        rating: the rating, with its question mark; empty before the first rated game.
        form_label: what the marks of the last games are called.
        course: the rating after each of the last games, oldest first.
        form: whether the last games were won, oldest first.
        tiles: at most six figures.
        stage: what kind of picture it is, for the log.
    """

    name: str
    season: str
    rating_label: str
    rating: str
    form_label: str
    course: tuple[int, ...]
    form: tuple[bool, ...]
    tiles: tuple[Tile, ...]
    stage: Literal["person"] = "person"


def draw_person(picture: PersonPicture) -> Image.Image:
    """Draw a card in full color, 960 by 540 pixels."""
    canvas = Canvas(Image.new("RGB", (WIDTH, HEIGHT), ROOM))
    canvas.icon("disc", (76, 68), 84, PANEL_EDGE)
    canvas.icon("spade", (76, 68), 52, GOLD)
    _text(canvas, picture.name, (136, 50), 40, WORDS, within=NAME_WIDTH)
    _text(canvas, picture.season, (136, 96), 26, QUIET, within=NAME_WIDTH)
    _text(canvas, picture.rating, (_RIGHT, 48), 64, GOLD, within=340, right=True)
    _text(canvas, picture.rating_label, (_RIGHT, 102), 26, QUIET, within=340, right=True)
    canvas.panel(_CHART, 16, PANEL, PANEL_EDGE)
    _draw_form(canvas, picture)
    _draw_course(canvas, picture.course)
    for tile, at in zip(picture.tiles, _TILES, strict=False):
        _draw_tile(canvas, tile, at)
    return canvas.image


def _text(
    canvas: Canvas,
    text: str,
    at: tuple[int, int],
    size: int,
    color: Color,
    *,
    within: int,
    right: bool = False,
) -> None:
    """Draw a line of words, vertically centered on a point, from it or up to it."""
    if not text:
        return
    mask = names.sized(text, size, within)
    x = at[0] - mask.width if right else at[0]
    canvas.stamp(mask, x, at[1] - mask.height // 2, color)


def _draw_form(canvas: Canvas, picture: PersonPicture) -> None:
    x, y, _, _ = _CHART
    _text(canvas, picture.form_label, (x + 24, y + 32), 24, QUIET, within=300)
    for step, won in enumerate(picture.form):
        center = (x + 350 + step * 40, y + 32)
        canvas.icon("disc", center, 28, GOOD if won else RING)
        if not won:
            canvas.icon("disc", center, 20, PANEL)


def _draw_course(canvas: Canvas, course: tuple[int, ...]) -> None:
    if not course:
        return
    x, y, width, height = _PLOT
    middle, half = (max(course) + min(course)) / 2, (max(course) - min(course)) / 2
    half = max(half, _LEAST_RANGE / 2)

    def down(rating: float) -> float:
        return 8 + (height - 16) * (middle + half - rating) / (2 * half)

    if middle - half <= _START <= middle + half:
        canvas.panel((x, y + round(down(_START)), width, 2), 0, SLOT)
    across = (width - 16) / max(1, len(course) - 1)
    points = [(8 + across * step, down(rating)) for step, rating in enumerate(course)]

    def line(draw: ImageDraw.ImageDraw, wide: float, high: float) -> None:
        scaled = [(px * wide / width, py * high / height) for px, py in points]
        thick = round(5 * wide / width)
        draw.line(scaled, fill=255, width=thick, joint="curve")
        for px, py in (scaled[0], scaled[-1]):
            draw.ellipse((px - thick, py - thick, px + thick, py + thick), fill=255)

    canvas.stamp(paths.soft(width, height, line), x, y, GOLD)
    for rating, at in ((max(course), 20), (min(course), height - 16)):
        _text(canvas, str(rating), (_RIGHT - 20, y + at), 26, QUIET, within=90, right=True)


def _draw_tile(canvas: Canvas, tile: Tile, at: tuple[int, int]) -> None:
    x, y = at
    canvas.panel((x, y, *_TILE), 14, PANEL, PANEL_EDGE)
    _text(canvas, tile.value, (x + 18, y + 30), 34, WORDS, within=_TILE[0] - 36)
    _text(canvas, tile.label, (x + 18, y + 64), 22, QUIET, within=_TILE[0] - 36)
