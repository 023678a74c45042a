"""Measures what ratings foretell: `python -m tests.bench.ratings FILE`, as docs/ratings.md shows.

FILE is what `python -m tests.bench.ratings_games` has recorded. Every model foretells each pair of
sides before it learns how the game ended; the first third of the games is for learning alone.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

from engine.ratings import ANCHORS, Mode, Skill
from tests.bench.ratings_games import KINDS, recorded
from tests.bench.ratings_models import Model, models
from tests.bench.ratings_worlds import Played, apart, of_computers, of_people

CLASSES: Final = 10
"""Into how many classes the chances are sorted, from 0 to 1."""

_THUMB: Final = {"partners": 1410.0, "solo": 1500.0}
"""What rules of thumb without mistakes are worth, which no table offers."""


@dataclass(slots=True)
class Class:
    """Forecasts of about the same chance.

    Attributes:
        many: the weight of its pairs of sides.
        said: the sum of their chances.
        came: the sum of what came.
        spread: the square of how far `came` lies from `said` by chance alone.
    """

    many: float = 0.0
    said: float = 0.0
    came: float = 0.0
    spread: float = 0.0


@dataclass(frozen=True, slots=True)
class Foretold:
    """How a model did.

    Attributes:
        loss: the log loss.
        classes: the classes, from the smallest chances to the largest.
    """

    loss: float
    classes: tuple[Class, ...]

    @property
    def error(self) -> float:
        """The mean difference between chance and share."""
        return sum(abs(each.said - each.came) for each in self.classes) / self._whole

    @property
    def by_chance(self) -> float:
        """What this error would be on average if every chance were true."""
        return sum(math.sqrt(2 / math.pi * each.spread) for each in self.classes) / self._whole

    @property
    def _whole(self) -> float:
        return sum(each.many for each in self.classes)


def foretold(model: Model, games: Sequence[Played]) -> Foretold:
    """Let a model foretell games; each pair is counted from both sides, as neither is the first."""
    loss = weight = 0.0
    classes = tuple(Class() for _ in range(CLASSES))
    for number, game in enumerate(games):
        for one, other in game.pairs if number >= len(games) // 3 else ():
            share = 1 / len(game.pairs)
            said = min(0.999, max(0.001, model.chance(game, one, other)))
            came = game.places[one] < game.places[other]
            loss -= share * math.log(said if came else 1 - said)
            weight += share
            for chance, true in ((said, came), (1 - said, not came)):
                found = classes[min(CLASSES - 1, int(chance * CLASSES))]
                found.many += share
                found.said += share * chance
                found.came += share * true
                found.spread += share * share * chance * (1 - chance)
        model.learn(game)
    return Foretold(loss / weight, classes)


def _tell(title: str, draws: Sequence[Sequence[Played]], fixed: dict[int, Skill]) -> None:
    print(f"\n{title}: {len(draws[0]):,} games, {len(draws)} draws of who is who")
    print("  log loss  error of ten classes: mean, by chance, least to most")
    by_model: dict[str, list[Foretold]] = {}
    for games in draws:
        for name, model in models(games, fixed).items():
            by_model.setdefault(name, []).append(foretold(model, games))
    for name, all_of in by_model.items():
        loss = fmean(of.loss for of in all_of)
        by_chance = fmean(of.by_chance for of in all_of)
        errors = [of.error for of in all_of]
        span = f"{min(errors):.3f} to {max(errors):.3f}"
        print(f"  {loss:.4f}    {fmean(errors):.3f}  {by_chance:.3f}  {span}   {name}")
        if name.startswith("this project's"):
            print(f"      foretold/came {_classes(all_of)}", flush=True)


def _classes(all_of: Sequence[Foretold]) -> str:
    """Print the classes of several draws together, with their sampling errors in one draw."""
    shown = []
    for of in zip(*(each.classes for each in all_of), strict=True):
        many = sum(each.many for each in of)
        if many:
            said, came = sum(each.said for each in of), sum(each.came for each in of)
            off = math.sqrt(sum(each.spread for each in of) * len(of)) / many
            shown.append(f"{said / many:.2f}/{came / many:.2f}({off:.2f})")
    return "  ".join(shown)


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=6, help="people who play like each kind")
    parser.add_argument("--draws", type=int, default=8, help="of who plays for a kind")
    parser.add_argument("--people", type=int, default=60, help="synthetic people")
    parser.add_argument("--games", type=int, default=6000, help="of synthetic people")
    options = parser.parse_args()
    by_mode: dict[Mode, dict[str, float]] = {
        mode: {**ANCHORS[mode], "thumb": _THUMB[mode]} for mode in ANCHORS
    }
    for mode, strengths in by_mode.items():
        # The truth is in points a round, for which a scale is found anyway.
        scaled = {kind: strengths[kind] / 10 for kind in KINDS}
        draws = [
            [
                game
                for game in of_computers(options.file, options.each, scaled, seed)
                if game.mode == mode
            ]
            for seed in range(1, options.draws + 1)
        ]
        fixed = {
            KINDS.index(kind) * options.each + number: Skill(strengths[kind], 0.0)
            for kind in KINDS
            for number in range(options.each)
        }
        _tell(f"Computer players, {mode}", draws, fixed)
    errors = apart(recorded(options.file))
    people = [
        of_people(options.games, options.people, errors, seed)
        for seed in range(1, options.draws + 1)
    ]
    _tell("Synthetic people, partners", people, {})


if __name__ == "__main__":
    main()
