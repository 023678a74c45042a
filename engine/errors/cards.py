"""Refusals of cards played, passed or claimed with."""

from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Card, Suit
from engine.errors.general import RuleError
from engine.seats import Seat


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
