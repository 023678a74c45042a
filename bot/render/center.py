"""The middle of the picture: the trick, hands face down, or the result of a round or a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.render import cards, fonts, layout
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
    Color,
)
from bot.render.picture import Played, RoundResult, SidePicture, TablePicture, TrickPicture
from bot.render.seats import draw_mark

_WIDE: Final = 384
_BESIDE: Final = 5
TWO_DIGITS: Final = 10


@dataclass(frozen=True, slots=True)
class Chip:
    """An icon and a number.

    Attributes:
        icon: the name of the icon.
        icon_color: its color.
        text: the number beside it; empty for an icon alone.
        color: the color of the number.
    """

    icon: str
    icon_color: Color
    text: str
    color: Color


def draw_center(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the middle of the table."""
    if picture.stage == "lobby":
        _draw_emblem(canvas)
    elif picture.stage == "round":
        _draw_round(canvas, picture)
    elif picture.stage == "final":
        _draw_final(canvas, picture)
    elif picture.stage == "play" and picture.trick is not None:
        _draw_trick(canvas, picture, picture.trick)
    elif picture.stage == "drawing":
        _draw_stock(canvas, picture)
    elif picture.thrown:
        _draw_thrown(canvas, picture)
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
    together = picture.together
    if together is not None and picture.stage == "bidding":
        x, y = layout.MIDDLE
        y -= 0 if len(picture.seats) > 3 else 40  # noqa: PLR2004 - three leave the top free
        canvas.panel((x - 66, y - 34, 132, 68), 20, FELT_DEEP, FELT_LINE, 2)
        at = x - (50 if together >= TWO_DIGITS else 38)
        canvas.fraction(str(together), str(picture.tricks), (at, y), 42, WORDS, 104)


def _draw_stock(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the pack and the cards put away, each with its number, and both hands so far."""
    wide, high = layout.PILE
    back = cards.back(wide, high)
    piles = [(layout.STOCK, picture.stock), (layout.PUT_AWAY, picture.put_away)]
    for (x, y), count in piles:
        if not count:
            canvas.frame((x - wide // 2, y - high // 2, wide, high), 12, FELT_LINE, 3)
            continue
        for lift in (8, 4, 0) if count > 2 else (0,):  # noqa: PLR2004 - fewer are no pile
            canvas.sprite(back, x - wide // 2 + lift - 4, y - high // 2 - lift + 4)
        canvas.icon("disc", (x, y), 62, INK)
        canvas.words(str(count), (x, y), 36, WORDS, "center")
    x, y = layout.PUT_AWAY
    canvas.icon("cross", (x, y + high // 2 + 26), 30, QUIET)
    for seat, place in zip(picture.seats, layout.PLACES[len(picture.seats)], strict=True):
        if not seat.held:
            continue
        x, y = place.pile
        canvas.sprite(back, x - wide // 2, y - high // 2)
        kept = seat.drew == "kept"
        canvas.icon("disc", (x, y), 62, INK)
        canvas.icon("disc", (x, y), 56, GOOD if kept else GOLD)
        canvas.icon("check" if kept else "cross", (x, y), 34, INK)


def _draw_thrown(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the hand that was thrown in, in two rows around the middle."""
    x, y = layout.MIDDLE
    wide, high = layout.SMALL_CARD
    half = (len(picture.thrown) + 1) // 2
    for number, row in enumerate((picture.thrown[:half], picture.thrown[half:])):
        left = x - (wide * len(row)) // 2
        top = y - high - 4 if number == 0 else y + 4
        for place, card in enumerate(row):
            canvas.sprite(cards.face(card, picture.colors, wide, high), left + wide * place, top)


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
    """Draw the result of a round: each side's contract and points."""
    x, y = layout.MIDDLE
    count = len(picture.sides)
    each = min(150, 340 // count)
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
    """Draw a side's points and contract, and below them the other items."""
    left, top, high = at
    name = "" if picture.partners else str(side.seats[0] + 1)
    draw_mark(canvas, side.side, (left + 38, top + high // 2), 48, name)
    result = side.result
    if result is None:
        return
    points = f"+{result.points}" if result.points >= 0 else str(result.points)
    color = GOOD if result.points >= 0 else BAD
    right = left + _WIDE - 16
    wide = canvas.words(points, (right, top + high // 2), 50, color, "right", 124)
    x, room = left + 72, right - wide - left - 84
    alone, paired = (min(46, round(high * share)) for share in (0.6, 0.42))
    upper, lower = _lines([*_contract(side), *_extras(result)], alone, room)
    if lower:
        _draw_chips(canvas, upper, (x, top + round(high * 0.29)), paired, room)
        _draw_chips(canvas, lower, (x, top + round(high * 0.72)), paired, room)
    else:
        _draw_chips(canvas, upper, (x, top + high // 2), alone, room)


def _lines(chips: Sequence[Chip], size: int, within: int) -> tuple[Sequence[Chip], Sequence[Chip]]:
    """Spread chips over one line if they fit in a size, otherwise evenly over two."""
    if len(chips) < 2 or _across(chips, size) <= within:  # noqa: PLR2004 - one cannot be spread
        return chips, ()
    return min(
        ((chips[:cut], chips[cut:]) for cut in range(1, len(chips))),
        key=lambda lines: max(_across(line, size) for line in lines),
    )


def _contract(side: SidePicture) -> list[Chip]:
    if not side.contract:
        return []
    return [_verdict(f"{side.towards}/{side.contract}", made=side.state == "made")]


def _extras(result: RoundResult) -> list[Chip]:
    """Give a Boston, the nils, the bags, and what they cost."""
    chips = [Chip("trophy", GOLD, "", GOLD)] if result.boston else []
    chips += [_verdict("nil", made=nil.made) for nil in result.nils]
    if result.bags:
        chips.append(Chip("bag", BAG, f"+{result.bags}", BAG))
    if result.penalty:
        chips.append(Chip("bag", BAD, f"-{result.penalty}", BAD))
    return chips


def _verdict(text: str, *, made: bool) -> Chip:
    return Chip("check" if made else "cross", GOOD if made else BAD, text, WORDS)


def _draw_chips(
    canvas: Canvas, chips: Sequence[Chip], at: tuple[int, int], size: int, within: int
) -> None:
    """Draw chips in a row, as large as possible."""
    while size > fonts.SMALLEST and _across(chips, size) > within:
        size -= 1
    x, middle = at
    for chip in chips:
        across = _icon_size(size)
        canvas.icon(chip.icon, (x + across // 2, middle), across, chip.icon_color)
        if chip.text:
            canvas.words(chip.text, (x + across + _BESIDE, middle), size, chip.color)
        x += _width(chip, size)


def _across(chips: Sequence[Chip], size: int) -> int:
    return sum(_width(chip, size) for chip in chips)


def _icon_size(size: int) -> int:
    return round(size * 0.8)


def _width(chip: Chip, size: int) -> int:
    """Give the width of a chip with the gap behind it."""
    text = _BESIDE + fonts.words(chip.text, size).width if chip.text else 0
    return _icon_size(size) + text + size // 3


def _draw_final(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the trophy, and the ranked sides with their points."""
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
