"""Blind nil: the hand is hidden until the seat looks or bids, and a look is for good."""

import pytest

from engine.actions import Bid, Look
from engine.errors import BlindNilNotAllowed, HandAlreadySeen
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.notation import parse_action, print_action
from engine.presets import HERO_PARTNERS, PRESETS
from engine.round_notation import actions_of
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import seat_view
from tests.engine.tools import SUITS, bid_modestly, play_lowest

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


@pytest.mark.parametrize(
    ("points", "allowed"),
    [
        ((0, 0), []),
        ((0, 99), []),
        ((0, 100), [0, 2]),
        ((250, 120), [1, 3]),
        ((-90, 20), [0, 2]),
    ],
)
def test_only_a_side_that_is_behind_may_bid_blind(
    points: tuple[int, int], allowed: list[int]
) -> None:
    """With a deficit of 100, only the seats of a side so far behind hold hidden hands."""
    rules = HERO_PARTNERS.changed(blind_nil_deficit=100, target=500)
    game = Game.new(rules, SEATS[3], [Tally(each) for each in points]).apply(SUITS)
    assert [seat for seat in SEATS if seat_view(game, seat).hand is None] == allowed
    for seat in SEATS:
        bids = [action for action in game.legal_actions if isinstance(action, Bid)]
        blind = Bid(seat, 0, blind=True)
        assert (blind in bids) == (seat in allowed)
        refusal = game.explain(blind)
        assert (refusal is None) == (seat in allowed)
        assert refusal is None or isinstance(refusal, BlindNilNotAllowed)
        game = game.apply(Bid(seat, 3))
        assert restarted(game) == game


def test_deficit_is_to_the_best_of_the_others() -> None:
    """In solo a seat may bid blind when the leader is far enough ahead, whoever is second."""
    rules = PRESETS["hero_solo"].changed(blind_nil=True, blind_nil_deficit=50)
    points = (0, 60, 20, 10)
    game = Game.new(rules, SEATS[3], [Tally(each) for each in points]).apply(SUITS)
    assert [seat for seat in SEATS if seat_view(game, seat).hand is None] == [0, 3]


def test_deficit_counts_anew_in_each_round() -> None:
    """Whether a side may bid blind follows from the tallies at the start of the round."""
    rules = HERO_PARTNERS.changed(blind_nil_deficit=100, target=500, losing_score=None)
    game = bid_modestly(Game.new(rules, SEATS[3]).apply(SUITS))
    game = play_lowest(game).apply(SUITS)
    assert [tally.points for tally in game.tallies] == [-60, 67]
    assert game.round is not None
    assert game.round.face_down == (True, False, True, False)
    line = print_game(game)
    assert line.endswith("-,-,-,- - - o:13")
    assert " - - o:0123" not in line.rpartition(" | ")[2]
    assert restarted(game) == game


def test_whiz_unseen_is_blind_or_a_look() -> None:
    """Where bids follow from the cards, a hidden hand may bid blind nil or be looked at first."""
    game = Game.new(HERO_PARTNERS.changed(bidding="whiz"), SEATS[2]).apply(SUITS)
    assert list(game.legal_actions) == [Bid(SEATS[3], 0, blind=True), Look(SEATS[3])]
    looked = game.apply(Look(SEATS[3]))
    assert list(looked.legal_actions) == [Bid(SEATS[3], 13), Bid(SEATS[3], 0)]
    assert restarted(looked.apply(Bid(SEATS[3], 13))) == looked.apply(Bid(SEATS[3], 13))


def test_suicide_nil_may_be_blind() -> None:
    """The nil that one of two partners must bid may be a blind one; the other must bid tricks."""
    game = Game.new(HERO_PARTNERS.changed(bidding="suicide"), SEATS[3]).apply(SUITS)
    game = game.apply(BLIND).apply(Bid(SEATS[1], 3))
    bids = [action for action in game.legal_actions if isinstance(action, Bid)]
    assert bids == [Bid(SEATS[2], tricks) for tricks in range(1, 14)]
    game = game.apply(Bid(SEATS[2], 3))
    bids = [action for action in game.legal_actions if isinstance(action, Bid)]
    assert bids == [Bid(SEATS[3], 0), Bid(SEATS[3], 0, blind=True)]
