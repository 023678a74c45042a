"""Positions that make a puzzle: a card lost much there, and one answer is clearly the best."""

import random
from typing import Final

from engine.actions import Play
from engine.cards import Card
from engine.players.reading import read
from engine.players.review import DEALS, NODES, alike
from engine.players.search import Effort, compare, distinct
from engine.players.utility import POINT
from engine.turns import Turn

DEAR: Final = 12.0
"""The points that the card played must have lost, in every run."""

CLEAR: Final = 4.0
"""The points by which the answer must be better than any other card, in every run."""

RUNS: Final = 3
"""How often the cards are compared, each time over other deals."""


def answer_of(turn: Turn, seed: str, deals: int = DEALS) -> Card | None:
    """Give the answer of a position as a puzzle; None where it makes none.

    Args:
        turn: the decision as it was made.
        seed: the same seed gives the same answer.
        deals: how many deals each run has.
    """
    view, hand, action = turn.view, turn.view.hand, turn.action
    if hand is None or not isinstance(action, Play):
        return None
    facts = read(view, hand)
    cards = distinct(view, hand, facts.legal)
    played = alike(facts, cards, action.card)
    answers = set()
    for run in range(RUNS):
        chance = random.Random(f"{seed}/{view.public.moves}/puzzle {run}")  # noqa: S311 - deals
        found = compare(view, hand, cards, Effort(deals, NODES), chance)
        worth = dict(zip(found.cards, found.worth, strict=True))
        best, *others = sorted(cards, key=lambda card: -worth[card])
        dear = worth[best] - worth[played] >= DEAR * POINT
        clear = all(worth[best] - worth[other] >= CLEAR * POINT for other in others)
        if not dear or not clear:
            return None
        answers.add(best)
    return answers.pop() if len(answers) == 1 else None
