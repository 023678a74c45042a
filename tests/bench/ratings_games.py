"""Records games of computer players with changing partners: `python -m tests.bench.ratings_games`.

Each line of the file is one game: its mode, who sat where, how long it took and the points. A run
goes on after the last game of the file, so that it can be stopped at any time.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bot.core import leave_outdated_out
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players.player import Budget
from engine.players.styles import Strength
from engine.players.values import warm_up
from engine.presets import PRESETS
from tests.bench.players import by_rules_of_thumb, shipped
from tests.bench.players_boards import Chooser

RULES: Final = ("quick", "quick", "cardcouch", "quick", "hero_solo")
"""The rule sets by turns: most games are short, since the time is better spent on more of them."""

KINDS: Final = ("easy", "normal", "strong", "thumb")
"""Who plays: the three levels of a table, and the rules of thumb without mistakes."""


def play(seed: int, choosers: dict[str, Chooser]) -> dict[str, Any]:
    """Play the game of a seed; give what is recorded of it."""
    rng = random.Random(seed)
    name = RULES[seed % len(RULES)]
    rules = PRESETS[name]
    seated = [rng.choice(KINDS) for _ in rules.seats]
    game = Game.new(rules, rules.seats[seed % rules.players])
    seeds = Seeds(seed.to_bytes(32, "big"))
    while game.outcome is None:
        game = game.apply(deal(seeds, game.number + 1, game.next_dealer, rules))
        while game.to_act is not None:
            game = game.apply(choosers[seated[game.to_act]](game, game.to_act, rng))
    return {
        "seed": seed,
        "rules": name,
        "seats": seated,
        "winner": int(game.outcome.winner),
        "places": game.outcome.places,
        "points": [[side.points for side in sheet.sides] for sheet in game.sheets],
    }


def recorded(path: Path) -> Iterator[dict[str, Any]]:
    """Give the games of a file."""
    if path.exists():
        with path.open() as lines:
            yield from map(json.loads, lines)


def main() -> None:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=60, help="of a strong player's choice")
    options = parser.parse_args()
    leave_outdated_out()
    for name in set(RULES):
        warm_up(PRESETS[name])
    choosers = {each.value: shipped(each, Budget(worlds=options.worlds)) for each in Strength}
    choosers["thumb"] = by_rules_of_thumb
    done = sum(1 for _ in recorded(options.file))
    with options.file.open("a") as file:
        for seed in range(done, options.games):
            print(json.dumps(play(seed, choosers)), file=file, flush=True)


if __name__ == "__main__":
    main()
