"""Games of every rule set of the project, played to the end by four strong computer players.

`python -m tests.bench.players_presets --games 200`. A choice that is not legal, or a game that has
not ended after so many rounds that none of people's lasts as long, ends the run with an error.
"""

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from engine.deals import Seeds, deal
from engine.game import Game
from engine.players.player import Budget
from engine.players.styles import STYLES
from engine.players.values import warm_up
from engine.presets import PRESETS
from engine.views import seat_view

MOST_ROUNDS: Final = 200

STRONG: Final = tuple(style for style in STYLES.values() if style.strength == "strong")


def play(name: str, budget: Budget, seed: int) -> int:
    """Play a game by the rules of a preset; give its rounds.

    Args:
        name: of the preset.
        budget: of each choice.
        seed: the deals, who deals first, and every choice follow from it.

    Raises:
        RuleError: a computer player chose what is not legal.
        ValueError: the game did not end.
    """
    rules = PRESETS[name]
    warm_up(rules)
    rng = random.Random(f"{name} {seed}")
    seeds = Seeds(rng.randbytes(32))
    players = [rng.choice(STRONG).player for _ in rules.seats]
    game = Game.new(rules, rng.choice(rules.seats))
    while game.outcome is None:
        if game.number > MOST_ROUNDS:
            raise ValueError(f"{name} {seed} goes on and on")
        if game.to_act is None:
            cards = deal(
                seeds, game.number + 1, game.next_dealer, rules.deck_in_play, len(rules.seats)
            )
            game = game.apply(cards)
        else:
            view = seat_view(game, game.to_act)
            game = game.apply(players[game.to_act].choose(view, budget, rng).action)
    return game.number


def main() -> None:
    """Read the command line, play, and print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each rule set")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    budget = Budget(options.worlds, options.nodes)
    with ProcessPoolExecutor(options.processes) as pool:
        for name in PRESETS:
            began = time.perf_counter()
            rounds = list(pool.map(partial(play, name, budget), range(options.games)))
            print(
                f"{name:16} {len(rounds)} games to the end, {sum(rounds)} rounds, "
                f"{time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
