"""The players of any release as a process of their own, which answers questions about positions.

The process imports `engine` from the tree that it is told, and this module from the present one, so
that a frozen release can be asked beside the present players: `git worktree add PATH RELEASE`.
Questions and answers are lines of JSON. All rounds are the first of a game of CARDCOUCH.
"""

import json
import random
import subprocess
import sys
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Self

from engine.actions import Bid, Deal, Play, SeatAction
from engine.cards import Card, CardSet
from engine.game import Game
from engine.players import core, search
from engine.players.player import Budget, full_budget
from engine.players.styles import DEFAULT, STYLES, Strength
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import seat_view

HERE: Final = Path(__file__).resolve().parents[2]
"""The present tree."""

PLACES: Final = 1 << 13
"""More than there are results of a round (18 * 18 * 18)."""
BASE: Final = 18
_STRIDE: Final = 2654435761
"""What the kernel adds to its seed from world to world."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a round by its history.

    Attributes:
        dealer: its seat.
        hands: the cards dealt, by seat.
        actions: the bids as numbers, then the cards, in order.
    """

    dealer: int
    hands: tuple[str, ...]
    actions: tuple[str, ...]

    def game(self) -> Game:
        """Play the history."""
        game = dealt(self.dealer, self.hands)
        for action in self.actions:
            game = game.apply(action_of(game, action))
        return game


def position_of(game: Game) -> Position:
    """Write the history of a game's round, which must be its first."""
    assert game.round is not None
    public = seat_view(game, SEATS[0]).public
    plays = [play for trick in public.tricks for play in trick.plays] + [*public.trick]
    hands = [
        CardSet.of([*CardSet(held), *(play.card for play in plays if play.seat == seat)])
        for seat, held in enumerate(game.round.hands)
    ]
    bids = [bid for seat in public.order if (bid := public.bids[seat]) is not None]
    return Position(
        public.dealer,
        tuple(" ".join(map(str, held)) for held in hands),
        (*map(written, bids), *map(written, plays)),
    )


def dealt(dealer: int, hands: Sequence[str]) -> Game:
    """Deal the first round of a game."""
    cards = tuple(CardSet.of(map(Card.parse, held.split())) for held in hands)
    return Game.new(CARDCOUCH, SEATS[dealer]).apply(Deal(cards))


def action_of(game: Game, written: str) -> SeatAction:
    """Read the action of the seat whose turn it is."""
    assert game.to_act is not None
    if written.isdecimal():
        return Bid(game.to_act, int(written))
    return Play(game.to_act, Card.parse(written))


def written(action: SeatAction) -> str:
    """Write an action as positions do."""
    assert isinstance(action, Bid | Play)
    return str(action.card) if isinstance(action, Play) else str(action.tricks)


class Elsewhere:
    """The players of a tree, in a process of their own."""

    def __init__(self, tree: Path) -> None:
        """Start the process; a tree without a compiled core answers interpreted."""
        program = [sys.executable, "-P", "-m", "tests.bench.players_process"]
        self._process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tree,
            env={"PYTHONPATH": f"{tree}:{HERE}"},
        )  # fmt: skip
        self.compiled = bool(self._ask({"kind": "compiled"}))

    def __enter__(self) -> Self:
        """Give the players."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the process."""
        self._process.communicate()

    def choose(self, position: Position, strength: Strength, seed: int, worlds: int = 0) -> str:
        """Let the seat whose turn it is choose; 0 worlds are the full budget."""
        answer = self._ask(
            {"kind": "choose", "strength": strength, "seed": seed, "worlds": worlds}
            | asdict(position)
        )
        return str(answer)

    def foretell(self, position: Position, card: str, seed: int) -> Counter[tuple[int, ...]]:
        """Give how often the search sees each result, tricks by seat, after a card."""
        answer = self._ask({"kind": "foretell", "card": card, "seed": seed} | asdict(position))
        return Counter({_result(int(place)): weight for place, weight in answer.items()})

    def _ask(self, question: dict[str, Any]) -> Any:  # noqa: ANN401 - by the question
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())


def _result(place: int) -> tuple[int, ...]:
    first = (place // BASE**2, place // BASE % BASE, place % BASE)
    return (*first, 13 - sum(first))


class Telling:
    """A core whose kernel also notes the results that its totals are made of."""

    def __init__(self, real: ModuleType, told: Counter[int]) -> None:
        """Take the real core, and where the first card's results are noted."""
        self._real, self._told = real, told

    def Kernel(  # noqa: N802
        self, setup: "array[int]", worth: "array[int]", *policy: "array[int]"
    ) -> "_TellingKernel":
        """Stand for the class of the kernel, of a release with or without a learned policy."""
        marked = array("q", [value * PLACES + place for place, value in enumerate(worth)])
        return _TellingKernel(self._real.Kernel(setup, marked, *policy), self._told)


class _TellingKernel:
    """Asks the kernel for one world after the other; the low digits of each utility say a result.

    Where the limit of the solver ends the real one, this one goes on with the same limit.
    """

    def __init__(self, real: Any, told: Counter[int]) -> None:  # noqa: ANN401 - of either core
        self._real, self._told = real, told
        self.replay = real.replay

    def rollouts(
        self,
        worlds: "array[int]",
        weights: "array[int]",
        moves: "array[int]",
        totals: "array[int]",
        seed: int,
    ) -> None:
        for number, weight in enumerate(weights):
            one = array("q", bytes(8 * len(moves)))
            # Every other world is played out in another way: an odd one comes after one that is not
            # counted.
            first = number - number % 2
            own = (seed + first * _STRIDE) & 0xFFFFFFFF
            pair = worlds[4 * first : 4 * number + 4]
            self._real.rollouts(pair, array("q", [0, 1][first - number - 1 :]), moves, one, own)
            self._note(one, weight, totals)

    def solve(
        self,
        worlds: "array[int]",
        weights: "array[int]",
        moves: "array[int]",
        totals: "array[int]",
        limit: int,
    ) -> int:
        for number, weight in enumerate(weights):
            one = array("q", bytes(8 * len(moves)))
            world = worlds[4 * number : 4 * number + 4]
            if not self._real.solve(world, array("q", [1]), moves, one, limit):
                return number
            self._note(one, weight, totals)
        return len(weights)

    def _note(self, one: "array[int]", weight: int, totals: "array[int]") -> None:
        self._told[one[0] % PLACES] += weight
        for move, value in enumerate(one):
            totals[move] += weight * (value // PLACES)


class _Answers:
    """What the process answers; it remembers the last game, which the next question goes on."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._game: Game | None = None

    def __call__(self, question: dict[str, Any]) -> Any:  # noqa: ANN401 - by the question
        if question["kind"] == "compiled":
            return core.compiled
        position = Position(
            question["dealer"], tuple(question["hands"]), tuple(question["actions"])
        )
        game = self._reach(position)
        assert game.to_act is not None
        view, rng = seat_view(game, game.to_act), random.Random(question["seed"])
        full = full_budget()
        if question["kind"] == "choose":
            player = STYLES[DEFAULT[Strength(question["strength"])]].player
            budget = Budget(question["worlds"] or full.worlds, full.nodes)
            return written(player.choose(view, budget, rng).action)
        assert view.hand is not None
        told: Counter[int] = Counter()
        real = core.kernel
        core.kernel = Telling(real, told)  # type: ignore[assignment]
        try:
            card = [Card.parse(question["card"])]
            search.compare(view, view.hand, card, search.Effort(full.worlds, full.nodes), rng)
        finally:
            core.kernel = real
        return told

    def _reach(self, position: Position) -> Game:
        last, game = self._position, self._game
        known = 0 if last is None else len(last.actions)
        if (
            last is None
            or game is None
            or (last.dealer, last.hands) != (position.dealer, position.hands)
            or last.actions != position.actions[:known]
        ):
            game, known = dealt(position.dealer, position.hands), 0
        for action in position.actions[known:]:
            game = game.apply(action_of(game, action))
        self._position, self._game = position, game
        return game


def main() -> None:
    """Answer until nothing more is asked."""
    answer = _Answers()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
