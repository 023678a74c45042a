"""Train the policy of the playouts: `python -m tests.bench.players_training FILE...`.

The files are rounds of `tests.bench.players_records`. Every choice of the strong player is a
lesson: the cards that it could play, as the kernel numbers them, and the one that it played. The
weights are those that make its choices likely (a conditional logit, by stochastic gradients); each
is the sum of one of its own and of three that it shares with like contexts, so that rare contexts
lean on common ones. One round in five is held out, and says how good they are.
"""

import argparse
import json
import math
import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.actions import Play
from engine.players import kernel
from engine.players.packing import bits_of, packing_of, setup
from engine.players.policy import FILE
from engine.players.search import EXACT
from engine.presets import CARDCOUCH
from engine.views import seat_view
from tests.bench.players_process import HERE, action_of, dealt
from tests.bench.players_records import Record, read

HELD_OUT: Final = 5
MOST: Final = 12.0
"""No logit is further from zero."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A choice of the strong player.

    Attributes:
        cards: the places of its cards in the table of weights.
        played: which of them it played.
    """

    cards: tuple[int, ...]
    played: int


class Watching(kernel.Kernel):
    """A kernel that follows a round, and tells how it numbers the cards of each turn."""

    def turns(
        self, world: "array[int]", cards: Iterable[int]
    ) -> Iterator[tuple[int, dict[int, int]]]:
        """Yield each turn with a choice: the seat, and the place in the table by card."""
        self._begin(world, 0)
        for card in cards:
            legal = self._legal()
            if legal & (legal - 1) and self.left > EXACT:
                first = self._context(legal) * kernel.KINDS
                yield self.turn, {bit: first + self._kind(bit) for bit in bits_of(legal)}
            else:
                yield -1, {}
            self._put(card)


def lessons(record: Record) -> Iterator[Lesson]:
    """Give the choices of the strong player in a round that playouts would draw."""
    game = dealt(record.dealer, record.hands)
    actions = iter(record.actions)
    while None in seat_view(game, game.rules.seats[0]).public.bids:
        game = game.apply(action_of(game, next(actions)))
    assert game.to_act is not None
    assert game.round is not None
    packing = packing_of(CARDCOUCH.deck_in_play)
    start = setup(seat_view(game, game.to_act).public, game.to_act, game.to_act, 0)
    world = array("q", [packing.pack(held) for held in game.round.hands])
    cards = []
    for written in actions:
        action = action_of(game, written)
        assert isinstance(action, Play)
        cards.append(packing.bit[action.card.index])
        game = game.apply(action)
    for card, (seat, places) in zip(
        cards, Watching(start, array("q")).turns(world, cards), strict=True
    ):
        if seat in record.seats:
            yield Lesson(tuple(places.values()), list(places).index(card))


def shared(place: int) -> tuple[int, int, int]:
    """Give the numbers of three weights that a place in the table shares with others."""
    context, kind = divmod(place, kernel.KINDS)
    seat, aim, whose, follows = context // 72, context // 9 % 8, context // 3 % 3, context % 3
    manner = (3 if seat else 0) + follows
    return (
        manner * kernel.KINDS + kind,
        (8 * manner + aim) * kernel.KINDS + kind,
        ((3 * seat + follows) * 3 + whose) * kernel.KINDS + kind,
    )


@dataclass
class Weights:
    """Weights in the making: of places, and of what they share, as logits.

    Attributes:
        step: how far a gradient moves a weight at first.
        decay: how far a weight is drawn back to zero, as a share of a lesson.
        tables: the weights of places, then the three that are shared.
        squares: the sums of the squares of their gradients so far.
    """

    step: float
    decay: float
    tables: list[list[float]] = field(
        default_factory=lambda: [[0.0] * (kernel.CONTEXTS * kernel.KINDS) for _ in range(4)]
    )
    squares: list[list[float]] = field(
        default_factory=lambda: [[1e-6] * (kernel.CONTEXTS * kernel.KINDS) for _ in range(4)]
    )

    def logit(self, place: int) -> float:
        """Give the logit of a place."""
        total = sum(
            table[number]
            for table, number in zip(self.tables, (place, *shared(place)), strict=True)
        )
        return max(-MOST, min(MOST, total))

    def chances(self, lesson: Lesson) -> list[float]:
        """Give how likely each card of a lesson is."""
        powers = [math.exp(self.logit(place)) for place in lesson.cards]
        total = sum(powers)
        return [power / total for power in powers]

    def learn(self, lesson: Lesson) -> None:
        """Make the card that was played a little likelier."""
        slopes: list[dict[int, float]] = [{}, {}, {}, {}]
        for number, (place, chance) in enumerate(
            zip(lesson.cards, self.chances(lesson), strict=True)
        ):
            error = chance - (number == lesson.played)
            for slope, at in zip(slopes, (place, *shared(place)), strict=True):
                slope[at] = slope.get(at, 0.0) + error
        for slope, table, squares in zip(slopes, self.tables, self.squares, strict=True):
            for at, error in slope.items():
                gradient = error + self.decay * table[at]
                squares[at] += gradient * gradient
                table[at] -= self.step * gradient / math.sqrt(squares[at])


def loss(weights: Weights, some: Sequence[Lesson]) -> tuple[float, float]:
    """Give the mean negative logarithm of the chances, and how often the likeliest was played."""
    total, hits = 0.0, 0
    for lesson in some:
        chances = weights.chances(lesson)
        total -= math.log(chances[lesson.played])
        hits += chances[lesson.played] == max(chances)
    return total / len(some), hits / len(some)


def train(learned: list[Lesson], held: list[Lesson], options: argparse.Namespace) -> Weights:
    """Learn the lessons in so many passes, each in an order of its own."""
    weights, rng = Weights(options.step, options.decay), random.Random(options.seed)
    for number in range(options.passes):
        rng.shuffle(learned)
        for lesson in learned:
            weights.learn(lesson)
        (train_loss, _), (held_loss, hits) = loss(weights, learned), loss(weights, held)
        print(f"pass {number + 1}: {train_loss:.4f}, held out {held_loss:.4f}, "
              f"the likeliest card was played in {100 * hits:.1f} %", flush=True)  # fmt: skip
    return weights


def write(weights: Weights, file: Path) -> None:
    """Write the weights in hundredths, a line for each context."""
    lines = []
    for context in range(kernel.CONTEXTS):
        first = context * kernel.KINDS
        places = range(first, first + kernel.KINDS)
        lines.append(json.dumps([round(100 * weights.logit(place)) for place in places]))
    file.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")


def main() -> None:
    """Read the command line, and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", help="recorded rounds")
    parser.add_argument("--into", type=Path, default=HERE / "engine" / "players" / FILE)
    parser.add_argument("--passes", type=int, default=6)
    parser.add_argument("--step", type=float, default=0.15)
    parser.add_argument("--decay", type=float, default=0.001)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    learned, held = list[Lesson](), list[Lesson]()
    for record in (record for file in options.files for record in read(file)):
        (learned if record.seed % HELD_OUT else held).extend(lessons(record))
    print(f"{len(learned)} lessons, {len(held)} held out", flush=True)
    write(train(learned, held, options), options.into)


if __name__ == "__main__":
    main()
