"""The layout of a table's picture. All numbers are pixels.

A phone shows the picture at half its size: at a width of 360 points, 28 pixels are about 10 points.
"""

from dataclasses import dataclass
from typing import Final

from bot.render.canvas import Box

MIDDLE: Final = (358, 270)
"""The middle of the table."""

RIM: Final[Box] = (62, 40, 592, 460)
"""The table, including its rim."""
RIM_WIDTH: Final = 18
RIM_RADIUS: Final = 205

BOARD: Final[Box] = (722, 8, 230, 524)
"""The scoreboard."""
BOARD_HEAD: Final = 60

CARD: Final = (108, 150)
"""A card on the table."""
PILE: Final = (82, 114)
"""A hand face down."""
SMALL_CARD: Final = (46, 64)

STOCK: Final = (252, 270)
PUT_AWAY: Final = (464, 270)
"""The centers of the pack that two seats draw from, and of the cards that are out of play."""

LAST_TRICK: Final = (10, 10)
SPADES: Final = (44, 486)
TRICKS: Final = (704, 500)
PAUSE: Final = (656, 64)
"""The corners: the previous trick, whether spades may be led, the progress of the round, and a
pause."""

AVATAR: Final = 72
MARK: Final = 38
SIGN: Final = 38
POINTER: Final = 44
FIGURE_WIDTH: Final = 90


@dataclass(frozen=True, slots=True)
class Place:
    """The layout of one seat.

    Attributes:
        plaque: the box with the seat's details.
        tall: whether the plaque is one of the tall ones at the sides.
        card: the center of the seat's card.
        pile: the center of its hand while face down.
    """

    plaque: Box
    tall: bool
    card: tuple[int, int]
    pile: tuple[int, int]

    def _at(self, wide: tuple[int, int], tall: tuple[int, int]) -> tuple[int, int]:
        x, y, _, _ = self.plaque
        right, down = tall if self.tall else wide
        return x + right, y + down

    @property
    def avatar(self) -> tuple[int, int]:
        """The center of the avatar."""
        return self._at((44, 42), (46, 46))

    @property
    def mark(self) -> tuple[int, int]:
        """The center of the side's mark, at the lower right of the avatar."""
        return self._at((72, 63), (74, 69))

    @property
    def badge(self) -> tuple[int, int]:
        """The center of a stand-in computer player's badge, at the upper left of the avatar."""
        return self._at((20, 20), (22, 24))

    @property
    def name(self) -> tuple[int, int]:
        """The start of the name, at half the height of its letters."""
        return self._at((98, 25), (12, 104))

    @property
    def name_width(self) -> int:
        """The width available for the name, in pixels."""
        return 126 if self.tall else 174

    @property
    def figure(self) -> tuple[int, int]:
        """The start of bid and tricks, at half the height of the digits."""
        return self._at((98, 60), (12, 142))

    @property
    def figure_alone(self) -> tuple[int, int]:
        """The same without a name."""
        return self._at((98, 42), (12, 126))

    @property
    def signs(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The centers of up to two icons, such as the dealer button."""
        return self._at((254, 60), (120, 54)), self._at((212, 60), (122, 142))

    @property
    def pointer(self) -> tuple[int, int]:
        """The center of the arrow that shows whose turn it is."""
        return self._at((300, 42), (120, 0))


_BOTTOM: Final = Place((208, 448, 300, 84), False, (358, 365), (358, 384))
_TOP: Final = Place((208, 8, 300, 84), False, (358, 175), (358, 156))
_LEFT: Final = Place((8, 186, 150, 168), True, (228, 270), (218, 270))
_RIGHT: Final = Place((558, 186, 150, 168), True, (488, 270), (498, 270))
_UPPER_LEFT: Final = Place((8, 150, 150, 168), True, (248, 212), (238, 206))
_UPPER_RIGHT: Final = Place((558, 150, 150, 168), True, (468, 212), (478, 206))

PLACES: Final[dict[int, tuple[Place, ...]]] = {
    4: (_BOTTOM, _LEFT, _TOP, _RIGHT),
    3: (_BOTTOM, _UPPER_LEFT, _UPPER_RIGHT),
    2: (_BOTTOM, _TOP),
}
"""By the number of seats, then by seat: clockwise, with seat 1 at the bottom for everyone."""
