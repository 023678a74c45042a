"""The alt text says what the picture shows, and fits."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from bot.render.showing import table_picture
from bot.texts.alt import LONGEST, alt_text, spoken_card
from bot.texts.translator import ENGLISH
from engine.cards import Card
from tests.engine.strategies import Drawn, games
from tests.render.states import pictures
from tests.render.tables import table_of

ROOM_FOR_LANGUAGES = 0.8
"""Other languages take up to a quarter more letters than English."""


@pytest.mark.parametrize("name", sorted(pictures()))
def test_it_fits(name: str) -> None:
    """English leaves room for longer languages within what Discord takes."""
    assert 0 < len(alt_text(pictures()[name], ENGLISH)) <= LONGEST * ROOM_FOR_LANGUAGES


@settings(max_examples=60)
@given(games())
def test_it_fits_for_any_game(drawn_game: Drawn) -> None:
    """No state of any game says more than Discord takes, or less than whole sentences."""
    game = drawn_game.game
    picture = table_picture(table_of(game.rules, game))
    assert picture is not None
    said = alt_text(picture, ENGLISH)
    assert len(said) <= LONGEST
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("lobby", ["3 of 4 seats", "Seat 1, side 1: Ada, host, ready.",
                   "Seat 3, side 1: free.", "Seat 4, side 2: a computer player.", "To 500 points",
                   "10 bags cost 100"]),
        ("lobby_everything", ["Blind nil is worth 200", "2 cards are passed", "Two jokers"]),
        ("bidding", ["bidding", "Seat 3 is to bid.", "bid nil", "no bid yet", "Seat 4 deals.",
                     "3 of 13"]),
        ("exchange", ["Seat 4 is to pass cards.", "has passed cards", "chooses cards"]),
        ("play", ["round 1, trick 6 of 13", "Seat 2 is to play.", "seat 1 winning",
                  "seat 3 led the 5 of diamonds", "312 points, bags 6/10",
                  "contract 5, has 5, made", "bid nil, took 0", "Spades are not broken.",
                  "The last trick went to seat 3"]),
        ("play_near_end", ["It is the last round.", "sets 1/3", "sets 2/3"]),
        ("play_taken", ["taken by seat 2", "Seat 2 is to lead."]),
        ("play_late", ["contract 7, has 4, set", "made, 2 bags in this round",
                       "Spades are broken."]),
        ("play_jokers", ["the little joker"]),
        ("paused", ["Paused.", "away, a computer player stands in"]),
        ("round", ["round 1 is over", "\N{MINUS SIGN}60 in this round",
                   "seat 2 failed nil, 6 bags more"]),
        ("final", ["the game is over", "place 1", "508 points"]),
    ],
)  # fmt: skip
def test_it_says_what_is_shown(name: str, facts: list[str]) -> None:
    """Each fact that a state's picture shows is in its alt text."""
    said = alt_text(pictures()[name], ENGLISH)
    assert [fact for fact in facts if fact not in said] == []


def test_too_much_ends_at_a_sentence() -> None:
    """What does not fit is left out from the end, by whole sentences."""
    picture = pictures()["play"]
    crowded = replace(picture, seats=picture.seats * 12)
    said = alt_text(crowded, ENGLISH)
    assert len(said) <= LONGEST
    assert said.startswith("Spades to 500")
    assert said.endswith(".")


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("AS", "ace of spades"),
        ("TD", "10 of diamonds"),
        ("BJ", "big joker"),
        ("LJ", "little joker"),
    ],
)
def test_cards_are_said_aloud(card: str, said: str) -> None:
    """A card is named as people say it."""
    assert spoken_card(Card.parse(card), ENGLISH) == said
