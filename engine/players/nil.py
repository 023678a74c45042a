"""The chance that a nil is made, fitted to self-played rounds of the strong player."""

import math
from typing import Final

from engine.cards import Bits
from engine.players.packing import Packing, bits_of

AVERAGE_BID: Final = 3.0
"""The bid expected of a partner who has not bid yet."""

_CONSTANT: Final = 1.04
_PER_SPADE: Final = -0.07
_SAFE_SPADE: Final = 5
_ABOVE_SAFE_SPADE: Final = -0.23
_HIGH_SPADE: Final = 10
_HOLDS_HIGH_SPADE: Final = -0.38
_MANY_SPADES: Final = 4
_HOLDS_MANY_SPADES: Final = -0.96
_SAFE: Final = (2, 5, 8, 10)
"""The highest places (0 for a two) at which the lowest, second lowest, ... card still ducks."""
_ABOVE_SAFE: Final = (-0.18, -0.17, -0.24, -0.12)
_RUFF: Final = -0.15
_PER_PARTNERS_TRICK: Final = 0.205
_ALONE: Final = -1.35
"""Added in solo, where nobody covers: with -0.4, nils estimated at 29 % were made in 16 % of
self-played rounds, and nils estimated at 58 % in 31 %."""
_ALONE_OF_THREE: Final = -3.0
"""Added for three seats with 17 cards or more: with -0.4, nils estimated at 50 to 69 % were made in
5 %."""
_CARDS_OF_THREE: Final = 17
_HELD_MORE: Final = 0.7
"""What the present players add to the logit of a nil's chance."""
_BIDDERS_CARE: Final = 2
"""How much stronger than with its failures the cards of a nil go with its being bid."""


def nil_chance(packing: Packing, hand: Bits, partner_bid: float | None) -> float:
    """Estimate the chance that a nil is made against good defenders.

    Args:
        packing: of the deck.
        hand: the cards, a bare set.
        partner_bid: the partner's number, or the expected one; None in solo.
    """
    total = nil_logit(packing, hand) + _PER_PARTNERS_TRICK * (
        AVERAGE_BID if partner_bid is None else partner_bid
    )
    if partner_bid is None:
        total += _ALONE_OF_THREE if hand.bit_count() >= _CARDS_OF_THREE else _ALONE
    return 1 / (1 + math.exp(-total))


def as_held(chance: float) -> float:
    """Give how often nils of an estimated chance are held beside a partner.

    The estimate is of earlier players: of 357 nils that it gave 66 % in the mean the present ones
    held 80 %, and as many more in each tenth of it.
    """
    if chance <= 0.0:
        return 0.0
    return chance / (chance + (1 - chance) * math.exp(-_HELD_MORE))


def nil_logit(packing: Packing, hand: Bits) -> float:
    """Rate the safety of a hand as the logit of the chance of its nil, without the partner."""
    packed = packing.pack(hand)
    spades, *sides = ((packed >> (16 * field)) & 0xFFFF for field in range(4))
    ruffs = sum({0: 1.0, 1: 0.5}.get(side.bit_count(), 0.0) for side in sides)
    total = _CONSTANT + _spades(spades, packing.sizes[0]) + sum(map(_side, sides))
    return total + _RUFF * ruffs * min(spades.bit_count(), 2)


def has_top_spade(packing: Packing, hand: Bits) -> bool:
    """Say whether a hand holds the highest spade of its deck, which always takes a trick."""
    return bool(packing.pack(hand) >> (packing.sizes[0] - 1) & 1)


def danger_of(cards: int, size: int, *, spades: bool) -> int:
    """Rate how little the cards of a suit speak for a nil, in hundredths of a natural logarithm.

    A hand that bids nil is so much less likely to hold them; 0 for what every such hand may hold.

    Args:
        cards: the field of the suit.
        size: how many cards of the suit the deck holds.
        spades: whether they are spades.
    """
    safety = _spades(cards, size) if spades else _side(cards)
    return max(0, round(-100 * _BIDDERS_CARE * safety))


def _spades(spades: int, size: int) -> float:
    """Rate spades; places count from the top of thirteen, whatever the deck adds above."""
    held = spades.bit_count()
    top = spades.bit_length() - 1 - (size - 13)
    return (
        _PER_SPADE * held
        + _ABOVE_SAFE_SPADE * max(0, top - _SAFE_SPADE)
        + (_HOLDS_HIGH_SPADE if top >= _HIGH_SPADE else 0.0)
        + (_HOLDS_MANY_SPADES if held >= _MANY_SPADES else 0.0)
    )


def _side(cards: int) -> float:
    places = [bit.bit_length() - 1 for bit in bits_of(cards)]
    return sum(
        weight * max(0, place - safe)
        for place, safe, weight in zip(places, _SAFE, _ABOVE_SAFE, strict=False)
    )
