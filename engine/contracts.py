"""The order of bids, and the contracts of sides: what they come to, and which are allowed."""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import Bid
from engine.errors import AboveMaximum, BelowMinimum, NineIsNotBid, RuleError
from engine.rules import Rules
from engine.seats import SEATS, Seat

NINE: Final = 9
"""The contract that some tables do not let a side have."""

COVERED: Final = tuple(Bid(seat, 0, covered=True) for seat in SEATS)
"""By seat, the placeholder of a bid when the partner's number is the contract."""


def bidding_order(rules: Rules, dealer: Seat) -> tuple[Seat, ...]:
    """Give every seat once, in the order in which they bid."""
    return rules.bidding_orders[dealer]


def contract_of(bids: Iterable[Bid | None]) -> int | None:
    """Give the contract from the bids of one side, or None without a number.

    Args:
        bids: of the seats of the side, as `settled` gives them.
    """
    numbers = [bid.tricks for bid in bids if bid and not bid.is_nil and not bid.covered]
    return sum(numbers) if numbers else None


def settled(rules: Rules, bids: Sequence[Bid | None], dealer: Seat) -> tuple[Bid | None, ...]:
    """Give the bids by seat as they count: an opening no longer counts once it is closed.

    Args:
        rules: the rules of the table.
        bids: by seat; None where a seat has not bid, and for all in a round that bids itself.
        dealer: the seat that dealt.
    """
    if rules.side_bid == "sum":
        return tuple(bids)
    counted = list(bids)
    # In either order of bidding the dealer and the seat before it are the second of their sides.
    for closer in (SEATS[dealer - 1], dealer):
        opener = SEATS[(closer + 2) % 4]
        closing, opening = bids[closer], bids[opener]
        if closing and opening and not (closing.is_nil or closing.covered or opening.is_nil):
            counted[opener] = COVERED[opener]
    return tuple(counted)


def contracts(rules: Rules, bids: Sequence[Bid | None], dealer: Seat) -> list[int | None]:
    """Give the contract of every side, None for one that has none."""
    counted = settled(rules, bids, dealer)
    return [contract_of(counted[seat] for seat in rules.seats_of(side)) for side in rules.sides]


def is_short(rules: Rules, bids: Sequence[Bid | None], dealer: Seat) -> bool:
    """Say whether the total of all contracts is below what the table must bid."""
    together = sum(contract or 0 for contract in contracts(rules, bids, dealer))
    return together < rules.table_minimum


def refuse_contract(rules: Rules, contract: int | None) -> RuleError | None:
    """Say why a side may not have a contract, or None if it may; it may always have none."""
    if contract is None:
        return None
    if contract < rules.minimum_contract:
        return BelowMinimum(rules.minimum_contract)
    if rules.maximum_contract is not None and contract > rules.maximum_contract:
        return AboveMaximum(rules.maximum_contract)
    return NineIsNotBid() if contract == NINE and not rules.contract_of_nine else None
