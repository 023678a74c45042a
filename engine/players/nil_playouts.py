"""How often a nil holds where it is played out against hands that the others may hold.

It tells nils apart better than the count of their dangerous cards (`nil.py`): who plays after whom,
what the others have bid and what the partner may cover are in it.
"""

import math
import random
from array import array
from dataclasses import replace
from functools import cache
from typing import Final

from engine.actions import BIDS
from engine.cards import CardSet
from engine.players import core
from engine.players.kernel import BASE
from engine.players.knowledge import know, likely_worlds
from engine.players.packing import lowest_of, packing_of, setup
from engine.players.policy import policy
from engine.players.search import EXACT, NOISE
from engine.players.utility import results
from engine.views import SeatView

PLAYOUTS: Final = 200
"""How many deals a nil is tried in."""
_USUAL_BID: Final = 3
"""The bid expected of a seat that has not bid yet."""
_CONSTANT: Final = 0.55
_PER_LOGIT: Final = 1.15
"""The chance by the share of the playouts, fitted to 370 nils of self-played rounds. Beside it the
count of dangerous cards tells nothing more."""
_LEAST: Final = 0.03
"""A share beyond this from 0 or 1 is not to be had from so few playouts."""


def chance_in_playouts(view: SeatView, hand: CardSet) -> float:
    """Give the chance that a nil is held beside a partner; the same view gives the same answer.

    Args:
        view: what the seat sees in its turn to bid; no cards are passed.
        hand: its cards.
    """
    public, seat = view.public, view.seat
    deck = public.rules.deck_in_play
    drawn = random.Random(hand.bits)  # noqa: S311 -- no secret
    worlds = likely_worlds(public, know(view, hand), PLAYOUTS, drawn)
    bids = [BIDS[each][_USUAL_BID] if bid is None else bid for each, bid in enumerate(public.bids)]
    bids[seat] = BIDS[seat][0]
    packing = packing_of(deck)
    lead = lowest_of(packing.pack(hand.bits & ~deck.trumps) or packing.pack(hand.bits))
    kernel = core.kernel.Kernel(
        setup(replace(public, bids=tuple(bids)), seat, seat, NOISE, EXACT),
        _takes_none(seat, public.rules.hand_size),
        policy(),
    )
    totals = array("q", [0])
    seed = 1 + hand.bits % 0x7FFFFFFF
    kernel.rollouts(worlds, array("q", [1]) * PLAYOUTS, array("q", [lead]), totals, seed)
    share = min(1 - _LEAST, max(_LEAST, totals[0] / PLAYOUTS))
    return 1 / (1 + math.exp(-_CONSTANT - _PER_LOGIT * math.log(share / (1 - share))))


@cache
def _takes_none(seat: int, tricks: int) -> "array[int]":
    """Tabulate as a utility whether a seat of four has taken no trick."""
    table = array("q", bytes(8 * (BASE**3 + 1)))
    for result in results(tricks, (0, 0, 0, 0)):
        table[(result[0] * BASE + result[1]) * BASE + result[2]] = int(result[seat] == 0)
    return table
