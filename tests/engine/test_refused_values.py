"""What is refused outside a game: positions, bids, notation and rules that are none."""

from collections.abc import Callable
from typing import cast

import pytest

from engine import errors
from engine.actions import Bid, Claim, Look, Pass, Play, Throw
from engine.cards import CardSet
from engine.errors import RuleError
from engine.game import Game
from engine.notation import parse_action
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_SOLO
from engine.round import Round
from engine.round_notation import parse_round
from engine.seats import SEATS, Seat
from engine.tally import Tally
from tests.engine.refused_games import (
    AS,
    CUTTHROAT,
    NO_SEAT,
)
from tests.engine.tools import hand

HANDS = [hand("AS"), hand("KS"), hand("QS"), hand("JS")]
BIDS = [Bid(seat, 3) for seat in SEATS]
START = Start(SEATS[0], (4, 4, 2, 2), broken=True)


@pytest.mark.parametrize(
    ("hands", "bids", "start", "dealer"),
    [
        pytest.param([*HANDS[:3], hand("JS TS")], BIDS, START, 0, id="sizes"),
        pytest.param([*HANDS[:3], hand("AS")], BIDS, START, 0, id="card twice"),
        pytest.param([*HANDS[:3], hand("BJ")], BIDS, START, 0, id="not in the deck"),
        pytest.param(HANDS[:3], BIDS, START, 0, id="hand missing"),
        pytest.param([], BIDS, START, 0, id="no hands"),
        pytest.param([CardSet()] * 4, BIDS, Start(SEATS[0], (4, 4, 3, 2), True), 0, id="empty"),
        pytest.param(HANDS, BIDS[:3], START, 0, id="bid missing"),
        pytest.param(HANDS, BIDS[::-1], START, 0, id="bids out of order"),
        pytest.param(HANDS, [*BIDS[:3], Bid(SEATS[3], 0, True)], START, 0, id="bid not allowed"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (4, 4, 2, 1), True), 0, id="tricks"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (4, 4, 4), True), 0, id="tricks of three"),
        pytest.param(HANDS, BIDS, Start(SEATS[0], (9, 4, -2, 1), True), 0, id="fewer than none"),
        pytest.param(HANDS, BIDS, Start(NO_SEAT, (4, 4, 2, 2), True), 0, id="leader"),
        pytest.param(HANDS, BIDS, START, 4, id="dealer"),
    ],
)
def test_bad_positions(hands: list[CardSet], bids: list[Bid], start: Start, dealer: int) -> None:
    """A position whose parts contradict each other is refused with a sentence."""
    with pytest.raises(errors.BadPosition) as caught:
        Round.position(CARDCOUCH, Seat(dealer), hands, bids, start)
    assert str(caught.value) == caught.value.why
    assert type(caught.value).code == "bad_position"


def test_good_position_is_taken() -> None:
    """The position that the bad ones were made from is itself in order."""
    assert Round.position(CARDCOUCH, SEATS[0], HANDS, BIDS, START).phase == Phase.PLAYING


def test_game_begins_with_a_seat_of_its_table() -> None:
    """The first dealer must sit at the table."""
    with pytest.raises(errors.UnknownSeat) as caught:
        Game.new(CARDCOUCH, NO_SEAT)
    assert caught.value.seat == 4


@pytest.mark.parametrize(
    ("provoke", "code"),
    [
        (lambda: Bid(SEATS[0], 19), "bad_bid"),
        (lambda: Bid(SEATS[0], 3, zero=True), "bad_bid"),
        (lambda: Bid(SEATS[0], 0, possible=True), "bad_bid"),
        (lambda: Bid(SEATS[0], 0, blind=True, zero=True), "bad_bid"),
        (lambda: Bid(Seat(True), 3), "unknown_seat"),
        (lambda: Look(cast("Seat", 1.0)), "unknown_seat"),
        (lambda: Play(cast("Seat", "1"), AS), "unknown_seat"),
        (lambda: Pass(cast("Seat", None), CardSet()), "unknown_seat"),
        (lambda: Throw(cast("Seat", True)), "unknown_seat"),
        (lambda: Claim(cast("Seat", True)), "unknown_seat"),
        (lambda: Game.new(CARDCOUCH, cast("Seat", True)), "unknown_seat"),
        (lambda: Game.new(CARDCOUCH, SEATS[0], [Tally()]), "bad_tallies"),
        (lambda: Game.new(HERO_SOLO, SEATS[0], [Tally()] * 2), "bad_tallies"),
        (lambda: Game.new(CARDCOUCH, SEATS[0], []), "bad_tallies"),
        (lambda: parse_round("3 2C/3C/4C 3,3,3 - -", CUTTHROAT), "unknown_seat"),
        (lambda: parse_action("play 0 ZZ"), "bad_notation"),
        (lambda: CARDCOUCH.changed(target=0), "bad_rules"),
    ],
)
def test_refusals_outside_a_game(provoke: Callable[[], object], code: str) -> None:
    """Bids, notation and rule sets are refused with codes of their own."""
    with pytest.raises(RuleError) as caught:
        provoke()
    assert type(caught.value).code == code
    assert str(caught.value)
