"""The colors of every picture, the marks of the sides, and the measure of contrast."""

from typing import Final, NamedTuple, TypeAlias

from engine.cards import Suit

Color: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


def _hex(text: str) -> Color:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


ROOM: Final = _hex("16181d")
"""Around the table."""
PANEL: Final = _hex("20242b")
"""The scoreboard and the plaques of the seats."""
PANEL_EDGE: Final = _hex("3c444f")
RAISED: Final = _hex("2c323b")
"""The plaque of the seat whose turn it is."""
SLOT: Final = _hex("454e5a")
"""An empty bar."""
RING: Final = _hex("87919d")
"""An empty pip."""
FELT: Final = _hex("1f5a45")
FELT_EDGE: Final = _hex("17463a")
FELT_LINE: Final = _hex("2f7359")
FELT_DEEP: Final = _hex("123a2f")
"""A panel on the felt."""
RIM: Final = _hex("5a3d2b")
RIM_LIGHT: Final = _hex("7d573d")
RIM_DARK: Final = _hex("37241a")

WORDS: Final = _hex("f5f2ea")
"""Numbers and letters on anything dark."""
QUIET: Final = _hex("b9c1ca")
"""Less important numbers and letters."""
GOLD: Final = _hex("ffd166")
"""The turn, the winning card, the winner."""
GOOD: Final = _hex("86e3ae")
BAD: Final = _hex("ff9a8f")
BAG: Final = _hex("f2a65a")
INK: Final = _hex("15181d")
"""Numbers on a mark, and the black suits."""

CARD: Final = _hex("fbf9f3")
CARD_EDGE: Final = _hex("b5b0a3")
RED: Final = _hex("c4122f")
BLUE: Final = _hex("1657b8")
GREEN: Final = _hex("14713a")
BACK: Final = _hex("2d3f7f")
BACK_LINE: Final = _hex("6f86d6")

SUITS_IN_TWO: Final[dict[Suit, Color]] = {
    Suit.CLUBS: INK,
    Suit.DIAMONDS: RED,
    Suit.HEARTS: RED,
    Suit.SPADES: INK,
}
SUITS_IN_FOUR: Final[dict[Suit, Color]] = {
    Suit.CLUBS: GREEN,
    Suit.DIAMONDS: BLUE,
    Suit.HEARTS: RED,
    Suit.SPADES: INK,
}


class Mark(NamedTuple):
    """The mark of a side: a shape as well as a color."""

    shape: str
    color: Color


MARKS: Final = (
    Mark("disc", _hex("6fc3ff")),
    Mark("rhombus", _hex("ffb65c")),
    Mark("square", _hex("a6e05c")),
    Mark("triangle", _hex("f59ad0")),
)
"""By side: two for partners, one per seat in solo. Texts use emojis of the same shapes, see
`bot.texts.names`."""


def luminance(color: Color) -> float:
    """Give the relative luminance of a color, 0 for black to 1 for white (WCAG 2)."""
    parts = [value / 255 for value in color]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    """Give the contrast of two colors, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(one: Color, other: Color, share: float) -> Color:
    """Mix two colors, with `share` of the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


FELT_STEPS: Final = tuple(mixed(FELT_EDGE, FELT, step / 19) for step in range(20))
"""The light on the felt, from the edge to the middle."""

_ON_PANEL: Final = (
    WORDS,
    QUIET,
    GOLD,
    GOOD,
    BAD,
    BAG,
    SLOT,
    RING,
    PANEL_EDGE,
    *(m.color for m in MARKS),
)
_RAMPS: Final = (
    *((PANEL, fore, 4) for fore in _ON_PANEL),
    *((RAISED, fore, 4) for fore in (WORDS, QUIET, GOLD, GOOD, BAD, BAG)),
    *((FELT_DEEP, fore, 3) for fore in (WORDS, QUIET, GOLD, GOOD, BAD, BAG)),
    *((ROOM, fore, 4) for fore in (WORDS, QUIET, GOLD, PANEL, RIM_DARK)),
    *((FELT, fore, 4) for fore in (WORDS, GOLD, PANEL, INK, CARD, CARD_EDGE)),
    *((CARD, fore, 4) for fore in (INK, RED, BLUE, GREEN, BACK, GOLD)),
    *((mark.color, INK, 3) for mark in MARKS),
    (RIM_DARK, RIM_LIGHT, 4),
    (BACK, BACK_LINE, 4),
    (RIM_DARK, FELT_EDGE, 3),
)


def fixed_colors() -> tuple[Color, ...]:
    """Give the palette of a finished picture: at most 256 flat colors and their edges."""
    flat = (
        *(ROOM, PANEL, PANEL_EDGE, RAISED, SLOT, RING, FELT, FELT_EDGE, FELT_LINE, FELT_DEEP),
        *(RIM, RIM_LIGHT, RIM_DARK, WORDS, QUIET, GOLD, GOOD, BAD, BAG, INK, CARD, CARD_EDGE),
        *(RED, BLUE, GREEN, BACK, BACK_LINE, *(mark.color for mark in MARKS), *FELT_STEPS),
    )
    edges = (
        mixed(back, fore, step / steps) for back, fore, steps in _RAMPS for step in range(1, steps)
    )
    return tuple(dict.fromkeys((*flat, *edges)))[:256]
