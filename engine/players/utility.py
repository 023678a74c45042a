"""The utility of a round's results for a side: its chance to win the game, as integers.

Points, bags and their penalty, the target and the losing score all count through the score after
the round.
"""

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.actions import Bid
from engine.ending import outcome_of
from engine.players.kernel import BASE
from engine.rules import Rules
from engine.scoring import SideScore, is_boston, score_side
from engine.seats import Side
from engine.tally import Tally

SCALE: Final = 1_000_000
"""A won game."""

_ROUND_POINTS: Final = 55.0
"""Points that a side makes in a round, on average."""
_ROUND_SPREAD: Final = 85.0
"""The standard deviation of the difference that a round makes."""
POINT: Final = 1600.0
"""About what a point is worth at the beginning of a game to 500."""
_USUAL_TARGET: Final = 500
"""What a game without a target is taken to be worth playing to."""
_PER_POINT: Final = 160.0
"""The value of a point in itself, so that decided games are still played well."""


@lru_cache(maxsize=256)
def utility(
    rules: Rules,
    bids: tuple[Bid | None, ...],
    tallies: tuple[Tally, ...],
    taken: tuple[int, ...],
    side: Side,
) -> "array[int]":
    """Tabulate the utility of each distribution of the remaining tricks for a side.

    Args:
        rules: the rules of the table.
        bids: by seat.
        tallies: by side, at the start of the round.
        taken: tricks taken so far, by seat.
        side: the side.

    Returns:
        At `(t0 * 18 + t1) * 18 + t2` the utility of a round where the seats took t0, t1, ...
    """
    # A seat of three can take all of 18 tricks: only then is a result one place beyond the cube.
    table = array("q", bytes(8 * (BASE**3 + 1)))
    scores = _Scores(rules, bids, tallies)
    for result in _results(rules.hand_size, taken):
        after = scores.after(result)
        index = (result[0] * BASE + result[1]) * BASE + result[2]
        table[index] = worth(rules, [each.after for each in after], side, scores.boston(after))
    return table


def _results(tricks: int, taken: Sequence[int]) -> list[tuple[int, ...]]:
    rest = tricks - sum(taken)
    if len(taken) == 3:  # noqa: PLR2004 - three seats
        return [
            (taken[0] + a, taken[1] + b, taken[2] + rest - a - b)
            for a in range(rest + 1)
            for b in range(rest - a + 1)
        ]
    return [
        (taken[0] + a, taken[1] + b, taken[2] + c, taken[3] + rest - a - b - c)
        for a in range(rest + 1)
        for b in range(rest - a + 1)
        for c in range(rest - a - b + 1)
    ]


class _Scores:
    """The scores of the sides, each computed once."""

    def __init__(self, rules: Rules, bids: Sequence[Bid | None], tallies: Sequence[Tally]) -> None:
        self._rules = rules
        self._bids = bids
        self._tallies = tallies
        self._known: dict[tuple[int, ...], SideScore] = {}

    def after(self, result: Sequence[int]) -> list[SideScore]:
        return [self._score(side, result) for side in self._rules.sides]

    def _score(self, side: Side, result: Sequence[int]) -> SideScore:
        seats = self._rules.seats_of(side)
        key = (side, *(result[seat] for seat in seats))
        if key not in self._known:
            made = [(self._bids[seat], result[seat]) for seat in seats]
            self._known[key] = score_side(self._rules, side, made, self._tallies[side])
        return self._known[key]

    def boston(self, scores: Sequence[SideScore]) -> Side | None:
        return next((each.side for each in scores if is_boston(self._rules, each)), None)


def worth(rules: Rules, tallies: Sequence[Tally], side: Side, boston: Side | None = None) -> int:
    """Give the utility of a score at the end of a round for a side.

    Args:
        rules: the rules of the table.
        tallies: by side.
        side: the side.
        boston: the side that bid and took every trick, or None.
    """
    best = max(tally.points for tally in tallies)
    rounds = max(1.0, ((rules.target or _USUAL_TARGET) - best) / _ROUND_POINTS)
    outcome = outcome_of(rules, tallies, boston)
    ahead = [
        _standing(rules, tallies[side], rounds) - _standing(rules, other, rounds)
        for number, other in enumerate(tallies)
        if number != side
    ]
    if outcome is not None:
        chance = float(outcome.winner == side)
    else:
        spread = _ROUND_SPREAD * math.sqrt(rounds)
        chance = math.prod(0.5 + 0.5 * math.erf(lead / spread / math.sqrt(2)) for lead in ahead)
    return round(SCALE * chance + _PER_POINT * sum(ahead) / len(ahead))


def _standing(rules: Rules, tally: Tally, rounds: float) -> float:
    """Give points minus the expected cost of the bags so far."""
    if rules.bag_limit is None:
        return float(tally.points)
    kept = 0 if rules.bag_points_kept else 1
    return tally.points - min(1.0, rounds / 3) * (10 + kept) * tally.bags
