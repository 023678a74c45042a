"""The strong player's card: compare the legal cards over many deals that it may be facing."""

import math
import random
from array import array
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, CardSet
from engine.players import core
from engine.players.knowledge import know, misfits, worlds_for
from engine.players.packing import bits_of, packing_of, setup
from engine.players.utility import utility
from engine.views import SeatView

OVERSAMPLE: Final = 3
NOISE: Final = 64
"""Of 256 moves in a playout, so many are made at random."""
SOLVED_TRICKS: Final = 5
WEIGHT: Final = 1000


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison of cards found.

    Attributes:
        cards: the cards that were compared, one of each run of equals.
        worth: by card, its mean utility.
        rule: the card that the rules of the playouts choose in the first world.
        worlds: how many worlds were looked at.
        solved: how many of them were solved rather than played out.
    """

    cards: tuple[Card, ...]
    worth: tuple[float, ...]
    worlds: int
    solved: int


def compare(
    view: SeatView,
    hand: CardSet,
    candidates: "list[Card]",
    count: int,
    nodes: int,
    rng: random.Random,
    solved_tricks: int = SOLVED_TRICKS,
    noise: int = NOISE,
) -> Compared:
    """Compare cards by playing each in many worlds."""
    public = view.public
    packing = packing_of(public.rules.cards)
    facts = know(view, hand)
    worlds, weights = _weighed(view, facts, count, rng)
    side = public.rules.side_of(view.seat)
    kernel = core.kernel.Kernel(
        setup(public, view.seat, noise),
        utility(public.rules, public.bids, public.tallies, public.taken, side),
    )
    moves = array("q", [packing.bit[card.index] for card in candidates])
    totals = array("q", bytes(8 * len(moves)))
    solved = 0
    if len(hand) <= solved_tricks and public.rules.partner_of(view.seat) is not None:
        solved = kernel.solve(worlds, weights, moves, totals, nodes)
    if solved == 0:
        kernel = core.kernel.Kernel(
            setup(public, view.seat, noise),
            utility(public.rules, public.bids, public.tallies, public.taken, side),
        )
        totals = array("q", bytes(8 * len(moves)))
        kernel.rollouts(worlds, weights, moves, totals, 0, len(weights), rng.getrandbits(31) + 1)
        weight = sum(weights)
    else:
        weight = sum(weights[:solved])
    return Compared(
        tuple(candidates), tuple(total / weight for total in totals), len(weights), solved
    )


def _weighed(view, facts, count, rng):
    worlds = worlds_for(facts, OVERSAMPLE * count, rng)
    scores = misfits(view.public, facts, worlds)
    least = min(scores)
    chances = [math.exp((least - score) / 100) for score in scores]
    total = sum(chances)
    # Systematic resampling: worlds are drawn in proportion to their likelihood.
    drawn = array("q")
    weights = array("q")
    step = total / count
    mark = step * rng.random()
    run = 0.0
    for number, chance in enumerate(chances):
        run += chance
        copies = 0
        while mark < run and len(weights) + copies < count * 4:
            copies += 1
            mark += step
        if copies:
            drawn.extend(worlds[4 * number : 4 * number + 4])
            weights.append(copies)
    return drawn, weights


def distinct(view: SeatView, hand: CardSet) -> list[Card]:
    """Give the legal cards without those that are as good as a lower one."""
    packing = packing_of(view.public.rules.cards)
    legal = packing.pack(view.playable.bits)
    played = 0
    for trick in view.public.tricks:
        for card in trick.cards:
            played |= packing.bit[card.index]
    foreign = packing.pack(view.public.rules.cards.cards) & ~played & ~packing.pack(hand.bits)
    found = []
    last = 0
    for bit in bits_of(legal):
        same = last and (bit.bit_length() - 1) // 16 == (last.bit_length() - 1) // 16
        if not same or foreign & (bit - 1) & -(last << 1):
            found.append(packing.card[bit])
        last = bit
    return found
