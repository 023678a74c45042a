"""The legality cases: what may be played from a hand, by the rules and by a whole round."""

from typing import Any

import pytest

from engine.actions import Bid, Play
from engine.cards import Card
from engine.errors import MustFollowSuit, SpadesNotBroken
from engine.positions import Start
from engine.presets import PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Seat
from engine.tricks import breaks_spades, playable, winning_index
from tests.engine import plain_cards
from tests.engine.tools import hand_of, load, names, spread

DATA = load("legality")
POSITIONS = DATA["positions"]
SOURCES = {"cardcouch": "cardcouch", "one_page": "one_page", "hero": "hero_partners"}
BY_SOURCE = [
    pytest.param(case, SOURCES[source], expected, id=f"{case['id']}-{source}")
    for case in POSITIONS
    for source, expected in (case["legal_by_source"] or {}).items()
]
FOUR_SEATS = [
    name
    for name, rules in PRESETS.items()
    if (rules.players, rules.spade_leads, rules.opening) == (4, "once_broken", "dealers_left")
]
EVERY_PRESET = pytest.mark.parametrize("preset", FOUR_SEATS)


def rules_for(case: dict[str, Any], preset: str) -> Rules:
    """Give a preset with the deck of the case."""
    return PRESETS[preset].changed(deck="jokers" if case["jokers"] else "standard")


def trick_of(case: dict[str, Any]) -> list[Card]:
    """Give the cards on the table."""
    return [Card.parse(name) for name in case["trick_so_far"]]


@EVERY_PRESET
@pytest.mark.parametrize(
    "case", [c for c in POSITIONS if not c["earlier_tricks"]], ids=lambda case: case["id"]
)
def test_legal_cards(case: dict[str, Any], preset: str) -> None:
    """Exactly the published cards may be played."""
    trick = trick_of(case)
    led = trick[0] if trick else None
    rules = rules_for(case, preset)
    got = playable(rules, hand_of(case["hand"]).bits, led, broken=case["spades_broken"])
    assert names(got) == set(case["legal"])
    play = plain_cards.Play(rules.deck, breaking=rules.breaking)
    plain = plain_cards.legal(case["hand"], case["trick_so_far"], case["spades_broken"], play)
    assert plain == set(case["legal"])


@pytest.mark.parametrize(("case", "preset", "expected"), BY_SOURCE)
def test_legal_after_earlier_tricks(
    case: dict[str, Any], preset: str, expected: dict[str, Any]
) -> None:
    """Earlier tricks break spades, or do not, as each source says."""
    rules = PRESETS[preset]
    broken = False
    for names_of_trick in case["earlier_tricks"]:
        earlier = [Card.parse(name) for name in names_of_trick]
        for card in earlier:
            broken = broken or breaks_spades(rules, card, earlier[0])
    assert broken is expected["spades_broken"]
    got = playable(rules, hand_of(case["hand"]).bits, None, broken=broken)
    assert names(got) == set(expected["legal"])


@EVERY_PRESET
@pytest.mark.parametrize(
    "case", [c for c in POSITIONS if not c["earlier_tricks"]], ids=lambda case: case["id"]
)
def test_round_accepts_exactly_these(case: dict[str, Any], preset: str) -> None:
    """A round in that position accepts the published cards, and refuses the others with why."""
    rules = rules_for(case, preset)
    trick = trick_of(case)
    seat = SEATS[len(trick)]
    current = round_at(rules, case, trick, seat)
    assert current.turn == seat
    assert {str(play.card) for play in plays_of(current)} == set(case["legal"])
    for card in hand_of(case["hand"]):
        refusal = current.explain(Play(seat, card))
        if str(card) in case["legal"]:
            assert refusal is None
        else:
            assert isinstance(refusal, MustFollowSuit if trick else SpadesNotBroken)


def round_at(rules: Rules, case: dict[str, Any], trick: list[Card], seat: Seat) -> Round:
    """Set up a round in which `seat` holds the hand of the case behind the cards of the trick."""
    fixed = {SEATS[place]: hand_of([str(card)]) for place, card in enumerate(trick)}
    fixed[seat] = hand_of(case["hand"])
    shun = rules.deck_in_play.same_suit[trick[0].index] if trick else 0
    hands = spread(rules, fixed, shun)
    bids = [Bid(each, 3) for each in rules.seats]
    taken = (rules.hand_size - len(hands[0]), 0, 0, 0)
    start = Start(SEATS[0], taken, case["spades_broken"])
    current = Round.position(rules, SEATS[3], hands, bids, start)
    for card in trick:
        current = current.apply(Play(current.turn, card))
    return current


def plays_of(current: Round) -> list[Play]:
    """List the legal plays of a round."""
    return [action for action in current.legal_actions if isinstance(action, Play)]


@EVERY_PRESET
@pytest.mark.parametrize("case", DATA["trick_winners"], ids=lambda case: case["id"])
def test_trick_winner(case: dict[str, Any], preset: str) -> None:
    """The published seat wins, as a seat and not as a place in the trick."""
    rules = rules_for(case, preset)
    played = case["cards_in_play_order"]
    place = winning_index(rules, [Card.parse(name) for name in played])
    assert case["seats_in_play_order"][place] == case["winner_seat"]
    assert plain_cards.winner(played, rules.deck) == place


@EVERY_PRESET
@pytest.mark.parametrize("case", DATA["trick_winners"], ids=lambda case: case["id"])
def test_round_gives_the_trick_to_the_winner(case: dict[str, Any], preset: str) -> None:
    """A round gives the trick to that seat, counts it, and lets it lead the next one."""
    rules = rules_for(case, preset)
    order = [SEATS[seat] for seat in case["seats_in_play_order"]]
    played = [Card.parse(name) for name in case["cards_in_play_order"]]
    # One card more each, so that there is a next trick; shunned suits keep the discards legal.
    fixed = {seat: hand_of([str(card)]) for seat, card in zip(order, played, strict=True)}
    shun = rules.deck_in_play.same_suit[played[0].index]
    extra = spread(rules, fixed | {order[0]: hand_of([str(played[0]), "8H"])}, shun)
    bids = [Bid(seat, 3) for seat in rules.seats]
    start = Start(order[0], (11, 0, 0, 0), broken=True)
    current = Round.position(rules, SEATS[0], extra, bids, start)
    for card in played:
        current = current.apply(Play(current.turn, card))
    winner = case["winner_seat"]
    assert current.last_trick is not None
    assert current.last_trick.winner == current.turn == current.leader == winner
    assert current.taken[winner] == start.taken[winner] + 1
