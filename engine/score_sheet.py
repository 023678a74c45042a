"""The score sheet of a round: what each side made, line by line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.actions import Bid
from engine.seats import Seat, Side
from engine.tally import Tally


class Item(StrEnum):
    """The kind of a score sheet's line."""

    CONTRACT_MADE = "contract_made"
    CONTRACT_SET = "contract_set"
    TEN_MADE = "ten_made"
    TEN_SET = "ten_set"
    BLIND_BID_MADE = "blind_bid_made"
    BLIND_BID_SET = "blind_bid_set"
    MADE_UNPLAYED = "made_unplayed"
    TWICE_THE_BID = "twice_the_bid"
    BOSTON = "boston"
    TRICKS = "tricks"
    FIRST_ROUND_SHORT = "first_round_short"
    NIL_MADE = "nil_made"
    NIL_FAILED = "nil_failed"
    BLIND_NIL_MADE = "blind_nil_made"
    BLIND_NIL_FAILED = "blind_nil_failed"
    DOUBLE_NIL_MADE = "double_nil_made"
    DOUBLE_NIL_FAILED = "double_nil_failed"
    DOUBLE_NIL_BONUS = "double_nil_bonus"
    BAGS = "bags"
    BAG_PENALTY = "bag_penalty"
    BAG_POINTS_TAKEN_BACK = "bag_points_taken_back"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.

    Attributes:
        item: its kind.
        points: its points, with their sign.
        count: the tricks bid (contract, ten, blind, twice), the tricks taken (nil, Boston, or a
            round that bids itself), or the bags.
        seat: the seat that a nil belongs to, else None.
    """

    item: Item
    points: int
    count: int
    seat: Seat | None = None


class SideScore(NamedTuple):
    """A side's score for one round.

    Attributes:
        side: who.
        contract: the tricks bid together, or None when every seat of the side bid nil, or none
            bid at all; 0 when all of them bid zero.
        taken: the tricks that the side took, all seats together.
        towards: the tricks that counted towards the contract.
        lines: the items, in the order of counting.
        before: the tally at the start of the round.
        after: the tally at its end.
    """

    side: Side
    contract: int | None
    taken: int
    towards: int
    lines: tuple[Line, ...]
    before: Tally
    after: Tally

    @property
    def points(self) -> int:
        """The change of the side's total, including the penalty."""
        return self.after.points - self.before.points

    @property
    def bags(self) -> int:
        """The bags of this round, before a penalty."""
        return sum(line.count for line in self.lines if line.item is Item.BAGS)

    @property
    def is_set(self) -> bool:
        """Whether the side has missed its contract."""
        return self.after.sets > self.before.sets


class RoundScore(NamedTuple):
    """The score sheet of one round.

    Attributes:
        number: the round, from 1.
        bids: by seat; None for every seat in a round that bid itself.
        taken: tricks by seat.
        sides: by side.
        boston: the side that made a Boston, or None.
    """

    number: int
    bids: tuple[Bid | None, ...]
    taken: tuple[int, ...]
    sides: tuple[SideScore, ...]
    boston: Side | None = None

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies at the end of the round, by side."""
        return tuple(side.after for side in self.sides)
