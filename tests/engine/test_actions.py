"""Actions and the tables of ready-made ones."""

import math

import pytest

from engine.actions import BIDS, BLIND_BIDS, PLAYS, Bid
from engine.cards import CARDS
from engine.errors import BadBid, RuleError
from engine.seats import SEATS, next_seat, seats_from


@pytest.mark.parametrize(
    "number", [True, False, 3.5, 3.0, "4", "nil", None, math.nan, -1, 19, 10**9, [3], 3 + 0j]
)
def test_what_is_no_bid(number: object) -> None:
    """True, 3.5, "4", NaN and numbers out of range are not taken for a bid."""
    with pytest.raises(BadBid) as caught:
        Bid(SEATS[0], number)  # type: ignore[arg-type]
    assert caught.value.given == repr(number)
    assert isinstance(caught.value, RuleError)


@pytest.mark.parametrize(
    ("tricks", "kinds"),
    [
        (4, {"zero": True}),
        (4, {"covered": True}),
        (0, {"possible": True}),
        (0, {"blind": True, "zero": True}),
        (4, {"blind": True, "possible": True}),
        (0, {"zero": True, "covered": True}),
    ],
)
def test_kinds_that_do_not_go_together(tricks: int, kinds: dict[str, bool]) -> None:
    """A bid is of one kind, a zero and a covered bid are no number, and a possible is one."""
    with pytest.raises(BadBid):
        Bid(SEATS[0], tricks, **kinds)


def test_kinds_of_bids() -> None:
    """Of all bids of 0 only nil is nil; a number that was bid blind is known as one."""
    assert Bid(SEATS[0], 4, blind=True).is_blind_number
    assert not Bid(SEATS[0], 0, blind=True).is_blind_number
    assert not Bid(SEATS[0], 0, zero=True).is_nil
    assert not Bid(SEATS[0], 0, covered=True).is_nil


def test_nil_is_no_tricks() -> None:
    """Nil is the bid of 0, blind or not, and no other."""
    assert [Bid(SEATS[0], tricks).is_nil for tricks in range(18)] == [True] + [False] * 17
    assert Bid(SEATS[0], 0, blind=True).is_nil
    assert Bid(SEATS[0], 0, blind=True) != Bid(SEATS[0], 0)


def test_ready_made_actions_are_where_they_are_looked_up() -> None:
    """The tables hold each play and bid at its own place."""
    for seat in SEATS:
        assert [play.card for play in PLAYS[seat]] == list(CARDS)
        assert {play.seat for play in PLAYS[seat]} == {seat}
        assert BIDS[seat] == tuple(Bid(seat, tricks) for tricks in range(19))
        assert BLIND_BIDS[seat][0] == Bid(seat, 0, blind=True)


def test_seats_go_round() -> None:
    """Seats follow each other clockwise and wrap, at a table of three too."""
    assert [next_seat(seat) for seat in SEATS] == [1, 2, 3, 0]
    assert [next_seat(seat, 3) for seat in SEATS[:3]] == [1, 2, 0]
    assert seats_from(SEATS[2]) == (2, 3, 0, 1)
    assert seats_from(SEATS[1], 3) == (1, 2, 0)
