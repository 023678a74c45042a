"""Estimates a hand before the play: its tricks, and the danger of a nil."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.cards import CARDS, Card, CardSet, Deck, Suit
from engine.rules import TWO, Rules

ACE: Final = 14
KING: Final = 13
QUEEN: Final = 12
SIDE_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)

# Chances that an honor takes a trick, by the length of its suit from one card up; the last one is
# for all greater lengths. The longer the suit, the sooner someone trumps.
_ACE_TAKES: Final = (1.0, 1.0, 0.95, 0.9, 0.8, 0.6)
_KING_TAKES: Final = (0.25, 0.7, 0.75, 0.65, 0.45, 0.2)
_QUEEN_TAKES: Final = (0.0, 0.1, 0.3, 0.2, 0.1, 0.0)

# The tricks of each of the three highest spades, by how many stronger ones are out.
_TOP_SPADES: Final = ((1.0, 0.65, 0.35, 0.15), (1.0, 0.75, 0.45, 0.2), (1.0, 0.8, 0.5, 0.25))
_LONG_SPADES_FROM: Final = 3

# The highest ranks with which the lowest, second lowest, ... card of a suit still ducks.
_SAFE_SIDE: Final = (5, 8, 11, 13, 14)
_SAFE_SPADES: Final = (8, 9, 10)


# What each card of a suit adds to the tricks of one of two seats, the lowest of thirteen first: the
# least squares of 60,000 deals of two hands of 52 cards that the rules of the playouts played out.
_SPADES_OF_TWO: Final = (
    0.76, 0.75, 0.78, 0.77, 0.80, 0.80, 0.86, 0.89, 0.93, 0.99, 1.07, 1.27, 1.50,
)  # fmt: skip
_SIDES_OF_TWO: Final = (
    -0.16, -0.08, -0.02, 0.02, 0.09, 0.13, 0.19, 0.23, 0.30, 0.37, 0.47, 0.60, 0.77,
)  # fmt: skip
BASE_OF_TWO: Final = 1.16
AGAINST_DRAWN: Final = 2.2
"""What a hand is worth less against a drawn one, in tricks; measured in self-played rounds."""


def worths_of_two(size: int, *, spades: bool) -> tuple[float, ...]:
    """Give what the cards of a suit are worth to one of two seats, in tricks, weakest first.

    Args:
        size: how many cards of the suit the deck holds; from the top they are worth the same.
        spades: whether they are spades.
    """
    worths = _SPADES_OF_TWO if spades else _SIDES_OF_TWO
    return (worths[0],) * (size - len(worths)) + worths[max(0, len(worths) - size) :]


@cache
def card_worths(deck: Deck) -> tuple[float, ...]:
    """Give by card index what it is worth to one of two seats; 0 for what is not in the deck."""
    worths = [0.0] * len(CARDS)
    for suit, cards in by_suit(CardSet(deck.cards), deck).items():
        weakest_first = worths_of_two(len(cards), spades=suit is Suit.SPADES)
        for card, worth in zip(reversed(cards), weakest_first, strict=True):
            worths[card.index] = worth
    return tuple(worths)


def tricks_for(hand: CardSet, rules: Rules) -> float:
    """Estimate how many tricks a hand takes at a table of these rules.

    With two seats that were dealt their hands a card counts for itself; where hands are drawn, the
    other one is as much better than a random one as this.
    """
    if rules.players != TWO:
        return tricks_in(hand, rules.deck_in_play)
    worths = card_worths(rules.deck_in_play)
    total = BASE_OF_TWO + sum(worths[card.index] for card in hand)
    return max(0.0, total - (AGAINST_DRAWN if rules.draws else 0.0))


def by_suit(hand: CardSet, deck: Deck) -> dict[Suit, list[Card]]:
    """Sort a hand into suits, each strongest first; jokers count as spades."""
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for card in sorted(hand, key=lambda card: -deck.strength[card.index]):
        suits[deck.suit_of[card.index]].append(card)
    return suits


def tricks_in(hand: CardSet, deck: Deck) -> float:
    """Estimate how many tricks a hand takes: honors, top and long spades, and ruffs."""
    suits = by_suit(hand, deck)
    spades = suits[Suit.SPADES]
    sides = [suits[suit] for suit in SIDE_SUITS]
    top = spades[:_LONG_SPADES_FROM]
    top_take = sum(
        _top_spade_takes(place, _stronger_out(card, hand, deck)) for place, card in enumerate(top)
    )
    long = len(spades) - len(top)
    ruffs = _ruffs(len(top) - top_take, sides)
    return top_take + long + ruffs + sum(map(_side_suit_takes, sides))


def _stronger_out(card: Card, hand: CardSet, deck: Deck) -> int:
    strength = deck.strength
    others = CardSet(deck.trumps & ~hand.bits)
    return sum(strength[other.index] > strength[card.index] for other in others)


def _top_spade_takes(place: int, stronger: int) -> float:
    chances = _TOP_SPADES[place]
    return chances[stronger] if stronger < len(chances) else 0.0


def _side_suit_takes(cards: Sequence[Card]) -> float:
    ranks = {card.rank for card in cards}
    worth = 0.0
    for rank, takes in ((ACE, _ACE_TAKES), (KING, _KING_TAKES), (QUEEN, _QUEEN_TAKES)):
        if rank in ranks:
            worth += takes[min(len(cards), len(takes)) - 1]
    return worth


def _ruffs(spare: float, sides: Sequence[Sequence[Card]]) -> float:
    """Count half a trick for a singleton and one for a void, as far as the spare spades suffice."""
    chances = sum({0: 1.0, 1: 0.5}.get(len(cards), 0.0) for cards in sides)
    return min(chances, spare / 2)


def nil_danger(hand: CardSet, deck: Deck) -> int:
    """Rate the danger of a nil: 0 is safe, about 3 a fair risk, 6 and more reckless.

    Each card counts by the ranks that it is above the highest card that would still duck.
    """
    suits = by_suit(hand, deck)
    spades = suits[Suit.SPADES]
    danger = 2 * _above(spades, _SAFE_SPADES, deck) + 4 * max(0, len(spades) - len(_SAFE_SPADES))
    return danger + sum(_above(suits[suit], _SAFE_SIDE, deck) for suit in SIDE_SUITS)


def _above(cards: Sequence[Card], safe: Sequence[int], deck: Deck) -> int:
    lowest_first = sorted(cards, key=lambda card: deck.strength[card.index])
    return sum(max(0, card.rank - top) for card, top in zip(lowest_first, safe, strict=False))
