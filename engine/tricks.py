"""The legal cards, the breaking of spades, and the winner of a trick.

Plain functions of cards, so that each rule is in one place and can be tested separately.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.actions import PLAYS, Bid, Play
from engine.cards import Bits, Card, Suit
from engine.errors import (
    CardNotHeld,
    LowestClubFirst,
    LowestClubOpens,
    MustFollowSuit,
    NoSpadeYet,
    RuleError,
    SpadesNotBroken,
)
from engine.rules import Rules
from engine.seats import SEATS, Seat, next_seat, seats_from


class Trick(NamedTuple):
    """A complete trick.

    Attributes:
        leader: the seat that led.
        cards: the cards in the order of play, the lead first.
        winner: the seat that took it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards with the seats that played them, in order."""
        return plays_from(self.leader, self.cards, len(self.cards))


def plays_from(leader: Seat, cards: Sequence[Card], seats: int = 4) -> tuple[Play, ...]:
    """Pair cards in the order of play with the seats, at a table of `seats`, that played them."""
    return tuple(PLAYS[(leader + step) % seats][card.index] for step, card in enumerate(cards))


def playable(
    rules: Rules, hand: Bits, led: Card | None, *, broken: bool, first: bool = False
) -> Bits:
    """Give the cards of a hand that may be played; never empty while the hand is not.

    Args:
        rules: the rules of the table.
        hand: the cards still held.
        led: the first card of the trick, or None when this seat leads.
        broken: whether spades are broken.
        first: whether this is the first trick of the round.
    """
    if first and not rules.plain_first_trick:
        return _on_first_trick(rules, hand, led, broken=broken)
    if led is not None:
        return hand & rules.deck_in_play.same_suit[led.index] or hand
    if broken or rules.spade_leads == "any_time":
        return hand
    return hand & ~rules.deck_in_play.trumps or hand


def _on_first_trick(rules: Rules, hand: Bits, led: Card | None, *, broken: bool) -> Bits:
    deck = rules.deck_in_play
    if led is None and rules.opening in {"lowest_club", "lowest_clubs_all"}:
        lowest = hand & deck.lowest_club.bit
        if lowest:
            return lowest
    legal = playable(rules, hand, led, broken=broken)
    if rules.spades_on_first_trick and rules.opening != "lowest_clubs_all":
        return legal
    legal = legal & ~deck.trumps or legal
    if rules.opening == "lowest_clubs_all" and led is not None and _is_club(rules, led):
        clubs = legal & deck.same_suit[led.index]
        return clubs & -clubs or legal
    return legal


def _is_club(rules: Rules, card: Card) -> bool:
    return rules.deck_in_play.suit_of[card.index] is Suit.CLUBS


def refuse_play(
    rules: Rules, card: Card, hand: Bits, led: Card | None, *, broken: bool, first: bool
) -> RuleError | None:
    """Say why the seat to act may not play a card, or None if it may.

    Args:
        rules: the rules of the table.
        card: the card.
        hand: the cards that the seat holds.
        led: the first card of the trick, or None when this seat leads.
        broken: whether spades are broken.
        first: whether this is the first trick of the round.
    """
    if not hand & card.bit:
        return CardNotHeld(card)
    allowed = playable(rules, hand, led, broken=broken, first=first)
    if allowed & card.bit:
        return None
    return _broken_rule(rules, card, allowed, led, broken=broken, first=first)


def _broken_rule(
    rules: Rules, card: Card, allowed: Bits, led: Card | None, *, broken: bool, first: bool
) -> RuleError:
    """Name the rule that leaves a seat only the allowed cards of its hand."""
    deck = rules.deck_in_play
    if led is not None and _is_club(rules, led) and _is_club(rules, card):
        return LowestClubFirst()
    if led is not None:
        follows = allowed & deck.same_suit[led.index]
        return MustFollowSuit(deck.suit_of[led.index]) if follows else NoSpadeYet()
    club_opens = rules.opening in {"lowest_club", "lowest_clubs_all"}
    if first and club_opens and allowed == deck.lowest_club.bit:
        return LowestClubOpens(deck.lowest_club)
    may_lead_spades = broken or rules.spade_leads == "any_time"
    return NoSpadeYet() if first and may_lead_spades else SpadesNotBroken()


def first_leader(
    rules: Rules, dealer: Seat, hands: Sequence[Bits], bids: Sequence[Bid | None]
) -> Seat:
    """Give the seat that leads the first trick.

    Args:
        rules: the rules of the table.
        dealer: the seat that dealt.
        hands: by seat, once cards have been exchanged.
        bids: by seat; None for all in a round that bids itself.
    """
    seats = len(hands)
    left = next_seat(dealer, seats)
    if rules.opening == "dealers_left":
        return left
    if rules.opening == "high_bidder":
        order = seats_from(left, seats)
        numbers = [bid.tricks if bid is not None else 0 for bid in bids]
        return max(order, key=lambda seat: numbers[seat])
    club = rules.deck_in_play.lowest_club.bit
    return next(seat for seat in SEATS if hands[seat] & club)


def breaks_spades(rules: Rules, card: Card, led: Card) -> bool:
    """Say whether playing `card` on a trick that `led` opened breaks spades.

    In Spades Hero only a spade on a trick of another suit breaks them; in the other two sets any
    spade does, including a forced lead.
    """
    deck = rules.deck_in_play
    if not deck.trumps >> card.index & 1:
        return False
    return rules.breaking == "any_spade" or not deck.trumps >> led.index & 1


def winning_index(rules: Rules, cards: Sequence[Card]) -> int:
    """Give the position of the winning card in the trick so far, 0 for the lead."""
    deck = rules.deck_in_play
    power = deck.power[deck.suit_of[cards[0].index]]
    best = winner = 0
    for place, card in enumerate(cards):
        strength = power[card.index]
        if strength > best:
            best, winner = strength, place
    return winner
