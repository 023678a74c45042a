"""Draws all hands of a round that is over, at one of its cards: a diagram as in books."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from PIL import Image

from bot.render import cards, fonts
from bot.render.canvas import HEIGHT, WIDTH, Box, Canvas
from bot.render.palette import (
    BAD,
    FELT,
    FELT_LINE,
    GOLD,
    GOOD,
    INK,
    MARKS,
    PANEL,
    PANEL_EDGE,
    QUIET,
    RAISED,
    ROOM,
    WORDS,
    Color,
)
from bot.render.picture import Colors, SeatPicture, Spades, TrickPicture
from bot.render.seats import draw_mark
from engine.cards import Card, Suit

_WIDE: Final = 304
_HIGH: Final = 180
_BOTTOM: Final[Box] = (328, 356, _WIDE, _HIGH)
_TOP: Final[Box] = (328, 4, _WIDE, _HIGH)
_BOXES: Final[dict[int, tuple[Box, ...]]] = {
    4: (_BOTTOM, (8, 180, _WIDE, _HIGH), _TOP, (648, 180, _WIDE, _HIGH)),
    3: (_BOTTOM, (8, 60, _WIDE, _HIGH), (648, 60, _WIDE, _HIGH)),
    2: (_BOTTOM, _TOP),
}
"""The box of each seat, by the number of seats; seat 1 is at the bottom, as at the table."""

_CARD: Final = (52, 73)
_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    4: ((480, 311), (402, 270), (480, 229), (558, 270)),
    3: ((480, 311), (422, 232), (538, 232)),
    2: ((480, 311), (480, 229)),
}
"""The centers of the cards of a trick."""

_HEAD: Final = 38
_LINE: Final = 34
_RANK: Final = 30
NAME_WIDTH: Final = 180
"""The room for a name, in pixels."""
_ICONS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
_INKS: Final[dict[Colors, dict[Suit, Color]]] = {
    "two": {
        Suit.SPADES: WORDS,
        Suit.HEARTS: BAD,
        Suit.DIAMONDS: BAD,
        Suit.CLUBS: WORDS,
    },
    "four": {
        Suit.SPADES: WORDS,
        Suit.HEARTS: BAD,
        Suit.DIAMONDS: MARKS[0].color,
        Suit.CLUBS: GOOD,
    },
}


@dataclass(frozen=True, slots=True)
class OpenHand:
    """One seat and its cards.

    Attributes:
        shown: what the picture of the table shows of it, too.
        cards: the cards that it still holds, sorted as people hold them.
        suits: by card, the suit that it counts as.
        acts: whether its card comes next.
    """

    shown: SeatPicture
    cards: tuple[Card, ...]
    suits: tuple[Suit, ...]
    acts: bool


@dataclass(frozen=True, slots=True)
class HandsPicture:
    """All hands at one card of a round.

    Attributes:
        colors: the set of card faces.
        seats: by seat.
        trick: the trick on the table, or None before the first card.
        tricks: how many tricks the round has.
        spades: whether spades may be led.
        stage: the kind of the picture, for the log.
    """

    colors: Colors
    seats: tuple[OpenHand, ...]
    trick: TrickPicture | None
    tricks: int
    spades: Spades
    stage: Literal["hands"] = "hands"


def draw_hands(picture: HandsPicture) -> Image.Image:
    """Draw all hands in full color, 960 by 540 pixels."""
    canvas = Canvas(Image.new("RGB", (WIDTH, HEIGHT), ROOM))
    canvas.panel((4, 4, WIDTH - 8, HEIGHT - 8), 40, FELT, FELT_LINE)
    for seat, box in zip(picture.seats, _BOXES[len(picture.seats)], strict=True):
        _draw_hand(canvas, picture, seat, box)
    if picture.trick is not None:
        _draw_trick(canvas, picture, picture.trick)
    _draw_corners(canvas, picture)
    return canvas.image


def _draw_hand(canvas: Canvas, picture: HandsPicture, hand: OpenHand, box: Box) -> None:
    x, y, width, _ = box
    canvas.panel(box, 14, RAISED if hand.acts else PANEL, GOLD if hand.acts else PANEL_EDGE, 3)
    shown = hand.shown
    draw_mark(canvas, shown.side, (x + 24, y + 22), 30, str(shown.seat + 1))
    wide = canvas.words(f"/{shown.said or '-'}", (x + width - 14, y + 22), 28, QUIET, "right")
    wide += canvas.words(str(shown.taken), (x + width - 16 - wide, y + 22), 30, WORDS, "right")
    if shown.name:
        canvas.name(shown.name, (x + 48, y + 22), NAME_WIDTH, WORDS)
    line = y + _HEAD + 16
    held = zip(hand.cards, hand.suits, strict=True)
    for suit, group in groupby(held, key=lambda each: each[1]):
        ink = _INKS[picture.colors][suit]
        canvas.icon(_ICONS[suit], (x + 26, line), 28, ink)
        ranks = [cards.rank_text(card) for card, _ in group]
        _draw_ranks(canvas, ranks, (x + 52, line), ink, width - 66)
        line += _LINE


def _draw_ranks(
    canvas: Canvas, ranks: Sequence[str], at: tuple[int, int], ink: Color, within: int
) -> None:
    """Draw ranks with gaps in which a ten is no one and nothing, all smaller if need be."""
    size = _RANK
    while size > fonts.SMALLEST and _width(ranks, size) > within:
        size -= 1
    x, y = at
    for rank in ranks:
        x += canvas.words(rank, (x, y), size, ink) + _gap(size)


def _width(ranks: Sequence[str], size: int) -> int:
    return sum(fonts.words(rank, size).width + _gap(size) for rank in ranks) - _gap(size)


def _gap(size: int) -> int:
    return size * 2 // 5


def _draw_trick(canvas: Canvas, picture: HandsPicture, trick: TrickPicture) -> None:
    wide, high = _CARD
    for played in trick.played:
        x, y = _PLACES[len(picture.seats)][played.seat]
        left, top = x - wide // 2, y - high // 2
        if played.seat == trick.winner:
            canvas.panel((left - 4, top - 4, wide + 8, high + 8), 10, GOLD)
        else:
            canvas.panel((left - 1, top - 1, wide + 2, high + 2), 7, INK)
        canvas.sprite(cards.face(played.card, picture.colors, wide, high), left, top)


def _draw_corners(canvas: Canvas, picture: HandsPicture) -> None:
    """Draw the number of the trick, and whether spades may be led."""
    number = 1 if picture.trick is None else picture.trick.number
    canvas.icon("trick", (52, 500), 36, QUIET)
    wide = canvas.words(str(number), (78, 500), 36, WORDS)
    canvas.words(f"/{picture.tricks}", (82 + wide, 501), 30, QUIET)
    open_now = picture.spades != "closed"
    canvas.icon("spade", (880, 500), 44, WORDS if open_now else QUIET)
    canvas.icon("unlock" if open_now else "lock", (916, 508), 28, GOLD if open_now else QUIET)
