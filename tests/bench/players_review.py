"""Reviews of rounds by players of known strength: are they told apart, and are mistakes mistakes?

`python -m tests.bench.players_review --rounds 100` lets easy, normal and strong players sit in
changing places, reviews each seat, and decides every mistake again over 5,000 other deals.
"""

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from typing import Final

from engine.actions import Play
from engine.deals import Seeds, deal
from engine.game import Game
from engine.phases import Phase
from engine.players.player import full_budget
from engine.players.review import DEALS, Judgement, accuracy_of, judge_again, review
from engine.players.styles import STYLES, Strength
from engine.players.utility import POINT
from engine.presets import PRESETS
from engine.rules import Rules
from engine.seats import Seat
from engine.views import seat_view

MANY_DEALS: Final = 5000
PLAYED_OUT: Final = 600
"""Deals over which a bid is played out again: its error is then some two points."""
CLEAR: Final = 3
LEVELS: Final = (Strength.EASY, Strength.NORMAL, Strength.STRONG)
_STYLES: Final = {style.strength: style.player for style in reversed(STYLES.values())}


def played_round(rules: Rules, number: int) -> tuple[Game, dict[Seat, Strength]]:
    """Play one round; give it and who sat where."""
    chance = random.Random(f"review {number}")
    seeds = Seeds(f"review {number}".encode())
    dealer = rules.seats[number % len(rules.seats)]
    game = Game.new(rules, dealer).apply(deal(seeds, 1, dealer, rules))
    who = {seat: LEVELS[(number + seat) % len(LEVELS)] for seat in rules.seats}
    while game.phase not in {Phase.DEALING, Phase.OVER}:
        seat = game.to_act
        if seat is None:
            raise RuntimeError("nobody is to act in an unfinished round")
        player = _STYLES[who[seat]]
        game = game.apply(player.choose(seat_view(game, seat), full_budget(), chance).action)
    return game, who


def confirmed(mistakes: Sequence[Judgement], deals: int) -> list[float]:
    """Give the loss in points of each mistake over many other deals."""
    return [
        judge_again(mistake, f"other {number}", deals) / POINT
        for number, mistake in enumerate(mistakes)
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100, help="rounds of all four seats")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round")
    parser.add_argument("--rules", default="cardcouch")
    parser.add_argument("--deals", type=int, default=DEALS)
    said = parser.parse_args()
    losses: dict[Strength, list[list[float]]] = {level: [] for level in LEVELS}
    mistakes: list[Judgement] = []
    times = []
    for number in range(said.first, said.first + said.rounds):
        game, who = played_round(PRESETS[said.rules], number)
        for seat, level in who.items():
            begun = time.process_time()
            found = review(game, 1, seat, f"bench {number}", said.deals)
            times.append(time.process_time() - begun)
            losses[level].append([each.points for each in found.judgements])
            mistakes += found.mistakes
    print(f"a review: mean {statistics.mean(times):.3f} s of CPU, at most {max(times):.3f} s")
    for level, rounds in losses.items():
        means = [statistics.mean(each) for each in rounds if each]
        about = 1.96 * statistics.stdev(means) / len(means) ** 0.5
        accuracy = [accuracy_of(each) or 0.0 for each in rounds if each]
        spread = 1.96 * statistics.stdev(accuracy) / len(accuracy) ** 0.5
        print(
            f"{level}: {len(means)} rounds, accuracy {statistics.mean(accuracy):.1f} +- "
            f"{spread:.1f}, {statistics.mean(means):.2f} +- {about:.2f} points a decision"
        )
    cards = [each for each in mistakes if isinstance(each.turn.action, Play)]
    bids = [each for each in mistakes if not isinstance(each.turn.action, Play)]
    for what, of, deals in (("cards", cards, MANY_DEALS), ("bids", bids, PLAYED_OUT)):
        again = confirmed(of, deals)
        good, clear = sum(lost > 0 for lost in again), sum(lost >= CLEAR for lost in again)
        print(
            f"mistakes: {len(of)} {what}; {deals} other deals confirm {good} as a loss, {clear} as "
            f"one of {CLEAR} points or more"
        )


if __name__ == "__main__":
    main()
