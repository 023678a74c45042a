"""Letters and digits in Pillow's own font (Aileron, public domain), made bold.

It has digits, plain Latin letters and a few signs. Names use another font, see `bot.render.names`.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

DRAWN: Final = frozenset("0123456789ABDJKQLNTnil+-/?")
"""Every character of a picture except those of names."""

MINUS: Final = "-"
"""The font has no minus, so a bar is drawn before a number."""

_BOLD: Final = 0.024
"""How much each side of a stroke is widened, relative to the size."""

SMALLEST: Final = 18
"""The smallest size of a text in pixels."""

_GLYPH_SIZE: Final = 400


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont:
    """Give the font of a size in pixels."""
    found = ImageFont.load_default(size)
    if not isinstance(found, ImageFont.FreeTypeFont):
        msg = "this Pillow was built without FreeType, which the letters need"
        raise TypeError(msg)
    return found


def bold(size: int) -> float:
    """Give the width of the outline that makes letters of a size bold, in pixels."""
    return size * _BOLD


@lru_cache(maxsize=256)
def words(text: str, size: int) -> Image.Image:
    """Give a text as a mask, cropped to its ink at the sides and to the digits' height. Shared.

    All masks of one size have the same height, so that they align.
    """
    if text[0] == MINUS and len(text) > 1:
        return _negative(text[1:], size)
    face, stroke = font(size), bold(size)
    left, _, right, _ = face.getbbox(text, stroke_width=stroke)
    _, top, _, bottom = face.getbbox("0", stroke_width=stroke)
    descent = round(size * 0.22) if any(char in "Q/" for char in text) else 0
    box = (max(1, round(right - left)), round(bottom - top) + descent)
    mask = Image.new("L", box)
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=face, stroke_width=stroke)
    return mask


def fitting(text: str, size: int, within: int) -> int:
    """Give the largest size up to `size` in which a text fits a width."""
    while size > SMALLEST and words(text, size).width > within:
        size -= 1
    return size


def _negative(digits: str, size: int) -> Image.Image:
    number = words(digits, size)
    thick, wide = max(2, round(size * 0.11)), round(size * 0.42)
    gap = max(2, round(size * 0.09))
    mask = Image.new("L", (wide + gap + number.width, number.height))
    top = (words("0", size).height - thick) // 2
    mask.paste(255, (0, top, wide, top + thick))
    mask.paste(number, (wide + gap, 0))
    return mask


@lru_cache(maxsize=256)
def glyph(text: str, width: int, height: int) -> Image.Image:
    """Give letters as a mask of an exact height, squeezed to a width if necessary. Shared.

    The tail of a Q extends below the baseline.
    """
    # Two digits are squeezed, and would look thin beside the others.
    face, stroke = font(_GLYPH_SIZE), _GLYPH_SIZE * (0.034 if len(text) == 1 else 0.046)
    drawn = "O" if text == "Q" else text
    left, top, right, bottom = face.getbbox(drawn, stroke_width=stroke)
    capital = round(bottom - top)
    large = Image.new("L", (round(right - left), capital))
    ImageDraw.Draw(large).text((-left, -top), drawn, fill=255, font=face, stroke_width=stroke)
    if text == "Q":
        large = _tailed(large)
    scale = height / capital
    across = min(width, max(1, round(large.width * scale)))
    down = max(1, round(large.height * scale))
    return large.resize((across, down), Image.Resampling.LANCZOS)


def _tailed(ring: Image.Image) -> Image.Image:
    """Turn an O into a Q with a tail that is visible on a card of twenty pixels."""
    wide, high = ring.size
    tailed = Image.new("L", (round(wide * 1.06), round(high * 1.16)))
    tailed.paste(ring, (0, 0))
    draw = ImageDraw.Draw(tailed)
    for grown, fill in ((0.10, 0), (0.0, 255)):
        start = (0.40 - grown, 0.60 - grown / 2), (0.63 + grown, 0.60 - grown / 2)
        end = (1.06 + grown, 1.16), (0.80 - grown, 1.16)
        draw.polygon([(x * wide, y * high) for x, y in (*start, *end)], fill=fill)
    return tailed
