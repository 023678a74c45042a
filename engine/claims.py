"""Whether the remaining tricks are certain whatever anyone plays, so that they may be claimed.

There are two proofs: one hand takes all of them, however many they are; or a search through every
play of a few cards finds the same tricks for each side at every end, see `engine.claim_search`.

The first needs no search. The hand leads, and the winner of a trick leads the next, so it leads
until it loses one. It loses none exactly when, for each other hand, both of these hold:

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
from functools import lru_cache
from typing import NamedTuple

from engine.actions import Bid
from engine.cards import Bits, Deck, Suit, iter_cards
from engine.claim_search import same_at_every_end
from engine.rules import Rules
from engine.seats import Seat


class Claimed(NamedTuple):
    """A claim that ended a round.

    Attributes:
        seat: who claimed.
        hands: by seat, the cards that were held.
    """

    seat: Seat
    hands: tuple[Bits, ...]

    @property
    def tricks(self) -> int:
        """How many tricks were not played."""
        return self.hands[0].bit_count()


def certain_tricks(
    rules: Rules,
    hands: tuple[Bits, ...],
    leader: Seat,
    bids: Sequence[Bid | None],
    *,
    broken: bool,
) -> tuple[int, ...] | None:
    """Give the remaining tricks by side, if whatever is played makes no difference to the score.

    A seat that has bid nil, and its partner, are each told apart: what either takes is scored.

    Args:
        rules: the rules of the table.
        hands: by seat, all of as many cards, at least one.
        leader: the seat that leads; a trick with special rules must not be among those left.
        bids: by seat; None for all in a round that bids itself.
        broken: whether spades are broken.

    Returns:
        None if they are open, or not proven within the bound of the search.
    """
    counts_for = tuple(
        seat if _apart(rules, bids, seat) else rules.side_of(seat) for seat in rules.seats
    )
    found = _certain(
        rules.deck_in_play,
        hands,
        leader,
        counts_for,
        broken or rules.spade_leads == "any_time",
        rules.breaking == "any_spade",
    )
    if found is None:
        return None
    by_side = [0] * len(rules.sides)
    for number, tricks in enumerate(found):
        by_side[rules.side_of(rules.seats[number])] += tricks
    return tuple(by_side)


def _apart(rules: Rules, bids: Sequence[Bid | None], seat: Seat) -> bool:
    """Say whether it matters which seat of a side takes a trick, since one has bid nil."""
    said = (bids[each] for each in rules.seats_of(rules.side_of(seat)))
    return any(bid is not None and bid.is_nil for bid in said)


@lru_cache(maxsize=512)
def _certain(
    deck: Deck,
    hands: tuple[Bits, ...],
    leader: Seat,
    counts_for: tuple[int, ...],
    may_lead_trumps: bool,  # noqa: FBT001 - a key of the cache
    any_trump_breaks: bool,  # noqa: FBT001 - the same
) -> tuple[int, ...] | None:
    """Prove it either way; cached, since the message and every hand of a table ask."""
    mine = hands[leader]
    others = [hand for seat, hand in enumerate(hands) if seat != leader]
    if takes_the_rest(deck, mine, others):
        whose = counts_for[leader]
        return tuple(mine.bit_count() * (each == whose) for each in range(max(counts_for) + 1))
    return same_at_every_end(
        deck,
        hands,
        leader,
        counts_for,
        may_lead_trumps=may_lead_trumps,
        any_trump_breaks=any_trump_breaks,
    )


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
