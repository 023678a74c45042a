"""Rule sets: ranges, contradictions, the presets as published, storing and changing."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from pydantic import ValidationError

from engine.errors import BadRules
from engine.presets import PRESETS, preset_name
from engine.rules import Rules, parse_rules
from engine.seats import SEATS
from tests.engine import strategies

NUMBERS: dict[str, tuple[int, int | None]] = {
    "target": (50, 2000),
    "nil_value": (10, 500),
    "failed_nil_bag_points": (0, 1),
    "bag_limit": (1, 13),
    "bid_seconds": (5, 86_400),
    "play_seconds": (5, 86_400),
}
WORDS = {
    "mode": ["partners", "solo"],
    "deck": ["standard", "jokers"],
    "failed_nil_tricks": ["bags_only", "help_partner", "ignored"],
    "double_nil": ["each", "unit"],
    "breaking": ["any_spade", "trump_only"],
    "first_dealer": ["before_host", "random"],
    "places": ["winner_only", "points_then_bags"],
}
OPTIONAL = ["losing_score", "bag_limit", "bid_seconds", "play_seconds"]

# The table of the published sets, row by row.
TABLE: dict[str, tuple[object, object, object, object]] = {
    "mode": ("partners", "partners", "solo", "partners"),
    "deck": ("standard", "standard", "standard", "standard"),
    "target": (500, 500, 150, 150),
    "losing_score": (-200, None, -200, -200),
    "nil_value": (100, 100, 100, 100),
    "blind_nil": (False, False, False, True),
    "blind_nil_value": (200, 200, 200, 200),
    "failed_nil_tricks": ("bags_only", "help_partner", "bags_only", "help_partner"),
    "failed_nil_bag_points": (1, 1, 1, 1),
    "double_nil": ("each", "each", "each", "each"),
    "bag_limit": (10, 10, 10, 10),
    "bag_points_kept": (True, True, True, True),
    "breaking": ("any_spade", "any_spade", "trump_only", "trump_only"),
    "first_dealer": ("before_host", "random", "random", "random"),
    "bid_seconds": (None, None, 30, 30),
    "play_seconds": (None, None, 15, 15),
    "places": ("winner_only", "winner_only", "points_then_bags", "points_then_bags"),
}


@pytest.mark.parametrize("field", TABLE)
def test_presets_are_the_published_sets(field: str) -> None:
    """Each field has the published value in each of the four presets."""
    assert list(PRESETS) == ["cardcouch", "one_page", "hero_solo", "hero_partners"]
    assert tuple(getattr(rules, field) for rules in PRESETS.values()) == TABLE[field]


def test_table_knows_every_field() -> None:
    """A new field must be given its published value here."""
    assert set(TABLE) == set(Rules.model_fields)


@pytest.mark.parametrize("field", NUMBERS)
def test_range_of_a_number(field: str) -> None:
    """A number is taken from its lowest to its highest value, and not beyond."""
    low, high = NUMBERS[field]
    for value in (low, high):
        assert getattr(Rules().changed(**{field: value}), field) == value
    for value in (low - 1, (high or 0) + 1):
        with pytest.raises(BadRules) as caught:
            Rules().changed(**{field: value})
        assert caught.value.fields[0] == field
        assert str(caught.value).startswith(field)


@pytest.mark.parametrize("value", [10, 1000])
def test_range_of_blind_nil(value: int) -> None:
    """Blind nil is worth 10 to 1000."""
    assert Rules().changed(blind_nil=True, blind_nil_value=value).blind_nil_value == value
    for beyond in (9, 1001):
        with pytest.raises(BadRules):
            Rules().changed(blind_nil=True, blind_nil_value=beyond)


def test_losing_score_is_any_number_from_minus_fifty_down() -> None:
    """The losing score has a highest value and no lowest."""
    for value in (-50, -200, -100_000):
        assert Rules().changed(losing_score=value).losing_score == value
    for value in (-49, 0, 200):
        with pytest.raises(BadRules):
            Rules().changed(losing_score=value)


@pytest.mark.parametrize("field", OPTIONAL)
def test_what_may_be_none(field: str) -> None:
    """The losing score, the bag limit and the clocks can be off; nothing else can."""
    assert getattr(Rules().changed(**{field: None}), field) is None
    others = set(Rules.model_fields) - set(OPTIONAL)
    for other in others:
        with pytest.raises(BadRules):
            Rules().changed(**{other: None})


@pytest.mark.parametrize("field", WORDS)
def test_words_of_a_field(field: str) -> None:
    """A word is one of those listed; another, or another case of it, is refused."""
    for word in WORDS[field]:
        solo_free = Rules().changed(**{field: word})
        assert getattr(solo_free, field) == word
        with pytest.raises(BadRules):
            Rules().changed(**{field: word.upper()})


@pytest.mark.parametrize("value", [True, 3.5, 500.0, "500", math.nan, [500], None])
def test_numbers_are_strict(value: object) -> None:
    """Nothing that merely looks like a number is one."""
    with pytest.raises(ValidationError):
        Rules(target=value)  # type: ignore[arg-type]
    with pytest.raises(BadRules):
        Rules().changed(target=value)


@pytest.mark.parametrize("value", [1, 0, "true", "yes", None])
def test_switches_are_strict(value: object) -> None:
    """Only true and false are taken for a switch."""
    with pytest.raises(BadRules):
        Rules().changed(blind_nil=value)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        (
            {"mode": "solo", "failed_nil_tricks": "help_partner"},
            "The tricks of a failed nil cannot help a partner in solo, where nobody has a partner.",
        ),
        (
            {"mode": "solo", "double_nil": "unit"},
            "Two nils cannot be judged as one bid in solo, where nobody has a partner.",
        ),
        (
            {"blind_nil_value": 150},
            "A value for blind nil makes no sense while blind nil is not allowed.",
        ),
        (
            {"bag_limit": None, "bag_points_kept": False},
            "Bag points are taken back at a penalty, and without a bag limit there is none.",
        ),
        (
            {"failed_nil_tricks": "ignored", "failed_nil_bag_points": 0},
            "The tricks of a failed nil are ignored, so their bags have no points to set.",
        ),
    ],
)
def test_contradictions_are_refused_with_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    """A mixture that makes no sense is refused, and the host is told why."""
    with pytest.raises(BadRules) as caught:
        Rules().changed(**fields)
    assert str(caught.value) == caught.value.sentence == sentence
    with pytest.raises(ValidationError, match=r"no sense|nobody|is none|are ignored"):
        Rules(**fields)


def test_unknown_field_is_refused() -> None:
    """A field that the rules do not have is refused, and named."""
    with pytest.raises(BadRules) as caught:
        Rules().changed(jokers=True)
    assert caught.value.fields == ("jokers",)


def test_rules_do_not_change() -> None:
    """A rule set is frozen and can be a key."""
    rules = Rules()
    with pytest.raises(ValidationError):
        rules.target = 300  # type: ignore[misc]
    assert rules.target == 500
    assert len({rules, Rules(), rules.changed(target=300)}) == 2


def test_changed_leaves_the_first_as_it_was() -> None:
    """A change gives a new rule set that differs in these fields alone."""
    before = PRESETS["cardcouch"]
    after = before.changed(target=300, losing_score=None)
    assert (before.target, before.losing_score) == (500, -200)
    differing = {f for f in Rules.model_fields if getattr(before, f) != getattr(after, f)}
    assert differing == {"target", "losing_score"}


@given(strategies.rules())
def test_stored_rules_are_read_back(rules: Rules) -> None:
    """Every rule set is equal to itself after storing, with or without its defaults."""
    assert parse_rules(rules.model_dump_json()) == rules
    assert parse_rules(rules.model_dump_json(exclude_defaults=True)) == rules


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"target": "500"}', '{"target": 20}', '{"goal": 500}']
)
def test_bad_text_is_no_rule_set(text: str) -> None:
    """Text that is no JSON, or no valid rule set, is refused as such."""
    with pytest.raises(BadRules):
        parse_rules(text)


def test_presets_are_known_by_name() -> None:
    """A preset is recognised by its fields, and a mixture is not."""
    for name, rules in PRESETS.items():
        assert preset_name(parse_rules(rules.model_dump_json())) == name
        assert preset_name(rules.changed(target=1000)) is None


def test_partners_sit_opposite() -> None:
    """With partners there are two sides of opposite seats; in solo each seat is a side."""
    partners, solo = PRESETS["cardcouch"], PRESETS["hero_solo"]
    assert [partners.seats_of(side) for side in partners.sides] == [(0, 2), (1, 3)]
    assert [solo.seats_of(side) for side in solo.sides] == [(0,), (1,), (2,), (3,)]
    assert [partners.partner_of(seat) for seat in SEATS] == [2, 3, 0, 1]
    assert [solo.partner_of(seat) for seat in SEATS] == [None] * 4
    for rules in (partners, solo):
        for side in rules.sides:
            assert {rules.side_of(seat) for seat in rules.seats_of(side)} == {side}


def test_hand_size_is_thirteen() -> None:
    """Four seats share either deck evenly, 13 cards each."""
    assert Rules().hand_size == Rules().changed(deck="jokers").hand_size == 13


def test_every_field_says_what_it_means() -> None:
    """Each field carries a sentence for whoever sets up a table."""
    schema = json.loads(json.dumps(Rules.model_json_schema()))
    for field in schema["properties"].values():
        assert field["description"].endswith(".")
