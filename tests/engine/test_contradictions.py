"""Fields that contradict each other: which, how it is told, and that the rest can be played."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from pydantic import ValidationError

from engine.contradictions import CONTRADICTIONS
from engine.errors import BadRules
from engine.game import Game
from engine.rules import Rules
from tests.engine.harness import next_action
from tests.engine.mixtures import CHOICES, FIELDS, drawn_around, sentence_of
from tests.engine.plain_game import PlainGame


class Pair(NamedTuple):
    """Two values that contradict each other.

    Attributes:
        one: a field with its value.
        other: another.
        words: what the sentence must say, so that it names both.
        base: other fields, with which each of the two alone is in order.
    """

    one: dict[str, Any]
    other: dict[str, Any]
    words: tuple[str, str]
    base: dict[str, Any] = {}  # noqa: RUF012 -- nobody writes to it


CHUNKS = 4
"""Several workers share the rule sets that hold every pair; each of them has to find them."""

SOLO = {"mode": "solo"}
DRAW = {"players": 2, "two_seat_deal": "draw"}
PAIRS = [
    Pair({"players": 3}, {"mode": "partners"}, ("three players", "partners"), SOLO),
    Pair({"players": 2}, {"mode": "partners"}, ("two players", "partners"), SOLO),
    Pair(
        {"two_seat_deal": "dealt"},
        {"players": 4},
        ("how two players get their cards", "three or four"),
        {"mode": "solo", "players": 2},
    ),
    Pair(DRAW, {"blind_nil": True}, ("draws", "blind nil"), SOLO),
    Pair(DRAW, {"blind_bid": 6}, ("draws", "blind number"), SOLO),
    Pair(DRAW, {"throw_in": "no_spade"}, ("drawn", "thrown in"), SOLO),
    Pair({"players": 2}, {"opening": "lowest_club"}, ("two players", "lowest club"), SOLO),
    Pair(SOLO, {"failed_nil_tricks": "help_partner"}, ("solo", "help a partner")),
    Pair(SOLO, {"double_nil": "unit"}, ("solo", "two nils")),
    Pair(SOLO, {"bidding": "suicide"}, ("solo", "suicide")),
    Pair(SOLO, {"exchange": 1}, ("solo", "exchanged")),
    Pair({"bidding": "mirror"}, {"blind_nil": True}, ("mirror", "blind nil")),
    Pair({"bidding": "mirror"}, {"minimum_contract": 1}, ("mirror", "minimum contract")),
    Pair({"bidding": "whiz"}, {"minimum_contract": 7}, ("whiz", "minimum contract")),
    Pair({"bidding": "suicide"}, {"double_nil": "unit"}, ("suicide", "two nils")),
    Pair(
        {"blind_nil": False},
        {"blind_nil_value": 150},
        ("value for blind nil", "blind nil is not allowed"),
        {"blind_nil": True},
    ),
    Pair(
        {"blind_nil": False},
        {"blind_nil_deficit": 100},
        ("deficit", "blind nil is not allowed"),
        {"blind_nil": True},
    ),
    Pair(
        {"exchange": 0},
        {"exchange_when": "blind_nil"},
        ("when cards are exchanged", "none are"),
        {"exchange": 2, "blind_nil": True},
    ),
    Pair(
        {"blind_nil": False},
        {"exchange_when": "blind_nil"},
        ("exchanged for blind nil alone", "blind nil is not allowed"),
        {"exchange": 2, "blind_nil": True},
    ),
    Pair({"bag_limit": None}, {"bag_points_kept": False}, ("bag points", "without a bag limit")),
    Pair({"bag_limit": None}, {"bag_count": "reset"}, ("bag count", "without a bag limit")),
    Pair(
        {"failed_nil_tricks": "ignored"},
        {"failed_nil_bag_points": 0},
        ("tricks of a failed nil are ignored", "points"),
    ),
    Pair(
        {"boston": "nothing"},
        {"boston_bonus": 300},
        ("boston bonus", "boston scores no bonus"),
        {"boston": "bonus"},
    ),
    Pair(
        {"boston": "wins"},
        {"boston_bonus": 300},
        ("boston bonus", "boston scores no bonus"),
        {"boston": "bonus"},
    ),
    Pair(
        {"target": None, "rounds": None},
        {"minutes": None},
        ("target", "number of minutes"),
        {"minutes": 30},
    ),
    Pair({"sets_lose": 2}, {"sets_in_a_row_lose": 2}, ("sets in a row", "sets that lose in all")),
    Pair(SOLO, {"first_round_least": 4}, ("solo", "tricks in the first round")),
    Pair(SOLO, {"first_round_wins": 10}, ("solo", "first round")),
    Pair(
        {"first_round_least": 0},
        {"first_round_short": "set"},
        ("too few tricks in the first round", "none are asked"),
        {"first_round_least": 4, "first_round": "bids_itself"},
    ),
    Pair(
        {"first_round": "bid"},
        {"first_round_short": "set"},
        ("first round that is bid", "too few tricks"),
        {"first_round_least": 4, "first_round": "bids_itself"},
    ),
    Pair({"nil": "none"}, {"blind_nil": True}, ("nil is not played", "blind nil")),
    Pair({"nil": "zero"}, {"exchange": 1}, ("exchanged", "nil is not played")),
    Pair({"nil": "none"}, {"bidding": "suicide"}, ("suicide", "nil is not played")),
    Pair({"bidding": "mirror"}, {"seat_minimum": 2}, ("mirror", "least bid")),
    Pair({"bidding": "whiz"}, {"maximum_contract": 10}, ("whiz", "maximum contract")),
    Pair({"bidding": "mirror"}, {"contract_of_nine": False}, ("mirror", "nine")),
    Pair({"bidding": "whiz"}, {"table_minimum": 11}, ("whiz", "minimum")),
    Pair({"bidding": "mirror"}, {"hook": True}, ("mirror", "all the tricks")),
    Pair({"bidding": "whiz"}, {"double_nil": "none"}, ("whiz", "both partners may bid nil")),
    Pair({"bidding": "suicide"}, {"double_nil": "none"}, ("suicide", "need not be forbidden")),
    Pair({"bidding": "suicide"}, {"double_nil_bonus": 100}, ("suicide", "no bonus")),
    Pair({"bidding": "suicide"}, {"hook": True}, ("suicide", "all the tricks")),
    Pair(
        {"bidding": "suicide"},
        {"table_short": "last_raises"},
        ("suicide", "make up"),
        {"table_minimum": 11},
    ),
    Pair(SOLO, {"double_nil": "none"}, ("solo", "one nil a side")),
    Pair(SOLO, {"double_nil_bonus": 100}, ("solo", "bonus for two nils")),
    Pair(SOLO, {"side_bid": "second_closes"}, ("solo", "close the bid")),
    Pair(SOLO, {"bid_order": "by_side"}, ("solo", "bid in turn")),
    Pair({"double_nil": "none"}, {"double_nil_bonus": 100}, ("only one partner", "bonus")),
    Pair({"double_nil": "unit"}, {"nil_missed": 50}, ("one bid", "failed nil")),
    Pair({"maximum_contract": 5}, {"minimum_contract": 6}, ("maximum contract", "its minimum")),
    Pair({"maximum_contract": 5}, {"seat_minimum": 6}, ("maximum contract", "least bid")),
    Pair({"maximum_contract": 5}, {"blind_bid": 6}, ("maximum contract", "blind number")),
    Pair(
        {"maximum_contract": 5},
        {"seat_minimum": 3},
        ("least bids of two partners", "maximum contract"),
        {"nil": "none"},
    ),
    Pair({"maximum_contract": 9}, {"contract_of_nine": False}, ("maximum contract", "nine")),
    Pair({"bidding": "whiz"}, {"side_bid": "second_closes"}, ("whiz", "close")),
    Pair(
        {"side_bid": "sum"},
        {"possibles": True},
        ("possible", "bids are added"),
        {"side_bid": "second_closes"},
    ),
    Pair(
        {"opening": "high_bidder"}, {"side_bid": "second_closes"}, ("highest bid", "for the side")
    ),
    Pair(
        {"table_minimum": 0},
        {"table_short": "last_raises"},
        ("too little", "no minimum"),
        {"table_minimum": 11},
    ),
    Pair(
        {"nil": "allowed"},
        {"table_short": "made"},
        ("made without play", "nil"),
        {"table_minimum": 11, "nil": "none"},
    ),
    Pair({"bidding": "mirror"}, {"blind_bid": 6}, ("mirror", "blind numbers")),
    Pair(
        {"blind_bid": None},
        {"blind_bid_deficit": 100},
        ("deficit", "may not be bid"),
        {"blind_bid": 6},
    ),
    Pair(
        {"blind_bid": None},
        {"blind_bid_missed": "plain"},
        ("blind number costs", "none may be bid"),
        {"blind_bid": 6},
    ),
    Pair({"missed_contract": "zero"}, {"ten_missed": 200}, ("costs nothing", "missing ten")),
    Pair(
        {"missed_contract": "zero"},
        {"blind_bid_missed": "plain"},
        ("costs nothing", "blind number"),
        {"blind_bid": 6},
    ),
    Pair({"ten_contracts": "doubled"}, {"ten_made": 200}, ("20", "making ten")),
    Pair({"ten_contracts": "doubled"}, {"ten_missed": 200}, ("20", "missing ten")),
    Pair(
        {"boston": "nothing"},
        {"boston_unbid": True},
        ("not bid", "boston scores nothing"),
        {"boston": "wins"},
    ),
    Pair({"bag_points": 0}, {"bag_points_kept": False}, ("taken back", "each bag scores 1")),
    Pair({"bag_points": 0}, {"failed_nil_bag_points": 0}, ("no bag scores", "none to lose")),
    Pair({"bag_limit": None}, {"bag_penalty": 110}, ("bag penalty", "bag limit")),
]


def name_of(pair: Pair) -> str:
    """Name a pair by its values."""
    return "-".join(f"{field}={value}" for field, value in (pair.one | pair.other).items())


@pytest.mark.parametrize("pair", PAIRS, ids=name_of)
def test_pair_is_refused_with_a_sentence_that_names_both(pair: Pair) -> None:
    """Each of the two alone is in order, both together are refused, and the host is told why."""
    base = Rules().changed(**pair.base)
    base.changed(**pair.one)
    base.changed(**pair.other)
    with pytest.raises(BadRules) as caught:
        base.changed(**pair.one, **pair.other)
    sentence = caught.value.sentence
    assert str(caught.value) == sentence
    assert all(word in sentence.casefold() for word in pair.words)
    assert sentence.endswith(".")
    with pytest.raises(ValidationError) as refused:
        Rules(**(base.model_dump() | pair.one | pair.other))
    assert sentence in str(refused.value)


def test_every_contradiction_is_tried() -> None:
    """Each sentence of the list is provoked above."""
    told = set()
    for pair in PAIRS:
        told.add(sentence_of(Rules().changed(**pair.base).model_dump() | pair.one | pair.other))
    assert told == {sentence for _, sentence in CONTRADICTIONS}


Value = tuple[str, object]
"""A field with one of its values."""


def all_pairs() -> list[tuple[Value, Value]]:
    """List every pair of values of two fields."""
    values = {field: list(dict.fromkeys(CHOICES[field])) for field in FIELDS}
    return [
        ((one, first), (other, second))
        for one, other in combinations(FIELDS, 2)
        for first, second in product(values[one], values[other])
    ]


@cache
def cover() -> tuple[list[Rules], list[tuple[Value, Value]]]:
    """Find rule sets that hold every pair that can be, and list the pairs that cannot."""
    rng = random.Random(4)
    found: list[Rules] = []
    impossible = []
    covered: set[tuple[Value, Value]] = set()
    for pair in all_pairs():
        if pair in covered:
            continue
        rules = drawn_around(dict(pair), rng)
        if rules is None:
            impossible.append(pair)
            continue
        found.append(rules)
        covered |= set(combinations(values_of(rules), 2))
    return found, impossible


def values_of(rules: Rules) -> Iterator[Value]:
    """Yield the values of a rule set by field."""
    return ((field, getattr(rules, field)) for field in FIELDS)


def test_pairs_that_cannot_be_are_refused_with_a_sentence() -> None:
    """Where no rules can hold two values, who chooses them is told by a sentence of the list."""
    sentences = {sentence for _, sentence in CONTRADICTIONS}
    _, impossible = cover()
    for pair in impossible:
        with pytest.raises(BadRules) as caught:
            Rules().changed(**dict(pair))
        assert caught.value.sentence in sentences
    for one, other, *_ in PAIRS:
        both = one | other
        two = len(both) == 2
        if two and all(value in CHOICES[field] for field, value in both.items()):
            assert tuple(sorted(both.items(), key=lambda v: FIELDS.index(v[0]))) in impossible


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_other_pair_is_played(chunk: int) -> None:
    """Rule sets that together hold each pair of values are played to the end of a round."""
    possible, _ = cover()
    for rules in possible[chunk::CHUNKS]:
        try:
            play_a_round(rules)
        except Exception as fault:
            fault.add_note(rules.model_dump_json())
            raise


def play_a_round(rules: Rules) -> None:
    """Play a round beside a plain record."""
    rng = random.Random(rules.model_dump_json())
    game = Game.new(rules, rng.choice(rules.seats))
    plain = PlainGame.beside(game)
    while not game.sheets:
        action = next_action(game, rng, wildness=0.3)
        game = game.apply(action)
        plain.note(action)
        plain.compare(game)
