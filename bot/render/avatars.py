"""Avatars in the picture: people's own, decoded with care, and drawn faces for everyone else."""

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
"""Pixels: an avatar is asked for in a quarter of that, and a larger one is not decoded."""

COLORS_EACH: Final = 17
"""Colors of an avatar that a finished picture keeps: four avatars share what is left of 256."""

_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError)
"""What Pillow raises for files that are none, or end too early."""

_RING: Final = 3


def draw_avatar(canvas: Canvas, seat: SeatPicture, center: tuple[int, int]) -> None:
    """Draw the face of whoever holds a seat around a point: the avatar, or what stands for it."""
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
    """Give an icon, its share of the room, its color and what is behind it."""
    if seat.holder == "empty":
        return "plus", 0.42, QUIET, INK
    if seat.holder == "computer":
        return "robot", 0.60, WORDS, SLOT
    return "person", 0.60, WORDS, SLOT


@lru_cache(maxsize=64)
def decoded(data: bytes) -> Image.Image | None:
    """Read an avatar, as large as it is drawn; None where it is no PNG or too large. Shared."""
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
    """Give the colors that the avatars of a picture need, each avatar's share of them."""
    photos = (decoded(seat.avatar.data) for seat in picture.seats if seat.avatar is not None)
    return [color for photo in photos if photo is not None for color in _colors(photo)]


def _colors(photo: Image.Image) -> Iterable[Color]:
    few = photo.quantize(COLORS_EACH, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    flat = few.getpalette() or []
    return zip(flat[0::3], flat[1::3], flat[2::3], strict=True)
