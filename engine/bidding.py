"""What may be bid: whole numbers and nil in turn, and nil before the cards are seen."""

from engine.actions import BIDS, BLIND_NILS, Bid
from engine.errors import BlindNilNotAllowed, HandAlreadySeen, RuleError
from engine.rules import Rules
from engine.seats import Seat


def legal_bids(rules: Rules, seat: Seat, *, seen: bool) -> tuple[Bid, ...]:
    """Give every bid a seat may make in its turn: 1 and up, then nil, then blind nil.

    Args:
        rules: the rules of the table.
        seat: the seat to bid.
        seen: whether the seat has seen its cards.
    """
    nil, *numbers = BIDS[seat][: rules.hand_size + 1]
    blind = () if seen else (BLIND_NILS[seat],)
    return (*numbers, nil, *blind)


def refuse_bid(rules: Rules, bid: Bid, *, seen: bool) -> RuleError | None:
    """Say why a bid is not legal for a seat whose turn it is, or None where it is."""
    if bid.blind and not rules.blind_nil:
        return BlindNilNotAllowed()
    if bid.blind and seen:
        return HandAlreadySeen(bid.seat)
    return None
