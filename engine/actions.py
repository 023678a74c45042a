"""The actions of a game: the values that are applied, logged and replayed.

A deal is an action like any other, so that the list of actions is the whole game.
"""

from dataclasses import dataclass
from typing import Final

from engine.cards import CARDS, Card, CardSet
from engine.errors import BadBid
from engine.seats import SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands of a round, by seat. The dealer follows from the game."""

    hands: tuple[CardSet, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A seat looks at its cards, which gives up blind nil for this round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it will take.

    Attributes:
        seat: the bidder.
        tricks: 0 to 17; 0 is nil. With four seats the rules allow at most 13.
        blind: a nil bid before the cards were seen.

    Raises:
        BadBid: `tricks` is not a whole number from 0 to 17 (True, 3.0, "4" and NaN are not),
            or a bid other than nil is called blind.
    """

    seat: Seat
    tricks: int
    blind: bool = False

    def __post_init__(self) -> None:
        """Refuse a value that is not a bid under any rules."""
        if type(self.tricks) is not int or not 0 <= self.tricks <= MOST_TRICKS:
            raise BadBid(repr(self.tricks))
        if self.blind and self.tricks:
            given = f"blind {self.tricks}"
            raise BadBid(given)

    @property
    def is_nil(self) -> bool:
        """Whether this is nil, blind or not."""
        return self.tricks == 0


MOST_TRICKS: Final = 17
"""The most tricks that a round can have: three seats share 51 cards."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A seat passes cards to its partner, before the play."""

    seat: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Play:
    """A seat plays a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat claims all remaining tricks, which nobody can prevent; see `engine.claims`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resign:
    """A side resigns, and the other side wins the game."""

    side: Side


SeatAction = Look | Bid | Pass | Play
"""What a seat chooses from in its turn."""

RoundAction = SeatAction | Claim
"""The actions of a seat in a round; a deal belongs to no seat, and resigning to a side."""

Action = Deal | RoundAction | Resign

PLAYS: Final = tuple(tuple(Play(seat, card) for card in CARDS) for seat in SEATS)
"""Every play by seat and card index, created once since random games need millions of them."""

BIDS: Final = tuple(tuple(Bid(seat, tricks) for tricks in range(MOST_TRICKS + 1)) for seat in SEATS)
"""Every bid by seat and number, with nil at 0; created once for the same reason."""

BLIND_NILS: Final = tuple(Bid(seat, 0, blind=True) for seat in SEATS)
"""The blind nil of every seat."""
