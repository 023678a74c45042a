"""The scoring cases: under their own options, and under every preset."""

from typing import Any

import pytest

from engine.presets import PRESETS
from engine.rules import Rules
from engine.score_sheet import Item, SideScore
from engine.scoring import score_round
from engine.tally import Tally
from tests.engine import plain_score
from tests.engine.plain_score import Standing
from tests.engine.tools import bid_of, load, rules_of

CASES = load("scoring")
PENALTIES = {Item.BAG_PENALTY, Item.BAG_POINTS_TAKEN_BACK}
UNDER_PRESETS = [
    pytest.param(case, preset, value, id=f"{case['id']}-{preset}")
    for case in CASES
    for preset, value in case["value_under_preset"].items()
    if value is not None
]


def score(case: dict[str, Any], rules: Rules) -> SideScore:
    """Score the side of a case, with the whole table around it."""
    seat = case["seats_scored"][0]
    side = rules.side_of(rules.seats[seat])
    tallies = [Tally()] * len(rules.sides)
    tallies[side] = Tally(case["score_before"], case["bags_before"])
    bids = [bid_of(seat, bid) for seat, bid in enumerate(case["bids"])]
    return score_round(rules, bids, case["tricks"], tallies).sides[side]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_under_its_own_options(case: dict[str, Any]) -> None:
    """A case comes out as published when its own options are the rules."""
    rules = rules_of(case["mode"], case["options"], case["bids"])
    got = score(case, rules)
    penalty = sum(line.points for line in got.lines if line.item in PENALTIES)
    assert got.points == case["expected_hand_points"]
    assert got.points - penalty == case["expected_points_before_bag_penalty"]
    assert penalty == case["expected_bag_penalty"]
    assert got.after[:2] == (case["expected_score_after"], case["expected_bags_after"])


@pytest.mark.parametrize(("case", "preset", "value"), UNDER_PRESETS)
def test_under_a_preset(case: dict[str, Any], preset: str, value: dict[str, int]) -> None:
    """A case has the value that each preset gives it."""
    got = score(case, PRESETS[preset])
    assert (got.points, got.after.bags) == (value["hand_points"], value["bags_after"])


@pytest.mark.parametrize("preset", ["jokers", "suicide", "mirror", "whiz", "quick"])
def test_presets_made_from_cardcouch_score_like_it(preset: str) -> None:
    """A preset that changes only cards, bids or target gives each case CardCouch's value."""
    for case in CASES:
        value = case["value_under_preset"]["cardcouch"]
        if value is not None:
            got = score(case, PRESETS[preset])
            assert (got.points, got.after.bags) == (value["hand_points"], value["bags_after"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_plain_score_agrees(case: dict[str, Any]) -> None:
    """The plain function, which the harness trusts, gives the published value too."""
    rules = rules_of(case["mode"], case["options"], case["bids"])
    seats = case["seats_scored"]
    after = plain_score.side_after(
        rules,
        [case["bids"][seat] for seat in seats],
        [case["tricks"][seat] for seat in seats],
        Standing(case["score_before"], case["bags_before"]),
    )
    assert (after.score, after.bags) == (case["expected_score_after"], case["expected_bags_after"])


def test_preset_that_does_not_apply_is_named_null() -> None:
    """A case is null under exactly the presets of another mode, or without its blind nil."""
    for case in CASES:
        for preset, value in case["value_under_preset"].items():
            rules = PRESETS[preset]
            applies = rules.mode == case["mode"]
            applies &= rules.blind_nil or "blind_nil" not in case["bids"]
            assert applies == (value is not None), case["id"]
