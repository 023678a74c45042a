"""The seats of the picture: a plaque for each, with who sits there, the bid and the tricks."""

from typing import Final

from bot.render import layout
from bot.render.avatars import draw_avatar
from bot.render.canvas import Canvas
from bot.render.layout import PLACES, Place
from bot.render.palette import (
    BAD,
    CARD,
    GOLD,
    GOOD,
    INK,
    MARKS,
    PANEL,
    PANEL_EDGE,
    QUIET,
    RAISED,
    WORDS,
)
from bot.render.picture import SeatPicture, TablePicture

_MARK_DROP: Final = {"triangle": 0.11}
"""How far a number is below the center of its mark, relative to the mark's size."""


def draw_seats(canvas: Canvas, picture: TablePicture) -> None:
    """Draw every seat, whose turn it is, and who deals."""
    for seat, place in zip(picture.seats, PLACES[len(picture.seats)], strict=True):
        _draw_seat(canvas, picture, seat, place)


def draw_mark(
    canvas: Canvas, side: int, center: tuple[int, int], size: int, text: str = ""
) -> None:
    """Draw the mark of a side around a point, with a number in it."""
    mark = MARKS[side]
    canvas.icon(mark.shape, center, size, mark.color)
    if text:
        drop = round(size * _MARK_DROP.get(mark.shape, 0))
        letters = round(size * (0.56 if mark.shape == "triangle" else 0.64))
        canvas.words(text, (center[0], center[1] + drop), letters, INK, "center")


def _draw_seat(canvas: Canvas, picture: TablePicture, seat: SeatPicture, place: Place) -> None:
    turn = picture.to_act == seat.seat
    canvas.panel(place.plaque, 22, RAISED if turn else PANEL)
    if turn or _has_won(picture, seat):
        canvas.frame(place.plaque, 22, GOLD, 5)
    else:
        canvas.frame(place.plaque, 22, PANEL_EDGE, 3)
    draw_avatar(canvas, seat, place.avatar)
    if seat.holder == "away":
        _draw_stand_in(canvas, place.badge)
    canvas.icon(MARKS[seat.side].shape, place.mark, layout.MARK + 6, RAISED if turn else PANEL)
    draw_mark(canvas, seat.side, place.mark, layout.MARK, str(seat.seat + 1))
    if seat.name:
        canvas.name(seat.name, place.name, place.name_width, WORDS)
    _draw_signs(canvas, picture, seat, place)
    figure = place.figure if seat.name else place.figure_alone
    if picture.stage == "drawing":
        canvas.fraction(str(seat.held), str(picture.tricks), figure, 46, WORDS, layout.FIGURE_WIDTH)
    elif picture.stage in {"bidding", "exchange"}:
        _draw_bid(canvas, seat, figure, waits=not picture.bids_itself)
    elif picture.stage != "lobby":
        _draw_tricks(canvas, seat, figure)
    if turn:
        _draw_pointer(canvas, place)


def _has_won(picture: TablePicture, seat: SeatPicture) -> bool:
    return picture.stage == "final" and picture.sides[seat.side].place == 1


def _draw_pointer(canvas: Canvas, place: Place) -> None:
    x, y = place.pointer
    canvas.icon("disc", (x, y), layout.POINTER, INK)
    canvas.icon("disc", (x, y), layout.POINTER - 6, GOLD)
    if place.tall:
        canvas.icon("down", (x, y + 1), 20, INK)
    else:
        canvas.icon("left", (x - 1, y), 20, INK)


def _draw_stand_in(canvas: Canvas, center: tuple[int, int]) -> None:
    """Mark a seat whose person a computer player stands in for."""
    canvas.icon("disc", center, layout.MARK, INK)
    canvas.icon("disc", center, layout.MARK - 4, GOLD)
    canvas.icon("robot", center, layout.MARK - 14, INK)


def _draw_signs(canvas: Canvas, picture: TablePicture, seat: SeatPicture, place: Place) -> None:
    """Draw the badges of a seat: host and ready, or winner, dealer and blind bid."""
    first, second = place.signs
    if seat.host:
        canvas.icon("star", first, 42, GOLD)
    if seat.ready:
        canvas.icon("check", second, layout.SIGN, GOOD)
    if _has_won(picture, seat):
        canvas.icon("crown", first, layout.SIGN, GOLD)
    elif picture.dealer == seat.seat and picture.stage != "final":
        canvas.icon("disc", first, layout.SIGN, CARD)
        canvas.words("D", first, 28, INK, "center")
    if seat.blind:
        canvas.icon("blind", second, layout.SIGN, WORDS)


def _draw_bid(canvas: Canvas, seat: SeatPicture, at: tuple[int, int], *, waits: bool) -> None:
    x, middle = at
    if seat.said:
        canvas.words(seat.said, at, 42 if seat.is_nil else 46, WORDS)
    elif waits and seat.way != "with_side":
        for step in range(3):
            canvas.icon("disc", (x + 8 + 20 * step, middle), 10, QUIET)


def _draw_tricks(canvas: Canvas, seat: SeatPicture, at: tuple[int, int]) -> None:
    """Draw the tricks taken and, smaller, the bid."""
    color = BAD if seat.is_nil and seat.taken else WORDS
    if seat.bid is None:
        canvas.words(str(seat.taken), at, 46, color)
    else:
        canvas.fraction(str(seat.taken), seat.said, at, 46, color, layout.FIGURE_WIDTH)
