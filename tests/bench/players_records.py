"""Recorded rounds: what was dealt, bid and played, as material for measurements.

`python -m tests.bench.players_records --rounds 300 --tree PATH self.jsonl` lets the strong player
of a tree play against itself; with `--against rival` or `counter` seats 1 and 3 are those of an
independent player.
"""

import argparse
import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.actions import Play, SeatAction
from engine.deals import Seeds, deal
from engine.game import Game
from engine.players.styles import Strength
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import SeatView, seat_view
from tests.bench import players_counter, players_rival
from tests.bench.players_process import HERE, Elsewhere, Position, action_of, dealt, written

INDEPENDENT: Final[Mapping[str, Callable[[SeatView, random.Random], SeatAction]]] = {
    "rival": players_rival.choose,
    "counter": players_counter.choose,
}
"""Players that share no code with those that are measured, nor with each other."""


@dataclass(frozen=True, slots=True)
class Record:
    """A round that was played.

    Attributes:
        seed: of its deal.
        dealer: its seat.
        hands: the cards dealt, by seat.
        actions: the bids as numbers, then the cards, in order.
        seats: the strong player's.
    """

    seed: int
    dealer: int
    hands: tuple[str, ...]
    actions: tuple[str, ...]
    seats: tuple[int, ...]

    def steps(self) -> Iterator[tuple[Game, Position, str]]:
        """Give every turn of the strong player to play a card that it could choose."""
        game = dealt(self.dealer, self.hands)
        for number, action in enumerate(self.actions):
            plays = isinstance(action_of(game, action), Play) and len(game.legal_actions) > 1
            if plays and game.to_act in self.seats:
                yield game, Position(self.dealer, self.hands, self.actions[:number]), action
            game = game.apply(action_of(game, action))

    def end(self) -> Game:
        """Give the game after the round."""
        return Position(self.dealer, self.hands, self.actions).game()


def record(player: Elsewhere, seed: int, against: str = "self", worlds: int = 0) -> Record:
    """Play a round and record it; against one of `INDEPENDENT` it has seats 0 and 2."""
    seats = (0, 2) if against in INDEPENDENT else (0, 1, 2, 3)
    dealer = SEATS[seed % 4]
    dealing = deal(Seeds(seed.to_bytes(32, "big")), 1, dealer, CARDCOUCH)
    hands = tuple(" ".join(map(str, held)) for held in dealing.hands)
    rng, actions = random.Random(seed), list[str]()
    game = Game.new(CARDCOUCH, dealer).apply(dealing)
    while game.to_act is not None:
        if game.to_act in seats:
            position = Position(dealer, hands, tuple(actions))
            action = player.choose(position, Strength.STRONG, rng.getrandbits(32), worlds)
        else:
            action = written(INDEPENDENT[against](seat_view(game, game.to_act), rng))
        actions.append(action)
        game = game.apply(action_of(game, action))
    return Record(seed, dealer, hands, tuple(actions), seats)


def read(path: Path) -> list[Record]:
    """Read recorded rounds."""
    with path.open() as lines:
        rounds = [json.loads(line) for line in lines]
    return [
        Record(
            each["seed"], each["dealer"], tuple(each["hands"]), tuple(each["actions"]),
            tuple(each["seats"]),
        )
        for each in rounds
    ]  # fmt: skip


def main() -> None:
    """Record as many rounds as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--tree", type=Path, default=HERE, help="whose player it is")
    parser.add_argument("--against", choices=("self", *INDEPENDENT), default="self")
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--seed", type=int, default=2_000_000, help="of the first round")
    parser.add_argument("--worlds", type=int, default=0, help="instead of the full budget")
    options = parser.parse_args()
    with Elsewhere(options.tree.resolve()) as player, options.file.open("w") as file:
        for seed in range(options.seed, options.seed + options.rounds):
            one = record(player, seed, options.against, options.worlds)
            fields = {name: getattr(one, name) for name in Record.__slots__}
            print(json.dumps(fields), file=file, flush=True)


if __name__ == "__main__":
    main()
