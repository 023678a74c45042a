"""Card faces: large on the table, and as emojis on buttons.

An emoji is about 20 pixels high on a button. So it is not a small playing card but a white tile
with rank and suit as large as possible.
"""

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render import fonts, paths
from bot.render.canvas import Canvas
from bot.render.palette import (
    BACK,
    BACK_LINE,
    CARD,
    CARD_EDGE,
    GOLD,
    INK,
    RED,
    SUITS_IN_FOUR,
    SUITS_IN_TWO,
    Color,
)
from bot.render.picture import Colors
from engine.cards import BIG_JOKER, CARDS, Card, Suit

EMOJI_SIDE: Final = 128
"""The width and height of emojis in pixels; Discord keeps them at this size."""

_PIPS: Final = {
    Suit.CLUBS: "club",
    Suit.DIAMONDS: "diamond",
    Suit.HEARTS: "heart",
    Suit.SPADES: "spade",
}
TEN: Final = 10
_RANKS: Final = {TEN: "10", 11: "J", 12: "Q", 13: "K", 14: "A"}
_SPOKEN: Final = {11: "jack", 12: "queen", 13: "king", 14: "ace"}


def rank_text(card: Card) -> str:
    """Give the corner index of a card; B or L for the big and the little joker."""
    if card.is_joker:
        return "B" if card == BIG_JOKER else "L"
    return _RANKS.get(card.rank, str(card.rank))


def pip_of(card: Card) -> str:
    """Give the name of the outline of a card's suit; a joker has a hat."""
    return "hat" if card.is_joker else _PIPS[card.suit]


def color_of(card: Card, colors: Colors) -> Color:
    """Give the color of a card."""
    if card.is_joker:
        return RED if card == BIG_JOKER else INK
    return (SUITS_IN_FOUR if colors == "four" else SUITS_IN_TWO)[card.suit]


@lru_cache(maxsize=512)
def face(card: Card, colors: Colors, width: int, height: int) -> Image.Image:
    """Give the face of a card with transparent corners. Shared: do not modify."""
    canvas = _blank(width, height, CARD, CARD_EDGE)
    ink = color_of(card, colors)
    margin = max(2, round(width * 0.085))
    rank = fonts.glyph(rank_text(card), round(width * 0.52), round(height * 0.36))
    canvas.stamp(rank, margin, margin + 1, ink)
    pip = round(width * (0.60 if card.is_joker else 0.56))
    canvas.stamp(
        paths.outline(pip_of(card), pip, pip), width - margin - pip, height - margin - pip, ink
    )
    return canvas.image


@lru_cache(maxsize=16)
def back(width: int, height: int) -> Image.Image:
    """Give the back of a card with transparent corners. Shared: do not modify."""
    canvas = _blank(width, height, CARD, CARD_EDGE)
    inset = max(2, round(width * 0.07))
    inner = (width - 2 * inset, height - 2 * inset)
    radius = max(1, round(width * 0.08))
    canvas.panel((inset, inset, *inner), radius, BACK)
    step = max(5, round(width * 0.17))
    size = max(3, round(step * 0.62))
    lattice = Canvas(Image.new("RGB", inner, BACK))
    for row in range(-1, inner[1] // step + 2):
        for column in range(-1, inner[0] // step + 2):
            for shift in (0, step // 2):
                at = (column * step + shift + step // 4, row * step + shift + step // 4)
                lattice.icon("rhombus", at, size // 2 if shift else size, BACK_LINE)
    canvas.image.paste(lattice.image, (inset, inset), paths.rounded(*inner, radius))
    return canvas.image


def _blank(width: int, height: int, fill: Color, edge: Color) -> Canvas:
    radius = max(2, round(width * 0.11))
    image = Image.new("RGBA", (width, height), (*fill, 0))
    image.putalpha(paths.rounded(width, height, radius))
    canvas = Canvas(image)
    line = max(1, round(width * 0.015))
    canvas.frame((0, 0, width, height), radius, edge, line)
    image.putalpha(paths.rounded(width, height, radius))
    return canvas


@lru_cache(maxsize=128)
def card_emoji(card: Card, colors: Colors) -> bytes:
    """Give a card as an emoji: PNG, 128 by 128 pixels, a few KiB."""
    canvas = _tile()
    ink = color_of(card, colors)
    if card.is_joker:
        _joker_emoji(canvas, card, ink)
    else:
        rank = fonts.glyph(rank_text(card), 70 if card.rank == TEN else 58, 82)
        canvas.stamp(rank, max(7, 36 - rank.width // 2), 9, ink)
        canvas.shape(_PIPS[card.suit], (57, 55, 70, 70), CARD)
        canvas.shape(_PIPS[card.suit], (62, 60, 60, 60), ink)
    return _png(canvas.image)


def _joker_emoji(canvas: Canvas, card: Card, ink: Color) -> None:
    canvas.shape("hat", (10, 8, 108, 66), ink)
    rank = fonts.glyph(rank_text(card), 60, 44)
    canvas.stamp(rank, (EMOJI_SIDE - rank.width) // 2, 76, ink)
    if card == BIG_JOKER:
        for x in (6, 92):
            canvas.shape("star", (x, 82, 30, 30), ink)


@lru_cache(maxsize=1)
def back_emoji() -> bytes:
    """Give the back of a card as an emoji."""
    canvas = _tile()
    canvas.panel((8, 8, 112, 112), 16, BACK)
    for column in range(3):
        for row in range(3):
            canvas.icon("rhombus", (28 + 36 * column, 28 + 36 * row), 34, BACK_LINE)
    canvas.icon("spade", (64, 64), 44, GOLD)
    return _png(canvas.image)


def _tile() -> Canvas:
    side = EMOJI_SIDE
    image = Image.new("RGBA", (side, side), (*CARD, 0))
    mask = paths.rounded(side, side, 22)
    canvas = Canvas(image)
    canvas.panel((0, 0, side, side), 22, CARD, CARD_EDGE, line=3)
    image.putalpha(mask)
    return canvas


def _png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def emoji_set(colors: Colors) -> dict[str, bytes]:
    """Give all 54 cards and the back as emojis, by the names for their upload.

    A name contains the set and the card, also in words for screen readers. It ends in a hash of the
    picture, so that a changed picture gets a new name: `c4_AS_ace_of_spades_1a2b3c4d`, and
    `back_1a2b3c4d` in either set.
    """
    named = {emoji_name(card, colors): card_emoji(card, colors) for card in CARDS}
    return named | {back_name(): back_emoji()}


def emoji_name(card: Card, colors: Colors) -> str:
    """Give the name for the upload of a card's emoji."""
    prefix = "c4" if colors == "four" else "c2"
    return f"{prefix}_{card}_{_spoken(card)}_{_digest(card_emoji(card, colors))}"


def _spoken(card: Card) -> str:
    if card.is_joker:
        return "big_joker" if card == BIG_JOKER else "little_joker"
    return f"{_SPOKEN.get(card.rank, card.rank)}_of_{card.suit.name.lower()}"


def back_name() -> str:
    """Give the name for the upload of the back's emoji."""
    return f"back_{_digest(back_emoji())}"


def _digest(picture: bytes) -> str:
    return sha256(picture).hexdigest()[:8]
