"""Draws the picture of a table."""

from functools import lru_cache

from PIL import Image

from bot.render import cards, layout, paths
from bot.render.board import draw_board
from bot.render.canvas import HEIGHT, WIDTH, Canvas, Watch
from bot.render.center import draw_center
from bot.render.palette import (
    CARD_EDGE,
    FELT_LINE,
    FELT_STEPS,
    GOLD,
    INK,
    QUIET,
    RIM,
    RIM_DARK,
    RIM_LIGHT,
    ROOM,
    WORDS,
)
from bot.render.picture import TablePicture, TrickPicture
from bot.render.seats import draw_mark, draw_seats
from engine.cards import CARDS


def warm() -> None:
    """Cache what nearly every picture needs, so that the first one is as fast as the next."""
    _room()
    cards.back(*layout.PILE)
    for card in CARDS:
        cards.face(card, "two", *layout.CARD)
        cards.face(card, "two", *layout.SMALL_CARD)


def draw_table(picture: TablePicture, watch: Watch | None = None) -> Image.Image:
    """Draw a table in full color.

    Args:
        picture: its content.
        watch: called before each text is drawn.
    """
    canvas = Canvas(_room().copy(), watch)
    draw_center(canvas, picture)
    draw_seats(canvas, picture)
    draw_board(canvas, picture)
    if picture.stage in {"play", "round"}:
        _draw_corners(canvas, picture)
    return canvas.image


@lru_cache(maxsize=1)
def _room() -> Image.Image:
    """Draw what all pictures share: the background and the bare table."""
    canvas = Canvas(Image.new("RGB", (WIDTH, HEIGHT), ROOM))
    x, y, width, height = layout.RIM
    radius, rim = layout.RIM_RADIUS, layout.RIM_WIDTH
    canvas.panel((x - 3, y - 3, width + 6, height + 6), radius + 3, RIM_DARK)
    canvas.panel(layout.RIM, radius, RIM, RIM_LIGHT, 3)
    inner = (x + rim, y + rim, width - 2 * rim, height - 2 * rim)
    canvas.panel(inner, radius - rim, RIM_DARK)
    felt = tuple(value + change for value, change in zip(inner, (3, 3, -6, -6), strict=True))
    _draw_light(canvas, felt, radius - rim - 3)
    line = (inner[0] + 18, inner[1] + 18, inner[2] - 36, inner[3] - 36)
    canvas.frame(line, radius - rim - 18, FELT_LINE, 2)
    return canvas.image


def _draw_light(canvas: Canvas, felt: tuple[int, ...], radius: int) -> None:
    """Draw the felt, a little lighter towards the middle."""
    x, y, width, height = felt
    light = Image.new("RGB", (width, height), FELT_STEPS[0])
    spot = Canvas(light)
    for step, color in enumerate(FELT_STEPS[1:], start=1):
        share = 1.25 * (1 - step / len(FELT_STEPS))
        wide, high = max(4, round(width * share)), max(4, round(height * share))
        at = ((width - wide) // 2, (height - high) // 2)
        spot.stamp(paths.outline("disc", wide, high), *at, color)
    canvas.image.paste(light, (x, y), paths.rounded(width, height, radius))


def _draw_corners(canvas: Canvas, picture: TablePicture) -> None:
    last = picture.trick if picture.stage == "round" else picture.last
    if last is not None:
        _draw_last(canvas, picture, last)
    x, y = layout.SPADES
    open_now = picture.spades != "closed"
    canvas.icon("spade", (x, y), 62, WORDS if open_now else CARD_EDGE)
    canvas.icon("disc", (x + 40, y + 18), 42, ROOM)
    lock = "unlock" if open_now else "lock"
    canvas.icon(lock, (x + 40, y + 16), 32, GOLD if open_now else QUIET)
    if picture.stage == "play":
        number = 1 if picture.trick is None else picture.trick.number
        x, y = layout.TRICKS
        wide = canvas.words(f"/{picture.tricks}", (x, y + 1), 34, QUIET, "right")
        wide += canvas.words(str(number), (x - wide - 3, y), 40, WORDS, "right")
        canvas.icon("trick", (x - wide - 28, y), 36, QUIET)


def _draw_last(canvas: Canvas, picture: TablePicture, last: TrickPicture) -> None:
    """Draw the previous trick small, with the winner's mark below its card."""
    x, y = layout.LAST_TRICK
    wide, high = layout.SMALL_CARD
    for step, played in enumerate(last.played):
        left = x + step * (wide + 3)
        if played.seat == last.winner:
            canvas.panel((left - 3, y - 3, wide + 6, high + 6), 9, GOLD)
            side = picture.seats[played.seat].side
            center = (left + wide // 2, y + high + 24)
            draw_mark(canvas, side, center, 36, str(played.seat + 1))
        else:
            canvas.panel((left - 1, y - 1, wide + 2, high + 2), 6, INK)
        canvas.sprite(cards.face(played.card, picture.colors, wide, high), left, y)
