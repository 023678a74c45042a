"""Ratings: how well people play, learnt from the points of their games. Pure.

Each person has a mean and a deviation. A side plays as well as the mean of its seats, and its
points a round, beyond what the table made on average, say so with an error that shrinks with the
rounds. The update is the exact one for normal distributions, for two to four sides at once. It uses
only the four operations and square roots, and rounds to thousandths, so that the same games in the
same order give the same ratings everywhere; see docs/ratings.md.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.rules import Rules

Mode = Literal["partners", "solo"]

START: Final = 1500.0
"""The rating of someone of whom nothing is known."""

UNKNOWN: Final = 100.0
"""The deviation of such a rating: by how much those differ who play in one server."""

SURE: Final = 80.0
"""A rating with a larger deviation is provisional."""

DRIFT: Final = 1.5
"""How much a person's play changes from game to game, as a deviation."""

KEPT: Final = 0.7
"""The share of the distance from `START` that a rating keeps in a new season."""

RESTLESS: Final = 70.0
"""How much a person's play changes from season to season, as a deviation.

With what is kept, those who play in a server differ as much as before.
"""

NOISE: Final = 830.0
"""The deviation of the difference of two sides in one round, in rating.

It makes 400 points of rating a chance of ten to one in a game of nine rounds.
"""

POINTS_NOISE: Final[Mapping[Mode, float]] = {"partners": 72.0, "solo": 50.0}
"""The same in points of the score, as measured."""

ANCHORS: Final[Mapping[Mode, Mapping[str, float]]] = {
    "partners": {"easy": 1425.0, "normal": 1500.0, "strong": 1685.0},
    "solo": {"easy": 1430.0, "normal": 1500.0, "strong": 1565.0},
}
"""The ratings of the computer players by their level, as measured; they never change."""

_PACE: Final = 8.5
"""The points that a leading side makes a round for each of its tricks."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of how well someone plays.

    Attributes:
        mean: the rating.
        deviation: how far off it may be; 0 for a computer player, which is a fixed point.
    """

    mean: float = START
    deviation: float = UNKNOWN

    @property
    def provisional(self) -> bool:
        """Whether little is known yet."""
        return self.deviation > SURE

    def next_season(self) -> "Skill":
        """Give what a new season begins with: nearer to the start, and less certain."""
        deviation = min(UNKNOWN, math.sqrt(self.deviation**2 + RESTLESS**2))
        return _rounded(START + KEPT * (self.mean - START), deviation)


NEWCOMER: Final = Skill()
"""Someone of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Part:
    """What someone had of a side.

    Attributes:
        who: the index of the person or computer player in the list of skills.
        share: of the side's play, above 0; the shares of a side add up to 1.
    """

    who: int
    share: float


@dataclass(frozen=True, slots=True)
class SideResult:
    """What a side made of a game.

    Attributes:
        parts: who played for it.
        points: its points, by which sides are compared.
        place: its place, from 1.
    """

    parts: tuple[Part, ...]
    points: int
    place: int


def length_of(rules: Rules, rounds: int, *, finished: bool) -> float:
    """Give how many rounds the margin of a game is worth.

    A game to a target is worth as many as such games take: that it was short, or long, follows
    from the margin itself, and says nothing more.

    Args:
        rules: its rules.
        rounds: how many were scored, from 1.
        finished: whether it was played to its end.
    """
    if rules.target is None or not finished:
        return float(rounds)
    usual = rules.target * len(rules.sides) / (_PACE * rules.hand_size)
    return min(max(usual, 1.0), 20.0)


def rated(
    mode: Mode,
    sides: Sequence[SideResult],
    skills: Sequence[Skill],
    rounds: float,
    weight: float = 1.0,
) -> tuple[Skill, ...]:
    """Give what is known of everyone after a game.

    A win costs nothing and the last place gains nothing, however small the margin was; and a side
    counts no more points than one before it, since a game can be won with fewer.

    Args:
        mode: who is rated.
        sides: what each side made of it, two at least.
        skills: before the game.
        rounds: how many the margin is worth, see `length_of`.
        weight: how much the game counts, above 0 to 1.
    """
    known = [_drifted(skill) for skill in skills]
    spread = NOISE * NOISE / (2.0 * rounds * weight)
    scale = NOISE / POINTS_NOISE[mode] / rounds
    means = [sum(part.share * known[part.who].mean for part in side.parts) for side in sides]
    trust = [
        1.0 / (sum((part.share * known[part.who].deviation) ** 2 for part in side.parts) + spread)
        for side in sides
    ]
    surprise = [points * scale - mean for points, mean in zip(_compared(sides), means, strict=True)]
    total = sum(trust)
    usual = sum(t * s for t, s in zip(trust, surprise, strict=True)) / total
    last = max(side.place for side in sides)
    after = list(known)
    for side, t, s in zip(sides, trust, surprise, strict=True):
        beyond = s - usual
        if side.place in {1, last}:
            beyond = max(beyond, 0.0) if side.place == 1 else min(beyond, 0.0)
        for part in side.parts:
            old = known[part.who]
            pull = part.share * old.deviation * old.deviation * t
            left = old.deviation * old.deviation - pull * pull / t * (1.0 - t / total)
            after[part.who] = _rounded(old.mean + pull * beyond, math.sqrt(left))
    return tuple(after)


def _compared(sides: Sequence[SideResult]) -> list[int]:
    """Give the points that each side counts."""
    return [
        min(other.points for other in sides if other.place < side.place or other is side)
        for side in sides
    ]


def _drifted(skill: Skill) -> Skill:
    if not skill.deviation:
        return skill
    return Skill(skill.mean, min(UNKNOWN, math.sqrt(skill.deviation**2 + DRIFT**2)))


def _rounded(mean: float, deviation: float) -> Skill:
    return Skill(round(mean, 3), round(deviation, 3))


def chance(one: Skill, other: Skill, rounds: float) -> float:
    """Give the chance that one of two sides makes more points, 0 to 1.

    Args:
        one: the side.
        other: the other side.
        rounds: how many they play.
    """
    spread = NOISE * NOISE / rounds + one.deviation**2 + other.deviation**2
    return 0.5 * (1.0 + math.erf((one.mean - other.mean) / math.sqrt(2.0 * spread)))
