"""The golden pictures: half as large as real ones, and how much a new one may differ.

`make golden` (or `python -m tests.render.golden`) draws them anew; look at them before they are
committed.
"""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

from bot.render import layout
from bot.render.cards import back, back_emoji, card_emoji, face
from bot.render.picture import Colors
from bot.render.rendering import render
from engine.cards import CARDS
from tests.render.states import pictures

FOLDER: Final = Path(__file__).parent / "golden"
MEAN: Final = 1.5
"""How far a channel may be off on average, of 255: letters differ a little between FreeTypes."""
FAR: Final = 60
"""A pixel that is so far off is another pixel."""
FAR_SHARE: Final = 0.004
"""The share of such pixels that is let pass."""

DARK: Final = (49, 51, 56)
"""What messages lie on in Discord's dark theme."""
IN_A_ROW: Final = 13


def opened(data: bytes) -> Image.Image:
    """Read a picture."""
    return Image.open(BytesIO(data))


def small(name: str) -> Image.Image:
    """Draw a state half as large."""
    return opened(render(pictures()[name])).convert("RGB").reduce(2)


def emoji_sheet(colors: Colors) -> Image.Image:
    """Lay all emojis of a set side by side, each half as large, on Discord's dark gray."""
    side = 64
    emojis = [*(card_emoji(card, colors) for card in CARDS), back_emoji()]
    return _sheet([opened(emoji).convert("RGBA").resize((side, side)) for emoji in emojis])


def card_sheet(colors: Colors) -> Image.Image:
    """Lay all cards of a set side by side, as large as on the table, and their back."""
    width, height = layout.CARD
    faces = [face(card, colors, width, height) for card in CARDS]
    return _sheet([*faces, back(width, height)]).reduce(2)


def _sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    width, height = pictures[0].size
    sheet = Image.new("RGB", (IN_A_ROW * width, -(-len(pictures) // IN_A_ROW) * height), DARK)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, IN_A_ROW)
        sheet.paste(picture, (column * width, row * height), picture)
    return sheet


def goldens() -> dict[str, Image.Image]:
    """Draw everything that has a golden picture."""
    return {name: small(name) for name in pictures()} | {
        "emojis_two": emoji_sheet("two"),
        "emojis_four": emoji_sheet("four"),
        "cards_two": card_sheet("two"),
        "cards_four": card_sheet("four"),
    }


def difference(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Give how far two pictures are off on average, and the share of pixels that are far off."""
    apart = ImageChops.difference(one.convert("RGB"), other.convert("RGB"))
    mean = max(ImageStat.Stat(apart).mean)
    counts = apart.convert("L").histogram()
    return mean, sum(counts[FAR:]) / sum(counts)


def write() -> None:
    """Draw the golden pictures anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in goldens().items():
        packed = picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        packed.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    write()
