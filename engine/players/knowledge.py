"""A seat's knowledge of the hidden cards, and deals that agree with it."""

import random
from array import array
from dataclasses import dataclass
from typing import Final

from engine.cards import Bits, CardSet
from engine.phases import Phase
from engine.players import core
from engine.players.kernel import FIELD, MASKS
from engine.players.packing import Packing, bits_of, packing_of
from engine.players.values import chances, danger_and_worth, penalties
from engine.rules import TWO
from engine.seats import Seat
from engine.views import PublicView, SeatView

UNKNOWN: Final = -1
ALL_SEATS: Final = 0b1111

CHAIN: Final = 12
"""Deals drawn from one chain of swaps."""
SWAPS_BEFORE: Final = 240
"""Swaps tried until the bids are as likely as they will be: with fewer, strong hands are short of
honors."""
SWAPS_BETWEEN: Final = 30
"""Swaps tried from one deal of a chain to the next."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A seat's knowledge of the hidden cards.

    Attributes:
        seat: whose knowledge it is.
        own: its hand, packed.
        unseen: the others' cards of unknown place, packed.
        known: by seat, the cards that it certainly holds; all of them for the seat itself.
        room: by seat, how many of the unseen cards it holds; with two seats the third place is for
            the dead cards that this seat has not seen.
        voids: by seat, the fields where it is void, as a set of bits.
        spades: by seat, how many of the unseen spades it holds, or UNKNOWN.
        played: by seat, the cards that it has played in this round.
    """

    seat: Seat
    own: int
    unseen: int
    known: tuple[int, ...]
    room: tuple[int, ...]
    voids: tuple[int, ...]
    spades: tuple[int, ...]
    played: tuple[int, ...]


def know(view: SeatView, hand: CardSet) -> Knowledge:
    """Work out what a seat knows.

    Args:
        view: its view.
        hand: its cards.
    """
    public = view.public
    packing = packing_of(public.rules.deck_in_play)
    own = packing.pack(hand.bits)
    played = _played(public, packing)
    gone = sum(played)
    known = [0, 0, 0, 0]
    known[view.seat] = own
    partner = public.rules.partner_of(view.seat)
    if partner is not None:
        known[partner] = packing.pack(_passed_on(view)) & ~gone
    seen = packing.pack(put_away(view))
    unseen = packing.pack(public.rules.deck_in_play.cards) & ~gone & ~seen & ~sum(known)
    held = (*public.held, 0)[:4]
    if public.rules.players == TWO:
        other = public.held[1 - view.seat]
        held = (*public.held, unseen.bit_count() - other, 0)
    room = tuple(held[seat] - known[seat].bit_count() for seat in range(4))
    return Knowledge(
        view.seat, own, unseen, tuple(known), room, _voids(public, packing),
        _spades(public, known, played), played,
    )  # fmt: skip


def put_away(view: SeatView) -> Bits:
    """Give the dead cards that a seat has seen, where it has drawn its hand."""
    return CardSet.of(turn.put_away for turn in view.drawn).bits


def _passed_on(view: SeatView) -> Bits:
    return view.given.bits if view.public.phase not in {Phase.BIDDING, Phase.EXCHANGING} else 0


def _played(public: PublicView, packing: Packing) -> tuple[int, ...]:
    played = [0, 0, 0, 0]
    for trick in public.tricks:
        for play in trick.plays:
            played[play.seat] |= packing.bit[play.card.index]
    for play in public.trick:
        played[play.seat] |= packing.bit[play.card.index]
    return tuple(played)


def _voids(public: PublicView, packing: Packing) -> tuple[int, ...]:
    """Infer voids from cards that did not follow suit, and from spades that were forced."""
    voids = [0, 0, 0, 0]
    rules = public.rules
    broken = rules.spade_leads == "any_time"
    for number, trick in enumerate([*(each.plays for each in public.tricks), public.trick]):
        led = packing.field[trick[0].card.index] if trick else 0
        for place, play in enumerate(trick):
            field = packing.field[play.card.index]
            first_spade = number == 0 and not rules.spades_on_first_trick
            if field == 0 and ((place == 0 and not broken) or first_spade):
                voids[play.seat] |= 0b1110
            if field != led:
                voids[play.seat] |= 1 << led
            broken = broken or (field == 0 and (rules.breaking == "any_spade" or led != 0))
    return tuple(voids)


DRAWN_BIDS_BELOW: Final = 325
DEALT_BIDS_BELOW: Final = 125
"""How far the bids of two seats are below what `danger_and_worth` makes of their hands, which are
worth less against a hand that was drawn too; measured in self-played rounds."""

LEAST_TOLD: Final = 50
"""The least that a number tells, in hundredths of a trick: a hand without a nil's care."""


def _spades(public: PublicView, known: list[int], played: tuple[int, ...]) -> tuple[int, ...]:
    """Give the spades that mirror and whiz bids reveal, unless an exchange may have moved some."""
    counted = [UNKNOWN] * 4
    if public.rules.bidding not in {"mirror", "whiz"} or public.to_pass or public.bids_itself:
        return tuple(counted)
    for seat, bid in enumerate(public.bids):
        if bid is None or (bid.is_nil and public.rules.bidding == "whiz"):
            continue
        counted[seat] = bid.tricks - ((played[seat] | known[seat]) & FIELD).bit_count()
    return tuple(counted)


def worlds_for(facts: Knowledge, count: int, rng: random.Random) -> "array[int]":
    """Draw deals that agree with the knowledge: four packed hands each, one after the other."""
    allowed = {
        bit: sum(1 << seat for seat in range(4) if facts.room[seat] and not _void(facts, seat, bit))
        for bit in bits_of(facts.unseen)
    }
    tells = any(number >= 0 for seat, number in enumerate(facts.spades) if seat != facts.seat)
    order = sorted(
        allowed,
        key=lambda bit: (not (tells and bit <= FIELD), allowed[bit].bit_count(), bit),
    )
    worlds = array("q", bytes(8 * 4 * count))
    core.sampling.deal(
        array("q", order),
        array("q", [allowed[bit] for bit in order]),
        array("q", facts.room),
        array("q", facts.spades),
        array("q", facts.known),
        worlds,
        rng.getrandbits(31) + 1,
    )
    return worlds


def _void(facts: Knowledge, seat: int, bit: int) -> bool:
    return bool(facts.voids[seat] >> ((bit.bit_length() - 1) // 16) & 1)


def tells(public: PublicView, seat: Seat) -> int:
    """Give the tricks in hundredths that a bid tells of its seat's own hand: 0 for nil."""
    bid = public.bids[seat]
    if bid is None or bid.blind or bid.covered:
        return UNKNOWN
    if bid.is_nil:
        return 0
    partner = public.rules.partner_of(seat)
    opening = None if partner is None else public.bids[partner]
    # In either order of bidding the dealer and the seat before it close for their sides.
    closes = public.rules.side_bid == "second_closes" and (public.dealer - seat) % 4 < 2  # noqa: PLR2004
    before = opening.tricks if closes and opening is not None else 0
    told = 100 * (bid.tricks - before)
    if public.rules.players == TWO:
        told += DRAWN_BIDS_BELOW if public.rules.draws else DEALT_BIDS_BELOW
    return max(LEAST_TOLD, told)


def likely_worlds(
    public: PublicView, facts: Knowledge, count: int, rng: random.Random
) -> "array[int]":
    """Draw deals that agree with the knowledge, as often as the bids make them likely.

    Args:
        public: what everyone sees.
        facts: what the seat knows.
        count: how many deals.
        rng: draws them.
    """
    bids = [UNKNOWN] * 4
    if public.rules.bidding == "free" and not public.to_pass:
        for seat in public.rules.seats:
            if seat != facts.seat:
                bids[seat] = tells(public, seat)
    if max(bids) == UNKNOWN:
        return worlds_for(facts, count, rng)
    barred = [sum(MASKS[field] for field in range(4) if void >> field & 1) for void in facts.voids]
    chain = core.sampling.Chain(
        array("q", [*facts.known, *barred, *facts.played, *bids]),
        danger_and_worth(public.rules.deck_in_play, public.rules.players, public.rules.mode),
        penalties(),
        chances(),
    )
    starts = worlds_for(facts, max(1, count // CHAIN), rng)
    worlds = array("q", bytes(8 * 4 * count))
    chain.run(starts, worlds, SWAPS_BEFORE, SWAPS_BETWEEN, rng.getrandbits(31) + 1)
    return worlds
