"""Converts cards and positions to the numbers of the inner loops, and back.

A packed hand has four fields of 16 bits: spades first (all cards that count as one), then clubs,
diamonds and hearts, each with the weakest card in the lowest bit.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.cards import CARDS, Bits, Card, Deck, Suit, iter_cards
from engine.players.reading import counts, need_of
from engine.views import PublicView

if TYPE_CHECKING:
    from engine.rules import Rules

FIELDS: Final = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
"""The suits in the order of their fields."""

NO_NEED: Final = -99


@dataclass(frozen=True, slots=True)
class Packing:
    """How the cards of a deck are packed.

    Attributes:
        bit: by card index, the packed card; 0 for cards not in the deck.
        card: by packed card, the card.
        field: by card index, the number of its field.
        sizes: by field, how many cards of the deck it holds.
    """

    bit: tuple[int, ...]
    card: dict[int, Card]
    field: tuple[int, ...]
    sizes: tuple[int, ...]

    def pack(self, cards: Bits) -> int:
        """Pack a bare set of cards."""
        packed, bit = 0, self.bit
        while cards:
            low = cards & -cards
            packed |= bit[low.bit_length() - 1]
            cards ^= low
        return packed


def bits_of(packed: int) -> Iterable[int]:
    """Yield the single bits of a number from the lowest up."""
    while packed:
        low = packed & -packed
        yield low
        packed ^= low


def lowest_of(packed: int) -> int:
    """Give the card of the lowest place in any suit."""
    return min(bits_of(packed), key=lambda bit: (bit.bit_length() - 1) % 16)


@cache
def packing_of(deck: Deck) -> Packing:
    """Give the packing of a deck."""
    bit = [0] * len(CARDS)
    sizes = [0] * len(FIELDS)
    for field, suit in enumerate(FIELDS):
        cards = [card for card in iter_cards(deck.cards) if deck.suit_of[card.index] is suit]
        cards.sort(key=lambda card: deck.strength[card.index])
        sizes[field] = len(cards)
        for place, card in enumerate(cards):
            bit[card.index] = 1 << (16 * field + place)
    return Packing(
        tuple(bit),
        {packed: CARDS[index] for index, packed in enumerate(bit) if packed},
        tuple(FIELDS.index(suit) for suit in deck.suit_of),
        tuple(sizes),
    )


def setup(
    public: PublicView,
    turn: int,
    mover: int,
    noise: int,
    exact: int = 0,
    voids: tuple[int, ...] = (0, 0, 0, 0),
) -> "array[int]":
    """Give the setup of a `Kernel`.

    By seat (four numbers each): its partner or -1; whether its tricks count for its side; tricks
    taken; what its side needs; whether its nil is alive. Then: seats; spades may be led at any
    time; any spade breaks them; this is no special first trick; the seat in turn; cards in the
    trick; the field that was led; the field, bit and seat of the best card; broken; tricks left;
    noise of 256; the mover; how many last tricks of a playout are solved; by seat, the fields where
    it has shown to be void.

    Args:
        public: what everyone sees.
        turn: the seat in turn.
        mover: the seat that chooses; a solver plays for its side.
        noise: how many of 256 moves in a playout are made at random.
        exact: how many last tricks of a playout are solved.
        voids: by seat, the fields where everybody knows it to be void, as a set of bits.
    """
    rules = public.rules
    seats = rules.seats
    rest = range(len(seats), 4)
    mates = [rules.partner_of(each) for each in seats]
    numbers = [-1 if mate is None else mate for mate in mates] + [-1 for _ in rest]
    numbers += [int(counts(public, each)) for each in seats] + [0 for _ in rest]
    numbers += [*public.taken] + [0 for _ in rest]
    numbers += [need_of(public, rules.side_of(each)) for each in seats] + [NO_NEED for _ in rest]
    numbers += [int(_keeps_nil(public, each)) for each in seats] + [0 for _ in rest]
    first = not public.tricks and not any(public.taken)
    numbers += [
        len(seats),
        int(rules.spade_leads == "any_time"),
        int(rules.breaking == "any_spade"),
        int(not first or rules.plain_first_trick),
        *_trick(rules, public, turn),
        int(public.broken),
        rules.hand_size - sum(public.taken),
        noise,
        mover,
        exact,
        *voids,
    ]
    return array("q", numbers)


def before_play(public: PublicView) -> tuple[PublicView, int]:
    """Give the public view before the first card of this view, and the seat that led it."""
    taken = list(public.taken)
    for trick in public.tricks:
        taken[trick.winner] -= 1
    leader = public.tricks[0].leader if public.tricks else public.trick[0].seat
    start = replace(
        public, taken=tuple(taken), trick=(), tricks=(), winning=None, broken=any(taken)
    )
    return start, leader


def history(public: PublicView, packing: Packing) -> "array[int]":
    """List the cards of this view, packed, in the order of play."""
    cards = [card for trick in public.tricks for card in trick.cards]
    cards += [play.card for play in public.trick]
    return array("q", [packing.bit[card.index] for card in cards])


def _keeps_nil(public: PublicView, seat: int) -> bool:
    bid = public.bids[seat]
    return bid is not None and bid.is_nil and not public.taken[seat]


def _trick(rules: "Rules", public: PublicView, turn: int) -> list[int]:
    if public.led is None or public.winning is None:
        return [turn, 0, 0, 0, 0, 0]
    packing = packing_of(rules.deck_in_play)
    best = next(play.card for play in public.trick if play.seat == public.winning)
    field = packing.field[best.index]
    rank = packing.bit[best.index] >> (16 * field)
    led = packing.field[public.led.index]
    return [turn, len(public.trick), led, field, rank, public.winning]
