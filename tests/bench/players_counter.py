"""A second independent bidder and player, which counts safe tricks and takes what it has bid.

It shares no code with the engine's players, nor with `players_rival`. A hand is bid by what is
safe: honors in sequence, and trumps less those that the missing high ones draw. In play it counts
from the cards gone what is safe in its own hand, and in last seat never leaves the others a trick
that it can take while its side needs one. With its contract made it takes nothing, and hunts no set
that is not one trick away.
"""

import random
from collections.abc import Iterable
from typing import Final

from engine.actions import Bid, Play, SeatAction
from engine.cards import Card, CardSet, Suit
from engine.views import PublicView, SeatView

PLAIN: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

HALVES: Final = {"A": 2, "K": 1, "AK": 4, "AQ": 3, "KQ": 2, "AKQ": 5}
"""What the honors of a plain suit are worth together, in half tricks."""


def choose(view: SeatView, rng: random.Random) -> SeatAction:
    """Bid what is safe, or play for it."""
    del rng
    assert view.hand is not None
    if view.bids:
        return Bid(view.seat, number_for(view, view.hand))
    return Play(view.seat, _Count(view, view.hand).card())


def number_for(view: SeatView, hand: CardSet) -> int:
    """Give the number to bid; 0 is nil."""
    across = view.public.bids[(view.seat + 2) % 4]
    beside_nil = across is not None and across.is_nil
    if not beside_nil and _every_card_ducks(hand):
        return 0
    return max(1, min(13, _half_tricks(hand) // 2))


def _half_tricks(hand: CardSet) -> int:
    """Count the safe tricks of a hand, in halves."""
    trumps = _ranks(hand, Suit.SPADES)
    above = sum(rank not in trumps for rank in (14, 13, 12)[: len(trumps)])
    halves = 2 * max(0, len(trumps) - above)
    spare = max(0, min(above, len(trumps) - 1))
    for suit in PLAIN:
        held = _ranks(hand, suit)
        honors = "".join(name for name, rank in (("A", 14), ("K", 13), ("Q", 12)) if rank in held)
        if honors == "K" and len(held) == 1:
            honors = ""
        crowded = max(0, len(held) - 5)
        halves += max(0, HALVES.get(honors, 0) - crowded)
        if len(held) < 2 and spare:
            spare -= 1
            halves += 2 - len(held)
    return halves


def _every_card_ducks(hand: CardSet) -> bool:
    """Say whether each card has enough higher ones outside, the next higher card of a suit more."""
    trumps = _ranks(hand, Suit.SPADES)
    if len(trumps) > 3 or any(rank > 11 for rank in trumps):
        return False
    bad = 0
    for suit in Suit:
        held = _ranks(hand, suit)
        for place, rank in enumerate(reversed(held)):
            higher = 14 - rank - sum(other > rank for other in held)
            bad += higher < (3 if suit is Suit.SPADES else 2) + place
    return bad <= 2


def _ranks(cards: Iterable[Card], suit: Suit) -> list[int]:
    """Give the ranks of a suit, highest first."""
    return sorted((card.rank for card in cards if card.suit is suit), reverse=True)


class _Count:
    """What a seat has counted when it plays a card."""

    def __init__(self, view: SeatView, hand: CardSet) -> None:
        public = view.public
        self.public, self.hand = public, hand
        self.seat, self.across = view.seat, (view.seat + 2) % 4
        self.rivals = ((view.seat + 1) % 4, (view.seat + 3) % 4)
        self.choices = sorted(view.playable, key=_by_power)
        gone = [card for trick in public.tricks for card in trick.cards]
        gone += [play.card for play in public.trick]
        hidden = set(CardSet(public.rules.deck_in_play.cards)) - {*gone, *hand}
        self.hidden = {suit: _ranks(hidden, suit) for suit in Suit}
        self.short = missing(public, self.seat)

    def is_high(self, card: Card) -> bool:
        """Whether no hidden card of its suit is higher."""
        return not self.hidden[card.suit] or card.rank > self.hidden[card.suit][0]

    def safe(self) -> int:
        """Count the tricks that this hand takes in trumps alone, whoever leads."""
        own, out = _ranks(self.hand, Suit.SPADES), list(self.hidden[Suit.SPADES])
        count = 0
        for rank in own:
            if not out or rank > out[0]:
                count += 1
                out = out[:-1]
            else:
                out = out[1:]
        return count

    def nil(self, seat: int) -> bool:
        """Whether a seat bid nil and has kept it."""
        bid = self.public.bids[seat]
        return bid is not None and bid.is_nil and self.public.taken[seat] == 0

    @property
    def wants(self) -> bool:
        """Whether a trick is needed, or the others' contract falls with this one."""
        if self.short > 0:
            return True
        theirs = missing(self.public, self.rivals[0])
        return theirs > 0 and theirs >= len(self.hand)

    def card(self) -> Card:
        """Give the card to play."""
        if len(self.choices) == 1:
            return self.choices[0]
        if self.nil(self.seat):
            return self.under() if self.public.trick else self.choices[0]
        return self.answer() if self.public.trick else self.lead()

    def lead(self) -> Card:
        """Lead what is safe before it can be ruffed; else where the fewest cards are hidden."""
        plain = [card for card in self.choices if card.suit is not Suit.SPADES]
        if self.nil(self.across):
            return (plain or self.choices)[-1]
        if not self.wants or any(map(self.nil, self.rivals)):
            return self.choices[0]
        high = [card for card in plain if self.is_high(card)]
        if high:
            return max(high, key=lambda card: len(self.hidden[card.suit]))
        trumps = [card for card in self.choices if card.suit is Suit.SPADES]
        if trumps and self.is_high(trumps[-1]) and self.safe() >= self.short:
            return trumps[-1]
        if plain:
            return min(plain, key=lambda card: (-len(_ranks(self.hand, card.suit)), card.rank))
        return trumps[0]

    def answer(self) -> Card:
        """Follow: take what is needed, as cheaply as it holds; else throw the highest loser."""
        public = self.public
        lying = next(play.card for play in public.trick if play.seat == public.winning)
        over = [card for card in self.choices if _beats(card, lying)]
        yet = 3 - len(public.trick)
        partners = public.winning == self.across
        if self.nil(self.across) and over and (partners or yet > 1):
            return over[0] if partners else over[-1]
        if not self.wants:
            return self.under()
        if not over or (partners and (yet == 0 or self.is_high(lying))):
            return self.cheapest()
        firm = over if yet == 0 else [card for card in over if self.is_high(card)]
        if firm:
            return firm[0]
        return self.cheapest() if partners else over[-1]

    def cheapest(self) -> Card:
        """Give the card that is missed least: a plain one first, low, of the longest suit."""
        return min(
            self.choices,
            key=lambda card: (
                card.suit is Suit.SPADES,
                self.is_high(card),
                card.rank > 11,
                -len(_ranks(self.hand, card.suit)),
                card.rank,
            ),
        )

    def under(self) -> Card:
        """Give the highest card that does not win; else the lowest, or in last seat the highest."""
        public = self.public
        lying = next(play.card for play in public.trick if play.seat == public.winning)
        losing = [card for card in self.choices if not _beats(card, lying)]
        if losing:
            return losing[-1]
        last = len(public.trick) == 3
        plain = self.choices[0].suit is not Suit.SPADES
        return self.choices[-1] if last and plain else self.choices[0]


def missing(public: PublicView, seat: int) -> int:
    """Give the tricks that the side of a seat still needs."""
    count = 0
    for each in (seat, (seat + 2) % 4):
        bid = public.bids[each]
        if bid is not None and not bid.is_nil:
            count += bid.tricks - public.taken[each]
    return count


def _beats(card: Card, other: Card) -> bool:
    return card.rank > other.rank if card.suit is other.suit else card.suit is Suit.SPADES


def _by_power(card: Card) -> tuple[bool, int]:
    return card.suit is Suit.SPADES, card.rank
