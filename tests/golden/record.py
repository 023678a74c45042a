"""The recorded games: where they stand, and how they are written.

`python -m tests.golden.record` lists the recorded lines of notation afresh; look at the difference
before you keep it, because it is a change of what people see. `python -m tests.golden.record
--new` plays other games first, from fixed seeds; that is needed only when a change of the rules
makes the recorded lines illegal, or of the notation, unreadable.
"""

import argparse
import random
from pathlib import Path

from engine.actions import Bid
from engine.deals import Seeds, deal
from engine.game import Game
from engine.notation import print_game
from engine.players import thumb
from engine.presets import PRESETS
from engine.rules import Rules
from engine.views import seat_view
from tests.golden.listing import listing_of

BLIND, WRONG = 0.1, 0.05
FOLDER = Path(__file__).parent
SEEDS = {
    "cardcouch": (68, 88),
    "one_page": (22, 12),
    "hero_solo": (76, 159),
    "hero_partners": (125, 149),
}


def files() -> list[Path]:
    """Find the recorded games."""
    return sorted(FOLDER.glob("*.txt"))


def text_of(line: str) -> str:
    """Write the file of a game: its line of notation, then its listing."""
    return f"{line}\n{listing_of(line)}"


def line_in(file: Path) -> str:
    """Read the line of notation that a file begins with."""
    return file.read_text(encoding="utf-8").partition("\n")[0]


def play(rules: Rules, seed: int) -> Game:
    """Play a game by rules of thumb, with a wrong card now and then and some blind nils."""
    rng = random.Random(seed)
    game = Game.new(rules, rng.choice(rules.seats))
    while game.outcome is None:
        seat = game.to_act
        if seat is None:
            seeds = Seeds(rng.randbytes(32))
            game = game.apply(deal(seeds, game.number + 1, game.next_dealer, rules.cards))
            continue
        legal = game.legal_actions
        blind = [bid for bid in legal if isinstance(bid, Bid) and bid.blind]
        if blind and rng.random() < BLIND:
            game = game.apply(blind[0])
        elif not isinstance(legal[0], Bid) and rng.random() < WRONG:
            game = game.apply(rng.choice(legal))
        else:
            game = game.apply(thumb.choose(seat_view(game, seat), rng))
    return game


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--new", action="store_true", help="play other games first")
    if parser.parse_args().new:
        for preset, seeds in SEEDS.items():
            for place, seed in enumerate(seeds, start=1):
                line = print_game(play(PRESETS[preset], seed))
                file = FOLDER / f"{preset}_{place}.txt"
                file.write_text(text_of(line), encoding="utf-8")
    else:
        for file in files():
            file.write_text(text_of(line_in(file)), encoding="utf-8")


if __name__ == "__main__":
    main()
