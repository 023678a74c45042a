"""Avatars in the picture: people's own, safely decoded, and drawn faces for all others."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render import layout, paths
from bot.render.canvas import Canvas
from bot.render.palette import INK, PANEL_EDGE, QUIET, SLOT, WORDS, Color
from bot.render.picture import SeatPicture, TablePicture

LARGEST_SIDE: Final = 256
"""The most pixels of a decoded avatar, four times what is requested."""

COLORS_EACH: Final = 17
"""Colors per avatar in a finished picture: four avatars share what remains of 256."""

_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError)
"""What Pillow raises for invalid or truncated files."""

_RING: Final = 3


def draw_avatar(canvas: Canvas, seat: SeatPicture, center: tuple[int, int]) -> None:
    """Draw the face of a seat around a point: the avatar, or its replacement."""
    size = layout.AVATAR
    x, y = center
    photo = None if seat.avatar is None else decoded(seat.avatar.data)
    canvas.icon("disc", center, size, PANEL_EDGE)
    inner = size - 2 * _RING
    if photo is not None and seat.holder != "computer":
        canvas.image.paste(
            photo, (x - inner // 2, y - inner // 2), paths.outline("disc", inner, inner)
        )
        return
    name, part, color, ground = _default(seat)
    canvas.icon("disc", center, inner, ground)
    canvas.icon(name, (x, y), round(size * part), color)


def _default(seat: SeatPicture) -> tuple[str, float, Color, Color]:
    """Give an icon, its share of the space, its color and its background."""
    if seat.holder == "empty":
        return "plus", 0.42, QUIET, INK
    if seat.holder == "computer":
        return "robot", 0.60, WORDS, SLOT
    return "person", 0.60, WORDS, SLOT


@lru_cache(maxsize=64)
def decoded(data: bytes) -> Image.Image | None:
    """Decode an avatar in the drawn size; None if it is not a PNG or too large. Shared."""
    side = layout.AVATAR - 2 * _RING
    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as opened:
            if max(opened.size) > LARGEST_SIDE:
                return None
            read = opened.convert("RGBA")
    except _BROKEN:
        return None
    ground = Image.new("RGBA", read.size, (*SLOT, 255))
    ground.alpha_composite(read)
    return ground.convert("RGB").resize((side, side), Image.Resampling.LANCZOS)


def colors_of(picture: TablePicture) -> list[Color]:
    """Give the colors of a picture's avatars, an equal share for each."""
    photos = (decoded(seat.avatar.data) for seat in picture.seats if seat.avatar is not None)
    return [color for photo in photos if photo is not None for color in _colors(photo)]


def _colors(photo: Image.Image) -> Iterable[Color]:
    few = photo.quantize(COLORS_EACH, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = few.getpalette() or []
    return zip(flat[0::3], flat[1::3], flat[2::3], strict=True)
