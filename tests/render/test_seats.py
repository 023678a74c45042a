"""Who sits where is seen in the picture: names, avatars, and room for both."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from bot.render import layout, names, palette
from bot.render.avatars import LARGEST_SIDE, decoded
from bot.render.canvas import HEIGHT, WIDTH, Box
from bot.render.picture import AvatarPicture, TablePicture
from bot.render.rendering import render
from bot.render.showing import table_picture
from bot.render.table import draw_table
from bot.tables.model import Chair
from bot.texts.names import MARKS
from tests.render.states import AVATARS, CARDCOUCH, pictures, tables
from tests.render.tables import HUMANS, avatar_file, table_of

TALLEST_DIGIT = 34
"""Pixels that a bid is high at most."""


def around(center: tuple[int, int], width: int, height: int = 0) -> Box:
    """Give the box around a point."""
    height = height or width
    return center[0] - width // 2, center[1] - height // 2, width, height


def inside(place: layout.Place) -> dict[str, Box]:
    """Give what stands on a plaque beside the avatar, at its largest."""
    (name_x, name_y), (figure_x, figure_y) = place.name, place.figure
    letters = names.height()
    return {
        "mark": around(place.mark, layout.MARK),
        "name": (name_x, name_y - letters // 2, place.name_width, letters),
        "figure": (figure_x, figure_y - TALLEST_DIGIT // 2, layout.FIGURE_WIDTH, TALLEST_DIGIT),
        "first": around(place.signs[0], layout.SIGN),
        "second": around(place.signs[1], layout.SIGN),
        "pointer": around(place.pointer, layout.POINTER),
    }


def on_the_table(seats: int) -> dict[str, Box]:
    """Give what lies on and around a table, at its largest."""
    (x, y), (wide, high) = layout.LAST_TRICK, layout.SMALL_CARD
    spade_x, spade_y = layout.SPADES
    trick_x, trick_y = layout.TRICKS
    boxes = {
        "board": layout.BOARD,
        "last trick": (x - 3, y - 3, seats * (wide + 3) + 3, high + 6),
        "its winner": (x, y + high + 6, seats * (wide + 3), 36),
        "spades": (spade_x - 31, spade_y - 31, 92, 68),
        "tricks": (trick_x - 170, trick_y - 18, 170, 36),
        "pause": around(layout.PAUSE, 92),
    }
    for number, place in enumerate(layout.PLACES[seats], start=1):
        boxes[f"plaque {number}"] = place.plaque
        boxes[f"card {number}"] = around(place.card, *layout.CARD)
    return boxes


def overlap(one: Box, other: Box) -> bool:
    """Say whether two boxes have a pixel in common."""
    return all(
        one[axis] < other[axis] + other[axis + 2] and other[axis] < one[axis] + one[axis + 2]
        for axis in (0, 1)
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_nothing_lies_on_anything_else(seats: int) -> None:
    """No card, plaque, corner or sign covers another, at three seats or at four."""
    groups = [on_the_table(seats), *map(inside, layout.PLACES[seats])]
    covered = [
        (first, second)
        for boxes in groups
        for (first, one), (second, other) in combinations(boxes.items(), 2)
        if overlap(one, other)
    ]
    assert covered == []
    for boxes in groups:
        for x, y, width, height in boxes.values():
            assert min(x, y) >= 0
            assert x + width <= WIDTH
            assert y + height <= HEIGHT


@pytest.mark.parametrize("seats", [3, 4])
def test_arrows_of_turns_lie_on_no_card(seats: int) -> None:
    """The arrow at a plaque is clear of cards, of the pause and of the last trick."""
    others = {
        name: box for name, box in on_the_table(seats).items() if not name.startswith("plaque")
    }
    for place in layout.PLACES[seats]:
        arrow = around(place.pointer, layout.POINTER)
        assert [name for name, box in others.items() if overlap(arrow, box)] == []


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada", "Ada"),
        ("Maximilian of Habsburg", "Maximilian\N{HORIZONTAL ELLIPSIS}"),
        ("  two   words ", "two words"),
        ("Zoë", "Zoë"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zoë"),
        ("Łukasz", "Łukasz"),
        ("Şükrü Ąžőñ", "Şükrü Ąžőñ"),
        ("Nguyễn", "Nguyễn"),
        ("Ελένη", "Ελένη"),
        (
            "\N{CYRILLIC CAPITAL LETTER A}\N{CYRILLIC SMALL LETTER DE}",
            "\N{CYRILLIC CAPITAL LETTER A}\N{CYRILLIC SMALL LETTER DE}",
        ),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}da", "Ada"),
        ("\N{CJK UNIFIED IDEOGRAPH-4E8C}", ""),
        ("a\N{ZERO WIDTH SPACE}b", ""),
        ("\N{ROBOT FACE}", ""),
    ],
)
def test_a_name_is_drawn_whole_or_cut_or_not_at_all(name: str, drawn: str) -> None:
    """Where the font lacks a letter the number stands alone; what is long is cut to its place."""
    chairs = (Chair(replace(HUMANS[0], name=name)), Chair(), Chair(), Chair())
    picture = table_picture(table_of(CARDCOUCH, chairs=chairs))
    assert picture is not None
    assert picture.seats[0].name == drawn
    place = layout.PLACES[4][0]
    assert names.line(picture.seats[0].name or "x", place.name_width).width <= place.name_width


def shown_at(picture: TablePicture, seat: int) -> tuple[int, ...]:
    """Give the color in the middle of a seat's avatar."""
    found = draw_table(picture).getpixel(layout.PLACES[len(picture.seats)][seat].avatar)
    assert isinstance(found, tuple)
    return found


def test_an_avatar_is_drawn_in_its_own_colors() -> None:
    """The picture shows the file, also after it is packed into 256 colors; a computer has none."""
    picture = pictures()["play"]
    middle = shown_at(picture, 0)
    assert middle != shown_at(picture, 2)
    packed = Image.open(BytesIO(render(picture))).convert("RGB")
    kept = packed.getpixel(layout.PLACES[4][0].avatar)
    assert isinstance(kept, tuple)
    assert max(abs(one - other) for one, other in zip(middle, kept, strict=True)) < 20


def huge() -> bytes:
    """Give a small file of a large picture."""
    file = BytesIO()
    Image.new("L", (LARGEST_SIDE + 1, 8)).save(file, "PNG")
    return file.getvalue()


def as_gif() -> bytes:
    """Give a picture of another kind."""
    file = BytesIO()
    Image.new("L", (8, 8)).save(file, "GIF")
    return file.getvalue()


GOOD = avatar_file((1, 2, 3), (4, 5, 6))


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", GOOD[:60], GOOD[:-30], GOOD[:40] + b"?" * 200, huge(), as_gif()],
    ids=["empty", "text", "head", "cut", "garbled", "huge", "gif"],
)
def test_a_file_that_is_no_avatar_is_not_shown(data: bytes) -> None:
    """What is broken, too large or no PNG gives the drawn face, never a fault."""
    assert decoded(data) is None
    picture = pictures()["play"]
    first = replace(picture.seats[0], avatar=AvatarPicture("avatars/1/x", data))
    bare = replace(picture.seats[0], avatar=None)
    with_file, without = (
        replace(picture, seats=(seat, *picture.seats[1:])) for seat in (first, bare)
    )
    assert render(with_file) == render(without)


def test_a_picture_is_known_by_the_paths_of_its_avatars() -> None:
    """The same paths make the same picture, whatever file object; no avatar makes another."""
    table = tables()["play"]
    again = table_picture(table, avatars={path: bytes(data) for path, data in AVATARS.items()})
    other = table_picture(table)
    assert again == pictures()["play"]
    assert hash(again) == hash(pictures()["play"])
    assert other != again


def test_texts_repeat_the_marks_of_the_picture() -> None:
    """Each side has a mark, and an emoji of its own that has its shape by name."""
    shapes = {"disc": "🔵", "rhombus": "🔶", "square": "🟩", "triangle": "🔺"}
    assert tuple(shapes[mark.shape] for mark in palette.MARKS) == MARKS
