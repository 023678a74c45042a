"""Blind nil: the hand is hidden until the seat looks or bids, and a look is for good."""

import pytest

from engine.actions import Bid, Look
from engine.errors import HandAlreadySeen
from engine.game import Game, replay
from engine.notation import actions_of, parse_action, parse_game, print_action, print_game
from engine.presets import HERO_PARTNERS, PRESETS
from engine.seats import SEATS
from engine.views import seat_view
from tests.engine.tools import SUITS

DEALT = Game.new(HERO_PARTNERS, SEATS[3]).apply(SUITS)
BLIND = Bid(SEATS[0], 0, blind=True)


def restarted(game: Game) -> Game:
    """Read the game back from its line, as after a restart."""
    return parse_game(print_game(game))


def test_hand_is_hidden_from_its_own_seat() -> None:
    """Before a look or a bid no seat sees its cards, though each may look at once."""
    for seat in SEATS:
        view = seat_view(DEALT, seat)
        assert view.hand is None
        assert view.may_look
        assert len(view.playable) == 0


def test_hand_is_open_where_blind_nil_is_not_played() -> None:
    """At a table without blind nil every seat sees its cards from the deal on."""
    for name in ("cardcouch", "one_page", "hero_solo"):
        game = Game.new(PRESETS[name], SEATS[3]).apply(SUITS)
        assert [seat_view(game, seat).hand for seat in SEATS] == list(SUITS.hands)
        assert not any(seat_view(game, seat).may_look for seat in SEATS)


def test_look_opens_the_hand_for_that_seat_alone() -> None:
    """After a look, out of turn too, this seat sees its hand and the others still do not."""
    game = DEALT.apply(Look(SEATS[2]))
    assert game.to_act == SEATS[0]
    assert [seat_view(game, seat).hand is None for seat in SEATS] == [True, True, False, True]
    assert seat_view(game, SEATS[2]).hand == SUITS.hands[2]
    assert not seat_view(game, SEATS[2]).may_look


@pytest.mark.parametrize("bid", [Bid(SEATS[0], 4), Bid(SEATS[0], 0), BLIND])
def test_bid_opens_the_hand(bid: Bid) -> None:
    """With its bid given, blind or not, the seat sees its cards."""
    assert seat_view(DEALT.apply(bid), SEATS[0]).hand == SUITS.hands[0]


def test_look_forfeits_blind_nil_for_good() -> None:
    """After a look blind nil is neither offered nor taken, now or after a restart."""
    assert BLIND in seat_view(DEALT, SEATS[0]).bids
    looked = DEALT.apply(Look(SEATS[0]))
    for game in (looked, restarted(looked), restarted(restarted(looked))):
        assert seat_view(game, SEATS[0]).hand == SUITS.hands[0]
        assert BLIND not in seat_view(game, SEATS[0]).bids
        with pytest.raises(HandAlreadySeen):
            game.apply(BLIND)


def test_look_of_a_later_seat_is_kept_too() -> None:
    """A look before one's turn is in the line and the log, and forfeits as well."""
    game = DEALT.apply(Look(SEATS[1])).apply(BLIND)
    assert game.round is not None
    log = [parse_action(print_action(action)) for action in actions_of(game.round)]
    again = replay(Game.new(HERO_PARTNERS, SEATS[3]), log)
    for same in (restarted(game), again):
        assert same == game
        with pytest.raises(HandAlreadySeen):
            same.apply(Bid(SEATS[1], 0, blind=True))


def test_hidden_hand_stays_hidden_after_a_restart() -> None:
    """A restart opens no hand, and does not take blind nil away."""
    again = restarted(DEALT)
    assert again == DEALT
    assert [seat_view(again, seat).hand for seat in SEATS] == [None] * 4
    assert again.apply(BLIND) == DEALT.apply(BLIND)


def test_next_round_hides_hands_again() -> None:
    """What a seat saw in one round does not open its hand in the next."""
    game = DEALT.apply(Look(SEATS[2]))
    while not game.sheets:
        game = game.apply(game.legal_actions[0])
    game = game.apply(SUITS)
    assert [seat_view(game, seat).hand for seat in SEATS] == [None] * 4


def test_blind_nil_is_another_bid_than_nil() -> None:
    """Games that differ in this alone are not equal, and their lines differ."""
    blind, plain = DEALT.apply(BLIND), DEALT.apply(Bid(SEATS[0], 0))
    assert blind != plain
    assert hash(blind) != hash(plain)
    assert print_game(blind) != print_game(plain)
    assert (restarted(blind), restarted(plain)) == (blind, plain)


def test_a_blind_bid_of_tricks_is_not_offered() -> None:
    """Only nil is ever blind, and it is offered once."""
    blind = [bid for bid in seat_view(DEALT, SEATS[0]).bids if bid.blind]
    assert blind == [BLIND]
