"""The strong player against the rules of thumb, by the rule sets from real score sheets.

`python -m tests.bench.players_sheets --boards 200`. Each deal is played with the sides changed
round; a side's points are those of the rules, and each bag costs its share of their penalty. A hand
that is thrown in is worth nothing to either side.
"""

import argparse
import os
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from bot.core import leave_outdated_out
from engine.actions import Bid
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players import rules_of_thumb
from engine.players.player import Budget
from engine.players.styles import DEFAULT, STYLES, Strength
from engine.players.values import warm_up
from engine.presets import PRESETS
from engine.rules import Rules
from engine.score_sheet import Item, SideScore
from engine.tally import Tally
from engine.views import seat_view
from tests.bench.players_boards import interval

SHEETS: Final = (
    "cookout", "cookout_jokers", "lodge", "campus", "round_robin", "jokers_wild", "half_hour",
    "contest", "kings_league", "barracks", "trickster_jjdd", "two_handed",
)  # fmt: skip

_SET: Final = frozenset({Item.CONTRACT_SET, Item.TEN_SET, Item.BLIND_BID_SET})
_MADE: Final = frozenset({Item.CONTRACT_MADE, Item.TEN_MADE, Item.BLIND_BID_MADE})


def worth(rules: Rules, score: SideScore) -> float:
    """Give what a side's round is worth by the rules."""
    points = sum(line.points for line in score.lines if line.item is not Item.BAG_PENALTY)
    share = (rules.bag_penalty or 0) / rules.bag_limit if rules.bag_limit else 0.0
    return points - share * score.bags


def board(name: str, behind: int, seed: int) -> tuple[float, Counter[str]]:
    """Play one deal in both seatings; give what the strong side won by, and what was counted.

    Args:
        name: of the rule set.
        behind: the points that the strong side is behind at the beginning.
        seed: the deal, and every choice, follow from it.
    """
    # The first round of some bids itself; here is one that is bid.
    rules = PRESETS[name].changed(first_round="bid")
    warm_up(rules)
    strong = STYLES[DEFAULT[Strength.STRONG]].player
    seen: Counter[str] = Counter()
    total = 0.0
    for seating in range(2):
        rng = random.Random(2 * seed + seating)
        dealer = rules.seats[seed % rules.players]
        start = [Tally(-behind if side == seating else 0) for side in range(len(rules.sides))]
        game = Game.new(rules, dealer, start)
        game = game.apply(deal(Seeds(seed.to_bytes(32, "big")), 1, dealer, rules))
        while (seat := game.to_act) is not None:
            view = seat_view(game, seat)
            mine = rules.side_of(seat) == seating
            if mine:
                action = strong.choose(view, Budget(), rng).action
            else:
                action = rules_of_thumb.choose(view, rng)
            if isinstance(action, Bid):
                seen[f"{'strong' if mine else 'thumb'} bids"] += 1
                seen[f"{'strong' if mine else 'thumb'} blind"] += action.blind
            game = game.apply(action)
        seen["boards"] += 1
        if not game.sheets:
            seen["thrown in"] += 1
            continue
        sides = game.sheets[-1].sides
        for side in (0, 1):
            who = "strong" if side == seating else "thumb"
            items = {line.item for line in sides[side].lines}
            seen[f"{who} contracts"] += not items.isdisjoint(_SET | _MADE)
            seen[f"{who} set"] += not items.isdisjoint(_SET)
        total += worth(rules, sides[seating]) - worth(rules, sides[1 - seating])
    return total / 2, seen


def _share(seen: Counter[str], part: str, whole: str) -> str:
    return f"{100 * seen[part] / seen[whole]:.1f} %" if seen[whole] else "-"


def main() -> None:
    """Read the command line, play, and print a line for each rule set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--rules", nargs="*", choices=SHEETS, default=SHEETS)
    parser.add_argument("--behind", type=int, default=0, help="points of the strong side")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    leave_outdated_out()
    print(f"load {os.getloadavg()[0]:.1f}")
    with ProcessPoolExecutor(options.processes) as pool:
        for name in options.rules:
            won, seen = [], Counter[str]()
            for points, counted in pool.map(
                partial(board, name, options.behind), range(options.boards)
            ):
                won.append(points)
                seen += counted
            mean, half = interval(won)
            print(
                f"{name:15} {mean:+6.1f} +- {half:4.1f} points a board; set "
                f"{_share(seen, 'strong set', 'strong contracts')}, thumb "
                f"{_share(seen, 'thumb set', 'thumb contracts')}; thrown in "
                f"{_share(seen, 'thrown in', 'boards')}; blind "
                f"{_share(seen, 'strong blind', 'strong bids')} of bids, thumb "
                f"{_share(seen, 'thumb blind', 'thumb bids')}",
                flush=True,
            )


if __name__ == "__main__":
    main()
