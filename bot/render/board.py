"""The scoreboard: each side's points, bags and contract."""

from typing import Final

from bot.render import layout
from bot.render.canvas import Canvas
from bot.render.palette import (
    BAD,
    BAG,
    GOLD,
    GOOD,
    MARKS,
    PANEL,
    PANEL_EDGE,
    QUIET,
    SLOT,
    WORDS,
)
from bot.render.picture import SidePicture, TablePicture
from bot.render.seats import draw_mark

_ROOM_FOR_BAG: Final = 70
_WIDEST_STEP: Final = 25
"""The distance of two sets where few lose."""
_ROOMY: Final = 200
"""The height from which a side has a separate line for everything."""


def draw_board(canvas: Canvas, picture: TablePicture) -> None:
    """Draw the scoreboard; in the lobby, the rules at a glance."""
    x, y, width, height = layout.BOARD
    canvas.panel(layout.BOARD, 24, PANEL, PANEL_EDGE, 3)
    _draw_head(canvas, picture)
    top = y + layout.BOARD_HEAD
    if picture.stage == "lobby":
        _draw_rules(canvas, picture, top)
        return
    each = (height - layout.BOARD_HEAD) // len(picture.sides)
    for number, side in enumerate(picture.sides):
        block = top + number * each
        canvas.image.paste(PANEL_EDGE, (x + 14, block, x + width - 14, block + 2))
        if each >= _ROOMY:
            _draw_roomy(canvas, picture, side, block)
        else:
            _draw_dense(canvas, picture, side, block, each)


def _draw_head(canvas: Canvas, picture: TablePicture) -> None:
    x, y, width, _ = layout.BOARD
    middle = y + layout.BOARD_HEAD // 2
    if picture.round:
        canvas.icon("round", (x + 34, middle), 32, QUIET)
        _draw_round(canvas, picture, (x + 58, middle))
    else:
        canvas.icon("spade", (x + 36, middle), 36, WORDS)
    target = picture.rules.target
    if target is None:
        return
    wide = canvas.words(str(target), (x + width - 18, middle), 34, WORDS, "right", 74)
    canvas.icon("flag", (x + width - 38 - wide, middle), 30, GOLD)


def _draw_round(canvas: Canvas, picture: TablePicture, at: tuple[int, int]) -> None:
    """Draw the number of the round, of how many where that can be read; the last in gold."""
    ink = GOLD if picture.last_round else WORDS
    number, rounds = str(picture.round), picture.rounds
    room = 46 if picture.rules.target is not None else 140
    if rounds is not None and (room > _ROOM_FOR_BAG or len(number) == len(str(rounds)) == 1):
        canvas.fraction(number, str(rounds), at, 34, ink, room)
    else:
        canvas.words(number, at, 34, ink, within=room)


def _draw_sets(canvas: Canvas, side: SidePicture, middle: int) -> None:
    """Draw how many sets a side has, as crosses among as many places as lose."""
    if side.sets is None:
        return
    count, limit = side.sets
    x, _, width, _ = layout.BOARD
    step = min(_WIDEST_STEP, (width - 40) // limit)
    for number in range(limit):
        at = x + 20 + step // 2 + number * step, middle
        canvas.icon("cross", at, step - 3, BAD if number < count else SLOT)


def _draw_roomy(canvas: Canvas, picture: TablePicture, side: SidePicture, top: int) -> None:
    x, _, width, _ = layout.BOARD
    first = top + (50 if side.sets is None else 42)
    draw_mark(canvas, side.side, (x + 42, first), 48)
    canvas.words(str(side.points), (x + width - 20, first), 58, WORDS, "right", 136)
    _draw_sets(canvas, side, top + 83)
    _draw_way(canvas, picture, side, top + 104)
    _draw_bags(canvas, picture, side, top + 146)
    middle = top + 196
    _draw_contract(canvas, picture, side, (x + 20, middle), 44)


def _draw_dense(
    canvas: Canvas, picture: TablePicture, side: SidePicture, top: int, height: int
) -> None:
    x, _, width, _ = layout.BOARD
    first, second, third = (round(height * share) for share in (0.29, 0.58, 0.81))
    draw_mark(canvas, side.side, (x + 40, top + first), 44, str(side.seats[0] + 1))
    canvas.words(str(side.points), (x + 72, top + first), 46, WORDS, within=98)
    _draw_state(canvas, side, (x + width - 36, top + first), 34)
    _draw_way(canvas, picture, side, top + second)
    _draw_bags(canvas, picture, side, top + third)


def _draw_way(canvas: Canvas, picture: TablePicture, side: SidePicture, middle: int) -> None:
    """Draw a side's progress towards the target."""
    x, _, width, _ = layout.BOARD
    long, high = width - 40, 14
    left, top = x + 20, middle - high // 2
    canvas.panel((left, top, long, high), 8, SLOT)
    target = picture.rules.target
    share = 0.0 if target is None else max(0.0, min(1.0, side.points / target))
    if share:
        full = max(high, round(long * share))
        canvas.panel((left, top, full, high), 8, MARKS[side.side].color)


def _draw_bags(canvas: Canvas, picture: TablePicture, side: SidePicture, middle: int) -> None:
    """Draw a side's bags as a row that fills up to the penalty, and how many remain."""
    x, _, width, _ = layout.BOARD
    canvas.icon("bag", (x + 34, middle), 30, BAG)
    limit = picture.rules.bag_limit
    if limit is None:
        canvas.words(str(side.bags), (x + 58, middle), 28, QUIET)
        return
    coming = side.over if picture.stage == "play" and side.state != "set" else 0
    left, long, high = x + 56, width - 162, 20
    each = long / limit
    for number in range(limit):
        start = left + round(number * each)
        wide = max(3, round((number + 1) * each) - round(number * each) - 2)
        color = BAG if number < side.bags else SLOT
        canvas.panel((start, middle - high // 2, wide, high), 2, color)
        if side.bags <= number < side.bags + coming:
            canvas.panel((start, middle, wide, high // 2), 2, BAG)
    text = f"{side.bags}/{limit}"
    canvas.words(text, (x + width - 16, middle), 34, QUIET, "right", 84)


def _draw_contract(
    canvas: Canvas, picture: TablePicture, side: SidePicture, at: tuple[int, int], size: int
) -> None:
    """Draw a side's contract, the tricks towards it, and its result."""
    x, middle = at
    if picture.bids_itself or picture.stage == "drawing":
        return
    if side.contract is None:
        if picture.stage == "bidding":
            for step in range(3):
                canvas.icon("disc", (x + 8 + 18 * step, middle), 9, QUIET)
        else:
            canvas.words("nil", (x, middle), size, WORDS)
        return
    if picture.stage not in {"bidding", "exchange"}:
        towards, contract = str(side.towards), str(side.contract)
        x += canvas.fraction(towards, contract, (x, middle), size, WORDS, 80)
    else:
        x += canvas.words(str(side.contract), (x, middle), size, WORDS)
    _draw_state(canvas, side, (x + 22, middle), round(size * 0.75))
    if side.over and picture.stage == "play":
        right = layout.BOARD[0] + layout.BOARD[2] - 18
        right -= canvas.words(f"+{side.over}", (right, middle), 28, BAG, "right", 40)
        if right - x > _ROOM_FOR_BAG:
            canvas.icon("bag", (right - 17, middle), 26, BAG)


def _draw_state(canvas: Canvas, side: SidePicture, center: tuple[int, int], size: int) -> None:
    if side.state == "made":
        canvas.icon("check", center, size, GOOD)
    elif side.state == "set":
        canvas.icon("cross", center, size, BAD)


def _draw_rules(canvas: Canvas, picture: TablePicture, top: int) -> None:
    """Draw the rules: the seats taken, the costs of bags and nils, and special rules."""
    x, _, width, height = layout.BOARD
    rules = picture.rules
    taken = sum(seat.holder != "empty" for seat in picture.seats)
    rows = [("person", WORDS, f"{taken}/{len(picture.seats)}", "")]
    if rules.losing_score is not None:
        rows.append(("flag", BAD, str(rules.losing_score), ""))
    penalty = f"-{rules.penalty}" if rules.penalty else ""
    rows.append(("bag", BAG, "-" if rules.bag_limit is None else str(rules.bag_limit), penalty))
    if rules.nil is not None:
        rows.append(("none", WORDS, "nil", str(rules.nil)))
    if rules.blind_nil is not None:
        rows.append(("blind", WORDS, "nil", str(rules.blind_nil)))
    if rules.exchange:
        rows.append(("swap", WORDS, str(rules.exchange), ""))
    if rules.jokers:
        rows.append(("hat", WORDS, "2", ""))
    each = min(76, (height - layout.BOARD_HEAD - 12) // len(rows))
    canvas.image.paste(PANEL_EDGE, (x + 14, top, x + width - 14, top + 2))
    for number, (name, color, text, worth) in enumerate(rows):
        middle = top + 8 + each * number + each // 2
        canvas.icon(name, (x + 46, middle), 40, color)
        canvas.words(text, (x + 82, middle), 36, WORDS)
        if worth:
            ink = BAD if worth.startswith("-") else QUIET
            canvas.words(worth, (x + width - 18, middle), 30, ink, "right")
