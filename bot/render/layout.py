"""Where everything stands in the picture of a table. All numbers are pixels.

The picture is twice as large as a phone shows it: at 360 points across, 28 pixels are a letter
of about 10 points.
"""

from dataclasses import dataclass
from typing import Final

from bot.render.canvas import Box

MIDDLE: Final = (358, 270)
"""The middle of the table."""

RIM: Final[Box] = (62, 40, 592, 460)
"""The table with its rim."""
RIM_WIDTH: Final = 18
RIM_RADIUS: Final = 205

BOARD: Final[Box] = (722, 8, 230, 524)
"""The scoreboard."""
BOARD_HEAD: Final = 60

CARD: Final = (108, 150)
"""A card on the table."""
PILE: Final = (82, 114)
"""A hand that lies face down."""
SMALL_CARD: Final = (46, 64)

LAST_TRICK: Final = (10, 10)
SPADES: Final = (44, 486)
TRICKS: Final = (704, 500)
"""The corners: the trick before, whether spades may be led, and how far the round is."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the things of one seat stand.

    Attributes:
        plaque: what tells of the seat.
        tall: whether the plaque is one of the high ones at the sides.
        card: the middle of the card that the seat plays.
        pile: the middle of its hand while that lies face down.
        dealer: the middle of the dealer's button.
    """

    plaque: Box
    tall: bool
    card: tuple[int, int]
    pile: tuple[int, int]
    dealer: tuple[int, int]

    @property
    def pointer(self) -> tuple[int, int]:
        """The middle of the arrow that shows whose turn it is."""
        x, y, width, height = self.plaque
        return (x + width // 2, y) if self.tall else (x + width, y + height // 2)


_BOTTOM: Final = Place((208, 448, 300, 84), False, (358, 365), (358, 384), (550, 434))
_TOP: Final = Place((208, 8, 300, 84), False, (358, 175), (358, 156), (550, 106))
_LEFT: Final = Place((8, 204, 150, 132), True, (228, 270), (218, 270), (128, 378))
_RIGHT: Final = Place((558, 204, 150, 132), True, (488, 270), (498, 270), (586, 156))
_UPPER_LEFT: Final = Place((8, 146, 150, 132), True, (248, 212), (238, 206), (126, 322))
_UPPER_RIGHT: Final = Place((558, 146, 150, 132), True, (468, 212), (478, 206), (590, 322))

PLACES: Final[dict[int, tuple[Place, ...]]] = {
    4: (_BOTTOM, _LEFT, _TOP, _RIGHT),
    3: (_BOTTOM, _UPPER_LEFT, _UPPER_RIGHT),
}
"""By the number of seats, then by seat: clockwise, as everyone sees it, seat 1 at the bottom."""
