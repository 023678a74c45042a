"""The recorded games: where they stand, and how they are written.

`python -m tests.golden.record` lists the recorded lines of notation afresh; look at the difference
before you keep it, because it is a change of what people see. `python -m tests.golden.record
--new jokers` plays other games of a table first, from fixed seeds; that is needed only when a
change of the rules makes the recorded lines illegal, or of the notation, unreadable.
"""

import argparse
import random
from pathlib import Path

from engine.actions import Bid
from engine.game import Game
from engine.game_notation import print_game
from engine.players import rules_of_thumb
from engine.presets import PRESETS
from engine.rules import Rules
from engine.views import seat_view
from tests.engine.harness import fresh_deal
from tests.golden.listing import listing_of

BLIND, WRONG = 0.1, 0.05
FOLDER = Path(__file__).parent
HOUSES = {
    "house_exchange": PRESETS["hero_partners"].changed(
        exchange=2, double_nil="unit", opening="lowest_club", bag_points_kept=False, bag_limit=3
    ),
    "house_deuces": PRESETS["one_page"].changed(
        deck="deuces_spade_high",
        first_round="bids_itself",
        spades_on_first_trick=False,
        ten_made=200,
        boston="bonus",
        bag_count="reset",
        bag_limit=4,
        target=300,
        exchange=1,
    ),
    "house_unplayed": PRESETS["lodge"].changed(
        throw_in="no_spade",
        table_minimum=12,
        table_short="made",
        first_round_short="set",
        double_taken="set",
        bag_points=-1,
        blind_bid=5,
        target=150,
    ),
}
"""Mixtures of the house rules that no preset has."""

TABLES: dict[str, Rules] = PRESETS | HOUSES
SEEDS = {
    "cardcouch": (68, 88),
    "one_page": (22, 12),
    "hero_solo": (76, 159),
    "hero_partners": (125, 149),
    "jokers": (138, 46),
    "joker_deuce": (12, 33),
    "suicide": (3, 75),
    "mirror": (29, 65),
    "whiz": (87, 33),
    "cutthroat": (2, 58),
    "quick": (42, 43),
    "five_bags": (22, 68),
    "house_exchange": (87, 111),
    "house_deuces": (143, 1),
    "cookout": (12, 9),
    "cookout_jokers": (1, 0),
    "lodge": (2, 0),
    "campus": (5, 12),
    "round_robin": (8, 7),
    "jokers_wild": (10, 13),
    "half_hour": (13, 4),
    "contest": (13, 11),
    "kings_league": (9, 13),
    "barracks": (2, 13),
    "trickster_jjdd": (10, 11),
    "two_handed": (10, 4),
    "house_unplayed": (19, 5),
}
"""By table, the seeds of games in which much happens in few rounds."""


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
            game = game.apply(fresh_deal(game, rng))
            continue
        legal = game.legal_actions
        blind = [bid for bid in legal if isinstance(bid, Bid) and bid.blind]
        if blind and rng.random() < BLIND:
            game = game.apply(blind[0])
        elif not isinstance(legal[0], Bid) and rng.random() < WRONG:
            game = game.apply(rng.choice(legal))
        else:
            game = game.apply(rules_of_thumb.choose(seat_view(game, seat), rng))
    return game


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--new", nargs="*", choices=SEEDS, help="play other games of these first")
    tables = parser.parse_args().new
    if tables is None:
        for file in files():
            file.write_text(text_of(line_in(file)), encoding="utf-8")
        return
    for table in tables or SEEDS:
        for place, seed in enumerate(SEEDS[table], start=1):
            line = print_game(play(TABLES[table], seed))
            (FOLDER / f"{table}_{place}.txt").write_text(text_of(line), encoding="utf-8")


if __name__ == "__main__":
    main()
