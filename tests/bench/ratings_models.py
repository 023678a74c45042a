"""The rating models that are compared: this project's, Elo, OpenSkill's, and the truth."""

import math
import statistics
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from openskill.models import PlackettLuce, ThurstoneMostellerFull

from engine.presets import PRESETS
from engine.ratings import NEWCOMER, Part, SideResult, Skill, chance, length_of, rated
from tests.bench.ratings_worlds import Played


class Model(Protocol):
    """Foretells games, and learns from them."""

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give the chance that one side comes before the other, 0 to 1."""
        ...

    def learn(self, game: Played) -> None:
        """Take note of how a game ended."""
        ...


class Ours:
    """The ratings of this project, of people of whom nothing is known."""

    def __init__(self, fixed: Mapping[int, Skill] | None = None) -> None:
        """Start without any game.

        Args:
            fixed: the skills of those who are fixed points.
        """
        self._known: dict[int, Skill] = dict(fixed or {})

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give the chance of one side, its uncertainty included."""
        return chance(self._side(game, one), self._side(game, other), _length(game))

    def _side(self, game: Played, side: int) -> Skill:
        skills = [self._known.get(who, NEWCOMER) for who in game.sides[side]]
        spread = math.sqrt(sum(skill.deviation**2 for skill in skills)) / len(skills)
        return Skill(statistics.fmean(skill.mean for skill in skills), spread)

    def learn(self, game: Played) -> None:
        """Rate a game."""
        who = [each for side in game.sides for each in side]
        sides = [
            SideResult(tuple(Part(who.index(each), 1 / len(side)) for each in side), points, place)
            for side, points, place in zip(game.sides, game.points, game.places, strict=True)
        ]
        known = [self._known.get(each, NEWCOMER) for each in who]
        after = rated(game.mode, sides, known, _length(game))
        self._known.update(zip(who, after, strict=True))


def _length(game: Played) -> float:
    return length_of(PRESETS[game.rules], game.rounds, finished=True)


class Elo:
    """Elo on who came before whom; a side is as good as the mean of its people."""

    def __init__(self, step: float) -> None:
        """Start without any game; `step` is how far a surprise moves a rating."""
        self._step = step
        self._known: dict[int, float] = {}

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give the chance of one side by the difference of the ratings."""
        apart = self._side(game, other) - self._side(game, one)
        return 1 / (1 + 10 ** (apart / 400))

    def _side(self, game: Played, side: int) -> float:
        return statistics.fmean(self._known.get(who, 1500.0) for who in game.sides[side])

    def learn(self, game: Played) -> None:
        """Rate every pair of sides."""
        moved: dict[int, float] = {}
        for one, other in game.pairs:
            came = float(game.places[one] < game.places[other])
            step = self._step * (came - self.chance(game, one, other)) / (len(game.sides) - 1)
            for side, way in ((one, step), (other, -step)):
                for who in game.sides[side]:
                    moved[who] = moved.get(who, 0.0) + way * len(game.sides[side])
        for who, way in moved.items():
            self._known[who] = self._known.get(who, 1500.0) + way


class OpenSkill:
    """A model of OpenSkill, which learns from places alone."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - each of its models is a class
        """Use a model of the library, which carries no types for this."""
        self._model = model
        self._known: dict[int, Any] = {}

    def _side(self, game: Played, side: int) -> list[Any]:
        return [self._known.setdefault(who, self._model.rating()) for who in game.sides[side]]

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give the library's own forecast for two sides."""
        both = [self._side(game, one), self._side(game, other)]
        return float(self._model.predict_win(both)[0])

    def learn(self, game: Played) -> None:
        """Rate a game."""
        teams = [self._side(game, side) for side in range(len(game.sides))]
        for side, after in zip(
            game.sides, self._model.rate(teams, ranks=list(game.places)), strict=True
        ):
            self._known.update(zip(side, after, strict=True))


class Truth:
    """Knows how good everyone is, and for each rule set how much of it shows."""

    def __init__(self, games: Sequence[Played]) -> None:
        """Find for each rule set the slope that explains the games best."""
        self._slopes = {name: self._slope(games, name) for name in {g.rules for g in games}}

    def _slope(self, games: Sequence[Played], rules: str) -> float:
        seen = [
            (game.strengths[one] - game.strengths[other], game.places[one] < game.places[other])
            for game in games
            if game.rules == rules
            for one, other in game.pairs
        ]
        tried = [0.002 * step for step in range(100)]
        return min(
            tried,
            key=lambda slope: (
                -sum(
                    math.log(max(1e-9, _normal(slope * apart * (1 if came else -1))))
                    for apart, came in seen
                )
            ),
        )

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give the chance by the true strengths."""
        return _normal(self._slopes[game.rules] * (game.strengths[one] - game.strengths[other]))

    def learn(self, game: Played) -> None:
        """Know it all already."""


def _normal(value: float) -> float:
    return 0.5 * (1.0 + math.erf(value / math.sqrt(2.0)))


class Nothing:
    """Knows nothing: all sides are equal."""

    def chance(self, game: Played, one: int, other: int) -> float:
        """Give one half."""
        return 0.5

    def learn(self, game: Played) -> None:
        """Learn nothing."""


def models(games: Sequence[Played], fixed: Mapping[int, Skill]) -> dict[str, Model]:
    """List the models by name, each without any game.

    Args:
        games: what the truth is found from.
        fixed: the skills of those who are fixed points.
    """
    found: dict[str, Model] = {
        "nothing known": Nothing(),
        "the truth": Truth(games),
        "this project's": Ours(),
        "Elo, step 8": Elo(4),
        "Elo, step 16": Elo(8),
        "OpenSkill Thurstone-Mosteller, sigma 1.5, tau .02": OpenSkill(
            ThurstoneMostellerFull(sigma=1.5, tau=0.02)
        ),
        "OpenSkill Plackett-Luce, its defaults": OpenSkill(PlackettLuce()),
    }
    if fixed:
        found["this project's, computers as fixed points"] = Ours(fixed)
    return found
