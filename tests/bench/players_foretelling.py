"""How honestly the search foretells: `python -m tests.bench.players_foretelling FILE --than PATH`.

On recorded rounds (`tests.bench.players_records`) the search values the card that was played; its
chance of the contract and its points are held against what happened then. The Brier score is the
mean square of (chance - what happened), lower is better. With `--than`, another tree's players
foretell the same positions, and the difference has an interval over rounds.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.actions import Bid
from engine.presets import CARDCOUCH
from engine.scoring import score_round
from engine.seats import Side
from engine.tally import Tally
from tests.bench.players_boards import interval, points_of
from tests.bench.players_process import HERE, Elsewhere
from tests.bench.players_records import Record, read

BINS: Final = (0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
"""The upper ends of the chances that are told together."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """What was foretold at one turn, and what happened.

    Attributes:
        seed: of the round.
        beside_nil: whether a nil was alive.
        chance: of the contract of the mover's side.
        points: of the board, the mover's side less the other.
        made: whether the contract was made.
        happened: the points of the board.
    """

    seed: int
    beside_nil: bool
    chance: float
    points: float
    made: bool
    happened: int


Bids = tuple[Bid | None, ...]


@lru_cache(maxsize=4096)
def _side(bids: Bids, side: int, tricks: tuple[int, int]) -> tuple[bool, int]:
    """Say whether a side makes its contract with the tricks of its seats, and give its points."""
    taken = (tricks[0], tricks[0], tricks[1], tricks[1])
    score = score_round(CARDCOUCH, bids, taken, (Tally(), Tally())).sides[side]
    return score.towards >= (score.contract or 0), points_of(score)


def outcome(bids: Bids, taken: Sequence[int], side: int) -> tuple[bool, int]:
    """Say whether a side makes its contract with these tricks, and give the points of the board."""
    made, own = _side(bids, side, (taken[0], taken[2]) if side == 0 else (taken[1], taken[3]))
    _, other = _side(bids, 1 - side, (taken[1], taken[3]) if side == 0 else (taken[0], taken[2]))
    return made, own - other


def foretell(player: Elsewhere, record: Record, each: int) -> list[Foretold]:
    """Foretell every so many-th turn of a round."""
    end, found = record.end().sheets[-1].taken, []
    for number, (game, position, card) in enumerate(record.steps()):
        if (number + record.seed) % each:
            continue
        assert game.to_act is not None
        assert game.round is not None
        side = Side(game.to_act % 2)
        nil = any(
            bid is not None and bid.is_nil and not taken
            for bid, taken in zip(game.round.bids, game.round.taken, strict=True)
        )
        seen = player.foretell(position, card, record.seed * 64 + number)
        made, happened = outcome(game.round.bids, end, side)
        found.append(
            Foretold(record.seed, nil, *_mean(game.round.bids, seen, side), made, happened)
        )
    return found


def _mean(bids: Bids, seen: Counter[tuple[int, ...]], side: Side) -> tuple[float, float]:
    """Give the chance of the contract and the expected points."""
    chance = points = 0.0
    for taken, weight in seen.items():
        made, won = outcome(bids, taken, side)
        chance += weight * made
        points += weight * won
    total = seen.total()
    return chance / total, points / total


def brier(rows: Sequence[Foretold]) -> float:
    """Give the mean square by which the chances missed."""
    return statistics.fmean((row.chance - row.made) ** 2 for row in rows)


def off_by(rows: Sequence[Foretold]) -> float:
    """Give the root of the mean square by which the points missed."""
    return float(statistics.fmean((row.points - row.happened) ** 2 for row in rows) ** 0.5)


def show(name: str, rows: Sequence[Foretold]) -> None:
    """Print scores and calibration."""
    for title, some in (
        ("all turns", rows),
        ("beside a live nil", [row for row in rows if row.beside_nil]),
        ("no live nil", [row for row in rows if not row.beside_nil]),
    ):
        if some:
            bias = statistics.fmean(row.points - row.happened for row in some)
            print(f"{name}, {title}: {len(some)} turns, Brier {brier(some):.4f}, "
                  f"points off by {off_by(some):.1f} (bias {bias:+.1f})")  # fmt: skip
    low = 0.0
    cells = []
    for high in BINS:
        some = [row for row in rows if low <= row.chance < high]
        if some:
            told = statistics.fmean(row.chance for row in some)
            made = statistics.fmean(row.made for row in some)
            cells.append(f"{100 * told:.0f}->{100 * made:.0f} ({len(some)})")
        low = high
    print(f"{name}, foretold -> made in %: " + ", ".join(cells), flush=True)


def compare(rows: Sequence[Foretold], others: Sequence[Foretold]) -> None:
    """Print the paired differences, with intervals over rounds."""
    sums: dict[int, list[float]] = {}
    for row, other in zip(rows, others, strict=True):
        entry = sums.setdefault(row.seed, [0.0, 0.0, 0.0])
        entry[0] += 1
        entry[1] += (row.chance - row.made) ** 2 - (other.chance - row.made) ** 2
        entry[2] += (row.points - row.happened) ** 2 - (other.points - row.happened) ** 2
    turns = statistics.fmean(entry[0] for entry in sums.values())
    mean, half = interval([entry[1] / turns for entry in sums.values()])
    was = brier(others)
    squares, spread = interval([entry[2] / turns for entry in sums.values()])
    base = off_by(others) ** 2
    print(f"Brier {mean:+.4f} +- {half:.4f} ({100 * mean / was:+.1f} % +- {100 * half / was:.1f}); "
          f"square of the points {100 * squares / base:+.1f} % +- {100 * spread / base:.1f}; "
          f"{len(sums)} rounds", flush=True)  # fmt: skip


def main() -> None:
    """Read the command line, and foretell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="recorded rounds")
    parser.add_argument("--than", type=Path, help="the tree of other players to compare with")
    parser.add_argument("--rounds", type=int, default=1_000_000, help="of each file, at most")
    parser.add_argument("--each", type=int, default=4, help="one turn of so many")
    options = parser.parse_args()
    for file in options.files:
        print(file.name)
        found: list[list[Foretold]] = []
        for tree in (HERE, options.than):
            if tree is None:
                continue
            with Elsewhere(tree.resolve()) as player:
                rows = [
                    row
                    for record in read(file)[: options.rounds]
                    for row in foretell(player, record, options.each)
                ]
            name = "these players" if tree is HERE else "the others"
            show(name + ("" if player.compiled else " (interpreted)"), rows)
            found.append(rows)
        if len(found) > 1:
            compare(*found)


if __name__ == "__main__":
    main()
