"""Views: what each seat and the public see, and that no hidden card is ever among it."""

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Bid, Play
from engine.cards import Card, CardSet
from engine.game import Game, replay
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import public_view, seat_view
from tests.engine import strategies
from tests.engine.hidden import check_nothing_hidden_is_shown, check_views_ignore_hidden_cards
from tests.engine.tools import SUITS


def test_an_opening_that_is_closed_counts_no_more() -> None:
    """A closer's number is its side's contract and no seat's own; beside a nil it is the seat's."""
    rules = CARDCOUCH.changed(side_bid="second_closes")
    game = Game.new(rules, SEATS[3]).apply(SUITS)
    for seat, tricks in zip(SEATS, (3, 0, 7, 6), strict=True):
        game = game.apply(Bid(seat, tricks))
    view = public_view(game)
    assert [bid and bid.tricks for bid in view.bids] == [3, 0, 7, 6]
    assert [view.contract_of(side) for side in rules.sides] == [7, 6]
    assert view.own_bids == (None, Bid(SEATS[1], 0), None, Bid(SEATS[3], 6))


@given(strategies.games())
def test_nothing_hidden_is_shown(drawn: strategies.Drawn) -> None:
    """Every card that can be reached from a view was played, or is the viewer's own."""
    check_nothing_hidden_is_shown(drawn.game)


@given(strategies.games(), st.integers(0, 2**32))
def test_views_do_not_depend_on_hidden_cards(drawn: strategies.Drawn, seed: int) -> None:
    """With all cards that a viewer cannot see replaced, the view is exactly the same."""
    check_views_ignore_hidden_cards(drawn.game, random.Random(seed))


def test_before_the_first_deal() -> None:
    """Before the first deal there are seats, rules and tallies, and nothing else."""
    game = Game.new(CARDCOUCH, SEATS[2], [Tally(10, 1), Tally(20, 2)])
    view = public_view(game)
    assert (view.phase, view.number, view.moves, view.dealer) == ("dealing", 0, 0, 2)
    assert view.bids == (None,) * 4
    assert (view.taken, view.held) == ((0,) * 4, (0,) * 4)
    assert (view.trick, view.tricks, view.last_trick, view.led) == ((), (), None, None)
    assert (view.winning, view.to_act, view.broken, view.outcome) == (None, None, False, None)
    assert view.tallies == (Tally(10, 1), Tally(20, 2))
    own = seat_view(game, SEATS[1])
    assert (own.hand, own.legal, own.bids, own.may_look) == (CardSet(), (), (), False)


def test_during_a_round() -> None:
    """Bids, the trick with who played what, who is winning and what may be played are shown."""
    game = replay(Game.new(CARDCOUCH, SEATS[3]).apply(SUITS), [Bid(seat, 3) for seat in SEATS])
    game = game.apply(Play(SEATS[0], Card.parse("9C"))).apply(Play(SEATS[1], Card.parse("AD")))
    view = public_view(game)
    assert view.bids == tuple(Bid(seat, 3) for seat in SEATS)
    assert view.trick == (Play(SEATS[0], Card.parse("9C")), Play(SEATS[1], Card.parse("AD")))
    assert (str(view.led), view.winning, view.to_act, view.moves) == ("9C", 0, 2, 6)
    assert view.held == (12, 12, 13, 13)
    mine = seat_view(game, SEATS[2])
    assert mine.playable == mine.hand == SUITS.hands[2]
    other = seat_view(game, SEATS[3])
    assert other.hand == SUITS.hands[3]
    assert (len(other.playable), other.legal, other.bids) == (0, (), ())
    game = game.apply(Play(SEATS[2], Card.parse("2H"))).apply(Play(SEATS[3], Card.parse("2S")))
    view = public_view(game)
    assert view.last_trick is not None
    assert (view.last_trick.winner, view.taken, view.broken) == (3, (0, 0, 0, 1), True)
    assert (view.trick, view.led, view.winning) == ((), None, None)


@given(strategies.games())
def test_legal_in_the_view_is_legal_in_the_game(drawn: strategies.Drawn) -> None:
    """What a view offers is what the game accepts from that seat."""
    game = drawn.game
    for seat in game.rules.seats:
        view = seat_view(game, seat)
        assert list(view.legal) == list(game.legal_actions_of(seat))
        assert all(game.explain(action) is None for action in view.legal)
        assert view.public == public_view(game)
