"""Boards kept line by line, so that a long measurement can be stopped, split and added up.

`python -m tests.bench.players_rows play FILE --against frozen --tree PATH --seed 0 --boards 250`
appends a line for each board, and goes on where the file ends; `add FILE...` adds files up, each
board once. `add FILE... --seer FILE...` says what part of the seer's points on the same boards was
won. Tracks and players are those of `tests.bench.players`.
"""

import argparse
import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bot.core import leave_outdated_out
from engine.players.player import full_budget
from engine.players.values import warm_up
from engine.presets import CARDCOUCH
from engine.score_sheet import Item, RoundScore
from tests.bench.players import by_the_books, choosers, elsewhere
from tests.bench.players_boards import Tally, board, interval


@dataclass(frozen=True, slots=True)
class Half:
    """How the rounds of one board went for the measured side, or for its opponents.

    Attributes:
        contracts: how many were bid.
        missed: how many of them were set.
        bags: the bags taken.
        nils: how many were bid.
        held: how many of them were made.
    """

    contracts: int
    missed: int
    bags: int
    nils: int
    held: int


@dataclass(frozen=True, slots=True)
class Row:
    """A board.

    Attributes:
        seed: of its deal.
        points: what the measured side won by, in the mean of both seatings.
        own: how its rounds went.
        others: how those of its opponents went.
        seconds: the processor time of its choices of a card.
        choices: their number.
    """

    seed: int
    points: float
    own: Half
    others: Half
    seconds: float
    choices: int


def half(sheets: Sequence[tuple[int, RoundScore]]) -> Half:
    """Sum up what a side did; each sheet comes with the side."""
    items = [[line.item for line in sheet.sides[side].lines] for side, sheet in sheets]
    nils = [
        sheet.taken[bid.seat] == 0
        for side, sheet in sheets
        for bid in sheet.bids
        if bid is not None and bid.is_nil and bid.seat % 2 == side
    ]
    missed = sum(Item.CONTRACT_SET in each for each in items)
    return Half(
        missed + sum(Item.CONTRACT_MADE in each for each in items),
        missed,
        sum(sheet.sides[side].bags for side, sheet in sheets),
        len(nils),
        sum(nils),
    )


def play(options: argparse.Namespace) -> None:
    """Play the boards that the file does not hold yet."""
    named = choosers(full_budget())
    if options.tree is not None:
        named["frozen"] = elsewhere(options.tree)
    players = [named[options.player], named[options.against]]
    players += [by_the_books] if options.track == "cards" else []
    warm_up(CARDCOUCH)
    file: Path = options.file
    known = read([file]) if file.exists() else {}
    with file.open("a") as rows:
        for seed in range(options.seed, options.seed + options.boards):
            if seed in known:
                continue
            tally = Tally()
            points = board(seed, players, tally)
            others = [(1 - side, sheet) for side, sheet in tally.sheets]
            spent = sum(tally.seconds)
            row = Row(
                seed, points, half(tally.sheets), half(others), spent, len(tally.seconds)
            )  # fmt: skip
            print(json.dumps(asdict(row)), file=rows, flush=True)


def read(files: Sequence[Path]) -> dict[int, Row]:
    """Read boards by their seeds."""
    lines = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    found = (
        Row(**line | {side: Half(**line[side]) for side in ("own", "others")}) for line in lines
    )
    return {row.seed: row for row in found}


def told(halves: Sequence[Half]) -> str:
    """Say how the rounds of a side went."""
    contracts, nils = sum(each.contracts for each in halves), sum(each.nils for each in halves)
    missed, held = sum(each.missed for each in halves), sum(each.held for each in halves)
    return (
        f"set {missed} of {contracts} ({100 * missed / max(1, contracts):.1f} %), "
        f"{sum(each.bags for each in halves) / max(1, contracts):.2f} bags a contract, "
        f"nils made {held} of {nils}"
    )


def add(options: argparse.Namespace) -> None:
    """Print the sum of all boards."""
    rows = read(options.files)
    mean, spread = interval([row.points for row in rows.values()])
    print(f"{len(rows)} boards: {mean:+.2f} +- {spread:.2f} points a board")
    print(f"  own: {told([row.own for row in rows.values()])}")
    print(f"  others: {told([row.others for row in rows.values()])}")
    choices = sum(row.choices for row in rows.values())
    spent = sum(row.seconds for row in rows.values())
    print(f"  a card: mean {1e3 * spent / max(1, choices):.1f} ms")
    if options.seer:
        seen = read(options.seer)
        same = sorted(rows.keys() & seen.keys())
        most = statistics.fmean(seen[seed].points for seed in same)
        won = statistics.fmean(rows[seed].points for seed in same)
        off = [rows[seed].points - won / most * seen[seed].points for seed in same]
        _, spread = interval(off)
        print(f"  the seer on {len(same)} of them: {most:+.2f}; the part won is "
              f"{100 * won / most:.0f} % +- {100 * spread / most:.0f}")  # fmt: skip


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    plays = commands.add_parser("play")
    plays.add_argument("file", type=Path)
    plays.add_argument("--track", choices=("cards", "whole"), default="cards")
    plays.add_argument("--player", default="strong")
    plays.add_argument("--against", default="rival")
    plays.add_argument("--tree", type=Path, help="whose strong player is called frozen")
    plays.add_argument("--seed", type=int, default=0)
    plays.add_argument("--boards", type=int, default=100)
    plays.set_defaults(run=play)
    adds = commands.add_parser("add")
    adds.add_argument("files", type=Path, nargs="+")
    adds.add_argument("--seer", type=Path, nargs="+", help="the seer's boards")
    adds.set_defaults(run=add)
    options = parser.parse_args()
    leave_outdated_out()
    options.run(options)


if __name__ == "__main__":
    main()
