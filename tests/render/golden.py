"""The golden pictures: half as large as real ones, and how much a new one may differ.

`python -m tests.render.golden` draws them anew; look at them before they are committed.
"""

from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

from bot.render.cards import card_emoji
from bot.render.picture import Colors
from bot.render.table import render_table
from engine.cards import CARDS
from tests.render.states import pictures

FOLDER: Final = Path(__file__).parent / "golden"
MEAN: Final = 1.5
"""How far a channel may be off on average, of 255: letters differ a little between FreeTypes."""
FAR: Final = 60
"""A pixel that is so far off is another pixel."""
FAR_SHARE: Final = 0.004
"""The share of such pixels that is let pass."""


def opened(data: bytes) -> Image.Image:
    """Read a picture."""
    return Image.open(BytesIO(data))


def small(name: str) -> Image.Image:
    """Draw a state half as large."""
    return opened(render_table(pictures()[name])).convert("RGB").reduce(2)


def emoji_sheet(colors: Colors) -> Image.Image:
    """Lay all emojis of a set side by side, each half as large, on Discord's dark gray."""
    side = 64
    sheet = Image.new("RGB", (13 * side, 5 * side), (49, 51, 56))
    for number, card in enumerate(CARDS):
        picture = opened(card_emoji(card, colors)).convert("RGBA").resize((side, side))
        row, column = divmod(number, 13)
        sheet.paste(picture, (column * side, row * side), picture)
    return sheet


def goldens() -> dict[str, Image.Image]:
    """Draw everything that has a golden picture."""
    return {name: small(name) for name in pictures()} | {
        "emojis_two": emoji_sheet("two"),
        "emojis_four": emoji_sheet("four"),
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
