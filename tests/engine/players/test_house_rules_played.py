"""What computer players make of house rules: openings, throw-ins, blind numbers, sets, the end."""

import random
from dataclasses import replace

import pytest

from engine.actions import Bid, Deal, Look, Throw
from engine.game import Game
from engine.players.blind import choose_blind
from engine.players.knowledge import UNKNOWN, tells
from engine.players.player import Budget, Choice, Reason
from engine.players.styles import STYLES
from engine.players.utility import SCALE, End, Stage, worth
from engine.presets import CARDCOUCH, PRESETS
from engine.rules import Rules
from engine.seats import SEATS, Seat, Side
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.engine.tools import hand, spread

STRONG_HAND = "AS KS QS 4S AH KH 2H AD 3D 2D AC 3C 4C"
"""Seven tricks and more."""
POOR_HAND = "9H 8H 5H 4H 2H 9D 7D 5D 4D 9C 6C 5C 3C"
"""Neither a spade nor a face."""
FAIR_HAND = "QS 9S 4S AH 7H 3H KD 8D 3D JC 9C 5C 4C"
"""About three tricks."""

ANY = {SEATS[1]: FAIR_HAND}

PAIRS = Rules(nil="none", bag_limit=None)


def view_of(rules: Rules, held: dict[Seat, str], points: tuple[int, int], *bids: int) -> SeatView:
    """Give the view of the next seat to bid after these numbers; seat 0 bids first."""
    hands = spread(rules, {seat: hand(cards) for seat, cards in held.items()}, 0)
    game = Game.new(rules, SEATS[3], [Tally(each) for each in points]).apply(Deal(hands))
    for tricks in bids:
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, tricks))
    assert game.to_act is not None
    return seat_view(game, game.to_act)


def chosen(view: SeatView) -> Choice:
    """Give what the strong player chooses."""
    return STYLES["marlow"].player.choose(view, Budget(10, 10), random.Random(1))


def bid_of(view: SeatView) -> Bid:
    """Give what the strong player bids."""
    action = chosen(view).action
    assert isinstance(action, Bid)
    return action


def test_a_closer_adds_its_hand_to_the_opening() -> None:
    """Where the second closes, it says the tricks of both hands; where bids are added, its own."""
    closing = PAIRS.changed(side_bid="second_closes")
    held = {SEATS[2]: STRONG_HAND}
    alone = bid_of(view_of(PAIRS, held, (0, 0), 3, 3)).tricks
    both = bid_of(view_of(closing, held, (0, 0), 3, 3)).tricks
    assert alone + 2 <= both <= alone + 5
    assert bid_of(view_of(closing, held, (0, 0), 1, 3)).tricks < both


def test_what_an_opening_leaves_out_is_told_as_a_possible() -> None:
    """An opening is a possible where half a trick or more is left, and never elsewhere."""
    rules = PAIRS.changed(side_bid="second_closes", possibles=True, minimum_contract=4)
    said = [bid_of(view_of(rules, {SEATS[0]: each}, (0, 0))) for each in (FAIR_HAND, STRONG_HAND)]
    assert all(bid.possible for bid in said)
    assert said[0].tricks < said[1].tricks
    plain = bid_of(view_of(rules.changed(possibles=False), {SEATS[0]: FAIR_HAND}, (0, 0)))
    assert not plain.possible


def test_a_closing_tells_of_both_hands() -> None:
    """Deals are weighed by what a bid tells of its own hand: a closing less the opening."""
    rules = PAIRS.changed(side_bid="second_closes")
    view = view_of(rules, ANY, (0, 0), 3, 4, 7)
    assert [tells(view.public, seat) for seat in SEATS] == [300, 400, 400, UNKNOWN]
    added = view_of(PAIRS, ANY, (0, 0), 3, 4, 7)
    assert [tells(added.public, seat) for seat in SEATS] == [300, 400, 700, UNKNOWN]
    nil = view_of(CARDCOUCH, ANY, (0, 0), 0)
    assert tells(nil.public, SEATS[0]) == 0


@pytest.mark.parametrize(
    ("cards", "thrown"),
    [(POOR_HAND, True), ("AH KH QH AD KD QD JD 5D AC KC QC JC 9C", False)],
)
def test_only_a_poor_hand_is_thrown_in(cards: str, thrown: bool) -> None:
    """A hand is thrown in where a new deal is worth more than the best bid from it."""
    rules = PAIRS.changed(throw_in="no_spade", minimum_contract=4)
    view = view_of(rules, {SEATS[2]: cards}, (0, 0), 2, 3)
    choice = chosen(view)
    assert Throw(SEATS[2]) in view.legal
    assert isinstance(choice.action, Throw) == thrown
    assert (choice.why.reason is Reason.THROWS_IN) == thrown


def test_the_last_to_bid_leaves_a_poor_table_short() -> None:
    """Where a short table is thrown in, a side that would be set rather has it dealt again."""
    rules = PAIRS.changed(table_minimum=11, minimum_contract=4)
    poor = bid_of(view_of(rules, {SEATS[3]: POOR_HAND}, (0, 0), 3, 2, 3)).tricks
    assert 6 + 2 + poor < 11
    strong = bid_of(view_of(rules, {SEATS[3]: STRONG_HAND}, (0, 0), 3, 2, 3)).tricks
    assert 6 + 2 + strong >= 11


def test_contracts_that_count_as_made_are_bid_high() -> None:
    """Where a short table counts as made, the last bids as much as stays short of the least."""
    rules = PAIRS.changed(table_minimum=11, table_short="made")
    view = view_of(rules, {SEATS[3]: POOR_HAND}, (0, 0), 2, 2, 2)
    assert bid_of(view).tricks == 4


@pytest.mark.parametrize(
    ("points", "blind"), [((60, 60), False), ((150, 210), False), ((0, 280), True)]
)
def test_a_number_is_bid_unseen_only_far_behind(points: tuple[int, int], blind: bool) -> None:
    """A blind number is for a side a hundred behind that gains by it; else a player looks."""
    rules = PRESETS["jokers_wild"].changed(blind_bid_deficit=0)
    choice = chosen(view_of(rules, ANY, points))
    assert isinstance(choice.action, Bid if blind else Look)


def test_alone_a_blind_number_is_one_seats() -> None:
    """In solo a seat reckons with its own tricks, so a high blind number is never worth it."""
    rules = Rules(mode="solo", blind_bid=9)
    game = Game.new(rules, SEATS[3], [Tally(0), Tally(400), Tally(0), Tally(0)])
    view = seat_view(game.apply(Deal(spread(rules, {SEATS[1]: hand(FAIR_HAND)}, 0))), SEATS[0])
    assert any(bid.is_blind_number for bid in view.bids)
    assert choose_blind(view) is None


def test_a_set_costs_more_where_sets_lose() -> None:
    """Of two sides with equal points that with a set is behind, whether sets or a row loses."""
    level = [Tally(100), Tally(100, sets=1, run=1)]
    plain = worth(PAIRS, level, Side(0))
    sets = worth(PAIRS.changed(sets_lose=3), level, Side(0))
    row = worth(PAIRS.changed(sets_lose=3, sets_in_a_row_lose=2), level, Side(0))
    assert plain < sets
    assert plain < row


def test_the_last_round_decides() -> None:
    """After the last round or the time a lead of ten points is a win, and before it is little."""
    ahead = [Tally(110), Tally(100)]
    rules = PAIRS.changed(rounds=8)
    assert worth(rules, ahead, Side(0), End(stage=Stage(8))) > SCALE
    assert worth(PAIRS, ahead, Side(0), End(stage=Stage(5, time_out=True))) > SCALE
    early, late = (worth(rules, ahead, Side(0), End(stage=Stage(n))) for n in (2, 7))
    assert SCALE / 2 < early < late < SCALE


def test_the_first_round_decides() -> None:
    """A side with too few tricks in a first round that loses has lost, whatever its points."""
    rules = PAIRS.changed(first_round_least=4)
    level = [Tally(40), Tally(30)]
    assert worth(rules, level, Side(0), End(stage=Stage(1), taken=(10, 3))) > SCALE
    assert worth(rules, level, Side(1), End(stage=Stage(2), taken=(10, 3))) > 0


@pytest.mark.parametrize(("bag_points", "ducks"), [(-10, True), (1, False)])
def test_overs_are_ducked_by_what_they_are_worth(bag_points: int, ducks: bool) -> None:
    """With its contract made, a player plays low where an over costs, and wins where it pays."""
    rules = PAIRS.changed(bag_points=bag_points)
    after = [worth(rules, [Tally(50 + bag_points * n), Tally(50)], Side(0)) for n in (0, 1)]
    assert (after[0] > after[1]) == ducks


def test_a_penalty_of_ones_own_makes_bags_dear() -> None:
    """Bags weigh by what the table fines for them."""
    bags = [Tally(50, bags=8), Tally(50)]
    dear, cheap = (worth(Rules(bag_penalty=penalty), bags, Side(0)) for penalty in (500, 10))
    assert dear < cheap


def test_the_first_round_has_its_stage() -> None:
    """A view of the first round bids for what the first round decides."""
    rules = PAIRS.changed(first_round_wins=10)
    view = view_of(rules, {SEATS[2]: STRONG_HAND}, (0, 0), 3, 2)
    later = replace(view, public=replace(view.public, round_number=2))
    assert bid_of(view).tricks >= bid_of(later).tricks - 1


def test_every_hand_can_be_bid() -> None:
    """Where every legal bid is far from what the hands are worth, the nearest is still one."""
    rules = PAIRS.changed(side_bid="second_closes", minimum_contract=7)
    assert bid_of(view_of(rules, {SEATS[2]: POOR_HAND}, (0, 0), 1, 1)).tricks == 7
