"""The middle of the picture: the trick, hands face down, or what a round and a game brought."""

from typing import Final

from PIL import Image

from bot.render import cards, layout
from bot.render.canvas import Canvas
from bot.render.palette import (
    BAD,
    BAG,
    FELT_DEEP,
    FELT_LINE,
    GOLD,
    GOOD,
    INK,
    QUIET,
    WORDS,
)
from bot.render.picture import Played, RoundResult, SidePicture, TablePicture, TrickPicture
from bot.render.seats import draw_mark

_WIDE: Final = 384
_ROOMY: Final = 100
TWO_DIGITS: Final = 10


def draw_center(canvas: Canvas, picture: TablePicture) -> None:
    """Draw what lies in the middle of the table."""
    if picture.stage == "lobby":
        _draw_emblem(canvas)
    elif picture.stage == "round":
        _draw_round(canvas, picture)
    elif picture.stage == "final":
        _draw_final(canvas, picture)
    elif picture.stage == "play" and picture.trick is not None:
        _draw_trick(canvas, picture, picture.trick)
    else:
        _draw_piles(canvas, picture)
    if picture.paused:
        _draw_pause(canvas)


def _draw_emblem(canvas: Canvas) -> None:
    x, y = layout.MIDDLE
    wide, high = layout.CARD
    back = cards.back(wide, high)
    for step in (-1, 1, 0):
        tilted = back.rotate(-16 * step, expand=True, resample=Image.Resampling.BICUBIC)
        at = (x + 78 * step - tilted.width // 2, y + 14 * abs(step) - tilted.height // 2)
        canvas.sprite(tilted, *at)
    canvas.icon("disc", (x, y), 76, INK)
    canvas.icon("disc", (x, y), 70, GOLD)
    canvas.icon("spade", (x, y), 44, INK)


def _draw_pause(canvas: Canvas) -> None:
    x, y = layout.PAUSE
    canvas.icon("disc", (x, y), 92, INK)
    canvas.icon("disc", (x, y), 84, GOLD)
    canvas.icon("pause", (x, y), 44, INK)


def _draw_piles(canvas: Canvas, picture: TablePicture) -> None:
    wide, high = layout.PILE
    back = cards.back(wide, high)
    for seat, place in zip(picture.seats, layout.PLACES[len(picture.seats)], strict=True):
        if not seat.held:
            continue
        x, y = place.pile
        for lift in (8, 4, 0):
            canvas.sprite(back, x - wide // 2 + lift - 4, y - high // 2 - lift + 4)
        if seat.passing != "no":
            done = seat.passing == "chosen"
            canvas.icon("disc", (x, y), 62, INK)
            canvas.icon("disc", (x, y), 56, GOOD if done else GOLD)
            canvas.icon("check" if done else "swap", (x, y), 34, INK)
    said = [seat.bid for seat in picture.seats if seat.bid is not None]
    if said and picture.stage == "bidding":
        x, y = layout.MIDDLE
        y -= 0 if len(picture.seats) > 3 else 40  # noqa: PLR2004 - three leave the top free
        canvas.panel((x - 66, y - 34, 132, 68), 20, FELT_DEEP, FELT_LINE, 2)
        at = x - (50 if sum(said) >= TWO_DIGITS else 38)
        canvas.fraction(str(sum(said)), str(picture.tricks), (at, y), 42, WORDS, 104)


def _draw_trick(canvas: Canvas, picture: TablePicture, trick: TrickPicture) -> None:
    places = layout.PLACES[len(picture.seats)]
    wide, high = layout.CARD
    shown = {played.seat for played in trick.played}
    for seat in picture.seats:
        if seat.seat not in shown:
            x, y = places[seat.seat].card
            box = (x - wide // 2, y - high // 2, wide, high)
            canvas.frame(box, 12, FELT_LINE, 3)
    for played in trick.played:
        _draw_card(canvas, picture, trick, played)


def _draw_card(canvas: Canvas, picture: TablePicture, trick: TrickPicture, played: Played) -> None:
    x, y = layout.PLACES[len(picture.seats)][played.seat].card
    wide, high = layout.CARD
    left, top = x - wide // 2, y - high // 2
    wins = trick.winner == played.seat
    if wins:
        canvas.panel((left - 8, top - 8, wide + 16, high + 16), 18, GOLD)
    else:
        canvas.panel((left - 2, top - 2, wide + 4, high + 4), 13, INK)
    canvas.sprite(cards.face(played.card, picture.colors, wide, high), left, top)
    if wins:
        canvas.icon("disc", (left + wide - 20, top + 20), 42, GOLD)
        canvas.icon("crown", (left + wide - 20, top + 19), 28, INK)
    if played == trick.played[0]:
        canvas.icon("disc", (left + 20, top + high - 20), 38, INK)
        canvas.icon("lead", (left + 22, top + high - 20), 18, WORDS)


def _draw_round(canvas: Canvas, picture: TablePicture) -> None:
    """Draw what the round brought: a line for each side, with its contract and its points."""
    x, y = layout.MIDDLE
    count = len(picture.sides)
    each = min(150, 328 // count)
    left, top = x - _WIDE // 2, y - each * count // 2
    canvas.panel((left, top - 6, _WIDE, each * count + 12), 24, FELT_DEEP, FELT_LINE, 3)
    for number, side in enumerate(picture.sides):
        line = top + number * each
        if number:
            canvas.image.paste(FELT_LINE, (left + 16, line - 1, left + _WIDE - 16, line + 1))
        _draw_result(canvas, picture, side, (left, line, each))


def _draw_result(
    canvas: Canvas, picture: TablePicture, side: SidePicture, at: tuple[int, int, int]
) -> None:
    left, top, high = at
    result = side.result
    roomy, two_lines = high >= _ROOMY, result is not None and _needs_line(side, result)
    middle = top + (high * 3 // 8 if two_lines else high // 2)
    name = "" if picture.partners else str(side.seats[0] + 1)
    draw_mark(canvas, side.side, (left + 40, top + high // 2), 46, name)
    if result is None:
        return
    points = f"+{result.points}" if result.points >= 0 else str(result.points)
    color = GOOD if result.points >= 0 else BAD
    spot = (left + _WIDE - 22, middle if roomy else top + high // 2)
    canvas.words(points, spot, 52 if roomy else 42, color, "right", 140)
    x = left + 78
    if side.contract:
        towards, contract = str(side.towards), str(side.contract)
        x += canvas.fraction(towards, contract, (x, middle), 40, WORDS, 110) + 24
        made = side.state == "made"
        canvas.icon("check" if made else "cross", (x, middle), 32, GOOD if made else BAD)
        x += 30
    chips = (left + 78, top + high * 3 // 4) if two_lines else (x, middle)
    _draw_chips(canvas, result, chips)


def _needs_line(side: SidePicture, result: RoundResult) -> bool:
    """Say whether what is beside the contract fills a line of its own."""
    chips = [result.boston, result.bags, result.penalty, *result.nils]
    return sum(map(bool, chips)) + bool(side.contract) > 1 + bool(not side.contract)


def _draw_chips(canvas: Canvas, result: RoundResult, at: tuple[int, int]) -> None:
    """Draw the bags, their penalty, the nils and a Boston in a row."""
    x, middle = at
    if result.boston:
        canvas.icon("trophy", (x + 14, middle), 32, GOLD)
        x += 44
    for nil in result.nils:
        x += canvas.words("nil", (x, middle), 30, WORDS) + 18
        canvas.icon("check" if nil.made else "cross", (x, middle), 26, GOOD if nil.made else BAD)
        x += 26
    if result.bags:
        canvas.icon("bag", (x + 14, middle), 28, BAG)
        x += 32 + canvas.words(f"+{result.bags}", (x + 30, middle), 28, BAG) + 12
    if result.penalty:
        canvas.icon("bag", (x + 14, middle), 28, BAD)
        canvas.words(f"-{result.penalty}", (x + 30, middle), 28, BAD)


def _draw_final(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the trophy, and the sides in their order with their points."""
    x, y = layout.MIDDLE
    order = sorted(picture.sides, key=lambda side: (side.place or 9, -side.points))
    each = min(68, 216 // len(order))
    top = y - 164
    high = 104 + each * len(order) + 12
    canvas.panel((x - 158, top, 316, high), 24, FELT_DEEP, FELT_LINE, 3)
    canvas.icon("trophy", (x, top + 56), 88, GOLD)
    for step, size in ((-116, 26), (-78, 38), (78, 38), (116, 26)):
        canvas.icon("star", (x + step, top + 56), size, GOLD)
    for number, side in enumerate(order):
        middle = top + 108 + each * number + each // 2
        won = side.place == 1
        if side.place is not None:
            color = GOLD if won else QUIET
            canvas.words(str(side.place), (x - 122, middle), 38, color, "center")
        name = "" if picture.partners else str(side.seats[0] + 1)
        draw_mark(canvas, side.side, (x - 66, middle), 44, name)
        text = str(side.points)
        color = GOLD if won else WORDS
        canvas.words(text, (x + 136, middle), 48 if won else 40, color, "right")
