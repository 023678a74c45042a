"""Measures what ratings foretell: `python -m tests.bench.ratings FILE`, as docs/ratings.md shows.

FILE is what `python -m tests.bench.ratings_games` has recorded. Every model foretells each pair of
sides before it learns how the game ended; the first third of the games is for learning alone.
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from engine.ratings import ANCHORS, Mode, Skill
from tests.bench.ratings_games import KINDS, recorded
from tests.bench.ratings_models import Model, models
from tests.bench.ratings_worlds import Played, apart, of_computers, of_people

CLASSES: Final = 10
"""Into how many classes the chances are sorted, from 0 to 1."""

_THUMB: Final = {"partners": 1464.0, "solo": 1496.0}
"""What rules of thumb without mistakes are worth, which no table offers."""


def foretold(model: Model, games: Sequence[Played]) -> tuple[float, float, list[list[float]]]:
    """Give how a model did: the log loss, the mean error of its classes, and the classes.

    A class has the weight of its pairs, the sum of the chances and the sum of what came. Each pair
    is counted from both sides, since which one is the first is by chance.
    """
    loss = weight = 0.0
    classes = [[0.0, 0.0, 0.0] for _ in range(CLASSES)]
    for number, game in enumerate(games):
        for one, other in game.pairs if number >= len(games) // 3 else ():
            share = 1 / len(game.pairs)
            said = min(0.999, max(0.001, model.chance(game, one, other)))
            came = game.places[one] < game.places[other]
            loss -= share * math.log(said if came else 1 - said)
            weight += share
            for chance, true in ((said, came), (1 - said, not came)):
                found = classes[min(CLASSES - 1, int(chance * CLASSES))]
                found[0] += share
                found[1] += share * chance
                found[2] += share * true
        model.learn(game)
    error = sum(abs(said - came) for _, said, came in classes) / (2 * weight)
    return loss / weight, error, classes


def _tell(title: str, games: Sequence[Played], fixed: dict[int, Skill]) -> None:
    print(f"\n{title}: {len(games):,} games\n  log loss  error of ten classes")
    for name, model in models(games, fixed).items():
        loss, error, classes = foretold(model, games)
        print(f"  {loss:.4f}    {error:.3f}   {name}", flush=True)
        if name.startswith("this project's"):
            shown = (f"{said / many:.2f}/{came / many:.2f}" for many, said, came in classes if many)
            print("      foretold/came " + "  ".join(shown))


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=6, help="people who play like each kind")
    parser.add_argument("--people", type=int, default=60, help="synthetic people")
    parser.add_argument("--games", type=int, default=6000, help="of synthetic people")
    options = parser.parse_args()
    by_mode: dict[Mode, dict[str, float]] = {
        mode: {**ANCHORS[mode], "thumb": _THUMB[mode]} for mode in ANCHORS
    }
    for mode, strengths in by_mode.items():
        # The truth is in points a round, for which a scale is found anyway.
        scaled = {kind: strengths[kind] / 10 for kind in KINDS}
        games = of_computers(options.file, options.each, scaled, seed=1)
        fixed = {
            KINDS.index(kind) * options.each + number: Skill(strengths[kind], 0.0)
            for kind in KINDS
            for number in range(options.each)
        }
        _tell(f"Computer players, {mode}", [game for game in games if game.mode == mode], fixed)
    errors = apart(recorded(options.file))
    people = of_people(options.games, options.people, errors, seed=2)
    _tell("Synthetic people, partners", people, {})


if __name__ == "__main__":
    main()
