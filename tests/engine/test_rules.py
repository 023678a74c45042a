"""Rule sets: ranges, contradictions, the presets as published, storing and changing."""

import json
import math

import pytest
from hypothesis import given
from pydantic import ValidationError

from engine.cards import DECKS
from engine.errors import BadRules
from engine.presets import PRESETS, PUBLISHED, differences, nearest_preset, preset_name
from engine.rules import Rules, parse_rules
from engine.seats import SEATS
from tests.engine import strategies
from tests.engine.tools import load

NUMBERS: dict[str, tuple[int, int]] = {
    "target": (50, 2000),
    "minimum_contract": (0, 7),
    "rounds": (1, 100),
    "minutes": (5, 600),
    "sets_lose": (1, 10),
    "sets_in_a_row_lose": (2, 5),
    "spread": (50, 2000),
    "seat_minimum": (1, 6),
    "maximum_contract": (4, 18),
    "table_minimum": (0, 13),
    "blind_bid": (1, 18),
    "blind_bid_deficit": (0, 1000),
    "first_round_least": (0, 6),
    "first_round_wins": (8, 13),
    "nil_value": (10, 500),
    "nil_missed": (0, 500),
    "double_nil_bonus": (0, 400),
    "bag_points": (-10, 1),
    "bag_penalty": (10, 500),
    "blind_nil_value": (10, 1000),
    "blind_nil_deficit": (0, 1000),
    "exchange": (0, 4),
    "failed_nil_bag_points": (0, 1),
    "bag_limit": (1, 13),
    "ten_made": (100, 500),
    "ten_missed": (100, 500),
    "boston_bonus": (10, 1000),
    "bid_seconds": (5, 86_400),
    "play_seconds": (5, 86_400),
}
WORDS: dict[str, list[object]] = {
    "mode": ["partners", "solo"],
    "players": [2, 3, 4],
    "two_seat_deal": ["draw", "dealt"],
    "deck": [*DECKS],
    "bidding": ["free", "mirror", "whiz", "suicide"],
    "side_bid": ["sum", "second_closes"],
    "bid_order": ["clockwise", "by_side"],
    "table_short": ["thrown_in", "made", "last_raises"],
    "throw_in": ["none", "no_spade", "no_spade_no_face", "no_spade_or_no_face"],
    "blind_bid_missed": ["doubled", "plain", "nothing"],
    "first_round": ["bid", "bids_itself"],
    "first_round_short": ["loses", "set"],
    "nil": ["allowed", "zero", "none"],
    "missed_contract": ["minus", "zero", "double"],
    "ten_contracts": ["exactly_ten", "ten_or_more", "doubled"],
    "double_taken": ["nothing", "set", "minus_100"],
    "exchange_when": ["any_nil", "blind_nil"],
    "failed_nil_tricks": ["bags_only", "help_partner", "ignored"],
    "double_nil": ["each", "unit", "none"],
    "bag_count": ["remainder", "reset"],
    "boston": ["nothing", "bonus", "wins"],
    "spade_leads": ["once_broken", "any_time"],
    "breaking": ["any_spade", "trump_only"],
    "opening": ["dealers_left", "lowest_club", "lowest_clubs_all", "high_bidder"],
    "first_dealer": ["before_host", "random"],
    "places": ["winner_only", "points_then_bags"],
}
SWITCHES = [
    "blind_nil",
    "bag_points_kept",
    "spades_on_first_trick",
    "contract_of_nine",
    "possibles",
    "hook",
    "boston_unbid",
]
OPTIONAL = [
    "target",
    "losing_score",
    "rounds",
    "minutes",
    "sets_lose",
    "sets_in_a_row_lose",
    "spread",
    "maximum_contract",
    "blind_bid",
    "first_round_wins",
    "nil_missed",
    "bag_limit",
    "bag_penalty",
    "bid_seconds",
    "play_seconds",
]

NEEDS: dict[str, dict[str, object]] = {
    "players": {"mode": "solo"},
    "two_seat_deal": {"mode": "solo", "players": 2},
    "blind_nil_value": {"blind_nil": True},
    "blind_nil_deficit": {"blind_nil": True},
    "exchange_when": {"blind_nil": True, "exchange": 2},
    "boston_bonus": {"boston": "bonus"},
    "boston_unbid": {"boston": "wins"},
    "possibles": {"side_bid": "second_closes"},
    "table_short": {"table_minimum": 11, "nil": "none"},
    "blind_bid_deficit": {"blind_bid": 6},
    "blind_bid_missed": {"blind_bid": 6},
    "first_round_short": {"first_round": "bids_itself", "first_round_least": 4},
    "target": {"rounds": 8},
}
"""What else must be so for a field to be free."""

TABLE: dict[str, tuple[object, object, object, object]] = {
    "mode": ("partners", "partners", "solo", "partners"),
    "players": (4, 4, 4, 4),
    "deck": ("standard", "standard", "standard", "standard"),
    "target": (500, 500, 150, 150),
    "losing_score": (-200, None, -200, -200),
    "bidding": ("free", "free", "free", "free"),
    "minimum_contract": (0, 0, 0, 0),
    "first_round": ("bid", "bid", "bid", "bid"),
    "nil_value": (100, 100, 100, 100),
    "blind_nil": (False, False, False, True),
    "blind_nil_value": (200, 200, 200, 200),
    "blind_nil_deficit": (0, 0, 0, 0),
    "exchange": (0, 0, 0, 0),
    "exchange_when": ("any_nil", "any_nil", "any_nil", "any_nil"),
    "failed_nil_tricks": ("bags_only", "help_partner", "bags_only", "help_partner"),
    "failed_nil_bag_points": (1, 1, 1, 1),
    "double_nil": ("each", "each", "each", "each"),
    "bag_limit": (10, 10, 10, 10),
    "bag_points_kept": (True, True, True, True),
    "bag_count": ("remainder", "remainder", "remainder", "remainder"),
    "ten_made": (100, 100, 100, 100),
    "ten_missed": (100, 100, 100, 100),
    "boston": ("nothing", "nothing", "nothing", "nothing"),
    "boston_bonus": (250, 250, 250, 250),
    "spade_leads": ("once_broken", "once_broken", "once_broken", "once_broken"),
    "breaking": ("any_spade", "any_spade", "trump_only", "trump_only"),
    "spades_on_first_trick": (True, True, True, True),
    "opening": ("dealers_left", "dealers_left", "dealers_left", "dealers_left"),
    "first_dealer": ("before_host", "random", "random", "random"),
    "bid_seconds": (None, None, 30, 30),
    "play_seconds": (None, None, 15, 15),
    "places": ("winner_only", "winner_only", "points_then_bags", "points_then_bags"),
} | {
    field: (Rules.model_fields[field].default,) * 4
    for field in (
        "two_seat_deal", "rounds", "minutes", "sets_lose", "sets_in_a_row_lose", "spread",
        "seat_minimum",
        "maximum_contract", "contract_of_nine", "side_bid", "possibles", "bid_order",
        "table_minimum", "table_short", "hook", "throw_in", "blind_bid", "blind_bid_deficit",
        "blind_bid_missed", "first_round_least", "first_round_short", "first_round_wins", "nil",
        "nil_missed", "double_nil_bonus", "bag_points", "bag_penalty", "missed_contract",
        "ten_contracts", "double_taken", "boston_unbid",
    )
}  # fmt: skip
"""The table of the published sets, row by row; of what none of them plays, the default."""

OTHERS: dict[str, tuple[str, dict[str, object]]] = {
    "jokers": ("cardcouch", {"deck": "jokers"}),
    "joker_deuce": (
        "cardcouch",
        {"deck": "deuces", "blind_nil": True, "blind_nil_deficit": 100, "minimum_contract": 4},
    ),
    "suicide": ("cardcouch", {"bidding": "suicide"}),
    "mirror": ("cardcouch", {"bidding": "mirror"}),
    "whiz": ("cardcouch", {"bidding": "whiz"}),
    "cutthroat": (
        "hero_solo",
        {
            "players": 3,
            "target": 300,
            "breaking": "any_spade",
            "bid_seconds": None,
            "play_seconds": None,
        },
    ),
    "quick": ("cardcouch", {"target": 200}),
    "five_bags": ("cardcouch", {"bag_limit": 5}),
}
"""The other presets: the published set that each is nearest to, and all its differences."""


@pytest.mark.parametrize("field", TABLE)
def test_presets_are_the_published_sets(field: str) -> None:
    """Each field has the published value in each of the four published presets."""
    assert PUBLISHED == ("cardcouch", "one_page", "hero_solo", "hero_partners")
    assert tuple(getattr(PRESETS[name], field) for name in PUBLISHED) == TABLE[field]


def test_table_knows_every_field() -> None:
    """A new field must be given its published value here."""
    assert set(TABLE) == set(Rules.model_fields)


@pytest.mark.parametrize("name", OTHERS)
def test_other_presets_differ_from_a_published_set_as_told(name: str) -> None:
    """A preset of another name is a published set, but for the fields that its source names."""
    base, fields = OTHERS[name]
    assert PRESETS[name] == PRESETS[base].changed(**fields)
    assert set(differences(PRESETS[name], PRESETS[base])) == set(fields)


def test_every_preset_is_told_here() -> None:
    """The presets are the four published, those of the other table, and those of the sheets."""
    sheets = load("house_rules_added")["presets"]
    assert [name for name in PRESETS if name not in sheets] == [*PUBLISHED, *OTHERS]
    assert len(set(PRESETS.values())) == len(PRESETS)


def test_every_house_rule_is_off_by_default() -> None:
    """What a published set does not know is off in all of them, and off where nothing is said."""
    for field, values in TABLE.items():
        default = Rules.model_fields[field].default
        assert default in values


@pytest.mark.parametrize("field", NUMBERS)
def test_range_of_a_number(field: str) -> None:
    """A number is taken from its lowest to its highest value, and not beyond."""
    low, high = NUMBERS[field]
    base = Rules().changed(**NEEDS.get(field, {}))
    for value in (low, high):
        assert getattr(base.changed(**{field: value}), field) == value
    for value in (low - 1, high + 1):
        with pytest.raises(BadRules) as caught:
            base.changed(**{field: value})
        assert caught.value.fields[0] == field
        assert str(caught.value).startswith(field)


def test_losing_score_is_any_number_from_minus_fifty_down() -> None:
    """The losing score has a highest value and no lowest."""
    for value in (-50, -200, -100_000):
        assert Rules().changed(losing_score=value).losing_score == value
    for value in (-49, 0, 200):
        with pytest.raises(BadRules):
            Rules().changed(losing_score=value)


@pytest.mark.parametrize("field", OPTIONAL)
def test_what_may_be_none(field: str) -> None:
    """Target, ends, limits and clocks can be off; nothing else can."""
    base = Rules().changed(**NEEDS.get(field, {}))
    assert getattr(base.changed(**{field: None}), field) is None
    others = set(Rules.model_fields) - set(OPTIONAL)
    for other in others:
        with pytest.raises(BadRules):
            Rules().changed(**{other: None})


@pytest.mark.parametrize("field", WORDS)
def test_words_of_a_field(field: str) -> None:
    """A value is one of those listed; another, or another case of it, is refused."""
    base = Rules().changed(**NEEDS.get(field, {}))
    for word in WORDS[field]:
        assert getattr(base.changed(**{field: word}), field) == word
        with pytest.raises(BadRules):
            base.changed(**{field: str(word).upper()})


def test_every_field_is_tried_here() -> None:
    """Each field is a number, a word or a switch of the tables above."""
    known = {*NUMBERS, *WORDS, *SWITCHES, "losing_score"}
    assert known == set(Rules.model_fields)


@pytest.mark.parametrize("value", [True, 3.5, 500.0, "500", math.nan, [500], None])
def test_numbers_are_strict(value: object) -> None:
    """Nothing that merely looks like a number is one."""
    with pytest.raises(ValidationError):
        Rules(target=value)  # type: ignore[arg-type]
    with pytest.raises(BadRules):
        Rules().changed(target=value)


@pytest.mark.parametrize("field", SWITCHES)
@pytest.mark.parametrize("value", [1, 0, "true", "yes", None])
def test_switches_are_strict(field: str, value: object) -> None:
    """Only true and false are taken for a switch."""
    for good in (True, False):
        base = Rules().changed(**NEEDS.get(field, {}))
        assert getattr(base.changed(**{field: good}), field) is good
    with pytest.raises(BadRules):
        Rules().changed(**{field: value})


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
    """A preset is recognised by its fields, and a mixture is not, but for what it is nearest to."""
    for name, rules in PRESETS.items():
        assert preset_name(parse_rules(rules.model_dump_json())) == name
        assert nearest_preset(rules) == name
        mixture = rules.changed(target=1000)
        assert preset_name(mixture) is None
        base = "cardcouch" if name == "quick" else name
        assert nearest_preset(mixture) == base
        assert differences(mixture, PRESETS[base]) == ("target",)
        assert differences(rules, rules) == ()


def test_partners_sit_opposite() -> None:
    """With partners there are two sides of opposite seats; in solo each seat is a side."""
    partners, solo, three = (PRESETS[name] for name in ("cardcouch", "hero_solo", "cutthroat"))
    assert [partners.seats_of(side) for side in partners.sides] == [(0, 2), (1, 3)]
    assert [solo.seats_of(side) for side in solo.sides] == [(0,), (1,), (2,), (3,)]
    assert [three.seats_of(side) for side in three.sides] == [(0,), (1,), (2,)]
    assert [partners.partner_of(seat) for seat in SEATS] == [2, 3, 0, 1]
    assert [solo.partner_of(seat) for seat in SEATS] == [None] * 4
    assert [three.partner_of(seat) for seat in three.seats] == [None] * 3
    for rules in (partners, solo, three):
        for side in rules.sides:
            assert {rules.side_of(seat) for seat in rules.seats_of(side)} == {side}


def test_hand_size() -> None:
    """Four seats share each deck evenly, 13 cards each; three share 51 cards, 17 each."""
    for deck in WORDS["deck"]:
        assert Rules().changed(deck=deck).hand_size == 13
    assert PRESETS["cutthroat"].hand_size == 17


def test_every_field_says_what_it_means() -> None:
    """Each field carries a sentence for whoever sets up a table."""
    schema = json.loads(json.dumps(Rules.model_json_schema()))
    for field in schema["properties"].values():
        assert field["description"].endswith(".")
