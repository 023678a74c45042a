"""Fields that contradict each other: which, how it is told, and that the rest can be played."""

import random
from collections.abc import Collection, Iterator
from itertools import combinations, product
from typing import Any, NamedTuple

import pytest
from pydantic import ValidationError

from engine.contradictions import CONTRADICTIONS
from engine.errors import BadRules
from engine.game import Game
from engine.rules import Rules
from tests.engine.harness import next_action
from tests.engine.mixtures import CHOICES, FIELDS, sentence_of
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


SOLO = {"mode": "solo"}
PAIRS = [
    Pair({"players": 3}, {"mode": "partners"}, ("three players", "partners"), SOLO),
    Pair({"players": 3}, {"deck": "jokers"}, ("three players", "jokers"), SOLO),
    Pair({"players": 3}, {"deck": "deuces"}, ("three players", "high deuces"), SOLO),
    Pair({"players": 3}, {"deck": "deuces_spade_high"}, ("three players", "high deuces"), SOLO),
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


def mended(fields: dict[str, Any], fixed: Collection[str], steps: int = 4) -> dict[str, Any] | None:
    """Change other fields than the fixed ones until nothing contradicts, or give None.

    Every change that takes the sentence told now away is tried, one after the other and so many
    deep, so that what is not found is not there.
    """
    told = sentence_of(fields)
    if told is None:
        return fields
    for field in FIELDS if steps else ():
        for value in CHOICES[field] if field not in fixed else ():
            changed = fields | {field: value}
            if sentence_of(changed) == told:
                continue
            found = mended(changed, {*fixed, field}, steps - 1)
            if found is not None:
                return found
    return None


def completed(pair: tuple[Value, Value], rng: random.Random) -> Rules | None:
    """Find rules that hold two values, or None; every other field is drawn, as far as it agrees."""
    fields = mended(Rules().model_dump() | dict(pair), [field for field, _ in pair])
    if fields is None:
        return None
    others = [field for field in FIELDS if field not in dict(pair)]
    for field in rng.sample(others, len(others)):
        changed = fields | {field: rng.choice(CHOICES[field])}
        if sentence_of(changed) is None:
            fields = changed
    return Rules().changed(**fields)


def cover() -> tuple[list[Rules], list[tuple[Value, Value]]]:
    """Find rule sets that hold every pair that can be, and list the pairs that cannot."""
    rng = random.Random(4)
    found: list[Rules] = []
    impossible = []
    covered: set[tuple[Value, Value]] = set()
    for pair in all_pairs():
        if pair in covered:
            continue
        rules = completed(pair, rng)
        if rules is None:
            impossible.append(pair)
            continue
        found.append(rules)
        covered |= set(combinations(values_of(rules), 2))
    return found, impossible


def values_of(rules: Rules) -> Iterator[Value]:
    """Yield the values of a rule set by field."""
    return ((field, getattr(rules, field)) for field in FIELDS)


COVER, IMPOSSIBLE = cover()


def test_pairs_that_cannot_be_are_refused_with_a_sentence() -> None:
    """Where no rules can hold two values, who chooses them is told by a sentence of the list."""
    sentences = {sentence for _, sentence in CONTRADICTIONS}
    for pair in IMPOSSIBLE:
        with pytest.raises(BadRules) as caught:
            Rules().changed(**dict(pair))
        assert caught.value.sentence in sentences
    for one, other, *_ in PAIRS:
        both = one | other
        if all(value in CHOICES[field] for field, value in both.items()):
            assert tuple(sorted(both.items(), key=lambda v: FIELDS.index(v[0]))) in IMPOSSIBLE


@pytest.mark.parametrize("rules", COVER, ids=[str(number) for number in range(len(COVER))])
def test_every_other_pair_is_played(rules: Rules) -> None:
    """Rule sets that together hold each pair of values are played to the end of two rounds."""
    rng = random.Random(rules.model_dump_json())
    game = Game.new(rules, rng.choice(rules.seats))
    plain = PlainGame.beside(game)
    while len(game.sheets) < 2 and game.outcome is None:
        action = next_action(game, rng, wildness=0.3)
        game = game.apply(action)
        plain.note(action)
        plain.compare(game)
    assert game.sheets
