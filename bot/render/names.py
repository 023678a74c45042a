"""Names of people in their own font: DejaVu Sans Condensed Bold 2.37.

The file beside this module has its Latin, Greek and Cyrillic letters and a few signs, without
hints; its licence is there too. A name with other letters is not drawn, and appears only as text
beside the picture.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"

_FILE: Final = Path(__file__).with_name("dejavu") / "DejaVuSansCondensed-Bold.ttf"
SIZE: Final = 26
"""The size of a name in pixels."""
SMALLEST: Final = 22
"""The smallest size of a name, below which it is cut."""

SMALLEST_WORDS: Final = 18
"""The smallest size of other words, below which they are cut."""

_HIGHEST: Final = "\N{LATIN CAPITAL LETTER A WITH RING ABOVE}gj"
"""A sample that reaches as far up and down as letters do."""

_COMPARED: Final = 40
_NOWHERE: Final = "\uffff"
"""Not a character, so every font draws its glyph for missing characters."""


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FILE), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def _has(character: str) -> bool:
    """Say whether the font has a glyph for a character."""
    shape, missing = (_font(_COMPARED).getmask(each) for each in (character, _NOWHERE))
    return (shape.size, bytes(shape)) != (missing.size, bytes(missing))


def drawn(name: str, within: int) -> str:
    """Give the drawable form of a name: one line, cut to a width in pixels.

    Styled letters, such as bold or wide ones, become plain ones. The result is empty if the font
    lacks a letter.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if not all(map(_has, plain)):
        return ""
    return plain if _line(plain, SMALLEST).width <= within else _cut(plain, SIZE, within)


def line(name: str, within: int) -> Image.Image:
    """Give a name as a mask, in the largest size that fits a width in pixels. Shared.

    It is cropped to its ink at the sides; all masks of one size share a baseline.
    """
    sizes = range(SIZE, SMALLEST, -1)
    fits = next((size for size in sizes if _line(name, size).width <= within), SMALLEST)
    return _line(name, fits)


def height() -> int:
    """Give the height of a line in pixels; only stacked accents exceed it."""
    return _line(_HIGHEST, SIZE).height


@lru_cache(maxsize=256)
def _line(name: str, size: int) -> Image.Image:
    face = _font(size)
    left, _, right, _ = face.getbbox(name)
    _, top, _, bottom = face.getbbox(name + _HIGHEST)
    mask = Image.new("L", (max(1, round(right - left)), round(bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), name, fill=255, font=face)
    return mask


def sized(text: str, size: int, within: int) -> Image.Image:
    """Give words as a mask in a size, or a smaller one in which they fit a width. Shared.

    All masks of one size have the same height, at the least that of its letters.
    """
    while size > SMALLEST_WORDS and _line(text, size).width > within:
        size -= 1
    return _line(text if _line(text, size).width <= within else _cut(text, size, within), size)


def _cut(text: str, size: int, within: int) -> str:
    kept = len(text)
    while kept > 1 and _line(text[:kept].rstrip() + ELLIPSIS, size).width > within:
        kept -= 1
    return text[:kept].rstrip() + ELLIPSIS
