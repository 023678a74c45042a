"""Games to try ratings on: recorded ones of computer players, and made ones of synthetic people."""

import bisect
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

from engine.ratings import Mode
from tests.bench.ratings_games import KINDS, recorded


@dataclass(frozen=True, slots=True)
class Played:
    """A game as ratings see it.

    Attributes:
        mode: partners or solo.
        rules: the name of its rule set.
        sides: who played for each side, by index.
        points: by side, at the end.
        places: by side, from 1.
        rounds: how many were played.
        strengths: how good each side truly was, on any scale.
    """

    mode: Mode
    rules: str
    sides: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    places: tuple[int, ...]
    rounds: int
    strengths: tuple[float, ...]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of sides of which one came before the other."""
        return [
            (one, other)
            for one, other in combinations(range(len(self.sides)), 2)
            if self.places[one] != self.places[other]
        ]


def of_computers(path: Path, each: int, strengths: dict[str, float], seed: int) -> list[Played]:
    """Read recorded games, in which each kind is played by several people whom nobody knows apart.

    Args:
        path: the file of `tests.bench.ratings_games`.
        each: how many people play each kind.
        strengths: how good each kind truly is.
        seed: decides who of a kind plays which game.
    """
    rng, games = random.Random(seed), []
    for game in recorded(path):
        free = {kind: rng.sample(range(each), each) for kind in KINDS}
        seats = [(kind, KINDS.index(kind) * each + free[kind].pop()) for kind in game["seats"]]
        totals = tuple(map(sum, zip(*game["points"], strict=True)))
        winner = game["winner"]
        of_side = [
            [s for s in range(len(seats)) if s % len(totals) == n] for n in range(len(totals))
        ]
        games.append(
            Played(
                "partners" if len(seats) > len(totals) else "solo",
                game["rules"],
                tuple(tuple(seats[s][1] for s in side) for side in of_side),
                totals,
                places(totals, winner),
                len(game["points"]),
                tuple(sum(strengths[seats[s][0]] for s in side) / len(side) for side in of_side),
            )
        )
    return games


def places(points: Sequence[int], winner: int) -> tuple[int, ...]:
    """Rank sides by points, the winner first."""
    keys = [(side != winner, -own) for side, own in enumerate(points)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def of_people(count: int, people: int, errors: Sequence[float], seed: int) -> list[Played]:
    """Make games of people of unknown skill, most of whom play rarely and with the same few.

    The points of a round are those of the skills, in points a round, and an error of a recorded
    round; a game goes to 500, so that its length and its margin depend on each other.

    Args:
        count: how many games.
        people: how many people.
        errors: by how many points recorded rounds of equal sides went apart.
        seed: where chance comes from.
    """
    rng, games = random.Random(seed), []
    skills = [rng.gauss(0.0, 6.0) for _ in range(people)]
    often = list(accumulate(1.0 / (1 + rank) for rank in range(people)))
    for _ in range(count):
        seated: list[int] = []
        while len(seated) < 4:
            who = bisect.bisect(often, rng.random() * often[-1])
            if who < people and who not in seated:
                seated.append(who)
        rng.shuffle(seated)
        sides = ((seated[0], seated[2]), (seated[1], seated[3]))
        strengths = tuple(sum(skills[who] for who in side) / 2 for side in sides)
        games.append(_to_500(sides, strengths, errors, rng))
    return games


def _to_500(
    sides: tuple[tuple[int, ...], ...],
    strengths: tuple[float, ...],
    errors: Sequence[float],
    rng: random.Random,
) -> Played:
    points, rounds = [0.0, 0.0], 0
    while max(points) < 500 or points[0] == points[1]:
        margin = strengths[0] - strengths[1] + rng.choice(errors)
        points[0] += 50 + margin / 2
        points[1] += 50 - margin / 2
        rounds += 1
    ended = (round(points[0]), round(points[1]))
    order = places(ended, int(points[1] > points[0]))
    return Played("partners", "cardcouch", sides, ended, order, rounds, strengths)


def apart(games: Iterable[dict[str, Any]]) -> list[float]:
    """Give by how much the sides of recorded rounds went apart, both ways round."""
    found = [a - b for game in games for row in game["points"] if len(row) == 2 for a, b in [row]]
    return [float(sign * each) for each in found for sign in (1, -1)]
