"""The card of a person: whatever there is of it fits, in every language."""

import pytest

from bot.render.person import PersonPicture, Tile, draw_person
from bot.render.rendering import render
from bot.tables.records import Partner, PersonCard, RatingChange, Score, Totals
from bot.texts.alt import LONGEST
from bot.texts.person import person_alt, person_picture
from bot.texts.settings import LANGUAGE_NAMES
from bot.texts.translator import Translator

SEASON = 8107
PNG = b"\x89PNG"


def change(number: int, after: float, *, won: bool = True) -> RatingChange:
    """Give the change of a game."""
    return RatingChange(
        1, SEASON, after - 10.0, after, provisional=number < 20, place=1 if won else 2,
        among_people=True, mode="partners",
    )  # fmt: skip


def full_card() -> PersonCard:
    """Give the card of someone who has played very much."""
    changes = tuple(change(n, 1500.0 + 7 * n, won=n % 3 > 0) for n in range(40))
    score = Score(99_999, 123_456)
    totals = Totals(1, 99_999, 9_999, 99_999, -99_999, 99_999, contracts=9, contracts_made=8)
    return PersonCard(totals, changes, score, score, Partner(2, "W" * 32, 10_000, 20_000))


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_a_full_card_fits(language: str) -> None:
    """With the largest numbers and the longest names nothing leaves the picture or the limit."""
    words = Translator(language)
    picture = person_picture("M" * 32, full_card(), SEASON, words)
    assert render(picture).startswith(PNG)
    alt = person_alt(picture, words)
    assert len(alt) <= LONGEST
    assert all(tile.value in alt and tile.label in alt for tile in picture.tiles)
    assert str(picture.course[-1]) in alt


def test_a_card_without_games_is_drawn() -> None:
    """Before the first rated game there is no rating, no line and no mark."""
    words = Translator("en")
    picture = person_picture("Ada", PersonCard(Totals(1, rounds=1)), SEASON, words)
    assert (picture.rating, picture.course, picture.form) == ("", (), ())
    assert render(picture).startswith(PNG)
    assert person_alt(picture, words).startswith("Ada, Season 2026/4. Won against people: 0 / 0.")


def test_the_course_goes_up_with_the_rating() -> None:
    """A higher rating is drawn higher: the last point of a rising line is above the first."""
    rising = PersonPicture("", "", "", "", "", (1500, 1520, 1600), (), (Tile("a", "b"),))
    picture = draw_person(rising)
    gold = [
        (x, y)
        for x in range(40, 860)
        for y in range(190, 330)
        if picture.getpixel((x, y)) == (255, 209, 102)
    ]
    first, last = min(gold), max(gold)
    assert last[1] < first[1]
