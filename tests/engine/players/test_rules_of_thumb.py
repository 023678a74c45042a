"""The computer player by rules of thumb: legal everywhere, blind to hidden cards, sensible."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Bid, Deal, Look, Pass, Play, SeatAction
from engine.basis import Basis
from engine.cards import STANDARD_DECK, Card, CardSet
from engine.game import Game
from engine.phases import Phase
from engine.players.estimate import tricks_for
from engine.players.nil import AVERAGE_BID, has_top_spade, nil_chance
from engine.players.packing import packing_of
from engine.players.rules_of_thumb import automatic_action, choose
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, KINGS_LEAGUE, ONE_PAGE, PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tricks import playable
from engine.views import SeatView, seat_view
from tests.engine import strategies
from tests.engine.hidden import with_other_hidden_cards
from tests.engine.tools import bid_of, cards, fresh_deal, hand, hand_of, load, spread

POSITIONS = load("player_positions")["positions"]
EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)


Player = Callable[[SeatView, random.Random], SeatAction]


def acting_view(game: Game) -> SeatView | None:
    """Give the view of the seat to act, if there is one."""
    return None if game.to_act is None else seat_view(game, game.to_act)


@pytest.mark.parametrize("player", [choose, automatic_action])
@given(drawn=strategies.games(), seed=st.integers(0, 2**32))
def test_always_legal(player: Player, drawn: strategies.Drawn, seed: int) -> None:
    """In any position of any rules the answer is an action that the game accepts."""
    view = acting_view(drawn.game)
    if view is None:
        return
    action = player(view, random.Random(seed))
    assert drawn.game.explain(action) is None


@EVERY_PRESET
@pytest.mark.parametrize("player", [choose, automatic_action])
def test_always_legal_in_whole_games(player: Player, preset: str) -> None:
    """Thousands of positions of each preset, random and its own, are answered legally."""
    rng = random.Random(preset)
    for _ in range(12):
        game = Game.new(PRESETS[preset], rng.choice(PRESETS[preset].seats))
        while game.outcome is None and game.number < 6:
            if game.to_act is None:
                game = game.apply(fresh_deal(game, rng.randrange(256)))
                continue
            action = player(seat_view(game, game.to_act), rng)
            assert action in game.legal_actions
            game = game.apply(action if rng.random() < 0.7 else rng.choice(game.legal_actions))


@given(strategies.games(), st.integers(0, 2**32))
def test_hidden_cards_do_not_matter(drawn: strategies.Drawn, seed: int) -> None:
    """With everything replaced that the seat cannot see, the answer is the same."""
    view = acting_view(drawn.game)
    if view is None:
        return
    other = with_other_hidden_cards(drawn.game, view.seat, random.Random(seed))
    for player in (choose, automatic_action):
        again = player(seat_view(other, view.seat), random.Random(seed))
        assert player(view, random.Random(seed)) == again


@given(strategies.games(), st.integers(0, 2**32))
def test_nobody_bids_blind(drawn: strategies.Drawn, seed: int) -> None:
    """A hidden hand is looked at before the bid, so blind nil is never bid by a machine."""
    view = acting_view(drawn.game)
    if view is None or view.hand is not None:
        return
    for player in (choose, automatic_action):
        assert player(view, random.Random(seed)) == Look(view.seat)


@given(strategies.games(), st.integers(0, 2**32))
def test_time_out_never_bids_nil(drawn: strategies.Drawn, seed: int) -> None:
    """A bid that is made because time ran out is a number, where the table leaves any number."""
    game = drawn.game
    view = acting_view(game)
    while view is not None and game.phase == Phase.BIDDING:
        action = automatic_action(view, random.Random(seed))
        may_be_a_number = any(bid.tricks for bid in view.bids)
        assert isinstance(action, Look | Bid)
        assert isinstance(action, Look) or (action.tricks >= 1) == may_be_a_number
        game = game.apply(action)
        view = acting_view(game)


@pytest.mark.parametrize("player", [choose, automatic_action])
def test_nothing_to_do(player: Player) -> None:
    """A seat that may do nothing is not asked."""
    with pytest.raises(ValueError, match="nothing to do"):
        player(seat_view(Game.new(CARDCOUCH, SEATS[0]), SEATS[1]), random.Random(0))


def position_of(case: dict[str, Any]) -> Game:
    """Set up a case: seat 0 is to act behind the cards of the trick.

    The cases are excerpts whose tricks do not always add up to thirteen, so the game is made
    without the check of a position; the player sees what the case tells.
    """
    trick = [Card.parse(name) for name in case["trick_so_far"]]
    leader = case["leader_offset"]
    fixed: dict[Seat, CardSet] = {SEATS[0]: hand_of(case["hand"])}
    shun = hand_of(case["unseen_by_all_but_still_out"]).bits
    for place, card in enumerate(trick):
        fixed[SEATS[(leader + place) % 4]] = CardSet.of([card])
        shun |= STANDARD_DECK.same_suit[trick[0].index]
    hands = spread(CARDCOUCH, fixed, shun)
    bids = tuple(bid_of(seat, bid or "nil") for seat, bid in enumerate(case["bids"]))
    bits = tuple(hand.bits for hand in hands)
    seat = SEATS[leader]
    legal = playable(CARDCOUCH, bits[leader], None, broken=case["spades_broken"])
    start = Start(seat, tuple(case["tricks_taken"]), case["spades_broken"])
    current = Round(
        basis=Basis.of_position(CARDCOUCH, SEATS[3], bits, bids, start),
        phase=Phase.PLAYING,
        turn=seat,
        leader=seat,
        trick=(),
        taken=start.taken,
        broken=start.broken,
        tricks=(),
        playable=legal,
    )
    for card in trick:
        current = current.apply(Play(current.turn, card))
    return Game.new(CARDCOUCH, SEATS[3])._replace(round=current)


@pytest.mark.parametrize(
    "case", [c for c in POSITIONS if c["kind"] == "play"], ids=lambda case: case["id"]
)
def test_published_plays(case: dict[str, Any]) -> None:
    """In the published positions it plays what a competent player would."""
    game = position_of(case)
    for seed in range(8):
        action = choose(seat_view(game, SEATS[0]), random.Random(seed))
        assert isinstance(action, Play)
        assert str(action.card) in case["accept"]


@pytest.mark.parametrize(
    "case", [c for c in POSITIONS if c["kind"] == "bid"], ids=lambda case: case["id"]
)
def test_published_bids(case: dict[str, Any]) -> None:
    """With the published hands it bids what a competent player would."""
    before = case["bids_before"]
    seat = SEATS[len(before)]
    hands = spread(CARDCOUCH, {seat: hand_of(case["hand"])}, 0)
    game = Game.new(CARDCOUCH, SEATS[3]).apply(Deal(hands))
    for bidder, bid in enumerate(before):
        game = game.apply(bid_of(bidder, bid))
    action = choose(seat_view(game, seat), random.Random(0))
    assert isinstance(action, Bid)
    assert (action.tricks or "nil") in case["accept"]


def beats_random_bids(rules: Rules, seed: int) -> bool:
    """Play a game against a side that bids 1 to 4 and plays any card; say whether it is won.

    Where three play, or all alone, seats 0 and 2 play well, and one of them must win.
    """
    rng = random.Random(seed)
    game = Game.new(rules, rng.choice(rules.seats))
    while game.outcome is None:
        if game.to_act is None:
            game = game.apply(fresh_deal(game, rng.randrange(256)))
        elif game.to_act % 2 == 0:
            game = game.apply(choose(seat_view(game, game.to_act), rng))
        else:
            legal = game.legal_actions
            small = [bid for bid in legal if isinstance(bid, Bid) and 1 <= bid.tricks <= 4]
            game = game.apply(rng.choice(small or legal))
    return game.outcome.winner % 2 == 0


@EVERY_PRESET
def test_wins_against_random_players(preset: str) -> None:
    """Sensible enough to hold a seat: it nearly always beats players who play anything.

    Where one of two partners must bid nil, whatever the hand, the cards decide more.
    """
    won = sum(beats_random_bids(PRESETS[preset], seed) for seed in range(20))
    assert won >= (16 if preset == "suicide" else 18)


def lead(held: str, bids: tuple[int, ...], taken: tuple[int, ...], rules: Rules = ONE_PAGE) -> str:
    """Ask what seat 0 leads from three cards, spades broken."""
    hands = spread(rules, {SEATS[0]: hand(held)}, 0)
    start = Start(SEATS[0], taken, broken=True)
    made = [Bid(seat, bid) for seat, bid in zip(SEATS, bids, strict=True)]
    current = Round.position(rules, SEATS[3], hands, made, start)
    game = Game.new(rules, SEATS[3])._replace(round=current)
    action = choose(seat_view(game, SEATS[0]), random.Random(1))
    assert isinstance(action, Play)
    return str(action.card)


def answer(
    held: str,
    trick: str,
    bids: tuple[int, ...],
    taken: tuple[int, ...],
    rules: Rules = ONE_PAGE,
) -> str:
    """Ask what seat 0 plays to a trick, spades broken; the trick ends at its right."""
    played = cards(trick)
    leader = SEATS[4 - len(played)]
    fixed = {SEATS[leader + place]: CardSet.of([card]) for place, card in enumerate(played)}
    shun = STANDARD_DECK.same_suit[played[0].index]
    hands = spread(rules, fixed | {SEATS[0]: hand(held)}, shun)
    made = [Bid(seat, bid) for seat, bid in zip(SEATS, bids, strict=True)]
    start = Start(leader, taken, broken=True)
    current = Round.position(rules, SEATS[3], hands, made, start)
    for card in played:
        current = current.apply(Play(current.turn, card))
    game = Game.new(rules, SEATS[3])._replace(round=current)
    action = choose(seat_view(game, SEATS[0]), random.Random(1))
    assert isinstance(action, Play)
    return str(action.card)


def test_leads() -> None:
    """It leads sure cards while it needs tricks, low ones when it does not, high ones for a nil."""
    assert lead("AH 5D 3C", (4, 3, 3, 3), (3, 3, 2, 2)) == "AH"
    assert lead("AH 5D 3C", (3, 3, 2, 3), (3, 3, 2, 2)) == "3C"
    assert lead("AS 5D 3C", (4, 3, 3, 3), (3, 3, 2, 2)) == "AS"
    assert lead("9S 5D 3C", (4, 3, 3, 3), (3, 3, 2, 2)) == "3C"
    assert lead("QH 5D 3C", (4, 3, 0, 3), (4, 3, 0, 3)) == "QH"
    assert lead("AS KS QS", (4, 3, 0, 3), (4, 3, 0, 3)) == "AS"
    assert lead("AH 5D 3C", (4, 0, 3, 3), (3, 0, 3, 4)) == "3C"
    assert lead("AH 5D 3C", (0, 3, 4, 3), (0, 3, 4, 3)) == "3C"


def test_answers_of_a_nil() -> None:
    """A nil throws the highest card that loses, and wins as high as it must when last."""
    assert answer("KH 9H 2H", "TH QH JH", (0, 3, 4, 3), (0, 3, 4, 3)) == "9H"
    assert answer("KH QH JH", "TH 2H 3H", (0, 3, 4, 3), (0, 3, 4, 3)) == "KH"
    assert answer("KH QH JH", "TH", (0, 3, 4, 3), (0, 3, 4, 3)) == "JH"


def test_a_nil_that_failed() -> None:
    """A failed nil plays on for its partner only where its tricks help."""
    held, trick, bids, taken = "AH 2H 3C", "TH 9H QH", (0, 3, 6, 3), (1, 3, 4, 2)
    assert answer(held, trick, bids, taken, ONE_PAGE) == "AH"
    assert answer(held, trick, bids, taken, CARDCOUCH) == "2H"


def test_answers_for_the_partner() -> None:
    """It covers a nil high or cheaply, and leaves a trick to the partner who has it."""
    assert answer("AH JH 2H", "TH", (4, 3, 0, 3), (3, 4, 0, 3)) == "AH"
    assert answer("AH JH 2H", "4H TH 5H", (4, 3, 0, 3), (3, 4, 0, 3)) == "JH"
    assert answer("AH JH 2H", "TH 5H", (4, 3, 4, 3), (3, 3, 2, 2)) == "AH"
    assert answer("KS 2H 3H", "AH 5H", (4, 3, 4, 3), (3, 3, 2, 2)) == "2H"


def test_takes_and_ducks() -> None:
    """It wins cheaply when last, keeps an honor second in hand, and ducks a trick not needed."""
    assert answer("AH JH 2H", "4H TH 5H", (4, 3, 4, 3), (3, 3, 2, 2)) == "2H"
    assert answer("AH JH 2H", "4H 3H TH", (4, 3, 4, 3), (3, 3, 2, 2)) == "JH"
    assert answer("KH JH 2H", "TH", (4, 3, 4, 3), (3, 3, 2, 2)) == "2H"
    assert answer("AH JH 2H", "TH", (4, 3, 4, 3), (3, 3, 2, 2)) == "AH"
    assert answer("KH JH 2H", "4H TH", (4, 3, 4, 3), (3, 3, 2, 2)) == "KH"
    assert answer("3S 2S 4C", "AH TH 9H", (4, 3, 4, 3), (3, 3, 2, 2)) == "2S"
    assert answer("4H 3H 2H", "TH 9H 8H", (4, 3, 4, 3), (3, 3, 2, 2)) == "2H"
    assert answer("AH 9H 2H", "TH 7H 8H", (3, 3, 2, 3), (3, 3, 2, 2)) == "9H"


def test_takes_what_sets_the_others() -> None:
    """With its own contract made it still takes the trick that the other side cannot spare."""
    assert answer("AH 9H 2H", "TH 7H 8H", (3, 5, 2, 3), (3, 3, 2, 2)) == "AH"


def test_leaves_the_trick_to_a_hostile_nil() -> None:
    """A nil of the other side that is winning keeps the trick, while there are tricks to spare."""
    assert answer("AH 9H 2H", "2D", (4, 3, 4, 0), (4, 3, 3, 0)) in {"AH", "9H", "2H"}
    assert answer("AH 9H 2H", "TH", (4, 3, 4, 0), (4, 3, 3, 0)) == "9H"


@pytest.mark.parametrize(
    ("held", "low", "high"),
    [
        ("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", 11, 13),
        ("AS KS QS AH KH 3H AD KD 3D AC KC 3C 2C", 7.5, 10),
        ("AS 2S 3H 4H 5H 6H 2D 3D 4D 5D 2C 3C 4C", 1, 2),
        ("5S 4S 3S 2S 3H 4H 5H 6H 7H 2D 3D 4D 5D", 1.5, 2.6),
        ("2S 9H 8H 7H 6H 9D 8D 7D 6D 9C 8C 7C 6C", 0, 0.8),
    ],
)
def test_estimate(held: str, low: float, high: float) -> None:
    """A hand is worth about what a player would count in it."""
    assert low <= tricks_for(hand(held), CARDCOUCH) <= high


def test_the_estimates_of_four_hands_are_all_the_tricks() -> None:
    """Over many deals the hands are worth thirteen tricks together, so none are promised twice."""
    total = 0.0
    for seed in range(120):
        game = Game.new(CARDCOUCH, SEATS[0])
        dealt = fresh_deal(game, seed)
        total += sum(tricks_for(held, CARDCOUCH) for held in dealt.hands)
    assert 12.5 < total / 120 < 13.5


def chance_of_nil(held: str, rules: Rules = CARDCOUCH) -> float:
    """Give the chance of a nil beside an average partner."""
    packing = packing_of(rules.deck_in_play)
    return nil_chance(packing, hand(held).bits, AVERAGE_BID)


def test_danger_of_a_nil() -> None:
    """A nil with nothing but low cards is safe; high or long spades and bare aces are not."""
    assert chance_of_nil("4S 3S 2S 5H 4H 3H 2H 5D 3D 2D 5C 3C 2C") > 0.75
    ace = chance_of_nil("4S 3S AH 5D 4D 3D 2D 6D 7D 5C 4C 3C 2C")
    long = chance_of_nil("6S 5S 4S 3S 2S 4H 3H 2H 5D 3D 2D 5C 3C")
    assert max(ace, long) < 0.6
    assert has_top_spade(
        packing_of(STANDARD_DECK), hand("AS 3S 2S 5H 4H 3H 2H 5D 3D 2D 5C 3C 2C").bits
    )


def test_jokers_count_as_spades() -> None:
    """With jokers in the deck a joker is a trick, and no hand for a nil."""
    rules = HERO_PARTNERS.changed(deck="jokers")
    held = "BJ 3S 2S 5H 4H 3H 2H 5D 4D 3D 5C 4C 3C"
    assert tricks_for(hand(held), rules) >= 1
    assert has_top_spade(packing_of(rules.deck_in_play), hand(held).bits)


def test_others_bids_are_heeded() -> None:
    """The last to bid does not bid the round over its thirteen tricks; two nils are avoided."""
    strong = hand("AS KS 2S AH KH 2H AD KD 2D AC 3C 4C 5C")
    assert bid_behind(strong, [4, 3, 3]) == bid_behind(strong, [1, 1, 1]) - 1
    weak = hand("5S 2S 9H 6H 4H 2H 8D 7D 3D JC 6C 5C 3C")
    assert bid_behind(weak, [4, 5, 4]) == 0
    assert bid_behind(weak, [4, 0, 4]) == 1


def bid_behind(held: CardSet, before: list[int]) -> int:
    """Ask what seat 3 bids behind the bids of the others."""
    hands = spread(CARDCOUCH, {SEATS[3]: held}, 0)
    game = Game.new(CARDCOUCH, SEATS[3]).apply(Deal(hands))
    for seat, bid in enumerate(before):
        game = game.apply(Bid(SEATS[seat], bid))
    action = choose(seat_view(game, SEATS[3]), random.Random(0))
    assert isinstance(action, Bid)
    return action.tricks


@pytest.mark.parametrize(("opened", "closed"), [(1, 4), (3, 5), (12, 10)])
def test_who_closes_adds_the_opening(opened: int, closed: int) -> None:
    """Out of time, a closer bids its hand and what was opened, within what a side may bid."""
    rules = KINGS_LEAGUE
    held = hand("AS KH 8H 7H 6H 5C 4C 3C 2C 7D 6D 5D 4D")
    game = Game.new(rules, SEATS[3]).apply(Deal(spread(rules, {SEATS[2]: held}, 0)))
    view = seat_view(game.apply(Bid(SEATS[0], opened)), SEATS[2])
    for player in (choose, automatic_action):
        assert player(view, random.Random(0)) == Bid(SEATS[2], closed)


def test_cards_are_passed_by_rule() -> None:
    """Where cards are exchanged, the rules of thumb pass as many as the table does."""
    game = Game.new(CARDCOUCH.changed(exchange=2), SEATS[3])
    game = game.apply(fresh_deal(game, 4))
    for tricks in (0, 3, 3, 4):
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, tricks))
    assert game.phase == Phase.EXCHANGING
    assert game.to_act is not None
    action = choose(seat_view(game, game.to_act), random.Random(0))
    assert isinstance(action, Pass)
    assert len(action.cards) == 2
