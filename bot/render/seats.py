"""The seats of the picture: a plaque for each, with what it has bid and taken."""

from typing import Final

from bot.render.canvas import Box, Canvas
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
    RING,
    WORDS,
    Color,
)
from bot.render.picture import SeatPicture, TablePicture

LARGEST_PIP: Final = 24
_MARK_DROP: Final = {"triangle": 0.11}
"""How far below the middle of its mark a number stands, by the size of the mark."""


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
        letters = round(size * (0.5 if mark.shape == "triangle" else 0.58))
        canvas.words(text, (center[0], center[1] + drop), letters, INK, "center")


def _draw_seat(canvas: Canvas, picture: TablePicture, seat: SeatPicture, place: Place) -> None:
    turn = picture.to_act == seat.seat
    winner = picture.stage == "final" and picture.sides[seat.side].place == 1
    canvas.panel(place.plaque, 22, RAISED if turn else PANEL)
    if turn or winner:
        canvas.frame(place.plaque, 22, GOLD, 5)
    else:
        canvas.frame(place.plaque, 22, PANEL_EDGE, 3)
    center, size = _mark_place(place, lobby=picture.stage == "lobby")
    draw_mark(canvas, seat.side, center, size, str(seat.seat + 1))
    if winner:
        canvas.icon("crown", (center[0], center[1] - size // 2 - 4), 34, GOLD)
    if picture.stage == "lobby":
        _draw_guest(canvas, seat, place)
    else:
        _draw_holder(canvas, seat, place)
        _draw_bid(canvas, picture, seat, place)
    if turn:
        _draw_pointer(canvas, place)
    if picture.dealer == seat.seat:
        _draw_dealer(canvas, place.dealer)


def _mark_place(place: Place, *, lobby: bool) -> tuple[tuple[int, int], int]:
    x, y, width, height = place.plaque
    if lobby and place.tall:
        return (x + width // 2, y + 42), 54
    return ((x + 40, y + 42), 54) if place.tall else ((x + 56, y + height // 2), 58)


def _draw_pointer(canvas: Canvas, place: Place) -> None:
    x, y = place.pointer
    x, y = (x, max(y, 24)) if place.tall else (x, y)
    canvas.icon("disc", (x, y), 44, INK)
    canvas.icon("disc", (x, y), 38, GOLD)
    if place.tall:
        canvas.icon("down", (x, y + 1), 20, INK)
    else:
        canvas.icon("left", (x - 1, y), 20, INK)


def _draw_dealer(canvas: Canvas, center: tuple[int, int]) -> None:
    canvas.icon("disc", center, 46, INK)
    canvas.icon("disc", center, 42, CARD)
    canvas.icon("stack", center, 24, INK)


def _draw_holder(canvas: Canvas, seat: SeatPicture, place: Place) -> None:
    """Mark a seat that no person plays at the moment, at the corner of its plaque."""
    if seat.holder == "person":
        return
    x, y, width, height = place.plaque
    at = (x + width // 2, y + height + 4) if place.tall else (x + 10, y + height - 14)
    canvas.icon("disc", at, 40, PANEL_EDGE)
    away = seat.holder == "away"
    canvas.icon("disc", at, 34, GOLD if away else PANEL)
    name = "plus" if seat.holder == "empty" else "robot"
    canvas.icon(name, at, 26, INK if away else QUIET)


def _draw_guest(canvas: Canvas, seat: SeatPicture, place: Place) -> None:
    """Draw who sits in a seat of the lobby, whether ready, and whether the host."""
    x, y, width, height = place.plaque
    icons: list[tuple[str, int, Color]] = [
        {
            "empty": ("plus", 40, QUIET),
            "person": ("person", 46, WORDS),
            "computer": ("robot", 46, WORDS),
            "away": ("robot", 46, WORDS),
        }[seat.holder]
    ]
    if seat.host:
        icons.append(("star", 42, GOLD))
    if seat.ready:
        icons.append(("check", 42, GOOD))
    if place.tall:
        first = x + width // 2 - 22 * (len(icons) - 1)
        spots = [(first + 44 * step, y + height - 34) for step in range(len(icons))]
    else:
        spots = [(x + 134 + 62 * step, y + height // 2) for step in range(len(icons))]
    for (name, size, color), spot in zip(icons, spots, strict=False):
        canvas.icon(name, spot, size, color)


def _draw_bid(canvas: Canvas, picture: TablePicture, seat: SeatPicture, place: Place) -> None:
    x, y, _, height = place.plaque
    left = x + 76 if place.tall else x + 96
    middle = y + 42 if place.tall else y + height // 2
    if picture.stage in {"bidding", "exchange"}:
        _draw_bid_alone(canvas, seat, (left, middle), waits=not picture.bids_itself)
    else:
        _draw_tricks(canvas, seat, (left, middle), tall=place.tall)
    if seat.blind:
        blind = (x + 75, y + 96) if place.tall else (x + 233, middle)
        canvas.icon("blind", blind, 34, WORDS)
    area = (x + 10, y + 71, 130, 50) if place.tall else (x + 184, y + 4, 98, height - 8)
    _draw_pips(canvas, picture, seat, area)


def _draw_bid_alone(canvas: Canvas, seat: SeatPicture, at: tuple[int, int], *, waits: bool) -> None:
    x, middle = at
    if seat.bid is not None:
        text = str(seat.bid) if seat.bid else "nil"
        canvas.words(text, at, 50 if seat.bid else 42, WORDS)
    elif waits:
        for step in range(3):
            canvas.icon("disc", (x + 8 + 20 * step, middle), 10, QUIET)


def _draw_tricks(canvas: Canvas, seat: SeatPicture, at: tuple[int, int], *, tall: bool) -> None:
    size, within = (40, 68) if tall else (46, 84)
    color = BAD if seat.bid == 0 and seat.taken else WORDS
    if seat.bid is None:
        canvas.words(str(seat.taken), at, size, color)
    else:
        bid = str(seat.bid) if seat.bid else "nil"
        canvas.fraction(str(seat.taken), bid, at, size, color, within)


def _draw_pips(canvas: Canvas, picture: TablePicture, seat: SeatPicture, area: Box) -> None:
    """Draw a pip for each trick bid, filled when taken, and of another shape when over the bid."""
    if picture.stage == "bidding" and not seat.bid:
        return
    bid, color = seat.bid or 0, MARKS[seat.side].color
    pips: list[tuple[str, Color]] = []
    if seat.bid == 0:
        pips = [("cross", BAD)] * seat.taken
    elif picture.bids_itself:
        pips = [("disc", color)] * seat.taken
    else:
        pips.extend([("disc", color)] * min(seat.taken, bid))
        pips.extend([("ring", RING)] * (bid - seat.taken))
        pips.extend([("square", QUIET)] * (seat.taken - bid))
    if not pips:
        if seat.bid == 0 and not seat.blind:
            canvas.icon("none", (area[0] + area[2] // 2, area[1] + area[3] // 2), 36, color)
        return
    x, y, width, height = area
    columns, step = _grid(len(pips), width, height)
    rows = -(-len(pips) // columns)
    left = x + (width - columns * step) // 2
    top = y + (height - rows * step) // 2
    for number, (shape, ink) in enumerate(pips):
        row, column = divmod(number, columns)
        center = (left + column * step + step // 2, top + row * step + step // 2)
        canvas.icon(shape, center, step - 4, ink)


def _grid(count: int, width: int, height: int) -> tuple[int, int]:
    """Give the columns, and the room for each pip, that let pips be as large as an area allows."""
    sizes = {
        columns: min(width // columns, height // -(-count // columns), LARGEST_PIP)
        for columns in range(1, count + 1)
    }
    best = max(sizes.values())
    widest = max(columns for columns, size in sizes.items() if size == best)
    rows = -(-count // widest)
    return -(-count // rows), best
