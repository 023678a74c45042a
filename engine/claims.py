"""Whether one hand takes every remaining trick, whatever anyone plays.

The hand leads, and the winner of a trick leads the next, so it leads until it loses one. It loses
none exactly when, for each other hand, both of these hold:

1. In every suit that it holds, its lowest card beats the other's highest. Otherwise it might lead
   that lowest card first, plain suits before trumps, and be beaten: until then the other need not
   part with its highest, for a plain suit that it holds is led for the first time, and trumps it
   keeps unless it takes a trick with one.
2. The other holds no trump, or at least as many cards of each plain suit as this hand does.
   Otherwise this hand might lead that suit until the other is out of it and trumps. But where it
   holds as many, it follows suit to each plain lead; it parts with other cards only on a lead of
   trumps once it has no trump left, and then it cannot trump either.

Each other hand is judged alone, the partner's too. That is enough: with all tricks in one hand, no
seat's number of tricks depends on what is played, so neither does any score.
"""

from collections.abc import Sequence

from engine.cards import Bits, Deck, Suit, iter_cards


def takes_the_rest(deck: Deck, hand: Bits, others: Sequence[Bits]) -> bool:
    """Say whether a leading hand takes every remaining trick, whatever anyone plays.

    Args:
        deck: the deck in play; a trick with special rules must not be among the remaining ones.
        hand: the hand that leads.
        others: the other hands, each of as many cards.
    """
    mine = _by_suit(deck, hand)
    return all(_is_harmless(mine, _by_suit(deck, other)) for other in others)


def _by_suit(deck: Deck, hand: Bits) -> dict[Suit, list[int]]:
    """Give by suit the powers of the cards held in it."""
    powers: dict[Suit, list[int]] = {}
    for card in iter_cards(hand):
        suit = deck.suit_of[card.index]
        powers.setdefault(suit, []).append(deck.power[suit][card.index])
    return powers


def _is_harmless(mine: dict[Suit, list[int]], others: dict[Suit, list[int]]) -> bool:
    """Say whether another hand can never beat a card of the hand that leads."""
    if any(min(held) < max(others.get(suit, [-1])) for suit, held in mine.items()):
        return False
    return Suit.SPADES not in others or all(
        len(others.get(suit, [])) >= len(held)
        for suit, held in mine.items()
        if suit is not Suit.SPADES
    )
