"""The utility of a round's results for a side: its chance to win the game, as integers.

Points, bags and their penalty, the target and the losing score all count through the score after
the round.
"""

import math
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.actions import Bid
from engine.ending import outcome_of
from engine.players.kernel import BASE
from engine.rules import Rules
from engine.scoring import bag_penalty, is_boston, score_side
from engine.seats import Side
from engine.tally import Tally
from engine.views import PublicView

if TYPE_CHECKING:
    from engine.score_sheet import SideScore

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
_SET: Final = 0.15
"""The chance that a side misses the contract of a later round."""


class Stage(NamedTuple):
    """How far a game is.

    Attributes:
        rounds: the rounds that are scored once this one is over.
        time_out: whether the time of the game is out, so that this round is the last.
    """

    rounds: int = 2
    time_out: bool = False


STAGE: Final = Stage()
"""Neither the first round nor the last."""


def stage_of(public: PublicView) -> Stage:
    """Say how far a game is while a round is bid and played."""
    return Stage(public.round_number, public.time_out)


def utility(
    rules: Rules,
    bids: tuple[Bid | None, ...],
    tallies: tuple[Tally, ...],
    taken: tuple[int, ...],
    side: Side,
    stage: Stage = STAGE,
) -> "array[int]":
    """Tabulate the utility of each distribution of the remaining tricks for a side.

    Args:
        rules: the rules of the table.
        bids: by seat.
        tallies: by side, at the start of the round.
        taken: tricks taken so far, by seat.
        side: the side.
        stage: how far the game is.

    Returns:
        At `(t0 * 18 + t1) * 18 + t2` the utility of a round where the seats took t0, t1, ...
    """
    # A seat of three can take all of 18 tricks: only then is a result one place beyond the cube.
    table = array("q", bytes(8 * (BASE**3 + 1)))
    scores = _scores(rules, bids, tallies)
    # Many distributions come to the same scores: who of a side took a trick seldom matters.
    known: dict[tuple[int, ...], int] = {}
    for result in results(rules.hand_size, taken):
        key = scores.after(result)
        if key not in known:
            after = [scores.different[number] for number in key]
            boston = next((each.side for each in after if is_boston(rules, each)), None)
            ended = End(boston, stage, [each.taken for each in after])
            known[key] = worth(rules, [each.after for each in after], side, ended)
        table[(result[0] * BASE + result[1]) * BASE + result[2]] = known[key]
    return table


def results(tricks: int, taken: Sequence[int]) -> list[tuple[int, ...]]:
    """List how the tricks of a round may be distributed at its end: three places at least.

    Args:
        tricks: of the round.
        taken: so far, by seat.
    """
    rest = tricks - sum(taken)
    if len(taken) == 2:  # noqa: PLR2004 - two seats
        return [(taken[0] + first, taken[1] + rest - first, 0) for first in range(rest + 1)]
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
    """The scores of the sides, each computed once.

    Attributes:
        different: the scores that differ in what decides about a game.
    """

    def __init__(self, rules: Rules, bids: Sequence[Bid | None], tallies: Sequence[Tally]) -> None:
        self.different: list[SideScore] = []
        self._rules = rules
        self._bids = bids
        self._tallies = tallies
        self._seats = [(side, *rules.seats_of(side)) for side in rules.sides]
        self._known: dict[tuple[int, ...], int] = {}

    def after(self, result: Sequence[int]) -> tuple[int, ...]:
        """Give the number of each side's score among the different ones."""
        numbers = []
        for side, *seats in self._seats:
            key = (side, *[result[seat] for seat in seats])
            number = self._known.get(key)
            numbers.append(self._score(key) if number is None else number)
        return tuple(numbers)

    def _score(self, key: tuple[int, ...]) -> int:
        side, *tricks = key
        seats = self._rules.seats_of(Side(side))
        made = [(self._bids[seat], took) for seat, took in zip(seats, tricks, strict=True)]
        score = score_side(self._rules, Side(side), made, self._tallies[side])
        alike = (
            number
            for number, other in enumerate(self.different)
            if (score.side, score.after, score.taken, score.towards)
            == (other.side, other.after, other.taken, other.towards)
        )
        self._known[key] = next(alike, len(self.different))
        if self._known[key] == len(self.different):
            self.different.append(score)
        return self._known[key]


@lru_cache(maxsize=64)
def _scores(rules: Rules, bids: tuple[Bid | None, ...], tallies: tuple[Tally, ...]) -> _Scores:
    """Give the scores of a round, so that each is computed once from its first card to its last."""
    return _Scores(rules, bids, tallies)


class End(NamedTuple):
    """What decides about the end of a game besides the score.

    Attributes:
        boston: the side that took every trick, and bid it where it must; or None.
        stage: how far the game is.
        taken: the tricks of the round by side; None where they are not known.
    """

    boston: Side | None = None
    stage: Stage = STAGE
    taken: Sequence[int] | None = None


NO_END: Final = End()
"""A round like any other, between the first and the last."""


def worth(rules: Rules, tallies: Sequence[Tally], side: Side, ended: End = NO_END) -> int:
    """Give the utility of a score at the end of a round for a side.

    Args:
        rules: the rules of the table.
        tallies: by side.
        side: the side.
        ended: what decides about the end besides the score.
    """
    stage = ended.stage
    rounds = _rounds_left(rules, tallies, stage)
    outcome = outcome_of(
        rules,
        tallies,
        ended.boston,
        rounds=stage.rounds,
        first_taken=ended.taken if stage.rounds == 1 else None,
        time_out=stage.time_out,
    )
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
        chance = _with_sets(rules, tallies, side, rounds, chance)
    return round(SCALE * chance + _PER_POINT * sum(ahead) / len(ahead))


def _rounds_left(rules: Rules, tallies: Sequence[Tally], stage: Stage) -> float:
    """Guess how many rounds are to come, one at least."""
    best = max(tally.points for tally in tallies)
    rounds = ((rules.target or _USUAL_TARGET) - best) / _ROUND_POINTS
    if rules.rounds is not None:
        rounds = min(rounds, rules.rounds - stage.rounds)
    return max(1.0, rounds)


def _with_sets(
    rules: Rules, tallies: Sequence[Tally], side: Side, rounds: float, chance: float
) -> float:
    """Mend the chance to win by points for the sides that sets may make lose before."""
    if rules.sets_lose is None and rules.sets_in_a_row_lose is None:
        return chance
    loses = [_loses_by_sets(rules, tally, math.ceil(rounds)) for tally in tallies]
    others = math.prod(loses[each] for each in rules.sides if each != side)
    return (1 - loses[side]) * (chance + (1 - chance) * others)


@lru_cache(maxsize=4096)
def _loses_by_sets(rules: Rules, tally: Tally, rounds: int) -> float:
    """Give the chance that a side misses as many contracts as lose in so many rounds."""
    if rounds == 0:
        return 0.0
    total = 0.0
    for chance, after in (
        (_SET, Tally(sets=tally.sets + 1, run=tally.run + 1)),
        (1 - _SET, Tally(sets=tally.sets)),
    ):
        lost = (rules.sets_lose is not None and after.sets >= rules.sets_lose) or (
            rules.sets_in_a_row_lose is not None and after.run >= rules.sets_in_a_row_lose
        )
        total += chance * (1.0 if lost else _loses_by_sets(rules, after, rounds - 1))
    return total


def _standing(rules: Rules, tally: Tally, rounds: float) -> float:
    """Give points minus the expected cost of the bags so far."""
    if rules.bag_limit is None:
        return float(tally.points)
    each = bag_penalty(rules) / rules.bag_limit + (0 if rules.bag_points_kept else 1)
    return tally.points - min(1.0, rounds / 3) * each * tally.bags
