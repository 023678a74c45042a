"""Finds a round that leads to each position of the tests, and writes it down.

`python -m tests.engine.players.histories` deals four hands at random around what a position says,
with bids near what they are worth, and plays them so that each seat takes the tricks that it has
taken and keeps the cards that it holds. Of the rounds that end in the position it keeps the one in
which the fewest cards are not what the rules of the playouts would have played.
"""

import argparse
import json
import random
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.cards import CARDS, Card, CardSet, Suit
from engine.errors import RuleError
from engine.players.estimate import tricks_for
from engine.players.knowledge import know
from engine.players.nil import nil_chance
from engine.players.packing import packing_of
from engine.players.search import _add_unlikely_plays
from engine.presets import CARDCOUCH
from engine.seats import SEATS
from engine.views import SeatView, seat_view
from tests.bench.players_process import Position
from tests.engine.players.complaints import positions
from tests.engine.tools import load

FILE: Final = Path(__file__).parents[1] / "cases" / "player_histories.json"
NEAR: Final = 1.3
"""Tricks by which a hand may differ from its bid."""
FAIR: Final = 0.3
"""The least chance of a nil that is bid."""
KEPT: Final = 2
"""Rounds to choose from."""
TRIES: Final = 14
SWAPS: Final = 150
PLAYS: Final = 6
AGAIN: Final = 24
STEPS: Final = 1200

Hands = list[list[Card]]


class _Finder:
    """Looks for rounds that end in one position."""

    def __init__(self, position: Mapping[str, Any], rng: random.Random) -> None:
        self.rng = rng
        self.position = position
        self.mine = [Card.parse(each) for each in position["hand"]]
        self.trick = [Card.parse(each) for each in position["trick_so_far"]]
        self.leader = position["leader_offset"] % 4
        self.taken = list(position["tricks_taken"])
        self.bids = list(position["bids"])
        self.gone = sum(self.taken)
        self.steps = 0
        out = position.get("unseen_by_all_but_still_out", ())
        self.out = [Card.parse(each) for each in out]
        self.on_table = {(self.leader + step) % 4: card for step, card in enumerate(self.trick)}

    def find(self) -> tuple[int, Position]:
        """Give the best round found, after how many of its cards are odd.

        Raises:
            LookupError: none was found.
        """
        best: tuple[int, Position] | None = None
        found = 0
        for _ in range(TRIES):
            kept, thrown = self._fitting(*self._deal())
            if self._misfit(kept, thrown) > 0:
                continue
            hands = [[*kept[seat], *thrown[seat]] for seat in range(4)]
            for _ in range(PLAYS):
                played = self._play(kept, thrown)
                if played is None:
                    continue
                position = self._written(hands, *played)
                odd = self._odd(position)
                if odd is None:
                    continue
                found += 1
                if best is None or odd < best[0]:
                    best = (odd, position)
            if found >= KEPT:
                break
        if best is None:
            raise LookupError(self.position.get("id") or self.position["title"])
        return best

    def _deal(self) -> tuple[Hands, Hands]:
        """Give by seat the cards that it must still hold, and the others dealt to it.

        All the others of seat 0 go.
        """
        kept: Hands = [[*self.mine], [], [], []]
        for seat, card in self.on_table.items():
            kept[seat].append(card)
        for card in self.out:
            kept[
                self.rng.choice([seat for seat in (1, 2, 3) if self._may_hold(seat, card)])
            ].append(card)
        used = {card for held in kept for card in held}
        rest = [card for card in CARDS[:52] if card not in used]
        self.rng.shuffle(rest)
        if not self.position["spades_broken"]:
            rest.sort(key=lambda card: card.suit is Suit.SPADES)
        thrown: Hands = [rest[: self.gone], [], [], []]
        for card in reversed(rest[self.gone :]):
            room = [each for each in (1, 2, 3) if len(kept[each]) + len(thrown[each]) < 13]
            may = [each for each in room if self._may_hold(each, card)]
            thrown[self.rng.choice(may or room)].append(card)
        return kept, thrown

    def _may_hold(self, seat: int, card: Card) -> bool:
        """Say whether a seat may still hold a card: not if it did not follow with it."""
        led = self.trick[0].suit if self.trick else None
        return seat not in self.on_table or self.on_table[seat].suit is led or card.suit is not led

    def _fitting(self, kept: Hands, thrown: Hands) -> tuple[Hands, Hands]:
        """Swap cards between hands as long as that brings them nearer to their bids."""
        misfit = self._misfit(kept, thrown)
        for _ in range(SWAPS):
            if misfit <= 0:
                break
            one, other = self.rng.sample(range(4), 2)
            if not thrown[one] or not thrown[other]:
                continue
            first, second = self.rng.choice(thrown[one]), self.rng.choice(thrown[other])
            if not (self._may_hold(one, second) and self._may_hold(other, first)):
                continue
            if Suit.SPADES in {first.suit, second.suit} and 0 in {one, other}:
                continue
            _swap(thrown, one, other, first, second)
            after = self._misfit(kept, thrown)
            if after > misfit:
                _swap(thrown, one, other, second, first)
            else:
                misfit = after
        return kept, thrown

    def _misfit(self, kept: Hands, thrown: Hands) -> float:
        """Add up how far the hands are from what they bid, beyond what is near."""
        total = 0.0
        for seat, bid in enumerate(self.bids):
            held = CardSet.of([*kept[seat], *thrown[seat]])
            if bid:
                total += max(0.0, abs(tricks_for(held, CARDCOUCH) - bid) - NEAR)
            else:
                chance = nil_chance(packing_of(CARDCOUCH.deck_in_play), held.bits, 4.0)
                total += 4 * max(0.0, FAIR - chance)
        return total

    def _play(self, kept: Hands, thrown: Hands) -> tuple[int, list[Card]] | None:
        """Play the cards that went, so that each seat takes what it has taken; None if it fails."""
        begin = self.rng.randrange(4)
        self.steps = 0
        cards = self._rest(begin, kept, thrown, self.taken, broken=False)
        return None if cards is None else (begin, cards)

    def _rest(
        self, lead: int, kept: Hands, left: Hands, want: Sequence[int], *, broken: bool
    ) -> list[Card] | None:
        """Play the tricks that are left, and take back what leads nowhere."""
        if not left[0]:
            right = lead == self.leader or not self.gone
            return [] if right and broken == self.position["spades_broken"] else None
        for _ in range(AGAIN):
            self.steps += 1
            if self.steps > STEPS:
                return None
            trick = self._trick(lead, kept, left, want, broken=broken)
            winner = _winner(trick)
            if winner is None or not want[winner]:
                continue
            cards = [card for _, card in trick]
            rest = self._rest(
                winner,
                kept,
                [[card for card in held if card not in cards] for held in left],
                [each - (seat == winner) for seat, each in enumerate(want)],
                broken=broken or any(card.suit is Suit.SPADES for card in cards),
            )
            if rest is not None:
                return [*cards, *rest]
        return None

    def _trick(
        self, lead: int, kept: Hands, left: Hands, want: Sequence[int], *, broken: bool
    ) -> list[tuple[int, Card]]:
        """Play one trick; less than four cards if a seat has none that it may play now."""
        trick: list[tuple[int, Card]] = []
        for step in range(4):
            seat = (lead + step) % 4
            hand = [*kept[seat], *left[seat]]
            card = self._choose(seat, hand, left[seat], trick, want[seat], broken=broken)
            if card is None:
                break
            trick.append((seat, card))
        return trick

    def _choose(
        self,
        seat: int,
        hand: Sequence[Card],
        left: Sequence[Card],
        trick: Sequence[tuple[int, Card]],
        want: int,
        *,
        broken: bool,
    ) -> Card | None:
        """Choose among the cards that are to go: win if a trick is wanted, else stay under."""
        if trick:
            follows = [card for card in hand if card.suit is trick[0][1].suit]
            may = [card for card in left if card in follows or not follows]
        else:
            plain = any(card.suit is not Suit.SPADES for card in hand)
            may = [card for card in left if broken or not plain or card.suit is not Suit.SPADES]
        if not self.position["spades_broken"]:
            may = [card for card in may if card.suit is not Suit.SPADES]
        if not may:
            return None
        may.sort(key=lambda card: (card.suit is Suit.SPADES, card.rank))
        if not trick:
            return may[-1] if want and self.rng.random() < 0.3 else self.rng.choice(may)
        best = max(_power(card, trick[0][1]) for _, card in trick)
        over = [card for card in may if _power(card, trick[0][1]) > best]
        under = [card for card in may if card not in over]
        if want and over and self.rng.random() < 0.8:
            return over[0] if len(trick) == 3 else over[-1]
        if self.bids[seat] == 0:
            return under[-1] if under else over[0]
        return under[0] if under else over[0]

    def _written(self, hands: Hands, leader: int, cards: Sequence[Card]) -> Position:
        leader = leader if self.gone else self.leader
        dealer = (leader - 1) % 4
        bids = [str(self.bids[(dealer + step) % 4]) for step in range(1, 5)]
        return Position(
            dealer,
            tuple(" ".join(map(str, CardSet.of(held))) for held in hands),
            (*bids, *map(str, cards), *map(str, self.trick)),
        )

    def _odd(self, position: Position) -> int | None:
        """Count the cards that the rules would not have played; None if it is another position."""
        try:
            game = position.game()
        except RuleError:
            return None
        view = seat_view(game, SEATS[0])
        if game.to_act != 0 or not matches(view, self.position):
            return None
        assert view.hand is not None
        assert game.round is not None
        if not view.public.tricks and not view.public.trick:
            return 0
        pack = packing_of(CARDCOUCH.deck_in_play).pack
        worlds = array("q", [pack(held) for held in game.round.hands])
        scores = array("q", [0])
        _add_unlikely_plays(view, know(view, view.hand), worlds, scores)
        return scores[0]


def _winner(trick: Sequence[tuple[int, Card]]) -> int | None:
    """Give the seat that takes a trick of four cards, or None."""
    if len(trick) < len(SEATS):
        return None
    return max(trick, key=lambda each: _power(each[1], trick[0][1]))[0]


def _swap(cards: Hands, one: int, other: int, first: Card, second: Card) -> None:
    cards[one].remove(first)
    cards[other].remove(second)
    cards[one].append(second)
    cards[other].append(first)


def _power(card: Card, led: Card) -> int:
    if card.suit is Suit.SPADES:
        return 100 + card.rank
    return card.rank if card.suit is led.suit else 0


def matches(view: SeatView, position: Mapping[str, Any]) -> bool:
    """Say whether a view is the one that a position describes."""
    public = view.public
    return (
        view.hand == CardSet.of(map(Card.parse, position["hand"]))
        and [str(play.card) for play in public.trick] == list(position["trick_so_far"])
        and [bid.tricks for bid in public.bids if bid is not None] == list(position["bids"])
        and list(public.taken) == list(position["tricks_taken"])
        and public.broken == position["spades_broken"]
    )


def name_of(position: Mapping[str, Any]) -> str:
    """Give what a position is called in the file."""
    return str(position.get("id") or position["title"])


def all_positions() -> list[Mapping[str, Any]]:
    """Give the shared positions and those of complaints, in which a card is to be played."""
    every = [*load("player_positions")["positions"], *positions()]
    return [each for each in every if each["kind"] == "play"]


def main() -> None:
    """Write a round for every position."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="positions with this in their name")
    options = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8")) if options.only else {}
    for position in all_positions():
        if options.only not in name_of(position):
            continue
        try:
            odd, one = _Finder(position, random.Random(options.seed)).find()
        except LookupError:
            print("none:", name_of(position), flush=True)  # noqa: T201 -- the same
            continue
        found[name_of(position)] = {
            "dealer": one.dealer, "hands": one.hands, "actions": " ".join(one.actions)
        }  # fmt: skip
        print(  # noqa: T201 -- a command line says how far it is
            f"{odd // 60:3} odd of {4 * sum(position['tricks_taken']):3}: {name_of(position)}",
            flush=True,
        )
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
