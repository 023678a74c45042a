"""Compares cards over many possible deals."""

import math
import random
from array import array
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, CardSet
from engine.players import core
from engine.players.drawing import add_unlikely_draws
from engine.players.kernel import NO_POLICY
from engine.players.knowledge import Knowledge, know, likely_worlds, worlds_for
from engine.players.marks import Mark, counted, mark_of, marked_utility
from engine.players.packing import before_play, bits_of, history, packing_of, setup
from engine.players.policy import policy
from engine.players.utility import stage_of
from engine.rules import TWO
from engine.views import SeatView

NOISE: Final = 64
"""How many of 256 moves in a playout are random."""

EXACT: Final = 3
"""The number of last tricks that are solved in each playout."""

SOLVED_TRICKS: Final = 4
"""The number of remaining tricks from which deals are solved instead of played out. With five, the
limit of positions ended four searches in ten early, and playouts foretell better."""
SOLVED_OF_TWO: Final = 5
"""The same with two seats, whose deals have fewer positions."""

FEWEST_SOLVED: Final = 4
"""Where the limit of positions ends the solving before one deal in so many, all are played out."""

OVERSAMPLE: Final = 2
"""Deals drawn per deal kept; they are kept by how well they explain the plays."""
TWO_SIDES: Final = 2
OVERSAMPLE_DRAWN: Final = 4
"""How many more where hands are drawn, since a drawn hand is far better than a random one."""
UNLIKELY_CARD: Final = 60
"""The penalty of a card that the rules would not have played, in hundredths of a natural
logarithm."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a comparison tries.

    Attributes:
        worlds: how many deals.
        nodes: how many positions may be solved; 0 solves none.
        weighs: whether deals are drawn by how well they explain the bids and plays.
    """

    worlds: int
    nodes: int
    weighs: bool = True


@dataclass(frozen=True, slots=True)
class Compared:
    """The result of a comparison of cards.

    Attributes:
        cards: what was compared.
        worth: by card, its mean utility.
        made: by card, the share of the deals in which the side makes its contract.
        marked: by card, the share in which the mark is met.
        mark: what that is.
        worlds: in how many deals they were compared.
        deals: all that were drawn, four packed hands each, one after the other.
        weights: by deal.
    """

    cards: tuple[Card, ...]
    worth: tuple[float, ...]
    made: tuple[float, ...]
    marked: tuple[float, ...]
    mark: Mark
    worlds: int
    deals: "array[int]"
    weights: "array[int]"


def compare(
    view: SeatView, hand: CardSet, cards: list[Card], effort: Effort, rng: random.Random
) -> Compared:
    """Compare cards by playing each in the same deals.

    Args:
        view: what the seat sees.
        hand: its cards.
        cards: those of them to compare.
        effort: how hard to try.
        rng: draws the deals, and the noise in playing them.
    """
    public, seat = view.public, view.seat
    packing = packing_of(public.rules.deck_in_play)
    facts = know(view, hand)
    worlds, weights = draw_worlds(view, facts, effort, rng)
    seed = rng.getrandbits(31) + 1
    # Of two sides one wins what the other loses, which is what solving takes for granted.
    two_sides = len(public.rules.sides) == TWO_SIDES
    mark = mark_of(public, seat)
    kernel = core.kernel.Kernel(
        setup(public, seat, seat, NOISE, EXACT if two_sides else 0, facts.voids),
        marked_utility(
            public.rules,
            public.bids,
            public.counted,
            public.tallies,
            public.taken,
            seat,
            mark,
            stage_of(public),
        ),
        policy() if public.rules.mode == "partners" else NO_POLICY,
    )
    moves = array("q", [packing.bit[card.index] for card in cards])
    totals = array("q", bytes(8 * len(moves)))
    seen = 0
    solved = SOLVED_OF_TWO if public.rules.players == TWO else SOLVED_TRICKS
    if effort.nodes and len(hand) <= solved and two_sides:
        seen = kernel.solve(worlds, weights, moves, totals, effort.nodes)
    if FEWEST_SOLVED * seen < len(weights):
        totals = array("q", bytes(8 * len(moves)))
        kernel.rollouts(worlds, weights, moves, totals, seed)
        seen = len(weights)
    weight = sum(weights[:seen])
    found = [counted(total) for total in totals]
    return Compared(
        tuple(cards),
        tuple(each.worth / weight for each in found),
        tuple(each.made / weight for each in found),
        tuple(each.marked / weight for each in found),
        mark,
        seen,
        worlds,
        weights,
    )


def draw_worlds(
    view: SeatView, facts: Knowledge, effort: Effort, rng: random.Random
) -> tuple["array[int]", "array[int]"]:
    """Draw deals, each with its weight.

    Args:
        view: what the seat sees.
        facts: what it knows.
        effort: how many deals, and whether they are weighed.
        rng: draws them.
    """
    if not effort.weighs:
        return worlds_for(facts, effort.worlds, rng), array("q", [1]) * effort.worlds
    plays, draws = bool(view.public.tricks or view.public.trick), bool(view.public.keeps)
    over = (OVERSAMPLE if plays else 1) * (OVERSAMPLE_DRAWN if draws else 1)
    worlds = likely_worlds(view.public, facts, over * effort.worlds, rng)
    if over == 1:
        return worlds, array("q", [1]) * effort.worlds
    scores = array("q", bytes(2 * len(worlds)))
    if plays:
        _add_unlikely_plays(view, facts, worlds, scores)
    if draws:
        add_unlikely_draws(view.public, facts, worlds, scores)
    least = min(scores)
    chances = [math.exp((least - score) / 100) for score in scores]
    step = sum(chances) / effort.worlds
    mark, run = step * rng.random(), 0.0
    kept, weights = array("q"), array("q")
    for number, chance in enumerate(chances):
        run += chance
        copies = max(0, math.ceil((run - mark) / step))
        if copies:
            mark += copies * step
            kept.extend(worlds[4 * number : 4 * number + 4])
            weights.append(copies)
    return kept, weights


def _add_unlikely_plays(
    view: SeatView, facts: Knowledge, worlds: "array[int]", scores: "array[int]"
) -> None:
    public = view.public
    start, leader = before_play(public)
    kernel = core.kernel.Kernel(setup(start, leader, view.seat, 0), array("q"))
    dealt = array("q", [hand | facts.played[at & 3] for at, hand in enumerate(worlds)])
    played = history(public, packing_of(public.rules.deck_in_play))
    kernel.replay(dealt, played, UNLIKELY_CARD, scores)


def distinct(view: SeatView, hand: CardSet, cards: "tuple[Card, ...]") -> list[Card]:
    """Drop every card that equals a lower one: no card between them is still out.

    Args:
        view: what the seat sees.
        hand: its cards.
        cards: the cards to choose from.
    """
    packing = packing_of(view.public.rules.deck_in_play)
    gone = CardSet.of(card for trick in view.public.tricks for card in trick.cards)
    foreign = packing.pack(view.public.rules.deck_in_play.cards & ~gone.bits & ~hand.bits)
    found: list[Card] = []
    last = 0
    for bit in bits_of(packing.pack(CardSet.of(cards).bits)):
        same = bool(last) and (bit.bit_length() - 1) // 16 == (last.bit_length() - 1) // 16
        if not same or foreign & (bit - 1) & -(last << 1):
            found.append(packing.card[bit])
        last = bit
    return found
