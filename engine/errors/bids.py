"""Refusals of bids, and of looks and throw-ins instead of them."""

from dataclasses import dataclass
from typing import ClassVar

from engine.errors.general import RuleError
from engine.seats import Seat


@dataclass(eq=False)
class BadBid(RuleError):
    """The bid is not a whole number from 0 to 18, or of no kind that this table plays.

    Attributes:
        given: what was given, as text.
    """

    code: ClassVar[str] = "bad_bid"
    given: str

    def __str__(self) -> str:
        return f"{self.given} is not a bid"


@dataclass(eq=False)
class ForcedBid(RuleError):
    """The bidding rules require another bid.

    Attributes:
        bidding: mirror, whiz or suicide.
    """

    code: ClassVar[str] = "forced_bid"
    bidding: str

    def __str__(self) -> str:
        return f"{self.bidding} bidding does not allow this bid here"


@dataclass(eq=False)
class BelowMinimum(RuleError):
    """The side's contract would be below the minimum.

    Attributes:
        minimum: the least contract of a side.
    """

    code: ClassVar[str] = "below_minimum"
    minimum: int

    def __str__(self) -> str:
        return f"a side must bid at least {self.minimum}"


@dataclass(eq=False)
class BelowSeatMinimum(RuleError):
    """The number is less than a seat must bid.

    Attributes:
        minimum: the least number of a seat.
    """

    code: ClassVar[str] = "below_seat_minimum"
    minimum: int

    def __str__(self) -> str:
        return f"a seat must bid at least {self.minimum}"


@dataclass(eq=False)
class AboveMaximum(RuleError):
    """The side's contract would be more than it may be.

    Attributes:
        maximum: the highest contract of a side.
    """

    code: ClassVar[str] = "above_maximum"
    maximum: int

    def __str__(self) -> str:
        return f"a side may bid {self.maximum} at most"


@dataclass(eq=False)
class NineIsNotBid(RuleError):
    """The side's contract would be nine, which this table does not bid."""

    code: ClassVar[str] = "nine_is_not_bid"

    def __str__(self) -> str:
        return "nine is not bid"


@dataclass(eq=False)
class NilNotPlayed(RuleError):
    """A bid of 0 at a table where everyone bids 1 or more, or where 0 is not nil."""

    code: ClassVar[str] = "nil_not_played"

    def __str__(self) -> str:
        return "nil is not played here"


@dataclass(eq=False)
class OneNilASide(RuleError):
    """A second nil on a side, where only one is allowed."""

    code: ClassVar[str] = "one_nil_a_side"

    def __str__(self) -> str:
        return "only one partner may bid nil"


@dataclass(eq=False)
class BidsMeetTricks(RuleError):
    """The total of all contracts would equal the tricks of the round.

    Attributes:
        tricks: how many these are.
    """

    code: ClassVar[str] = "bids_meet_tricks"
    tricks: int

    def __str__(self) -> str:
        return f"all bids together may not come to {self.tricks}"


@dataclass(eq=False)
class TableTooLow(RuleError):
    """The total of all contracts would be below what the table must bid.

    Attributes:
        minimum: what they must come to.
    """

    code: ClassVar[str] = "table_too_low"
    minimum: int

    def __str__(self) -> str:
        return f"both sides together must bid at least {self.minimum}"


@dataclass(eq=False)
class NoPossibleHere(RuleError):
    """A possible that is not an opening, or at a table that does not play it."""

    code: ClassVar[str] = "no_possible_here"

    def __str__(self) -> str:
        return "only an opening can be called a possible, where the table plays that"


@dataclass(eq=False)
class BlindBidNotAllowed(RuleError):
    """The table does not play blind numbers, or this seat may not bid this one now.

    Attributes:
        least: the least blind number, or None if none may be bid.
    """

    code: ClassVar[str] = "blind_bid_not_allowed"
    least: int | None

    def __str__(self) -> str:
        least = "" if self.least is None else f"; the least is {self.least}"
        return f"this number cannot be bid blind here{least}"


@dataclass(eq=False)
class PartnerLooksLater(RuleError):
    """A look while the partner may still bid blind for the side.

    Attributes:
        opener: the partner, who decides.
    """

    code: ClassVar[str] = "partner_looks_later"
    opener: Seat

    def __str__(self) -> str:
        return f"seat {self.opener} may still bid blind for the side, and decides first"


@dataclass(eq=False)
class HandNotThrownIn(RuleError):
    """The hand may not be thrown in, or no longer."""

    code: ClassVar[str] = "hand_not_thrown_in"

    def __str__(self) -> str:
        return "this hand cannot be thrown in"


@dataclass(eq=False)
class LookFirst(RuleError):
    """A bid that depends on the cards was made before a look at them."""

    code: ClassVar[str] = "look_first"
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} must look at its cards to bid anything but blind nil"


@dataclass(eq=False)
class BlindNilNotAllowed(RuleError):
    """The table does not play blind nil, or this seat may not bid it now."""

    code: ClassVar[str] = "blind_nil_not_allowed"

    def __str__(self) -> str:
        return "blind nil cannot be bid here"


@dataclass(eq=False)
class HandAlreadySeen(RuleError):
    """Blind nil after a look at the cards."""

    code: ClassVar[str] = "hand_already_seen"
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} has seen its cards, so it cannot bid blind"


@dataclass(eq=False)
class NothingToLookAt(RuleError):
    """The seat has already seen its hand."""

    code: ClassVar[str] = "nothing_to_look_at"
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} sees its cards already"


ContractRefusal = (
    BelowMinimum
    | BelowSeatMinimum
    | AboveMaximum
    | NineIsNotBid
    | NilNotPlayed
    | OneNilASide
    | BidsMeetTricks
    | TableTooLow
)
"""A number or a nil does not fit what the table or the side may bid."""

BidRefusal = (
    BadBid
    | ForcedBid
    | ContractRefusal
    | NoPossibleHere
    | LookFirst
    | BlindNilNotAllowed
    | BlindBidNotAllowed
    | HandAlreadySeen
    | NothingToLookAt
    | PartnerLooksLater
    | HandNotThrownIn
)
"""A bid, or a look or a throw-in instead of it, is not allowed."""
