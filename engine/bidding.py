"""The legal bids: a series of checks, the first of which that fails is reported.

A seat's own bid, its partner's nil, the way of bidding, the contract of the side and what it leaves
the partner, and at the last bid of a round what all sides come to.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from engine.actions import BIDS, BLIND_BIDS, Bid
from engine.cards import Bits
from engine.contracts import COVERED, refuse_contract
from engine.errors import (
    BadBid,
    BelowSeatMinimum,
    BidsMeetTricks,
    BlindBidNotAllowed,
    BlindNilNotAllowed,
    ForcedBid,
    HandAlreadySeen,
    LookFirst,
    NilNotPlayed,
    NoPossibleHere,
    OneNilASide,
    RuleError,
    TableTooLow,
)
from engine.rules import HAND_SIZES, Rules
from engine.seats import SEATS, Seat
from engine.tally import Tally

_IN_ORDER: Final = {
    size: tuple((*bids[1 : size + 1], bids[0]) for bids in BIDS) for size in HAND_SIZES
}
"""By hand size and seat: every number from 1 up, then nil."""

_ZEROS: Final = tuple(Bid(seat, 0, zero=True) for seat in SEATS)
_POSSIBLES: Final = {
    size: tuple(
        tuple(Bid(seat, tricks, possible=True) for tricks in range(1, size + 1)) for seat in SEATS
    )
    for size in HAND_SIZES
}


class Bidder(NamedTuple):
    """A seat whose turn it is to bid.

    Attributes:
        seat: which.
        hand: its cards, whether it has seen them or not.
        partner: its partner's bid, or None before it and in solo.
        last: whether its side bids no more after it.
        blind_nil: whether it may bid blind nil in this round, until it looks.
        blind_bid: whether its side may bid a blind number in this round, until one of it looks.
        seen: whether it has seen its cards.
        side_unseen: whether neither it nor its partner has.
        waiting: how many other seats have not bid yet.
        others: what the contracts of the other sides come to.
    """

    seat: Seat
    hand: Bits
    partner: Bid | None
    last: bool
    blind_nil: bool
    blind_bid: bool
    seen: bool
    side_unseen: bool
    waiting: int
    others: int


_Check = Callable[[Rules, Bidder, Bid], RuleError | None]


def is_far_behind(rules: Rules, seat: Seat, tallies: Sequence[Tally], deficit: int) -> bool:
    """Say whether a seat's side is behind by so many points or more; with 0, always.

    Args:
        rules: the rules of the table.
        seat: which.
        tallies: by side, at the start of the round.
        deficit: how many points behind the best other side it must be.
    """
    own = rules.side_of(seat)
    best = max(tally.points for side, tally in enumerate(tallies) if side != own)
    return not deficit or tallies[own].points <= best - deficit


def legal_bids(rules: Rules, bidder: Bidder) -> tuple[Bid, ...]:
    """Give every bid a seat may make in its turn.

    Numbers from 1 up come first, then zero or nil, blind nil, blind numbers, and openings that
    are called a possible.
    """
    allowed = _of_kinds(rules, bidder)
    for check in _checks(rules):
        allowed = [bid for bid in allowed if not check(rules, bidder, bid)]
    if not rules.limits_table:
        return tuple(allowed)
    return tuple(bid for bid in allowed if not _refuse_table(rules, bidder, bid)) or tuple(allowed)


def free_bids(rules: Rules, seat: Seat, *, blind_nil: bool) -> tuple[Bid, ...]:
    """Give every bid a seat may make where bids are free, see `Rules.bids_are_free`.

    Args:
        rules: the rules of the table.
        seat: the seat.
        blind_nil: whether it may bid blind nil now.
    """
    bids = _IN_ORDER[rules.hand_size][seat]
    return (*bids, BLIND_BIDS[seat][0]) if blind_nil else bids


def refuse_bid(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Say why a bid is not legal for the seat to act, or None if it is."""
    refusal = _refuse(rules, bidder, bid)
    if refusal or not rules.limits_table:
        return refusal
    too_much = _refuse_table(rules, bidder, bid)
    return too_much if too_much and bid not in legal_bids(rules, bidder) else None


def _of_kinds(rules: Rules, bidder: Bidder) -> list[Bid]:
    """Give the bids of the kinds that a seat may bid now, in the order of `legal_bids`."""
    size, seat = rules.hand_size, bidder.seat
    *bids, nil = _IN_ORDER[size][seat]
    if rules.bidding in {"mirror", "whiz"}:
        forced = _forced(rules, bidder.hand)
        bids = [bid for bid in bids if bid.tricks in forced]
    if rules.nil != "none":
        bids.append(_ZEROS[seat] if rules.nil == "zero" else nil)
    if not bidder.seen:
        blind = BLIND_BIDS[seat][: size + 1]
        bids += [bid for bid in blind if not _refuse_blind(rules, bidder, bid)]
    if rules.possibles and bidder.partner is None:
        bids += _POSSIBLES[size][seat]
    return bids


def _refuse(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check a bid, except against the other sides' bids."""
    refusal = refuse_kind(rules, bid, bidder.partner)
    if bid.blind:
        refusal = refusal or _refuse_blind(rules, bidder, bid)
    return refusal or _refuse_rest(rules, bidder, bid)


def _refuse_rest(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Hold a bid of a kind that is played against the cards and the bids of its side."""
    for check in _checks(rules):
        refusal = check(rules, bidder, bid)
        if refusal:
            return refusal
    return None


def _checks(rules: Rules) -> list[_Check]:
    """Give the checks that can refuse a bid of a kind that is played, in their order."""
    checks: list[_Check] = []
    if rules.seat_minimum > 1 or rules.double_nil == "none":
        checks.append(_refuse_alone)
    if rules.bidding != "free":
        checks.append(_refuse_way)
    if rules.limits_contracts:
        checks.append(_refuse_contract)
    return checks


def refuse_kind(rules: Rules, bid: Bid, partner: Bid | None = None) -> RuleError | None:
    """Say why the rules have no such bid, or None if they have.

    Where bids are free, every other bid that is not blind is legal.

    Args:
        rules: the rules of the table.
        bid: the bid.
        partner: what the partner has bid, or None; only an opening can be a possible.
    """
    if bid.tricks > rules.hand_size or bid.covered:
        return BadBid("covered" if bid.covered else str(bid.tricks))
    if bid.possible and not (rules.possibles and partner is None):
        return NoPossibleHere()
    if bid.tricks:
        return None
    return NilNotPlayed() if bid.zero != (rules.nil == "zero") or rules.nil == "none" else None


def _refuse_blind(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check whether a seat may bid blind now; only the first of a side may bid a blind number."""
    if bid.is_nil:
        if not bidder.blind_nil:
            return BlindNilNotAllowed()
    elif rules.blind_bid is None or not bidder.blind_bid or bidder.partner:
        return BlindBidNotAllowed(None)
    elif bid.tricks < rules.blind_bid:
        return BlindBidNotAllowed(rules.blind_bid)
    seen = bidder.seen or (bid.is_blind_number and not bidder.side_unseen)
    return HandAlreadySeen(bid.seat) if seen else None


def _refuse_alone(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check a bid regardless of the side's contract."""
    if 0 < bid.tricks < rules.seat_minimum and not bid.blind:
        return BelowSeatMinimum(rules.seat_minimum)
    partner = bidder.partner
    if rules.double_nil == "none" and bid.is_nil and partner is not None and partner.is_nil:
        return OneNilASide()
    return None


def _refuse_way(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check a bid against mirror, whiz and suicide."""
    if rules.bidding == "suicide":
        partner = bidder.partner
        wrong = partner is not None and partner.is_nil == bid.is_nil
        return ForcedBid(rules.bidding) if wrong else None
    if bid.blind:
        return None
    if not bidder.seen:
        return LookFirst(bid.seat)
    return None if bid.tricks in _forced(rules, bidder.hand) else ForcedBid(rules.bidding)


def _forced(rules: Rules, hand: Bits) -> tuple[int, ...]:
    """Give what mirror and whiz let a hand bid."""
    spades = (hand & rules.deck_in_play.trumps).bit_count()
    return (spades,) if rules.bidding == "mirror" else (spades, 0)


def _refuse_contract(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check a bid against the contracts that the side may have, or can still have after it."""
    if _settles(rules, bidder, bid):
        return refuse_contract(rules, _contract(rules, bidder.partner, bid))
    # Without a maximum the partner can always bid the side up to a contract that it may have.
    return None if rules.maximum_contract is None else _refuse_ahead(rules, bid)


def _settles(rules: Rules, bidder: Bidder, bid: Bid) -> bool:
    """Say whether a bid settles the contract of its side.

    The last one does, a blind number, and a suicide's number, beside which there is a nil.
    """
    if bidder.last or bid.is_blind_number:
        return True
    return rules.bidding == "suicide" and not bid.is_nil


def _contract(rules: Rules, first: Bid | None, second: Bid) -> int | None:
    """Give the contract of a side after its second bid."""
    tricks = None if second.is_nil else second.tricks
    if first is None or first.is_nil:
        return tricks
    if tricks is None:
        return first.tricks
    return tricks if rules.side_bid == "second_closes" else first.tricks + tricks


def _refuse_ahead(rules: Rules, bid: Bid) -> RuleError | None:
    """Say why a first bid leaves the partner no legal bid, by the partner's lowest bid."""
    refusals = [
        refuse_contract(rules, _contract(rules, bid, answer)) for answer in _answers(rules, bid)
    ]
    return None if None in refusals else refusals[0]


def _answers(rules: Rules, bid: Bid) -> Iterable[Bid]:
    """Give what the partner may bid after a first bid, as far as contracts do not matter."""
    numbers = BIDS[bid.seat][rules.seat_minimum : rules.hand_size + 1]
    if rules.bidding == "suicide":
        return numbers
    if rules.nil == "zero":
        return (*numbers, _ZEROS[bid.seat])
    nil = rules.nil == "allowed" and not (rules.double_nil == "none" and bid.is_nil)
    return (*numbers, BIDS[bid.seat][0]) if nil else numbers


def _refuse_table(rules: Rules, bidder: Bidder, bid: Bid) -> RuleError | None:
    """Check the last bid of a round against the total of all contracts."""
    covers = bid.is_blind_number and not bidder.last
    if bidder.waiting > covers:
        return None
    together = bidder.others + (_contract(rules, bidder.partner, bid) or 0)
    if rules.hook and together == rules.hand_size:
        return BidsMeetTricks(rules.hand_size)
    short = rules.table_short == "last_raises" and together < rules.table_minimum
    return TableTooLow(rules.table_minimum) if short else None


def covered_by(rules: Rules, bid: Bid) -> Bid | None:
    """Give the placeholder bid of the partner of a blind number, who does not bid, or None."""
    partner = rules.partner_of(bid.seat)
    return COVERED[partner] if bid.is_blind_number and partner is not None else None
