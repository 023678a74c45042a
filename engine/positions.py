"""Positions set up in the middle of a round, as in a diagram, and their checks."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Bid
from engine.cards import CardSet
from engine.errors import BadPosition
from engine.rules import Rules
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Start:
    """The start of the play in a position set up in the middle of a round.

    Attributes:
        leader: the seat that leads first.
        taken: tricks taken before, by seat.
        broken: whether spades are broken.
    """

    leader: Seat
    taken: tuple[int, ...]
    broken: bool


def check_position(
    rules: Rules, dealer: Seat, hands: Sequence[CardSet], bids: Sequence[Bid], start: Start
) -> None:
    """Check that the parts of a position are consistent.

    Raises:
        BadPosition: an unknown seat, hands of unequal size, a card twice or not in the deck, bids
            that are not one legal bid per seat in order, or tricks that do not add up to a round.
    """
    if dealer not in rules.seats or start.leader not in rules.seats:
        raise BadPosition("the dealer and the leader must sit at this table")
    size = _size_of(rules, hands)
    if [bid.seat for bid in bids] != list(rules.seats):
        raise BadPosition("there must be one bid a seat, in the order of the seats")
    if any(_never_legal(rules, bid) for bid in bids):
        raise BadPosition("a bid is not one of this table")
    taken = start.taken
    if len(taken) != len(rules.seats) or min(taken) < 0 or sum(taken) + size != rules.hand_size:
        raise BadPosition("the tricks taken and the cards held do not add up to a round")


def _size_of(rules: Rules, hands: Sequence[CardSet]) -> int:
    """Check the hands; give the number of cards in each."""
    size = len(hands[0]) if hands else 0
    together = 0
    for hand in hands:
        if len(hand) != size:
            raise BadPosition("every seat must hold the same number of cards")
        if together & hand.bits:
            raise BadPosition("a card is in two hands")
        together |= hand.bits
    if len(hands) != len(rules.seats) or not size or together & ~rules.deck_in_play.cards:
        raise BadPosition("the hands are not of this table and its deck")
    return size


def _never_legal(rules: Rules, bid: Bid) -> bool:
    """Say whether a bid is impossible here; the original cards are unknown."""
    if bid.tricks:
        wrong_kind = (bid.blind and rules.blind_bid is None) or (
            bid.possible and not rules.possibles
        )
        return wrong_kind or bid.tricks > rules.hand_size
    if bid.covered:
        return rules.blind_bid is None
    return bid.zero != (rules.nil == "zero") or (bid.blind and not rules.blind_nil)
