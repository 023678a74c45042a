"""Games of every rule set of the project, played to the end by computer players and by chance.

`python -m tests.bench.players_presets --games 200`. A choice that is not legal, or a game that has
not ended after so many rounds that none of people's lasts as long, ends the run with an error.
Games by chance end like the others: at the target, or far below it.
"""

import argparse
import math
import random
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Final

from engine.actions import Bid, SeatAction, Time
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players.player import Budget
from engine.players.styles import STYLES, Strength
from engine.players.values import warm_up
from engine.presets import PRESETS
from engine.rules import Rules
from engine.views import SeatView, seat_view

MOST_ROUNDS: Final = 2000

ROUNDS_IN_TIME: Final = 8
"""The round in which the time runs out where it is kept: about what forty minutes allow."""

CHANCE: Final = "chance"
"""Each action is any of the legal ones; of bids mostly one of the four up to a seat's share of the
tricks, since a game ends only if many are made."""

BIDS: Final = 4
ANY_BID: Final = 0.05
"""The share of bids by chance that are any legal one."""

KINDS: Final = (CHANCE, Strength.EASY, Strength.STRONG)
"""Who plays: chance, the rules of thumb, and the search."""

Choose = Callable[[SeatView], SeatAction]


def _choosing(kind: str, rules: Rules, budget: Budget, rng: random.Random) -> Choose:
    if kind == CHANCE:
        return partial(_by_chance, rules, rng)
    styles = [style for style in STYLES.values() if style.strength == kind]
    player = rng.choice(styles).player
    return lambda view: player.choose(view, budget, rng).action


def _by_chance(rules: Rules, rng: random.Random, view: SeatView) -> SeatAction:
    numbers = [each for each in view.legal if isinstance(each, Bid) and not each.is_nil]
    if numbers and rng.random() >= ANY_BID:
        share = math.ceil(rules.hand_size / rules.players)
        return rng.choice(numbers[share - BIDS : share] or numbers[:BIDS])
    return rng.choice(view.legal)


def play(name: str, kind: str, budget: Budget, seed: int) -> int:
    """Play a game by the rules of a preset; give its rounds.

    Args:
        name: of the preset.
        kind: who plays, one of `KINDS`.
        budget: of each choice.
        seed: the deals, who deals first, and every choice follow from it.

    Raises:
        RuleError: a computer player chose what is not legal.
        ValueError: the game did not end.
    """
    rules = PRESETS[name]
    warm_up(rules)
    rng = random.Random(f"{name} {kind} {seed}")
    seeds = Seeds(rng.randbytes(32))
    choose = [_choosing(kind, rules, budget, rng) for _ in rules.seats]
    game = Game.new(rules, rng.choice(rules.seats))
    while game.outcome is None:
        if game.number > MOST_ROUNDS:
            raise ValueError(f"{name} {kind} {seed} goes on and on")
        if game.to_act is None:
            cards = deal(seeds, game.number + 1, game.next_dealer, rules)
            game = game.apply(cards)
            if rules.minutes is not None and game.number == ROUNDS_IN_TIME:
                game = game.apply(Time())
        else:
            view = seat_view(game, game.to_act)
            game = game.apply(choose[game.to_act](view))
    return game.number


def main() -> None:
    """Read the command line, play, and print a line for each rule set and kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of each rule set")
    parser.add_argument("--rules", nargs="*", choices=list(PRESETS), default=list(PRESETS))
    parser.add_argument("--by", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    budget = Budget(options.worlds, options.nodes)
    with ProcessPoolExecutor(options.processes) as pool:
        for name, kind in product(options.rules, options.by):
            began = time.perf_counter()
            rounds = list(pool.map(partial(play, name, kind, budget), range(options.games)))
            print(
                f"{name:16} {kind:7} {len(rounds)} games to the end, {sum(rounds)} rounds, "
                f"{max(rounds)} at most, {time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
