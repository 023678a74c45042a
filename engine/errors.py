"""Every refusal of the engine; the unions at the end list them.

`code` is stable and identifies a refusal in logs and tests; the fields of an error are its data. No
error contains a card that its seat did not name itself.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Suit
from engine.phases import Phase
from engine.seats import Seat, Side


class RuleError(ValueError):
    """An action, position or rule set is not allowed."""

    code: ClassVar[str] = "rule"


@dataclass(eq=False)
class GameIsOver(RuleError):
    """The game is over; no action is legal any more."""

    code: ClassVar[str] = "game_is_over"

    def __str__(self) -> str:
        return "the game is over"


@dataclass(eq=False)
class NoTimeKept(RuleError):
    """The time of a game without a time limit is called, or again, or before the first deal."""

    code: ClassVar[str] = "no_time_kept"

    def __str__(self) -> str:
        return "this table has no time that could be out now"


@dataclass(eq=False)
class WrongPhase(RuleError):
    """The action belongs to another phase.

    Attributes:
        phase: the present phase of the game.
    """

    code: ClassVar[str] = "wrong_phase"
    phase: Phase

    def __str__(self) -> str:
        return f"this cannot be done during {self.phase}"


@dataclass(eq=False)
class UnknownAction(RuleError):
    """The type of the action is unknown to the engine.

    Attributes:
        given: the name of its type.
    """

    code: ClassVar[str] = "unknown_action"
    given: str

    def __str__(self) -> str:
        return f"{self.given} is no action of Spades"


@dataclass(eq=False)
class NotYourTurn(RuleError):
    """Another seat is to act.

    Attributes:
        seat: the seat of the action.
        turn: whose turn it is.
    """

    code: ClassVar[str] = "not_your_turn"
    seat: Seat
    turn: Seat

    def __str__(self) -> str:
        return f"seat {self.turn} is to act, not seat {self.seat}"


@dataclass(eq=False)
class UnknownSeat(RuleError):
    """The table has no such seat."""

    code: ClassVar[str] = "unknown_seat"
    seat: object

    def __str__(self) -> str:
        return f"there is no seat {self.seat!r} at this table"


@dataclass(eq=False)
class UnknownSide(RuleError):
    """The table has no such side."""

    code: ClassVar[str] = "unknown_side"
    side: Side

    def __str__(self) -> str:
        return f"there is no side {self.side} at this table"


@dataclass(eq=False)
class CannotResign(RuleError):
    """With more than two sides, a resignation would not decide the game."""

    code: ClassVar[str] = "cannot_resign"

    def __str__(self) -> str:
        return "only one of two sides can resign"


@dataclass(eq=False)
class BadDeal(RuleError):
    """The hands of a deal, or its stock, are not the cards that its seats share."""

    code: ClassVar[str] = "bad_deal"

    def __str__(self) -> str:
        return "a deal gives each seat its number of cards of the deck, and no card twice"


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


@dataclass(eq=False)
class CardNotHeld(RuleError):
    """The seat named a card that it does not hold."""

    code: ClassVar[str] = "card_not_held"
    card: Card

    def __str__(self) -> str:
        return f"{self.card} is not in this hand"


@dataclass(eq=False)
class MustFollowSuit(RuleError):
    """The seat holds the suit that was led.

    Attributes:
        suit: the led suit.
    """

    code: ClassVar[str] = "must_follow_suit"
    suit: Suit

    def __str__(self) -> str:
        return f"{self.suit.name.lower()} were led and must be followed"


@dataclass(eq=False)
class BadExchange(RuleError):
    """The number of cards to pass is wrong, or the seat does not hold them all.

    Attributes:
        count: how many cards must be passed.
    """

    code: ClassVar[str] = "bad_exchange"
    count: int

    def __str__(self) -> str:
        return f"exactly {self.count} cards of the hand must be passed"


@dataclass(eq=False)
class NothingToExchange(RuleError):
    """The seat has no cards to pass in this round, or has passed them."""

    code: ClassVar[str] = "nothing_to_exchange"
    seat: Seat

    def __str__(self) -> str:
        return f"seat {self.seat} has no cards to pass"


@dataclass(eq=False)
class NothingToClaim(RuleError):
    """What is played can still change who takes the remaining tricks, or a trick is under way."""

    code: ClassVar[str] = "nothing_to_claim"

    def __str__(self) -> str:
        return "the remaining tricks are not certain"


@dataclass(eq=False)
class LowestClubOpens(RuleError):
    """The first lead was not the lowest club.

    Attributes:
        card: the lowest club.
    """

    code: ClassVar[str] = "lowest_club_opens"
    card: Card

    def __str__(self) -> str:
        return f"{self.card} must open the first trick"


@dataclass(eq=False)
class LowestClubFirst(RuleError):
    """The card played to the first trick was not the lowest club of the hand."""

    code: ClassVar[str] = "lowest_club_first"

    def __str__(self) -> str:
        return "everyone plays the lowest club of the hand to the first trick"


@dataclass(eq=False)
class NoSpadeYet(RuleError):
    """A spade was played to the first trick from a hand with other cards."""

    code: ClassVar[str] = "no_spade_yet"

    def __str__(self) -> str:
        return "no spade may be played on the first trick"


@dataclass(eq=False)
class SpadesNotBroken(RuleError):
    """A spade was led before spades were broken, from a hand with other cards."""

    code: ClassVar[str] = "spades_not_broken"

    def __str__(self) -> str:
        return "spades are not broken, so another suit must be led"


@dataclass(eq=False)
class BadTallies(RuleError):
    """The initial tallies of a game are not one per side.

    Attributes:
        given: how many there are.
        sides: how many sides there are.
    """

    code: ClassVar[str] = "bad_tallies"
    given: int
    sides: int

    def __str__(self) -> str:
        return f"there are {self.given} tallies for {self.sides} sides"


@dataclass(eq=False)
class BadPosition(RuleError):
    """A position that was set up contradicts itself."""

    code: ClassVar[str] = "bad_position"
    why: str

    def __str__(self) -> str:
        return self.why


@dataclass(eq=False)
class BadNotation(RuleError):
    """A line of notation cannot be read.

    Attributes:
        what: what was expected, for example "a bid".
        text: the part that does not fit.
    """

    code: ClassVar[str] = "bad_notation"
    what: str
    text: str

    def __str__(self) -> str:
        return f"{self.text[:40]!r} is not {self.what}"


@dataclass(eq=False)
class BadRules(RuleError):
    """A rule set is out of range or contradicts itself.

    Attributes:
        sentence: what is wrong, in words for the host of a table.
        fields: the names of the fields that are to blame.
    """

    code: ClassVar[str] = "bad_rules"
    sentence: str
    fields: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.sentence


TurnRefusal = (
    GameIsOver
    | NoTimeKept
    | WrongPhase
    | UnknownAction
    | NotYourTurn
    | UnknownSeat
    | UnknownSide
    | CannotResign
    | BadDeal
)
"""Such an action, or one by this seat, is not possible now."""

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

CardRefusal = (
    CardNotHeld
    | MustFollowSuit
    | BadExchange
    | NothingToExchange
    | NothingToClaim
    | LowestClubOpens
    | LowestClubFirst
    | NoSpadeYet
    | SpadesNotBroken
)
"""Cards cannot be played or passed."""

InputRefusal = BadPosition | BadTallies | BadNotation | BadRules
"""A position, the beginning of a game, a line of notation or a rule set is refused."""

Refusal = TurnRefusal | BidRefusal | CardRefusal | InputRefusal
"""Every refusal of the engine; a `match` over it is complete when it has a case for each."""
