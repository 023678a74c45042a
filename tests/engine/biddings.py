"""Bids at random under random mixtures of rules: no seat is ever without a legal bid.

`python -m tests.engine.biddings --deals 100000` makes more of them than the tests do.
"""

import argparse
import random
from collections import Counter

from engine.actions import Bid, Look
from engine.game import Game
from engine.phases import Phase
from engine.rules import Rules
from engine.tally import Tally
from tests.engine.harness import fresh_deal, say
from tests.engine.mixtures import random_rules
from tests.engine.tools import draw_out

DEALS_A_MIXTURE = 5
"""To draw rules takes longer than to bid."""


def bid_out(rules: Rules, rng: random.Random) -> str:
    """Deal once, bid at random, and say how it went on.

    Args:
        rules: the rules of the table.
        rng: draws the score, the deal, the looks and the bids.
    """
    tallies = [Tally(rng.choice([0, -150, 150])) for _ in rules.sides]
    game = Game.new(rules, rng.choice(rules.seats), tallies)
    game = draw_out(game.apply(fresh_deal(game, rng)))
    while game.phase == Phase.BIDDING:
        seat = rng.choice(rules.seats)
        if Look(seat) in game.legal_actions_of(seat) and rng.random() < 0.2:
            game = game.apply(Look(seat))
        bids = [action for action in game.legal_actions if isinstance(action, Bid)]
        looks = [action for action in game.legal_actions if isinstance(action, Look)]
        assert bids or looks, (rules, game.round)
        assert bids or not rules.bids_are_free
        game = game.apply(rng.choice(game.legal_actions))
    assert game.round is not None
    if game.round.thrown_in:
        return "thrown in" if game.round.thrower is None else "a hand thrown in"
    return "made unplayed" if game.round.unplayed else "played"


def bid_many(deals: int, seed: int) -> Counter[str]:
    """Bid so many deals, and count how they went on."""
    found: Counter[str] = Counter()
    for number in range(0, deals, DEALS_A_MIXTURE):
        rng = random.Random(f"{seed}:{number}")
        rules = random_rules(rng).changed(first_round="bid", first_round_short="loses")
        for _ in range(min(DEALS_A_MIXTURE, deals - number)):
            found[bid_out(rules, rng)] += 1
    return found


def main() -> None:
    """Bid as many deals as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    say(", ".join(f"{count} {way}" for way, count in bid_many(options.deals, options.seed).items()))


if __name__ == "__main__":
    main()
