"""What the search counts beside the utility: how often a contract is made, or a nil held.

The counts ride in the low bits of the utility of each result. So they come from the very playouts
that decide, and cost no other ones.
"""

from array import array
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.actions import Bid
from engine.contracts import contract_of
from engine.players.kernel import BASE
from engine.players.utility import STAGE, Stage, results, utility
from engine.rules import Rules
from engine.seats import Seat, Side
from engine.tally import Tally
from engine.views import PublicView

BITS: Final = 12
"""Of each count: the weights of all deals together are below 4096."""
_FULL: Final = (1 << BITS) - 1


class Mark(StrEnum):
    """What is counted beside the side's own contract: the first of these that the round has."""

    OWN_NIL = "own_nil"
    PARTNERS_NIL = "partners_nil"
    THEIR_NIL = "their_nil"
    THEIR_CONTRACT = "their_contract"


class Counted(NamedTuple):
    """What one total of the kernel is made of.

    Attributes:
        worth: the sum of the utility.
        made: the weight of the deals in which the own contract is made.
        marked: that of the deals in which a nil of the own side is held, or one of another side
            falls, or another side is set, by the `Mark`.
    """

    worth: int
    made: int
    marked: int


def counted(total: int) -> Counted:
    """Take a total apart."""
    return Counted(total >> 2 * BITS, total >> BITS & _FULL, total & _FULL)


def mark_of(public: PublicView, seat: Seat) -> Mark:
    """Say what is counted for a seat beside its contract.

    Args:
        public: what everyone sees.
        seat: whose choice it is.
    """
    live = [
        each
        for each, bid in zip(public.rules.seats, public.bids, strict=True)
        if bid is not None and bid.is_nil and not public.taken[each]
    ]
    if seat in live:
        return Mark.OWN_NIL
    if public.rules.partner_of(seat) in live:
        return Mark.PARTNERS_NIL
    return Mark.THEIR_NIL if live else Mark.THEIR_CONTRACT


@lru_cache(maxsize=64)
def marked_utility(  # noqa: PLR0913, PLR0917 - the key of the cache
    rules: Rules,
    bids: tuple[Bid | None, ...],
    settled: tuple[Bid | None, ...],
    tallies: tuple[Tally, ...],
    taken: tuple[int, ...],
    seat: Seat,
    mark: Mark,
    stage: Stage = STAGE,
) -> "array[int]":
    """Tabulate the utility of each result for the side of a seat, with the counts below it.

    Args:
        rules: the rules of the table.
        bids: by seat.
        settled: the same as they count.
        tallies: by side, at the start of the round.
        taken: tricks taken so far, by seat.
        seat: whose choice it is.
        mark: what is counted beside the contract.
        stage: how far the game is.

    Returns:
        At `(t0 * 18 + t1) * 18 + t2` the utility of a round where the seats took t0, t1, ...,
        times 2 ** (2 * BITS), and 2 ** BITS if the contract is made, and 1 if the mark is met.
    """
    side = rules.side_of(seat)
    plain = utility(rules, settled, tallies, taken, side, stage)
    table = array("q", bytes(8 * len(plain)))
    own, need = _contract(rules, bids, settled, side)
    others = [_contract(rules, bids, settled, each) for each in rules.sides if each != side]
    nils = _nils(rules, bids, taken, seat, mark)
    for result in results(rules.hand_size, taken):
        if mark is Mark.THEIR_CONTRACT:
            met = any(sum([result[one] for one in seats]) < least for seats, least in others)
        else:
            met = any(result[one] for one in nils) is (mark is Mark.THEIR_NIL)
        made = sum([result[one] for one in own]) >= need
        place = (result[0] * BASE + result[1]) * BASE + result[2]
        table[place] = (plain[place] << 2 * BITS) + (made << BITS) + met
    return table


def _contract(
    rules: Rules, bids: Sequence[Bid | None], settled: Sequence[Bid | None], side: Side
) -> tuple[list[Seat], int]:
    """Give the seats of a side whose tricks count for its contract, and how many that is."""
    seats = rules.seats_of(side)
    counting = [
        each
        for each in seats
        if rules.failed_nil_tricks == "help_partner" or not _is_nil(bids[each])
    ]
    return counting, contract_of(settled[each] for each in seats) or 0


def _nils(
    rules: Rules, bids: Sequence[Bid | None], taken: Sequence[int], seat: Seat, mark: Mark
) -> list[Seat]:
    """Give the seats whose nils a mark is about."""
    if mark is Mark.OWN_NIL:
        return [seat]
    partner = rules.partner_of(seat)
    if mark is Mark.PARTNERS_NIL and partner is not None:
        return [partner]
    return [
        each
        for each in rules.seats
        if each not in {seat, partner} and _is_nil(bids[each]) and not taken[each]
    ]


def _is_nil(bid: Bid | None) -> bool:
    return bid is not None and bid.is_nil
