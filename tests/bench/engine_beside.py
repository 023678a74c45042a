"""How many random rounds a second the engine plays, beside the engine of another release.

`python -m tests.bench.engine_beside PATH [preset ...]`, where PATH is a checkout such as
`git worktree add --detach PATH RELEASE` makes. Both engines are in one process and take turns, each
pair one of theirs and one of ours; processor time is counted, and the load and the spread are told.

Two things are measured for each rule set: a random round from its seeds to the score, as in
`tests.bench.engine`, and a recorded round replayed, as a start does that reads games from disk.
"""

import argparse
import importlib
import inspect
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

PLACE: Final = Path(__file__).parents[2]
PAIRS: Final = 40
ROUNDS: Final = 50
RECORDED: Final = 20

Played = Callable[[], object]


def engine_of(place: Path) -> dict[str, ModuleType]:
    """Load the engine of a checkout, apart from any that has been loaded before."""
    for name in [name for name in sys.modules if name.split(".")[0] == "engine"]:
        del sys.modules[name]
    sys.path.insert(0, str(place))
    try:
        names = ("deals", "game", "presets")
        return {name: importlib.import_module(f"engine.{name}") for name in names}
    finally:
        sys.path.pop(0)


def kinds(engine: dict[str, Any], preset: str) -> dict[str, Played]:
    """Give what is measured of an engine, by name."""
    deals, games, rules = engine["deals"], engine["game"], engine["presets"].PRESETS[preset]
    rng = random.Random(1)
    begun = games.Game.new(rules, rules.seats[-1])
    # Before two seats could draw their hands, a deal was made of a deck instead of rules.
    by_rules = "rules" in inspect.signature(deals.deal).parameters
    cards = (rules,) if by_rules else (rules.deck_in_play, len(rules.seats))

    def new_deal() -> object:
        seeds = deals.Seeds(rng.randbytes(deals.SECRET_BYTES))
        return deals.deal(seeds, 1, begun.next_dealer, *cards)

    def random_round() -> list[object]:
        actions = [new_deal()]
        game = begun.apply(actions[0])
        while game.to_act is not None:
            actions.append(rng.choice(game.legal_actions))
            game = game.apply(actions[-1])
        return actions

    recorded = [random_round() for _ in range(RECORDED)]
    return {
        "random": random_round,
        "replayed": lambda: games.replay(begun, rng.choice(recorded)),
    }


def rate(played: Played) -> float:
    """Give rounds a second of processor time."""
    start = time.process_time()
    for _ in range(ROUNDS):
        played()
    return ROUNDS / (time.process_time() - start)


def compare(theirs: Played, ours: Played) -> str:
    """Play pairs; give both medians, and the ratio: median, first and last decile."""
    pairs = [(rate(theirs), rate(ours)) for _ in range(PAIRS + 1)][1:]
    deciles = statistics.quantiles((our / their for their, our in pairs), n=10)
    before, now = map(statistics.median, zip(*pairs, strict=True))
    spread = f"({deciles[0]:.2f} to {deciles[8]:.2f})"
    return f"{before:7.0f} {now:7.0f} {deciles[4]:7.2f} {spread}"


def main() -> None:
    """Measure what the command line names, all presets of the other release by default."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.engine_beside", description=__doc__
    )
    parser.add_argument("place", type=Path, metavar="PATH")
    parser.add_argument("presets", nargs="*", metavar="preset")
    chosen = parser.parse_args()
    other, here = engine_of(chosen.place), engine_of(PLACE)
    print(f"rounds a second: theirs, ours, ratio (deciles), at a load of {os.getloadavg()[0]:.1f}")
    for preset in chosen.presets or list(other["presets"].PRESETS):
        theirs, ours = kinds(other, preset), kinds(here, preset)
        for kind, played in theirs.items():
            print(f"{preset:16}{kind:10}{compare(played, ours[kind])}", flush=True)


if __name__ == "__main__":
    main()
