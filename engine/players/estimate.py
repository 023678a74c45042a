"""What a hand is worth before the play: the tricks that it takes.

Bids, rules of thumb, lessons and hints count by this alone; the deals of the search weigh hands by
the same values of suits.
"""

from typing import Final

from engine.cards import Card, CardSet, Deck, Suit
from engine.players.packing import packing_of
from engine.players.values import (
    AGAINST_DRAWN,
    BASE_OF_TWO,
    card_worths,
    side_worth,
    spade_worth,
)
from engine.rules import TWO, Rules

SLOPE: Final = 0.9
SHIFT: Final = 0.7
"""The line from what is counted suit by suit to the tricks of self-played rounds."""
RUFFS: Final = (0.9, 0.5, 0.1)
"""Tricks that a void, a single card and two cards of a side suit add, as far as spades suffice."""
RUFFS_A_SPADE: Final = 0.45
MOST_RUFFERS: Final = 3
NIL_DRAIN: Final = 0.3
"""Tricks that covering a nil costs the partner."""
LEFT_TO_TWO: Final = 1
"""How far below its estimate one of two seats bids, which is often more than a trick off."""


def tricks_for(hand: CardSet, rules: Rules) -> float:
    """Estimate how many tricks a hand takes at a table of these rules.

    Honors count by the exact chance that every opponent still follows, spades by what is missing
    above them and by their number, and short suits for ruffs. With two seats that were dealt their
    hands a card counts for itself; where hands are drawn, the other one is as much better than a
    random one as this.
    """
    if rules.players == TWO:
        worths = card_worths(rules.deck_in_play)
        total = BASE_OF_TWO + sum(worths[card.index] for card in hand)
        return max(0.0, total - (AGAINST_DRAWN if rules.draws else 0.0))
    return SHIFT + SLOPE * _count(hand, rules)


def usual_bid(tricks: float, rules: Rules) -> int:
    """Give the number to bid on an estimate: rounded down, since a set costs more than a bag.

    Args:
        tricks: what the hand is worth.
        rules: of the table; of two seats, whose estimates are off by more, one trick less.
    """
    return max(1, round(tricks) - LEFT_TO_TWO if rules.players == TWO else int(tricks))


def _count(hand: CardSet, rules: Rules) -> float:
    packing = packing_of(rules.deck_in_play)
    packed = packing.pack(hand.bits)
    fields = [(packed >> (16 * field)) & 0xFFFF for field in range(4)]
    spades = fields[0].bit_count()
    total = spade_worth(fields[0], packing.sizes[0])
    ruffs = 0.0
    for field in (1, 2, 3):
        total += side_worth(fields[field], packing.sizes[field], rules.players, rules.mode)
        length = fields[field].bit_count()
        ruffs += RUFFS[length] if length < len(RUFFS) else 0.0
    return total + min(ruffs, RUFFS_A_SPADE * min(spades, MOST_RUFFERS))


def by_suit(hand: CardSet, deck: Deck) -> dict[Suit, list[Card]]:
    """Sort a hand into suits, each strongest first; jokers count as spades."""
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in sorted(hand, key=lambda card: -deck.strength[card.index]):
        suits[deck.suit_of[card.index]].append(card)
    return suits
