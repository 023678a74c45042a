"""Vector outlines in a unit square, and their rendering as antialiased masks.

An outline is written as pieces. A piece that starts with `+` is inked, one with `-` is cut out of
what stands before it. Then follow, with all coordinates from 0 to 1 and y downwards: `M x y`,
`L x y` and `C x1 y1 x2 y2 x y` for a polygon with curves, `O x y r` for a disc, and
`R x y width height radius` for a rectangle with round corners.
"""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from bot.render.icons import OUTLINES

FINER: Final = 4
"""Masks are drawn this many times larger and then reduced, for antialiasing."""

_STEPS: Final = 20

Point = tuple[float, float]


class Piece(NamedTuple):
    """One polygon, disc or rectangle of an outline."""

    ink: bool
    kind: str
    numbers: tuple[float, ...]
    points: tuple[Point, ...]


def _curve(start: Point, numbers: tuple[float, ...]) -> Iterator[Point]:
    x1, y1, x2, y2, x3, y3 = numbers
    x0, y0 = start
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _polygon(tokens: Iterator[str]) -> tuple[Point, ...]:
    points: list[Point] = []
    for command in tokens:
        if command == "C":
            points.extend(_curve(points[-1], tuple(map(float, islice(tokens, 6)))))
        else:
            points.append((float(next(tokens)), float(next(tokens))))
    return tuple(points)


def _piece(text: str) -> Piece:
    sign, kind, *rest = text.split()
    if kind == "M":
        return Piece(sign == "+", kind, (), _polygon(iter(["M", *rest])))
    return Piece(sign == "+", kind, tuple(map(float, rest)), ())


@cache
def pieces_of(name: str) -> tuple[Piece, ...]:
    """Read an outline.

    Raises:
        KeyError: there is no outline of that name.
    """
    return tuple(map(_piece, OUTLINES[name]))


@lru_cache(maxsize=1024)
def outline(name: str, width: int, height: int) -> Image.Image:
    """Give an outline as a mask of a size in pixels. Shared: do not modify."""
    return soft(width, height, lambda draw, w, h: _fill(draw, name, w, h))


def _fill(draw: ImageDraw.ImageDraw, name: str, width: float, height: float) -> None:
    for piece in pieces_of(name):
        fill = 255 if piece.ink else 0
        if piece.kind == "O":
            x, y, r = piece.numbers
            box = ((x - r) * width, (y - r) * height, (x + r) * width, (y + r) * height)
            draw.ellipse(box, fill=fill)
        elif piece.kind == "R":
            x, y, w, h, r = piece.numbers
            box = (x * width, y * height, (x + w) * width, (y + h) * height)
            draw.rounded_rectangle(box, r * min(width, height), fill=fill)
        else:
            draw.polygon([(x * width, y * height) for x, y in piece.points], fill=fill)


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Give a rectangle with round corners as a mask; with a line width, only its edge."""

    def paint(draw: ImageDraw.ImageDraw, w: float, h: float) -> None:
        round_by = radius * FINER
        draw.rounded_rectangle((0, 0, w, h), round_by, fill=255)
        if line:
            inset = line * FINER
            inner = (inset, inset, w - inset, h - inset)
            draw.rounded_rectangle(inner, max(round_by - inset, 0), fill=0)

    return soft(width, height, paint)


def soft(
    width: int, height: int, paint: Callable[[ImageDraw.ImageDraw, float, float], None]
) -> Image.Image:
    """Give an antialiased mask.

    Args:
        width: in pixels.
        height: in pixels.
        paint: draws in white on black; called with the largest coordinates.
    """
    large = Image.new("L", (width * FINER, height * FINER))
    paint(ImageDraw.Draw(large), width * FINER - 1, height * FINER - 1)
    return large.reduce(FINER)
