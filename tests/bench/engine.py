"""How many random rounds a second the engine plays, beside open_spiel's Spades.

A round is everything from the deal to the score through the public API: ours shuffles from seeds,
takes four bids and 52 cards that are chosen at random among the legal ones, and scores. open_spiel
does the same through its own Python API, in turns with ours within one run. Processor time is
counted, so that what else the machine does matters little; what it does to the caches still does,
so the load and the spread are told as well.

open_spiel deals card by card at chance nodes. Its examples draw each card from the outcomes and
their chances; as all cards are equally likely, drawing from the legal actions gives the same deals
in a fraction of the time. Both ways are measured.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.deals import SECRET_BYTES, Seeds, deal
from engine.game import Game
from engine.presets import CARDCOUCH
from engine.rules import Rules
from engine.seats import SEATS

try:
    import pyspiel
except ImportError:
    pyspiel = None

OURS: Final = "this engine"
AS_IN_EXAMPLES: Final = "open_spiel, dealt as in its examples"
FROM_LEGAL: Final = "open_spiel, dealt from its legal actions"


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        rates: rounds a second of processor time in each repetition, by what was measured.
        load: how many processes wanted a core meanwhile, on average.
    """

    rates: dict[str, tuple[float, ...]]
    load: float

    def ratios(self, other: str) -> tuple[float, float, float]:
        """Say how many times as fast the engine is as another: first decile, median, last."""
        pairs = zip(self.rates[OURS], self.rates[other], strict=True)
        deciles = statistics.quantiles((ours / theirs for ours, theirs in pairs), n=10)
        return deciles[0], deciles[4], deciles[8]

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        lines = [
            f"random rounds a second, at a load of {self.load:.1f}      median   ratio (deciles)"
        ]
        for name, rates in self.rates.items():
            line = f"  {name:42}{statistics.median(rates):8.0f}"
            if name != OURS:
                low, middle, high = self.ratios(name)
                line += f"{middle:8.2f} ({low:.2f} to {high:.2f})"
            lines.append(line)
        if len(self.rates) == 1:
            lines.append("  open_spiel is not installed, so there is nothing to compare with")
        return "\n".join(lines)


def measure(repetitions: int = 40, rounds: int = 100) -> Figures:
    """Play so many rounds of each kind in turns, again and again."""
    kinds = {OURS: _ours(CARDCOUCH)}
    if pyspiel is not None:
        kinds[AS_IN_EXAMPLES] = _theirs(_drawn_from_outcomes)
        kinds[FROM_LEGAL] = _theirs(_drawn_from_legal)
    rates: dict[str, list[float]] = {name: [] for name in kinds}
    for repetition in range(repetitions + 1):
        for name, play_round in kinds.items():
            rate = _rate(play_round, rounds)
            if repetition:  # the first one warms up
                rates[name].append(rate)
    return Figures({name: tuple(found) for name, found in rates.items()}, os.getloadavg()[0])


def _rate(play_round: Callable[[], object], rounds: int) -> float:
    start = time.process_time()
    for _ in range(rounds):
        play_round()
    return rounds / (time.process_time() - start)


def _ours(rules: Rules) -> Callable[[], object]:
    rng = random.Random(1)
    choose = rng.choice

    def play_round() -> object:
        game = Game.new(rules, SEATS[3])
        seeds = Seeds(rng.randbytes(SECRET_BYTES))
        game = game.apply(deal(seeds, 1, game.next_dealer, rules))
        while game.to_act is not None:
            game = game.apply(choose(game.legal_actions))
        return game.sheets[0]

    return play_round


def _theirs(draw_card: Callable[[random.Random, Any], int]) -> Callable[[], object]:
    rng = random.Random(1)
    choose = rng.choice
    spades = pyspiel.load_game("spades")

    def play_round() -> object:
        state = spades.new_initial_state()
        while state.is_chance_node():
            state.apply_action(draw_card(rng, state))
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        return state.returns()

    return play_round


def _drawn_from_outcomes(rng: random.Random, state: Any) -> int:  # noqa: ANN401 -- it has no types
    cards, chances = zip(*state.chance_outcomes(), strict=True)
    card: int = rng.choices(cards, chances)[0]
    return card


def _drawn_from_legal(rng: random.Random, state: Any) -> int:  # noqa: ANN401 -- it has no types
    card: int = rng.choice(state.legal_actions())
    return card
