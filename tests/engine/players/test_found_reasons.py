"""What the search finds in whole rounds is told: falls, holders, doubts, and gains of a find."""

import random
from dataclasses import replace

import pytest

from engine.actions import Bid
from engine.cards import Card, CardSet, Suit
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.players import search
from engine.players.estimate import by_suit
from engine.players.findings import Findings
from engine.players.player import Budget, Reason
from engine.players.reading import read
from engine.players.review import judge, review
from engine.players.styles import STYLES
from engine.presets import PRESETS
from engine.seats import SEATS
from engine.turns import after_plays, is_over, turns_of
from engine.views import seat_view
from tests.engine.players.reason_checks import TELLING

FEW = Budget(worlds=60, nodes=20_000)
FOUND = {Reason.FALLS, Reason.PARTNER_HOLDS, Reason.TOO_LITTLE}


def test_what_the_search_finds_is_told() -> None:
    """Within a few dozen rounds each kind of finding is the reason of a card.

    Margins that another run would give otherwise are not told in points.
    """
    told: set[Reason] = set()
    for number in range(160):
        rules = PRESETS["cardcouch"]
        chance = random.Random(number)
        game = Game.new(rules, SEATS[0]).apply(deal(Seeds(b"%d" % number), 1, SEATS[0], rules))
        while game.phase not in {Phase.DEALING, Phase.OVER}:
            seat = game.to_act
            assert seat is not None
            choice = STYLES["marlow"].player.choose(seat_view(game, seat), FEW, chance)
            told.add(choice.why.reason)
            assert choice.why.margin == 0 or choice.why.margin >= TELLING
            game = game.apply(choice.action)
        if told >= FOUND:
            break
    assert FOUND - told == set()


@pytest.mark.parametrize(
    ("mine", "other", "told"),
    [(0.62, 0.48, (6, 5)), (0.553, 0.545, None), (0.64, 0.56, None), (0.4, 0.6, None)],
)
def test_shares_that_differ_by_rounding_are_not_told(
    mine: float, other: float, told: tuple[int, int] | None
) -> None:
    """In 6 of 10 deals with one card, in 5 with another: half a tenth is between them at least."""
    rules = PRESETS["cardcouch"]
    game = Game.new(rules, SEATS[3]).apply(deal(Seeds(b"shares"), 1, SEATS[3], rules))
    for _ in rules.seats:
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, 3))
    assert game.to_act is not None
    view = seat_view(game, game.to_act)
    assert view.hand is not None
    cards = list(view.playable)[:2]
    compared = search.compare(view, view.hand, cards, search.Effort(60, 0), random.Random(1))
    shares = mine, other
    found = Findings(read(view, view.hand), replace(compared, made=shares, marked=shares), cards[0])
    assert found.made() == told
    assert found.marked() == told
    assert found.met() == round(10 * mine)


def test_a_round_is_shown_card_by_card() -> None:
    """A deal that is over has a state before the first card and after each; no other is shown."""
    rules = PRESETS["cardcouch"]
    game = Game.new(rules, SEATS[0]).apply(deal(Seeds(b"shown"), 1, SEATS[0], rules))
    assert not is_over(game, 1)
    chance = random.Random(3)
    while game.phase not in {Phase.DEALING, Phase.OVER}:
        game = game.apply(chance.choice(game.legal_actions))
    assert [is_over(game, number) for number in (0, 1, 2)] == [False, True, False]
    assert len(after_plays(game, 1)) == 53
    assert after_plays(game, 1)[-1].round == game.round
    turn = next(turns_of(game, 1, SEATS[1]))
    assert judge(replace(turn, view=replace(turn.view, hand=None)), "seed", 10) is None
    found = review(game, 1, SEATS[1], "seed", 10)
    assert all((each.gain > 0) == (each.better > 0) for each in found.judgements)


def test_a_hand_is_sorted_into_suits() -> None:
    """Each suit has its cards strongest first, and jokers are spades."""
    hand = CardSet.of(map(Card.parse, ("2C", "AC", "BJ", "3S", "KH")))
    suits = by_suit(hand, PRESETS["jokers"].deck_in_play)
    assert ["".join(map(str, suits[suit])) for suit in Suit] == ["AC2C", "", "KH", "BJ3S"]
