"""What a competent player does: the shared positions, and what people complain of."""

import random
from typing import Any

import pytest

from engine.players.player import full_budget
from engine.players.styles import STYLES
from tests.engine.players.complaints import positions
from tests.engine.players.histories import all_positions, matches, name_of
from tests.engine.players.positions import HISTORIES, answer_of, view_of
from tests.engine.tools import load

SHARED = load("player_positions")["positions"]
BUDGET = full_budget()
SEEDS = range(3)
WITHOUT = frozenset(
    {
        "P9",
        "P14",
        "leads a high card as nil",
        "keeps an ace as nil when it may throw it",
        "takes the trick away from the other side's nil",
        "trumps a trick that sinks a nil",
        "trumps with the king where the three would do",
        "ducks when a trick would set the others",
    }
)
"""The positions that no sensible round was found for; they have no history."""


def answers(key: str, position: dict[str, Any]) -> list[int | str]:
    """Give what a player does in a position, by seed."""
    view = view_of(position)
    player = STYLES[key].player
    return [answer_of(player.choose(view, BUDGET, random.Random(seed)).action) for seed in SEEDS]


@pytest.mark.parametrize("position", SHARED, ids=lambda each: each["id"])
def test_the_strong_player_finds_the_shared_answers(position: dict[str, Any]) -> None:
    """The strong player does what a competent one does, in matters of taste at least mostly."""
    right = [answer in position["accept"] for answer in answers("marlow", position)]
    assert sum(right) >= (2 if position["soft"] else len(right))


@pytest.mark.parametrize("position", positions(), ids=lambda each: each["title"])
@pytest.mark.parametrize("key", ["marlow", "juniper"])
def test_nobody_need_complain(key: str, position: dict[str, Any]) -> None:
    """Strong and normal players make none of the moves that people complain of."""
    assert set(answers(key, position)) <= set(position["accept"])


@pytest.mark.parametrize("position", all_positions(), ids=name_of)
def test_positions_are_reached(position: dict[str, Any]) -> None:
    """A round of bids and plays leads to each position, and the view is what the position says."""
    assert (name_of(position) in HISTORIES) != (name_of(position) in WITHOUT)
    assert matches(view_of(position), position)


def test_the_easy_player_spares_its_partner() -> None:
    """The easy player misjudges, but it does nothing that everybody sees to be stupid."""
    visible = [each for each in positions() if each["kind"] == "play"][:8]
    for position in visible:
        assert set(answers("pip", position)) <= set(position["accept"]), position["title"]
