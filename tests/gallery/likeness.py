"""Whether a screen looks as in the gallery: coarsely, for cards and fonts may differ a little.

`make gallery` pictures all screens anew, `make gallery ARGS="lobby mirror"` those of two scenes.
"""

from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageStat

GALLERY: Final = Path(__file__).parents[2] / "docs" / "gallery"

SIZE: Final = (78, 120)
"""To which screens are made small: about a letter becomes a pixel."""
TALLER: Final = 0.08
"""How much of its height a screen may gain or lose, as when one line of many breaks."""
APART: Final = 6.0
"""How far a gray may be off on average, of 255."""


def unlike(one: Path, other: Path) -> str:
    """Say how two screens differ beyond the tolerance; nothing where they do not."""
    with Image.open(one) as first, Image.open(other) as second:
        taller = abs(first.height - second.height) / second.height
        grays = [each.convert("L").resize(SIZE, Image.Resampling.BOX) for each in (first, second)]
    apart = ImageStat.Stat(ImageChops.difference(*grays)).mean[0]
    if taller <= TALLER and apart <= APART:
        return ""
    return f"{one.name}: {taller:.0%} off in height, {apart:.1f} in gray; see `make gallery`"
