"""The cases for the end of a game: whether it is over, who has won, and the places."""

from typing import Any

import pytest

from engine.ending import outcome_of, places_of
from engine.presets import PRESETS
from engine.tally import Tally
from tests.engine import plain_score
from tests.engine.plain_score import Standing
from tests.engine.tools import load

CASES = load("game_end")
TABLES = PRESETS | {"one_page_with_loss": PRESETS["one_page"].changed(losing_score=-200)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_end_of_game(case: dict[str, Any]) -> None:
    """The game ends, or goes on, as published; the winner and the places are the published."""
    rules = TABLES[case["preset"]]
    scores = case["scores_after_hand"]
    bags = case["bags"] or [0] * len(scores)
    tallies = [Tally(points, count) for points, count in zip(scores, bags, strict=True)]
    outcome = outcome_of(rules, tallies)
    assert (outcome is not None) == case["over"]
    assert (None if outcome is None else outcome.winner) == case["winner_index"]
    sides = [Standing(*tally) for tally in tallies]
    assert plain_score.winner(rules, sides) == case["winner_index"]
    if case["places"] is not None:
        assert outcome is not None
        assert outcome.places == tuple(case["places"]) == places_of(tallies)
        assert plain_score.places(sides) == case["places"]


@pytest.mark.parametrize("preset", ["cardcouch", "one_page"])
def test_only_the_winner_is_named(preset: str) -> None:
    """Two of the sets name the winner and give the others no places."""
    outcome = outcome_of(PRESETS[preset], [Tally(600), Tally(100)])
    assert outcome is not None
    assert outcome.places is None
