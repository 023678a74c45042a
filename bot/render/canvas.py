"""The canvas: masks drawn in flat colors."""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from PIL import Image

from bot.render import fonts, names, paths
from bot.render.palette import QUIET, Color, fixed_colors

Box = tuple[int, int, int, int]
Align = Literal["left", "center", "right"]
Watch = Callable[[str, Color, Image.Image], None]
"""Called before each text is drawn, with the text, its color and the background."""

WIDTH: Final = 960
HEIGHT: Final = 540
"""The size of a picture in pixels."""

_COLORS: Final = 256
"""The palette of a picture."""


class Canvas:
    """Draws in place.

    Attributes:
        image: the picture so far.
    """

    def __init__(self, image: Image.Image, watch: Watch | None = None) -> None:
        """Draw on a picture, in place."""
        self.image = image
        self._watch = watch

    def stamp(self, mask: Image.Image, x: int, y: int, color: Color) -> None:
        """Draw a mask in a color, with its upper left corner at a point."""
        self.image.paste(color, (x, y, x + mask.width, y + mask.height), mask)

    def icon(self, name: str, center: tuple[int, int], size: int, color: Color) -> None:
        """Draw an outline in a square around a point."""
        mask = paths.outline(name, size, size)
        self.stamp(mask, center[0] - size // 2, center[1] - size // 2, color)

    def shape(self, name: str, box: Box, color: Color) -> None:
        """Draw an outline in a box: x, y, width, height."""
        x, y, width, height = box
        self.stamp(paths.outline(name, width, height), x, y, color)

    def panel(
        self, box: Box, radius: int, fill: Color, edge: Color | None = None, line: int = 2
    ) -> None:
        """Draw a filled rectangle with round corners, and its edge."""
        x, y, width, height = box
        self.stamp(paths.rounded(width, height, radius), x, y, fill)
        if edge is not None:
            self.frame(box, radius, edge, line)

    def frame(self, box: Box, radius: int, color: Color, line: int) -> None:
        """Draw the edge of a rectangle with round corners."""
        x, y, width, height = box
        self.stamp(paths.rounded(width, height, radius, line), x, y, color)

    def words(
        self,
        text: str,
        at: tuple[int, int],
        size: int,
        color: Color,
        align: Align = "left",
        within: int = WIDTH,
    ) -> int:
        """Draw a text with its digits vertically centered on `at`, smaller if it is too wide.

        Returns:
            Its width.
        """
        size = fonts.fitting(text, size, within)
        mask = fonts.words(text, size)
        height = fonts.words("0", size).height
        x = at[0] - {"left": 0, "center": mask.width // 2, "right": mask.width}[align]
        y = at[1] - height // 2
        if self._watch is not None:
            self._watch(text, color, self.image.crop((x, y, x + mask.width, y + height)))
        self.stamp(mask, x, y, color)
        return mask.width

    def name(self, text: str, at: tuple[int, int], within: int, color: Color) -> None:
        """Draw a name from a point at half the height of its letters."""
        mask = names.line(text, within)
        x, y = at[0], at[1] + names.height() // 2 - mask.height
        if self._watch is not None:
            self._watch(text, color, self.image.crop((x, y, x + mask.width, y + mask.height)))
        self.stamp(mask, x, y, color)

    def fraction(
        self, part: str, whole: str, at: tuple[int, int], size: int, color: Color, within: int
    ) -> int:
        """Draw an amount and, smaller, its maximum; give the width."""
        small = round(size * 0.78)
        wide = fonts.words(part, size).width + 3 + fonts.words(f"/{whole}", small).width
        shrink = min(1.0, within / wide)
        size, small = int(size * shrink), int(small * shrink)
        width = self.words(part, at, size, color) + 3
        return width + self.words(f"/{whole}", (at[0] + width, at[1] + size // 16), small, QUIET)

    def sprite(self, picture: Image.Image, x: int, y: int) -> None:
        """Overlay a transparent picture, with its upper left corner at a point."""
        self.image.paste(picture, (x, y), picture)


def packed(image: Image.Image, more: Sequence[Color] = ()) -> Image.Image:
    """Reduce a picture to the fixed colors, which is fast and stable between pictures.

    Args:
        image: the picture in full color.
        more: further colors; the first of them that fit are used.
    """
    colors = [*fixed_colors(), *more][:_COLORS]
    flat = [value for color in colors for value in color]
    flat.extend(flat[:3] * (_COLORS - len(colors)))
    holder = Image.new("P", (1, 1))
    holder.putpalette(flat)
    return image.quantize(palette=holder, dither=Image.Dither.NONE)
