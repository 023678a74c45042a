"""What may be played, what a card does to unbroken spades, and who wins a trick.

Plain functions of cards, so that one rule stands in one place and can be tested by itself.
"""

from collections.abc import Sequence

from engine.cards import Bits, Card
from engine.rules import Rules


def playable(rules: Rules, hand: Bits, led: Card | None, *, broken: bool) -> Bits:
    """Give the cards of a hand that may be played; never empty while the hand is not.

    Args:
        rules: the rules of the table.
        hand: the cards still held.
        led: the first card of the trick, or None when this seat leads.
        broken: whether spades are broken.
    """
    if led is not None:
        return hand & rules.cards.same_suit[led.index] or hand
    if broken:
        return hand
    return hand & ~rules.cards.trumps or hand


def breaks_spades(rules: Rules, card: Card, led: Card) -> bool:
    """Say whether playing `card` on a trick that `led` opened breaks spades.

    Spades Hero counts only a spade on a trick of another suit; the other two sets count any
    spade, a forced lead included.
    """
    deck = rules.cards
    if not deck.trumps >> card.index & 1:
        return False
    return rules.breaking == "any_spade" or not deck.trumps >> led.index & 1


def winning_index(rules: Rules, cards: Sequence[Card]) -> int:
    """Give the position in the trick, 0 for the lead, of the card that wins it so far."""
    deck = rules.cards
    power = deck.power[deck.suit_of[cards[0].index]]
    powers = [power[card.index] for card in cards]
    return powers.index(max(powers))
