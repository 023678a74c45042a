"""Hands thrown in, time that runs out, and bids for a whole side, as games and lines have them."""

import pytest

from engine.actions import Bid, Deal, Throw, Time
from engine.cards import CardSet, iter_cards
from engine.contracts import COVERED
from engine.errors import BadPosition
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH
from engine.round import Round
from engine.seats import SEATS
from engine.views import public_view, seat_view
from tests.engine.tools import SUITS, fresh_deal, hand, play_lowest

LOW = hand("2C 3C 4C 5C 6C 2D 3D 4D 5D 2H 3H 4H 5H")
THROWING = CARDCOUCH.changed(throw_in="no_spade_no_face")


def deal_with_a_low_hand() -> Deal:
    """Give a deal in which seat 0 holds neither a spade nor a face card."""
    rest = [c for c in iter_cards(THROWING.deck_in_play.cards) if c not in LOW]
    return Deal((LOW, *(CardSet.of(rest[at : at + 13]) for at in range(0, 39, 13))))


def test_a_hand_thrown_in_is_shown_and_dealt_again() -> None:
    """Everyone sees the hand; the next seat deals, a new deal of the same round."""
    game = Game.new(THROWING, SEATS[3]).apply(deal_with_a_low_hand())
    assert seat_view(game, SEATS[0]).may_throw_in
    assert not seat_view(game, SEATS[1]).may_throw_in
    game = game.apply(Throw(SEATS[0]))
    shown = public_view(game)
    assert (shown.thrown_in, shown.thrower, shown.thrown_hand) == (True, 0, LOW)
    assert (game.phase, game.next_dealer, game.sheets) == (Phase.DEALING, 0, ())
    assert parse_game(print_game(game)) == game
    game = game.apply(fresh_deal(game))
    assert (game.number, game.round_number) == (2, 1)
    assert parse_game(print_game(game)) == game


def test_time_that_runs_out_between_two_rounds_ends_the_game_at_once() -> None:
    """Told after a round it is tested at once; told within it, at its end; both are one game."""
    start = Game.new(CARDCOUCH.changed(minutes=30), SEATS[3]).apply(SUITS)
    bids = [Bid(seat, 3) for seat in SEATS]
    after = play_lowest(replay(start, bids)).apply(Time())
    within = play_lowest(replay(start.apply(Time()), bids))
    assert after == within
    assert after.outcome is not None
    assert after.outcome.winner == 1
    assert parse_game(print_game(after)) == after


def test_a_position_may_hold_a_blind_number_where_it_is_played() -> None:
    """A diagram can have a number for a side and a covered partner, but not at every table."""
    hands = [hand("AS"), hand("2S"), hand("3S"), hand("4S")]
    bids = [Bid(SEATS[0], 6, blind=True), Bid(SEATS[1], 3), COVERED[2], Bid(SEATS[3], 3)]
    start = Start(SEATS[0], (3, 3, 3, 3), broken=True)
    played = CARDCOUCH.changed(blind_bid=6)
    assert Round.position(played, SEATS[3], hands, bids, start).phase == Phase.PLAYING
    for wrong in (bids, [Bid(SEATS[0], 3), *bids[1:]]):
        with pytest.raises(BadPosition):
            Round.position(CARDCOUCH, SEATS[3], hands, wrong, start)
