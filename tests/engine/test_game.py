"""A round and a game from deal to end: turns, dealers, breaking, and what never changes."""

import random
from typing import Any

import pytest
from hypothesis import given

from engine.actions import Action, Bid, Deal, Look, Play
from engine.cards import Card, CardSet
from engine.game import Game, replay
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, ONE_PAGE, PRESETS, PUBLISHED
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.engine import strategies
from tests.engine.tools import (
    STANDARD_PRESETS,
    SUITS,
    bid_modestly,
    cards,
    draw_out,
    fresh_deal,
    hand,
    modest_bid,
    play_lowest,
)

EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)


def play_round(game: Game, rng: random.Random) -> Game:
    """Bid modestly everywhere and play the round at random."""
    game = bid_modestly(game.apply(fresh_deal(game, rng.randrange(256))))
    while game.to_act is not None:
        game = game.apply(rng.choice(game.legal_actions))
    return game


@EVERY_PRESET
def test_order_of_a_round(preset: str) -> None:
    """Bidding begins left of the dealer and goes round once, or by sides; the same seat leads."""
    rules = PRESETS[preset].changed(first_round="bid", opening="dealers_left")
    game = Game.new(rules, SEATS[1])
    assert (game.phase, game.to_act, game.number, game.dealer) == (Phase.DEALING, None, 0, 1)
    game = draw_out(game.apply(fresh_deal(game)))
    bidders = []
    while game.phase == Phase.BIDDING:
        assert game.to_act is not None
        bidders.append(game.to_act)
        game = game.apply(modest_bid(game))
    four = [2, 0, 3, 1] if rules.bid_order == "by_side" else [2, 3, 0, 1]
    assert bidders == {4: four, 3: [2, 0, 1], 2: [0, 1]}[rules.players]
    if rules.table_minimum > 0 and game.phase == Phase.DEALING:
        assert game.round is not None
        assert game.round.thrown_in
        return
    assert (game.phase, game.to_act, game.number) == (Phase.PLAYING, bidders[0], 1)
    assert game.round is not None
    assert game.round.leader == bidders[0]


@pytest.mark.parametrize("preset", PUBLISHED)
def test_every_number_and_nil_may_be_bid(preset: str) -> None:
    """In the published sets everyone may bid 1 to 13 and nil; blind nil only where it is played."""
    game = Game.new(PRESETS[preset], SEATS[3])
    game = game.apply(fresh_deal(game))
    bids = [action for action in game.legal_actions if isinstance(action, Bid)]
    numbers = [bid.tricks for bid in bids if not bid.blind]
    assert numbers == [*range(1, 14), 0]
    assert any(bid.blind for bid in bids) == PRESETS[preset].blind_nil
    for _ in range(4):
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, 13))
    assert game.phase == Phase.PLAYING


@EVERY_PRESET
def test_deal_goes_round(preset: str) -> None:
    """The deal moves one seat clockwise after each round."""
    rng = random.Random(preset)
    endless: dict[str, Any] = {"target": 2000, "losing_score": None, "sets_lose": None}
    endless |= {"sets_in_a_row_lose": None, "first_round_least": 0, "table_minimum": 0}
    endless |= {"boston": "nothing", "boston_bonus": 250, "table_short": "thrown_in"}
    rules = PRESETS[preset].changed(**endless, throw_in="none")
    game = Game.new(rules, rules.seats[-2])
    dealers = []
    for _ in range(6):
        game = play_round(game, rng)
        dealers.append(game.dealer)
    seats = rules.players
    assert dealers == [(seats - 2 + number) % seats for number in range(6)]
    assert game.number == len(game.sheets) == 6
    assert [sheet.number for sheet in game.sheets] == [1, 2, 3, 4, 5, 6]


def test_broken_spades_do_not_carry_over() -> None:
    """Each round begins with unbroken spades, no tricks and no bids."""
    game = play_round(Game.new(ONE_PAGE, SEATS[0]), random.Random(1))
    assert game.round is not None
    assert game.round.broken
    game = game.apply(fresh_deal(game, 7))
    assert game.round is not None
    assert not game.round.broken
    assert (game.round.tricks, game.round.taken, game.round.moves) == ((), (0, 0, 0, 0), 0)
    assert game.round.bids == (None,) * 4


@pytest.mark.parametrize(
    ("rules", "broken"), [(CARDCOUCH, True), (ONE_PAGE, True), (HERO_SOLO, False)]
)
def test_forced_spade_lead(rules: Rules, broken: bool) -> None:
    """A lead from a hand of nothing but spades breaks them in two sets, and not in the third."""
    hands = [hand("KS QS"), hand("2S 3H"), hand("4S 5H"), hand("6S 7H")]
    start = Start(SEATS[0], (3, 3, 3, 2), broken=False)
    current = Round.position(rules, SEATS[3], hands, [Bid(s, 3) for s in SEATS], start)
    for card in cards("KS 2S 4S 6S"):
        current = current.apply(Play(current.turn, card))
    assert current.broken is broken


def test_spade_thrown_on_another_suit_breaks_everywhere() -> None:
    """A trump on another suit breaks spades in each set."""
    for preset in STANDARD_PRESETS:
        game = bid_modestly(Game.new(PRESETS[preset], SEATS[3]).apply(SUITS))
        for name, broken in (("2C", False), ("2D", False), ("2H", False), ("2S", True)):
            assert game.to_act is not None
            game = game.apply(Play(game.to_act, Card.parse(name)))
            assert game.round is not None
            assert game.round.broken is broken


def test_facts_of_a_trick_as_it_grows() -> None:
    """Led card, winning seat, last trick and moves follow the play."""
    game = replay(Game.new(CARDCOUCH, SEATS[3]).apply(SUITS), [Bid(seat, 3) for seat in SEATS])
    current = game.round
    assert current is not None
    assert (current.led, current.winning, current.last_trick, current.moves) == (None,) * 3 + (4,)
    for count, (name, winning) in enumerate((("9C", 0), ("AD", 0), ("AH", 0)), start=1):
        current = current.apply(Play(current.turn, Card.parse(name)))
        assert str(current.led) == "9C"
        assert current.winning == winning
        assert current.moves == 4 + count
    current = current.apply(Play(SEATS[3], Card.parse("2S")))
    assert current.last_trick is not None
    assert (current.last_trick.leader, current.last_trick.winner) == (0, 3)
    assert (current.winning, current.turn, current.taken) == (None, 3, (0, 0, 0, 1))
    assert current.moves == 8
    assert current.hand(SEATS[0]) == CardSet(SUITS.hands[0].bits & ~Card.parse("9C").bit)


def test_end_is_the_end() -> None:
    """Once a side has won, the game is over and nothing is legal."""
    game = replay(
        Game.new(CARDCOUCH, SEATS[3], [Tally(0), Tally(480)]).apply(SUITS),
        [Bid(seat, 4) for seat in SEATS],
    )
    while game.to_act is not None:
        assert game.outcome is None
        game = game.apply(game.legal_actions[0])
    assert game.phase == Phase.OVER
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.places) == (1, None)
    assert game.legal_actions == ()
    assert [game.legal_actions_of(seat) for seat in SEATS] == [()] * 4
    assert game.round is not None
    assert game.round.phase == Phase.SCORED
    assert game.tallies == (Tally(-80, 0, 1, 1), Tally(480 + 85, 5))


def test_tie_at_the_target_goes_on() -> None:
    """Two sides that stand equal at the target play another round, tested afresh."""
    game = Game.new(CARDCOUCH, SEATS[3], [Tally(600), Tally(687)]).apply(SUITS)
    # Seat 3 takes all 13 tricks with its spades: side 0 makes a nil and loses a contract of 10,
    # side 1 makes a nil, fails another and pays for 10 of 13 bags.
    game = replay(game, [Bid(SEATS[0], 0), Bid(SEATS[1], 0), Bid(SEATS[2], 10), Bid(SEATS[3], 0)])
    game = play_lowest(game)
    assert game.tallies == (Tally(600, 0, 1, 1), Tally(600, 3))
    assert game.outcome is None
    assert game.phase == Phase.DEALING
    game = replay(game.apply(SUITS), [Bid(SEATS[seat], 3) for seat in (1, 2, 3, 0)])
    game = play_lowest(game)
    assert game.tallies == (Tally(540, 0, 2, 2), Tally(567))
    assert game.outcome is not None
    assert game.outcome.winner == 1


def test_bids_are_final() -> None:
    """There is no second round of bidding and no change of a bid."""
    game = replay(Game.new(CARDCOUCH, SEATS[3]).apply(SUITS), [Bid(seat, 3) for seat in SEATS])
    for seat in SEATS:
        assert game.explain(Bid(seat, 4)) is not None
    assert not any(isinstance(action, Bid) for action in game.legal_actions)


@given(strategies.games())
def test_nothing_changes_in_place(drawn: strategies.Drawn) -> None:
    """Applying an action leaves the game it was applied to as it was, and equal to itself."""
    game = drawn.start
    for action in drawn.actions[:60]:
        before = (hash(game), game)
        after = game.apply(action)
        assert (hash(game), game) == before
        assert after != game
        game = after


@given(strategies.games())
def test_exactly_one_seat_acts(drawn: strategies.Drawn) -> None:
    """Either one seat can act, with something to do, or a deal is next, or the game is over."""
    game = drawn.game
    acting = [seat for seat in game.rules.seats if any_move(game, seat)]
    if game.phase in {Phase.BIDDING, Phase.EXCHANGING, Phase.PLAYING}:
        assert acting == [game.to_act]
        assert len(game.legal_actions) > 0
    else:
        assert acting == []
        assert game.to_act is None
        assert game.explain(Deal(())) is None or game.phase == Phase.OVER


def any_move(game: Game, seat: int) -> bool:
    """Say whether a seat may bid or play; a look is no move."""
    actions: list[Action] = [*game.legal_actions_of(SEATS[seat])]
    return any(not isinstance(action, Look) for action in actions)


def test_play_from_a_position_scores_what_is_left() -> None:
    """A position set up in mid-round goes on to the last trick with its earlier tricks counted."""
    hands = [hand("AS"), hand("KS"), hand("QS"), hand("JS")]
    start = Start(SEATS[1], (4, 4, 2, 2), broken=True)
    bids = [Bid(seat, 3) for seat in SEATS]
    current = Round.position(HERO_PARTNERS, SEATS[0], hands, bids, start)
    assert all(current.seen)
    for card in cards("KS QS JS AS"):
        current = current.apply(Play(current.turn, card))
    assert current.finished
    assert current.taken == (5, 4, 2, 2)
    assert current.legal_actions == ()
