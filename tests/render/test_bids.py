"""Bids in the picture: of a seat alone, for the whole side, of a table that plays no nil."""

import random

import pytest

from bot.render.picture import TablePicture
from bot.render.showing import table_picture
from bot.texts.alt import alt_text
from bot.texts.translator import ENGLISH
from engine.game import Game
from engine.notation import parse_bid
from engine.presets import BARRACKS, CAMPUS, CARDCOUCH, TRICKSTER_JJDD
from engine.rules import Rules
from engine.seats import SEATS
from tests.render.tables import deal_for, table_of

OPENS = BARRACKS.changed(blind_bid=None, blind_bid_deficit=0)
BLIND = BARRACKS.changed(blind_bid_deficit=0)


def after(rules: Rules, *bids: str) -> TablePicture:
    """Give the picture after some bids, of which seat 1 makes the first."""
    game = Game.new(rules, SEATS[3]).apply(deal_for(rules, random.Random(1)))
    for bid in bids:
        assert game.to_act is not None
        game = game.apply(parse_bid(bid, game.to_act))
    picture = table_picture(table_of(rules, game))
    assert picture is not None
    return picture


@pytest.mark.parametrize(
    ("rules", "bids", "drawn", "together", "told"),
    [
        (OPENS, ("3p",), ["3+", "", "", ""], 3, "bid 3 and a possible"),
        (OPENS, ("3p", "7"), ["", "", "", ""], 7, "contract 7"),
        (OPENS, ("3p", "7", "4"), ["", "4", "", ""], 11, "bid 4"),
        (BLIND, ("blind7",), ["7", "", "", ""], 7, "blind 7"),
        (TRICKSTER_JJDD, ("zero",), ["0", "", "", ""], 0, "bid 0"),
        (CARDCOUCH, ("nil", "3"), ["nil", "3", "", ""], 3, "bid nil"),
    ],
)
def test_what_is_drawn_of_bids(
    rules: Rules, bids: tuple[str, ...], drawn: list[str], together: int, told: str
) -> None:
    """A number that is the side's alone stands at no seat, and counts once."""
    picture = after(rules, *bids)
    assert [seat.said for seat in picture.seats] == drawn
    assert picture.together == together
    said = alt_text(picture, ENGLISH)
    assert told in said
    assert f"Bids come to {together} of 13 so far." in said


def test_a_table_without_nil_says_no_value_of_it() -> None:
    """In the lobby, what a nil is worth is told only where it is played as one."""
    told = []
    for rules in (CAMPUS, TRICKSTER_JJDD, CARDCOUCH):
        picture = table_picture(table_of(rules))
        assert picture is not None
        told.append("Nil is worth" in alt_text(picture, ENGLISH))
    assert told == [False, False, True]
