"""The legal bids, also under mirror, whiz, suicide and a minimum contract."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import BIDS, BLIND_NILS, Bid
from engine.cards import Bits
from engine.errors import (
    BadBid,
    BelowMinimum,
    BlindNilNotAllowed,
    ForcedBid,
    HandAlreadySeen,
    LookFirst,
    RuleError,
)
from engine.rules import HAND_SIZES, Rules
from engine.seats import Seat
from engine.tally import Tally

_IN_ORDER: Final = {
    size: tuple((*bids[1 : size + 1], bids[0]) for bids in BIDS) for size in HAND_SIZES
}
"""By hand size and seat: every number from 1 up, then nil."""


class Bidder(NamedTuple):
    """A seat whose turn it is to bid.

    Attributes:
        seat: which.
        hand: its cards, whether it has seen them or not.
        partner: its partner's bid, or None before it and in solo.
        last: whether its side bids no more after it.
        face_down: whether its cards were dealt face down, so that it may bid blind nil.
        seen: whether it has seen its cards.
    """

    seat: Seat
    hand: Bits
    partner: Bid | None
    last: bool
    face_down: bool
    seen: bool


def is_far_behind(rules: Rules, seat: Seat, tallies: Sequence[Tally]) -> bool:
    """Say whether a seat's side is far enough behind for blind nil.

    Args:
        rules: the rules of the table, with a deficit for blind nil.
        seat: which.
        tallies: by side, at the start of the round.
    """
    own = rules.side_of(seat)
    best = max(tally.points for side, tally in enumerate(tallies) if side != own)
    return tallies[own].points <= best - rules.blind_nil_deficit


def legal_bids(rules: Rules, bidder: Bidder) -> tuple[Bid, ...]:
    """Give every bid a seat may make in its turn: 1 and up, then nil, then blind nil."""
    bids = _IN_ORDER[rules.hand_size][bidder.seat]
    if not bidder.seen:
        bids = (*bids, BLIND_NILS[bidder.seat])
    if rules.bids_are_free:
        return bids
    return tuple(bid for bid in bids if refuse_bid(rules, bidder, bid) is None)


def refuse_bid(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Say why a bid is not legal for the seat to act, or None if it is."""
    if bid.tricks > rules.hand_size:
        return BadBid(str(bid.tricks))
    if bid.blind and not bidder.face_down:
        return BlindNilNotAllowed()
    if bid.blind and bidder.seen:
        return HandAlreadySeen(bid.seat)
    if rules.bids_are_free:
        return None
    return _refuse_way(rules, bidder, bid) or _refuse_minimum(rules, bidder, bid)


def _refuse_way(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check a bid against mirror, whiz and suicide."""
    if rules.bidding == "free":
        return None
    if rules.bidding == "suicide":
        partner = bidder.partner
        wrong = partner is not None and partner.is_nil == bid.is_nil
        return ForcedBid(rules.bidding) if wrong else None
    if bid.blind:
        return None
    if not bidder.seen:
        return LookFirst(bid.seat)
    spades = (bidder.hand & rules.deck_in_play.trumps).bit_count()
    allowed = {spades} if rules.bidding == "mirror" else {spades, 0}
    return None if bid.tricks in allowed else ForcedBid(rules.bidding)


def _refuse_minimum(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check the bid that settles a side's contract against the minimum.

    Two nils, or nil in solo, make no contract and stay legal.
    """
    partner = bidder.partner
    partners = 0 if partner is None else partner.tricks
    if not _settles(rules, bidder, bid) or partners + bid.tricks >= rules.minimum_contract:
        return None
    no_contract = bid.is_nil and not partners
    return None if no_contract else BelowMinimum(rules.minimum_contract)


def _settles(rules: Rules, bidder: Bidder, bid: Bid) -> bool:
    """Say whether a bid settles its side's contract: the last one, or the number in suicide."""
    return bidder.last or (rules.bidding == "suicide" and not bid.is_nil)
