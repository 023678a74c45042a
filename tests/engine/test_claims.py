"""A claim: the tricks that are left go to the hand that leads, since nobody can prevent it."""

import random

import pytest

from engine.actions import Bid, Claim, Play
from engine.cards import CardSet, iter_cards
from engine.errors import NothingToClaim, NotYourTurn
from engine.events import RestClaimed, RoundScored, what_happened
from engine.game import Game, replay
from engine.game_notation import actions_of, parse_game, parse_round, print_game, print_round
from engine.phases import Phase
from engine.positions import Start
from engine.presets import PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.views import public_view
from tests.engine.tools import SUITS, hand, play_lowest

CARDCOUCH = PRESETS["cardcouch"]
TABLES = [
    CARDCOUCH,
    PRESETS["hero_partners"],
    PRESETS["joker_deuce"],
    PRESETS["cutthroat"],
    CARDCOUCH.changed(spade_leads="any_time", deck="jokers"),
]


def end_of(
    rules: Rules, hands: list[CardSet], leader: Seat = SEATS[0], *, broken: bool = True
) -> Round:
    """Set up a round in which few cards are left."""
    before = (rules.hand_size - len(hands[0]), *(0,) * (len(hands) - 1))
    bids = [Bid(seat, 3) for seat in rules.seats]
    return Round.position(rules, SEATS[0], hands, bids, Start(leader, before, broken))


def small_end(rules: Rules, rng: random.Random) -> Round:
    """Draw a small end whose leader holds high cards, so that claims are not rare."""
    deck = rules.deck_in_play
    size, leader = rng.choice([2, 2, 3]), rng.choice(rules.seats)
    high = sorted(iter_cards(deck.cards), key=lambda card: -card.rank)[:32]
    cards = rng.sample(high, size * len(rules.seats))
    if rng.random() < 0.7:
        cards.sort(key=lambda card: -deck.strength[card.index])
    mine, rest = cards[:size], cards[size:]
    rng.shuffle(rest)
    hands = [CardSet.of(rest[at : at + size]) for at in range(0, len(rest), size)]
    hands.insert(leader, CardSet.of(mine))
    return end_of(rules, hands, leader, broken=rng.random() < 0.5)


def takes_all(current: Round, seat: Seat) -> bool:
    """Try every legal play of everyone: does a seat take each trick that is left?"""
    for action in current.legal_actions:
        after = current.apply(action)
        if not after.trick and after.turn != seat:
            return False
        if not takes_all(after, seat):
            return False
    return True


def test_a_claim_is_exactly_what_no_play_prevents() -> None:
    """Against every order of play of small ends: never offered too often, nor too seldom."""
    rng = random.Random(1)
    found = {True: 0, False: 0}
    for number in range(300):
        current = small_end(TABLES[number % len(TABLES)], rng)
        certain = takes_all(current, current.turn)
        assert current.claimant == (current.turn if certain else None), print_round(current)
        found[certain] += 1
    assert min(found.values()) > 50


ENDS = [
    pytest.param("AS KS", "QS JS", "2H 3H", "2C 3C", True, id="top trumps"),
    pytest.param("AS QS", "KS JS", "2H 3H", "2C 3C", False, id="a trump is higher"),
    pytest.param("AH KH", "2C 3C", "QH JH", "2D 3D", True, id="top cards of a suit"),
    pytest.param("AH KH", "2S 3C", "QH JH", "2D 3D", False, id="one can be trumped"),
    pytest.param("AH AS", "2S 3H", "QH JH", "2D 3D", True, id="who has a trump must follow"),
    pytest.param("AH KH AS", "2S 3H 4C", "QH JH 2C", "2D 3D 5C", False, id="trumps the second"),
    pytest.param("KH AS", "2C 3C", "AH JH", "2D 3D", False, id="the partner is higher"),
]


@pytest.mark.parametrize(("leads", "left", "partner", "right", "certain"), ENDS)
@pytest.mark.parametrize("broken", [True, False])
def test_what_is_certain(
    leads: str, left: str, partner: str, right: str, certain: bool, broken: bool
) -> None:
    """Trumps, long suits and the duty to follow decide; whether spades are broken does not."""
    hands = [hand(text) for text in (leads, left, partner, right)]
    current = end_of(CARDCOUCH, hands, broken=broken)
    assert (current.claimant == SEATS[0]) is certain is takes_all(current, SEATS[0])


def until_claim(game: Game) -> Game:
    """Play the first legal cards until the seat that leads may claim."""
    while game.claimant is None:
        assert game.to_act is not None
        game = game.apply(game.legal_actions[0])
    return game


def spades_apart() -> Game:
    """Begin a round in which seat 3 holds all spades, and so takes all once it has led."""
    game = Game.new(CARDCOUCH, SEATS[3]).apply(SUITS)
    return replay(game, [Bid(seat, 3) for seat in SEATS])


def test_a_claim_scores_as_if_played() -> None:
    """The cards of all are played out, and the sheet is that of any other order of play."""
    game = until_claim(spades_apart())
    assert game.round is not None
    assert (game.claimant, game.to_act, len(game.round.tricks)) == (SEATS[3], SEATS[3], 1)
    assert game.explain(Claim(SEATS[3])) is None
    held = game.round.hand(SEATS[3])
    after = game.apply(Claim(SEATS[3]))
    assert after.sheets == play_lowest(game).sheets
    assert after.phase == Phase.DEALING
    assert after.round is not None
    assert len(after.round.tricks) == 13
    assert public_view(after).claimed == held
    assert public_view(play_lowest(game)).claimed == CardSet()
    assert what_happened(game, Claim(SEATS[3]), after) == (
        RestClaimed(SEATS[3], held),
        RoundScored(after.sheets[-1]),
    )


def test_a_claim_is_written_and_read_back() -> None:
    """In the line of a round and of a game, and among the actions that lead to it."""
    game = until_claim(spades_apart())
    claimed = game.apply(Claim(SEATS[3]))
    assert claimed.round is not None
    line = print_round(claimed.round)
    assert line.endswith(" 2C2D2H2S c:3")
    assert parse_round(line, CARDCOUCH) == claimed.round
    assert parse_game(print_game(claimed)) == claimed
    actions = list(actions_of(claimed.round))
    assert actions[-1] == Claim(SEATS[3])
    assert replay(Game.new(CARDCOUCH, SEATS[3]), actions) == claimed


def test_what_is_not_certain_is_not_claimed() -> None:
    """Nor by a seat that does not lead, on the first trick, within one, or with one card left."""
    game = spades_apart()
    assert isinstance(game.explain(Claim(SEATS[0])), NothingToClaim)
    assert isinstance(game.explain(Claim(SEATS[3])), NotYourTurn)
    assert Game.new(CARDCOUCH, SEATS[3]).claimant is None
    leads = until_claim(game)
    assert leads.apply(leads.legal_actions[0]).claimant is None
    last = end_of(CARDCOUCH, [hand("AS"), hand("KS"), hand("2C"), hand("3C")])
    assert last.claimant is None
    assert isinstance(last.explain(Claim(SEATS[0])), NothingToClaim)
    first = Round.position(
        CARDCOUCH,
        SEATS[3],
        [SUITS.hands[seat] for seat in (3, 0, 1, 2)],
        [Bid(seat, 3) for seat in SEATS],
        Start(SEATS[0], (0, 0, 0, 0), broken=True),
    )
    assert takes_all_leading(first)
    assert first.claimant is None


def takes_all_leading(current: Round) -> bool:
    """Play a round out by first cards: does the leader take all?"""
    leader = current.turn
    while not current.finished:
        action = current.legal_actions[0]
        assert isinstance(action, Play)
        current = current.apply(action)
    return current.taken[leader] == current.rules.hand_size
