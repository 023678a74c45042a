"""Puzzles: positions where one answer is clearly the best, and another card was played."""

from dataclasses import replace

import pytest

from engine.actions import Bid, Look, Play
from engine.players.puzzles import answer_of
from engine.presets import PRESETS
from engine.seats import SEATS
from engine.turns import Turn, turns_of
from tests.engine.players.test_review import played

DEALS = 60


@pytest.fixture(scope="module")
def turns() -> list[Turn]:
    """The turns of seats that played whatever came."""
    return [
        turn
        for seed in range(6)
        for turn in turns_of(played(PRESETS["cardcouch"], seed, wild=SEATS[1]), 1, SEATS[1])
    ]


def test_a_puzzle_has_one_answer(turns: list[Turn]) -> None:
    """The answer is another card than the one played; for who plays it, there is no puzzle."""
    found = [(turn, answer_of(turn, "seed", DEALS)) for turn in turns]
    puzzles = [(turn, answer) for turn, answer in found if answer is not None]
    assert puzzles
    for turn, answer in puzzles:
        solved = Play(turn.view.seat, answer)
        assert turn.action != solved
        assert solved in turn.view.legal
        assert answer_of(replace(turn, action=solved), "seed", DEALS) is None


def test_the_same_seed_gives_the_same_puzzle(turns: list[Turn]) -> None:
    """A puzzle can be asked for again."""
    again = [answer_of(turn, "seed", DEALS) for turn in turns[:20]]
    assert again == [answer_of(turn, "seed", DEALS) for turn in turns[:20]]


def test_only_cards_make_puzzles(turns: list[Turn]) -> None:
    """Neither a bid nor a look does."""
    for turn in turns:
        if isinstance(turn.action, Bid):
            assert answer_of(turn, "seed", DEALS) is None
            unseen = replace(turn, view=replace(turn.view, hand=None), action=Look(turn.view.seat))
            assert answer_of(unseen, "seed", DEALS) is None
