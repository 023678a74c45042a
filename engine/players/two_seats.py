"""What a hand of two seats is worth: it is played out against hands that the other may hold.

With half of the pack out of play the exact chances of honors say little, and the other seat may be
out of any suit.
"""

import random
from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from engine.actions import BIDS
from engine.cards import CardSet
from engine.players import core
from engine.players.kernel import BASE
from engine.players.knowledge import know
from engine.players.packing import lowest_of, packing_of, setup
from engine.players.search import EXACT, NOISE, Effort, draw_worlds
from engine.views import SeatView

PLAYOUTS: Final = Effort(worlds=200, nodes=0)
"""How many hands of the other seat a bid is tried against."""


class Foretold(NamedTuple):
    """What playouts say of a hand.

    Attributes:
        tricks: how many tricks it takes on average, where both want all they can get.
        nil: how often it takes none, where it wants none.
    """

    tricks: float
    nil: float


def foretell(view: SeatView, hand: CardSet) -> Foretold:
    """Play a hand of two seats out against hands that the other seat may hold.

    The same view gives the same answer.

    Args:
        view: what the seat sees in its turn to bid.
        hand: its cards.
    """
    rng = random.Random(hand.bits)  # noqa: S311 -- no secret
    worlds, weights = draw_worlds(view, know(view, hand), PLAYOUTS, rng)
    size, seat = view.public.rules.hand_size, view.seat
    wants_all = _average(view, hand, (size, size), _tricks_of(seat), (worlds, weights))
    wants_none = _average(view, hand, (0, size // 2), _none_of(seat), (worlds, weights))
    return Foretold(wants_all, wants_none)


def _average(
    view: SeatView,
    hand: CardSet,
    bids: tuple[int, int],
    utility: "array[int]",
    drawn: tuple["array[int]", "array[int]"],
) -> float:
    """Average a utility over playouts in which this seat, and the other, have made bids."""
    public, seat = view.public, view.seat
    said = tuple(BIDS[each][bids[each != seat]] for each in public.rules.seats)
    packing = packing_of(public.rules.deck_in_play)
    packed = packing.pack(hand.bits & ~public.rules.deck_in_play.trumps) or packing.pack(hand.bits)
    kernel = core.kernel.Kernel(
        setup(replace(public, bids=said), seat, seat, NOISE, EXACT), utility
    )
    totals = array("q", [0])
    kernel.rollouts(*drawn, array("q", [lowest_of(packed)]), totals, 1 + hand.bits % 0x7FFFFFFF)
    return totals[0] / sum(drawn[1])


@cache
def _tricks_of(seat: int) -> "array[int]":
    """Tabulate as a utility how many tricks a seat of two has taken."""
    return _table(lambda first, second: (first, second)[seat])


@cache
def _none_of(seat: int) -> "array[int]":
    """Tabulate as a utility whether a seat of two has taken no trick."""
    return _table(lambda first, second: int((first, second)[seat] == 0))


def _table(value: Callable[[int, int], int]) -> "array[int]":
    table = array("q", bytes(8 * (BASE**3 + 1)))
    for first in range(BASE):
        for second in range(BASE):
            table[(first * BASE + second) * BASE] = value(first, second)
    return table
