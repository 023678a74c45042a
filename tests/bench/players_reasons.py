"""Whether the reasons of the strong player are true: `python -m tests.bench.players_reasons`.

It plays rounds at many scores against itself and against the independent players. Each reason is
held against its own condition, worked out from the view or from other deals than its choice saw.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator

from engine.actions import Play
from engine.game import Game
from engine.players.player import Budget, Choice, Reason, full_budget
from engine.players.styles import STYLES
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.bench.players_records import INDEPENDENT
from tests.engine.players.reason_checks import is_true
from tests.engine.tools import fresh_deal


def choices(count: int, seed: int, budget: Budget) -> Iterator[tuple[SeatView, Choice]]:
    """Give so many of its choices, of rounds against itself and the others in turn."""
    rng = random.Random(seed)
    against = ("self", *INDEPENDENT)
    player, given, number = STYLES["marlow"].player, 0, 0
    while True:
        other = INDEPENDENT.get(against[number % len(against)])
        number += 1
        points = [Tally(rng.randrange(-150, 480), rng.randrange(9)) for _ in CARDCOUCH.sides]
        game = Game.new(CARDCOUCH, rng.choice(SEATS), points)
        game = game.apply(fresh_deal(game, rng.randrange(256)))
        while game.to_act is not None:
            view = seat_view(game, game.to_act)
            if other is not None and game.to_act % 2:
                game = game.apply(other(view, rng))
                continue
            choice = player.choose(view, budget, rng)
            yield view, choice
            given += 1
            if given == count:
                return
            game = game.apply(choice.action)


def main() -> None:
    """Check as many choices as the command line asks for, and list what is false."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    told: Counter[Reason] = Counter()
    false: Counter[Reason] = Counter()
    for view, choice in choices(options.choices, options.seed, full_budget()):
        reason = choice.why.reason
        told[reason] += 1
        if not is_true(view, choice):
            false[reason] += 1
            trick = " ".join(str(play.card) for play in view.public.trick)
            hand = " ".join(map(str, view.hand or ()))
            card = choice.action.card if isinstance(choice.action, Play) else choice.action
            bids = [None if bid is None else bid.tricks for bid in view.public.bids]
            print(f"false: seat {view.seat} {card} of {hand} on {trick or '-'}, bids {bids}, "
                  f"taken {view.public.taken}: {choice.why}")  # fmt: skip
    for reason, count in told.most_common():
        print(f"{reason:20}{count:6}{false[reason]:6} false")
    print(f"{told.total()} choices, {false.total()} false")


if __name__ == "__main__":
    main()
