"""Computer players at a table of two: what they keep, what they know to be dead, what they bid."""

import random
from statistics import fmean

import pytest

from engine.actions import Bid, Deal, Keep, Toss
from engine.cards import CARDS, STANDARD_DECK, Card, CardSet, iter_cards
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.players.drawing import add_unlikely_draws, choose_draw, good_cards
from engine.players.estimate import tricks_for
from engine.players.knowledge import know, likely_worlds, worlds_for
from engine.players.packing import packing_of
from engine.players.player import Budget, Reason
from engine.players.reading import read
from engine.players.rules_of_thumb import automatic_action
from engine.players.search import Effort, draw_worlds
from engine.players.styles import STYLES, Strength
from engine.players.two_seats import foretell
from engine.players.values import card_worths
from engine.presets import TWO_HANDED
from engine.rules import Rules
from engine.seats import SEATS
from engine.views import SeatView, seat_view
from tests.bench.players import by_rules_of_thumb, shipped
from tests.bench.players_boards import Tally, board
from tests.engine.tools import cards, draw_out, hand, names

DEALT = TWO_HANDED.changed(two_seat_deal="dealt")
SMALL = Budget(40, 4_000)
STRENGTHS = pytest.mark.parametrize("style", ["pip", "juniper", "marlow"])


def with_top(text: str, rules: Rules = TWO_HANDED) -> SeatView:
    """Give the view of a seat that draws first, with these cards on top of the stock."""
    top = cards(text)
    rest = [card for card in iter_cards(rules.deck_in_play.cards) if card not in top]
    game = Game.new(rules, SEATS[1]).apply(Deal((), (*top, *rest)))
    return seat_view(game, SEATS[0])


def dealt_to(first: str, other: str) -> Game:
    """Deal two hands; seat 0 bids first."""
    return Game.new(DEALT, SEATS[1]).apply(Deal((hand(first), hand(other))))


def drawn_out(seed: int, rules: Rules = TWO_HANDED) -> Game:
    """Let two by their rules of thumb draw their hands."""
    game = Game.new(rules, SEATS[1]).apply(deal(Seeds(bytes([seed] * 32)), 1, SEATS[1], rules))
    rng = random.Random(seed)
    while game.phase == Phase.DRAWING:
        assert game.to_act is not None
        game = game.apply(automatic_action(seat_view(game, game.to_act), rng))
    return game


@pytest.mark.parametrize("card", ["2S", "AS", "AC", "KD", "QH"])
@STRENGTHS
def test_trumps_and_high_cards_are_kept(card: str, style: str) -> None:
    """Each strength keeps a trump, an ace, a king or a queen from a whole pack."""
    choice = STYLES[style].player.choose(with_top(card), SMALL, random.Random(1))
    assert choice.action == Keep(SEATS[0])
    assert choice.why.reason is Reason.KEEPS_CARD


@pytest.mark.parametrize("card", ["JC", "TD", "2H"])
@STRENGTHS
def test_low_cards_are_tossed(card: str, style: str) -> None:
    """A jack and what is below is worth less than the next card is on average."""
    choice = STYLES[style].player.choose(with_top(card), SMALL, random.Random(1))
    assert choice.action == Toss(SEATS[0])
    assert choice.why.reason is Reason.TOSSES_CARD


@pytest.mark.parametrize(
    ("card", "deck", "keeps"),
    [("QC", "standard", True), ("JC", "standard", False), ("2S", "standard", True),
     ("2D", "deuces", True), ("LJ", "jokers", True), ("3D", "deuces", False)],
)  # fmt: skip
def test_out_of_time(card: str, deck: str, keeps: bool) -> None:
    """Out of time a trump, an ace, a king or a queen is kept, and anything else tossed."""
    view = with_top(card, TWO_HANDED.changed(deck=deck))
    action = automatic_action(view, random.Random(1))
    assert action == (Keep(SEATS[0]) if keeps else Toss(SEATS[0]))


def test_share_of_better_cards_is_counted() -> None:
    """A hint tells how many of the cards not seen are worth more than the one on top."""
    _, why = choose_draw(with_top("QH"))
    worths = card_worths(STANDARD_DECK)
    queen = Card.parse("QH")
    better = sum(worths[card.index] > worths[queen.index] for card in CARDS[:52])
    assert better == 13 + 6
    assert why.chance == round(100 * better / 51)


def test_what_is_seen_changes_what_is_kept() -> None:
    """A jack is worth keeping once hardly anything better can come."""
    high = list(iter_cards(good_cards(STANDARD_DECK)))
    jack = Card.parse("JH")
    rest = [card for card in CARDS[:52] if card not in high and card != jack]
    # All good cards but two have been seen, in twelve turns of each seat: eleven of this seat's.
    mine = [*high[:22], jack, rest.pop()]
    others = [*rest, *high[22:]]
    stock: list[Card] = []
    for turn in range(26):
        source = mine if turn % 2 == 0 and mine else others
        stock += [source.pop(0), source.pop(0)]
    game = Game.new(TWO_HANDED, SEATS[1]).apply(Deal((), tuple(stock)))
    for _ in range(22):
        game = game.apply(game.legal_actions[0])
    view = seat_view(game, SEATS[0])
    assert view.offered == jack
    assert choose_draw(view)[0] == Keep(SEATS[0])


def test_good_cards_are_those_of_the_rule_of_thumb() -> None:
    """Trumps, aces, kings and queens are worth more than the average card."""
    sides = {rank + suit for rank in "AKQ" for suit in "CDH"}
    assert names(good_cards(STANDARD_DECK)) == names(STANDARD_DECK.trumps) | sides


def test_dead_cards_are_known() -> None:
    """What a seat has put away is in no hand that it imagines; as many cards are dead besides."""
    game = drawn_out(3)
    view = seat_view(game, SEATS[0])
    assert view.hand is not None
    facts = know(view, view.hand)
    packing = packing_of(STANDARD_DECK)
    away = packing.pack(CardSet.of(turn.put_away for turn in view.drawn).bits)
    assert facts.room == (0, 13, 13, 0)
    assert facts.unseen.bit_count() == 26
    assert not facts.unseen & away
    worlds = worlds_for(facts, 50, random.Random(1))
    assert {worlds[4 * n + 1].bit_count() for n in range(50)} == {13}
    assert not any(worlds[4 * n + 1] & (away | facts.own) for n in range(50))
    assert len({worlds[4 * n + 1] for n in range(50)}) == 50


def test_dealt_hands_leave_the_rest_unknown() -> None:
    """Where hands are dealt, 39 cards are unseen, and the other seat holds a third of them."""
    view = seat_view(dealt_to("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
                              "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"), SEATS[0])  # fmt: skip
    assert view.hand is not None
    facts = know(view, view.hand)
    assert facts.room == (0, 13, 26, 0)


def test_a_card_put_away_is_out_when_winners_are_counted() -> None:
    """The king is a sure winner once its holder has put the ace away."""
    stock = cards("KH AH")
    rest = [card for card in CARDS[:52] if card not in stock]
    game = Game.new(TWO_HANDED, SEATS[1]).apply(Deal((), (*stock, *rest)))
    game = draw_out(game.apply(Keep(SEATS[0])))
    view = seat_view(game.apply(Bid(SEATS[0], 3)).apply(Bid(SEATS[1], 3)), SEATS[0])
    assert view.hand is not None
    facts = read(view, view.hand)
    assert facts.is_master(Card.parse("KH"))
    assert not facts.unseen & Card.parse("AH").bit


def good_in_hands(view: SeatView, weighs: bool) -> float:
    """Give how many good cards the other seat holds on average, as a seat imagines it."""
    assert view.hand is not None
    facts = know(view, view.hand)
    good = packing_of(STANDARD_DECK).pack(good_cards(STANDARD_DECK))
    other = 1 - view.seat
    effort = Effort(300, 0, weighs)
    worlds, weights = draw_worlds(view, facts, effort, random.Random(5))
    counted = [(worlds[4 * n + other] & good).bit_count() * w for n, w in enumerate(weights)]
    return sum(counted) / sum(weights)


def test_draws_tell_of_the_hand() -> None:
    """A drawn hand is imagined with about as many good cards as it has, not as a random one."""
    found, guessed, blind = [], [], []
    for seed in range(12):
        game = drawn_out(seed)
        view = seat_view(game, SEATS[0])
        assert game.round is not None
        found.append((game.round.hands[1] & good_cards(STANDARD_DECK)).bit_count())
        guessed.append(good_in_hands(view, weighs=True))
        blind.append(good_in_hands(view, weighs=False))
    assert abs(fmean(guessed) - fmean(found)) < 1
    assert fmean(blind) < fmean(found) - 1.5


def test_draws_that_fit_no_hand_better_tell_nothing_wrong() -> None:
    """Whoever tossed every spade is a riddle, and yet some hand is the likeliest."""
    game = Game.new(TWO_HANDED, SEATS[1]).apply(Deal((), CARDS[51::-1]))
    while game.phase == Phase.DRAWING:
        seat = game.to_act
        assert seat is not None
        game = game.apply(Toss(seat) if seat == SEATS[1] else Keep(seat))
    view = seat_view(game, SEATS[0])
    assert view.hand is not None
    facts = know(view, view.hand)
    worlds = likely_worlds(view.public, facts, 30, random.Random(2))
    scores = [0] * 30
    add_unlikely_draws(view.public, facts, worlds, scores)  # type: ignore[arg-type]
    assert min(scores) >= 0
    assert len(set(scores)) > 1


def test_playouts_count_tricks() -> None:
    """All spades take every trick, a hand of low cards hardly any; the answer is the same again."""
    spades, low = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 6H"
    best = seat_view(dealt_to(spades, low), SEATS[0])
    worst = seat_view(dealt_to(low, spades), SEATS[0])
    assert best.hand is not None
    assert worst.hand is not None
    assert foretell(best, best.hand).tricks == pytest.approx(13)
    assert foretell(best, best.hand).nil == 0
    assert foretell(worst, worst.hand).tricks < 4
    assert foretell(worst, worst.hand).nil > foretell(best, best.hand).nil
    assert foretell(worst, worst.hand) == foretell(worst, worst.hand)


@STRENGTHS
def test_thirteen_sure_tricks_are_bid(style: str) -> None:
    """Whoever holds all spades bids close to thirteen, easy players a little off."""
    view = seat_view(dealt_to("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
                              "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"), SEATS[0])  # fmt: skip
    action = STYLES[style].player.choose(view, SMALL, random.Random(1)).action
    assert isinstance(action, Bid)
    assert action.tricks >= 11


def test_hands_are_worth_half_of_the_tricks_on_average() -> None:
    """The estimate of a random or a drawn hand comes to six and a half tricks on average."""
    drawn = [tricks_for(held, TWO_HANDED) for held in _hands(TWO_HANDED)]
    dealt = [tricks_for(held, DEALT) for held in _hands(DEALT)]
    assert fmean(drawn) == pytest.approx(6.5, abs=0.4)
    assert fmean(dealt) == pytest.approx(6.5, abs=0.4)


def _hands(rules: Rules) -> list[CardSet]:
    found = []
    for seed in range(40):
        current = drawn_out(seed, rules).round
        assert current is not None
        found += [current.hand(seat) for seat in rules.seats]
    return found


@pytest.mark.parametrize("rules", [TWO_HANDED, DEALT], ids=["drawn", "dealt"])
def test_strong_beats_the_rules_of_thumb(rules: Rules) -> None:
    """Over some boards, each played in both seats, the strong player wins by points."""
    players = [shipped(Strength.STRONG, SMALL), by_rules_of_thumb]
    won = [board(seed, players, Tally(), rules) for seed in range(16)]
    assert fmean(won) > 3


@STRENGTHS
def test_whole_games_are_played(style: str) -> None:
    """Two of each strength play a game to its end, with jokers too, and every choice is legal."""
    for rules in (TWO_HANDED.changed(target=100), DEALT.changed(target=100, deck="deuces")):
        rng, game = random.Random(7), Game.new(rules, SEATS[1])
        player = STYLES[style].player
        while game.outcome is None and game.number < 15:
            if game.to_act is None:
                game = game.apply(deal(Seeds(bytes(32)), game.number + 1, game.next_dealer, rules))
                continue
            game = game.apply(
                player.choose(seat_view(game, game.to_act), Budget(6, 200), rng).action
            )
        assert game.outcome is not None
