"""The review of a round: what each decision was worth, by what the seat could know."""

import random
from dataclasses import replace

import pytest

from engine.actions import Bid, Pass, Play, Throw
from engine.cards import Card
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.players.played_out import FEWEST, lost_by
from engine.players.player import Budget
from engine.players.review import (
    FIND,
    MISTAKE,
    PLAYED_OUT,
    Review,
    accuracy_of,
    judge,
    judge_again,
    review,
)
from engine.players.styles import STYLES
from engine.players.utility import POINT
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.turns import turns_of
from engine.views import seat_view

DEALS = 60
FEW = Budget(worlds=20, nodes=20_000)


def played(rules: Rules, seed: int, wild: Seat | None = None) -> Game:
    """Play one round with strong players; one seat may play whatever comes."""
    chance = random.Random(seed)
    dealer = rules.seats[seed % len(rules.seats)]
    game = Game.new(rules, dealer).apply(deal(Seeds(b"%d" % seed), 1, dealer, rules))
    player = STYLES["marlow"].player
    while game.phase not in {Phase.DEALING, Phase.OVER}:
        seat = game.to_act
        assert seat is not None
        view = seat_view(game, seat)
        action = player.choose(view, FEW, chance).action
        if seat == wild and game.phase == Phase.PLAYING:
            action = chance.choice(view.legal)
        game = game.apply(action)
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    """A round in which the seat on the left of the dealer played whatever came."""
    return played(PRESETS["cardcouch"], 8, wild=SEATS[1])


@pytest.fixture(scope="module")
def wild(game: Game) -> Review:
    """The review of that seat."""
    return review(game, 1, SEATS[1], "seed", DEALS)


def test_who_plays_whatever_comes_is_told_apart(game: Game, wild: Review) -> None:
    """Random cards have mistakes and little accuracy; a strong player has much."""
    strong = review(game, 1, SEATS[2], "seed", DEALS)
    assert strong.accuracy is not None
    assert wild.accuracy is not None
    assert strong.accuracy > wild.accuracy + 10
    assert wild.mistakes
    assert [each.chance for each in wild.mistakes] == sorted(
        (each.chance for each in wild.mistakes), reverse=True
    )
    assert all(each.points >= MISTAKE and each.best != each.turn.action for each in wild.mistakes)


def test_the_same_seed_gives_the_same_review(game: Game, wild: Review) -> None:
    """A review can be looked at again."""
    assert review(game, 1, SEATS[1], "seed", DEALS) == wild


def test_a_mistake_is_one_with_other_deals(wild: Review) -> None:
    """What is called a mistake loses over other deals too."""
    cards = [each for each in wild.mistakes if isinstance(each.turn.action, Play)]
    assert cards
    assert all(judge_again(each, "other", 4 * DEALS) > 0 for each in cards)


def test_what_was_no_choice_is_not_judged() -> None:
    """Neither forced cards nor cards passed count, and equal cards are one."""
    rules = PRESETS["cardcouch"].changed(exchange=2, exchange_when="any_nil")
    game = next(
        game
        for game in (played(rules, seed) for seed in range(200))
        if game.round is not None and game.round.to_pass
    )
    assert game.round is not None
    for seat in rules.seats:
        judged = {each.turn.place for each in review(game, 1, seat, "seed", 10).judgements}
        for turn in turns_of(game, 1, seat):
            if isinstance(turn.action, Pass) or len(turn.view.legal) == 1:
                assert turn.place not in judged


def test_a_bid_is_judged_by_its_own_chances(game: Game) -> None:
    """The bid of the strong player loses nothing, one of ten tricks with an average hand much."""
    turn = next(turns_of(game, 1, SEATS[2]))
    assert isinstance(turn.action, Bid)
    own = judge(turn, "seed", DEALS)
    assert own is not None
    high = judge(replace(turn, action=Bid(turn.view.seat, 10)), "seed", DEALS)
    assert high is not None
    assert (own.is_mistake, high.is_mistake) == (False, True)
    assert high.best == own.best
    assert judge_again(high, "other", DEALS) > MISTAKE * POINT


def test_a_bid_that_stands_out_is_played_out(game: Game) -> None:
    """It is told to lose no more than it loses over deals that are played to their end."""
    turn = next(turns_of(game, 1, SEATS[2]))
    bid = Bid(turn.view.seat, 10)
    judged = judge(replace(turn, action=bid), "seed", DEALS)
    assert judged is not None
    assert isinstance(judged.best, Bid)
    lost = lost_by(turn.view, bid, judged.best, f"seed/{turn.view.public.moves}", PLAYED_OUT)
    assert lost is not None
    assert 0 < judged.points * POINT <= lost + 1e-6
    gained = lost_by(turn.view, judged.best, bid, "seed", PLAYED_OUT)
    assert gained is not None
    assert gained < 0


def test_a_bid_is_not_played_out_where_hands_are_drawn() -> None:
    """Where two seats draw their hands, or too few deals agree with the bids, nothing is said."""
    game = played(PRESETS["two_handed"], 1)
    turn = next(t for t in turns_of(game, 1, SEATS[0]) if isinstance(t.action, Bid))
    assert isinstance(turn.action, Bid)
    assert lost_by(turn.view, turn.action, turn.action, "seed", PLAYED_OUT) is None
    few = next(turns_of(played(PRESETS["cardcouch"], 1), 1, SEATS[0]))
    assert isinstance(few.action, Bid)
    assert lost_by(few.view, few.action, few.action, "seed", FEWEST - 1) is None


@pytest.mark.parametrize("name", ["round_robin", "whiz", "lodge"])
def test_a_bid_is_not_played_out_where_the_first_round_is_another(name: str) -> None:
    """Where a first round bids itself, or cards force or partners close a bid, nothing is said."""
    rules = PRESETS[name]
    game = played(rules, 2)
    game = game.apply(deal(Seeds(b"2"), 2, game.dealer, rules))
    while game.phase == Phase.BIDDING:
        assert game.to_act is not None
        view = seat_view(game, game.to_act)
        least, *_, most = [each for each in (*view.bids, *view.bids) if not each.is_nil]
        if view.public.bids.count(None) <= 1:
            assert lost_by(view, least, most, "seed", FEWEST) is None
        game = game.apply(least)


def test_a_bid_is_not_played_out_after_one_that_nobody_would_make() -> None:
    """Where no hand is bid as one was before, too few deals are left to say anything."""
    rules = PRESETS["cardcouch"]
    game = Game.new(rules, SEATS[0]).apply(deal(Seeds(b"1"), 1, SEATS[0], rules))
    assert game.to_act is not None
    game = game.apply(Bid(game.to_act, 13))
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    assert lost_by(view, Bid(view.seat, 3), Bid(view.seat, 4), "seed", FEWEST) is None


def test_what_cannot_be_compared_again_loses_nothing(game: Game) -> None:
    """A card is not compared with a bid."""
    judgements = review(game, 1, SEATS[2], "seed", 10).judgements
    card = next(each for each in judgements if isinstance(each.turn.action, Play))
    assert judge_again(replace(card, best=Bid(SEATS[2], 3)), "other", DEALS) == 0.0


def test_a_hand_to_throw_in_has_no_bid_to_judge() -> None:
    """Where a strong player throws its hand in, a bid made instead is not judged."""
    rules = PRESETS["campus"]
    turn = next(
        turn
        for game in (played(rules, seed) for seed in range(400))
        for seat in rules.seats
        for turn in turns_of(game, 1, seat)
        if isinstance(turn.action, Throw)
    )
    assert judge(replace(turn, action=turn.view.bids[0]), "seed", DEALS) is None


def test_a_find_beats_what_is_obvious() -> None:
    """A card is a find only where it is the best and the rule of thumb plays another one."""
    found = [
        each
        for seed in range(3)
        for seat in SEATS
        for each in review(played(PRESETS["cardcouch"], seed), 1, seat, "seed", DEALS).finds
    ]
    assert found
    for each in found:
        assert each.best == each.turn.action
        assert each.better >= FIND


def test_accuracy_falls_with_what_is_lost() -> None:
    """Nothing lost is a hundred, twenty points a decision a third, and no decision is no number."""
    assert accuracy_of([]) is None
    assert accuracy_of([0.0, 0.0]) == 100.0
    assert accuracy_of([20.0, 20.0]) == pytest.approx(100 / 3)
    assert accuracy_of([0.0, 10.0]) == pytest.approx(100 / 1.5)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_can_be_reviewed(preset: str) -> None:
    """Solo, three and two seats, jokers, blind bids, exchanges: each seat gets its review."""
    rules = PRESETS[preset]
    game = played(rules, 2)
    for seat in rules.seats:
        found = review(game, 1, seat, "seed", 10)
        assert found.seat == seat
        for each in found.judgements:
            assert each.turn.view.seat == seat
            if isinstance(each.best, Play):
                assert isinstance(each.best.card, Card)
