"""Measure the computer players: `make bench-players`, or `python -m tests.bench.players`.

Tracks: `cards` (the same bids on both sides), `whole` (each bids for itself), `games` (to the
target, bags carried). Seeds from 0 are for tests; tuning used seeds from 1,000,000 on.
"""

import argparse
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from bot.core import leave_outdated_out
from engine.actions import SeatAction
from engine.game import Game
from engine.players import core, rules_of_thumb
from engine.players.player import Budget, full_budget
from engine.players.styles import DEFAULT, STYLES, Strength
from engine.players.values import warm_up
from engine.presets import CARDCOUCH, PRESETS
from engine.score_sheet import Item
from engine.seats import Seat
from engine.views import seat_view
from tests.bench import players_counter, players_rival, players_seer
from tests.bench.players_boards import Chooser, Tally, board, interval, whole_game
from tests.bench.players_process import Elsewhere, action_of, position_of

_OF_TWO_SIDES = [name for name, rules in PRESETS.items() if len(rules.sides) == 2]
"""The rule sets in which the side of the measured player has one other against it."""


def shipped(strength: Strength, budget: Budget) -> Chooser:
    """Give the player of a strength, as it ships."""
    player = STYLES[DEFAULT[strength]].player

    def choose(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
        return player.choose(seat_view(game, seat), budget, rng).action

    return choose


def elsewhere(tree: Path) -> Chooser:
    """Give the strong player of another tree, such as a frozen release, in its own process."""
    player = Elsewhere(tree.resolve())

    def choose(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
        position = position_of(game)
        return action_of(game, player.choose(position, Strength.STRONG, rng.getrandbits(32)))

    return choose


def at_random(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
    """Do anything legal."""
    del seat
    return rng.choice(list(game.legal_actions))


def by_rules_of_thumb(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
    """Play by rules alone, without deals."""
    return rules_of_thumb.choose(seat_view(game, seat), rng)


def by_the_books(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
    """Play the independent rule player."""
    return players_rival.choose(seat_view(game, seat), rng)


def by_counting(game: Game, seat: Seat, rng: random.Random) -> SeatAction:
    """Play the independent player that counts safe tricks."""
    return players_counter.choose(seat_view(game, seat), rng)


def choosers(budget: Budget) -> dict[str, Chooser]:
    """List the players by the names of the command line."""
    return {
        "random": at_random,
        "rules_of_thumb": by_rules_of_thumb,
        "rival": by_the_books,
        "counter": by_counting,
        "seer": players_seer.choose,
        **{strength.value: shipped(strength, budget) for strength in Strength},
    }


def rates(tally: Tally) -> str:
    """Say how the bids of the measured side and those against it went."""
    nils = held = contracts = lost = hands = met = met_held = others = missed = 0
    for side, sheet in tally.sheets:
        for bid in sheet.bids:
            if bid is None:
                continue
            mine = bid.seat % 2 == side
            made = sheet.taken[bid.seat] == 0
            hands += mine
            nils += mine and bid.is_nil
            held += mine and bid.is_nil and made
            met += not mine and bid.is_nil
            met_held += not mine and bid.is_nil and made
        items = [line.item for line in sheet.sides[side].lines]
        contracts += Item.CONTRACT_MADE in items or Item.CONTRACT_SET in items
        lost += Item.CONTRACT_SET in items
        items = [line.item for line in sheet.sides[1 - side].lines]
        others += Item.CONTRACT_MADE in items or Item.CONTRACT_SET in items
        missed += Item.CONTRACT_SET in items
    return (
        f"nil in {_share(nils, hands)} of hands, made {_share(held, nils)}; "
        f"contracts set {_share(lost, contracts)}, opponents' {_share(missed, others)}; "
        f"opponents' nils made {_share(met_held, met)}"
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def times(name: str, seconds: Sequence[float]) -> str:
    """Give mean, 95th percentile and maximum."""
    if not seconds:
        return f"{name}: -"
    ranked = sorted(seconds)
    late = ranked[int(0.95 * (len(ranked) - 1))]
    mean = statistics.fmean(ranked)
    figures = f"mean {1e3 * mean:.1f} ms, 95 % {1e3 * late:.1f} ms, most {1e3 * ranked[-1]:.1f} ms"
    return f"{name}: {figures}"


def measure(options: argparse.Namespace) -> None:
    """Run a track and print what came of it."""
    named = choosers(Budget(options.worlds, options.nodes))
    if options.tree is not None:
        named["frozen"] = elsewhere(options.tree)
    players = [named[options.player], named[options.against]]
    bidding = [by_the_books] if options.track == "cards" else []
    tally, results = Tally(), []
    rules = PRESETS[options.rules].changed(target=options.target)
    for seed in range(options.seed, options.seed + options.boards):
        if options.track == "games":
            results.append(whole_game(seed, players, tally, rules))
        else:
            results.append(board(seed, [*players, *bidding], tally, rules))
    mean, half = interval(results)
    unit = "games won" if options.track == "games" else "points a board"
    print(f"{options.track}: {options.player} against {options.against}: {mean:+.3f} +- {half:.3f} "
          f"{unit}, {options.boards} boards")  # fmt: skip
    print("  " + rates(tally))
    print(
        "  " + times("a card", tally.seconds) + "; " + times("the first", tally.first), flush=True
    )


def main() -> None:
    """Read the command line; without a player, run the tracks that docs/players.md shows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--track", choices=("cards", "whole", "games"))
    parser.add_argument("--player", default="strong")
    parser.add_argument("--against", default="rival")
    parser.add_argument("--tree", type=Path, help="whose strong player is called frozen")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--worlds", type=int, help="instead of the full budget")
    parser.add_argument("--nodes", type=int, default=Budget().nodes)
    parser.add_argument("--rules", choices=_OF_TWO_SIDES, default="cardcouch")
    parser.add_argument("--target", type=int, default=CARDCOUCH.target)
    parser.add_argument("--interpreted", action="store_true", help="leave the fast core out")
    options = parser.parse_args()
    leave_outdated_out()
    if options.interpreted:
        core.use_interpreted()
    options.worlds = options.worlds or full_budget().worlds
    print("fast core" if core.compiled else "interpreted", flush=True)
    warm_up(PRESETS[options.rules])
    began = time.perf_counter()
    if options.track is not None:
        measure(options)
    else:
        for player in ("random", "rules_of_thumb", "easy", "normal", "strong", "seer"):
            measure(argparse.Namespace(**vars(options) | {"track": "cards", "player": player}))
        for track, against in (
            ("cards", "rules_of_thumb"),
            ("whole", "rival"),
            ("whole", "rules_of_thumb"),
        ):
            measure(argparse.Namespace(**vars(options) | {"track": track, "against": against}))
        few = {"track": "games", "boards": max(1, options.boards // 10)}
        measure(argparse.Namespace(**vars(options) | few))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
