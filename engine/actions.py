"""The actions of a game: the values that are applied, logged and replayed.

A deal is an action like any other, so that the list of actions is the whole game. What a seat does
raises `UnknownSeat` where the seat is none of any table.
"""

from dataclasses import dataclass
from typing import Final

from engine.cards import CARDS, Card, CardSet
from engine.errors import BadBid, UnknownSeat
from engine.seats import SEATS, Seat, Side


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a round. The dealer follows from the game.

    Attributes:
        hands: by seat; none where the seats draw them.
        stock: the whole pack from the top, where two seats draw their hands from it; else none.
    """

    hands: tuple[CardSet, ...]
    stock: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class _OfSeat:
    """Something that a seat does.

    Attributes:
        seat: the seat.

    Raises:
        UnknownSeat: `seat` is no seat of any table.
    """

    seat: Seat

    def __post_init__(self) -> None:
        """Refuse a value that is not a seat."""
        check_seat(self.seat)


@dataclass(frozen=True, slots=True)
class Keep(_OfSeat):
    """A seat keeps the top card of the stock, and the next one is put away."""


@dataclass(frozen=True, slots=True)
class Toss(_OfSeat):
    """A seat puts the top card of the stock away, and takes the next one."""


@dataclass(frozen=True, slots=True)
class Look(_OfSeat):
    """A seat looks at its cards, which gives up its blind bids for this round."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat says how many tricks it, or its side, will take.

    Attributes:
        seat: the bidder.
        tricks: 0 to 18; 0 is nil, unless it is `zero` or `covered`. (How many tricks a round has,
            the rules say.)
        blind: said before the cards were seen: nil, or a number for the whole side.
        zero: not nil but a number like every other, if the table plays it so.
        possible: an opening that hopes for one trick more, which changes nothing that is scored.
        covered: no bid: the partner's number is the contract of the side. Nobody says this.

    Raises:
        UnknownSeat: `seat` is no seat of any table.
        BadBid: `tricks` is not a whole number from 0 to 18 (True, 3.0, "4" and NaN are not), or
            the rest does not go with it.
    """

    seat: Seat
    tricks: int
    blind: bool = False
    zero: bool = False
    possible: bool = False
    covered: bool = False

    def __post_init__(self) -> None:
        """Refuse a value that is not a bid under any rules."""
        check_seat(self.seat)
        if type(self.tricks) is not int or not 0 <= self.tricks <= MOST_TRICKS:
            raise BadBid(repr(self.tricks))
        said = self.blind + self.zero + self.possible + self.covered
        of_number = not (self.zero or self.covered)
        if said > 1 or (self.tricks and not of_number) or (self.possible and not self.tricks):
            raise BadBid(f"{self.tricks} of two kinds")

    @property
    def is_nil(self) -> bool:
        """Whether this is nil, blind or not."""
        return self.tricks == 0 and not self.zero and not self.covered

    @property
    def is_blind_number(self) -> bool:
        """Whether this is a number that was bid for the whole side before the cards were seen."""
        return self.blind and self.tricks > 0


MOST_TRICKS: Final = 18
"""The most tricks that a round can have: three seats share 54 cards."""


@dataclass(frozen=True, slots=True)
class Throw(_OfSeat):
    """A seat throws its hand in instead of bidding: everything is dealt again."""


@dataclass(frozen=True, slots=True)
class Pass(_OfSeat):
    """A seat passes cards to its partner, before the play."""

    cards: CardSet


@dataclass(frozen=True, slots=True)
class Play(_OfSeat):
    """A seat plays a card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Claim(_OfSeat):
    """A seat claims the remaining tricks for those who take them for certain; see `engine.claims`.

    Any seat may, between two tricks.
    """


@dataclass(frozen=True, slots=True)
class Resign:
    """A side resigns, and the other side wins the game."""

    side: Side


@dataclass(frozen=True, slots=True)
class Time:
    """The time of the game is out: the round in play is the last."""


def check_seat(seat: object) -> None:
    """Refuse a value that is not a seat, such as True, 1.0 or "1".

    Raises:
        UnknownSeat: it is no whole number.
    """
    if type(seat) is not int:
        raise UnknownSeat(seat)


SeatAction = Keep | Toss | Look | Bid | Throw | Pass | Play
"""What a seat chooses from in its turn."""

RoundAction = SeatAction | Claim
"""The actions of a seat in a round; a deal and time belong to no seat, and resigning to a side."""

Action = Deal | Time | RoundAction | Resign

PLAYS: Final = tuple(tuple(Play(seat, card) for card in CARDS) for seat in SEATS)
"""Every play by seat and card index, created once since random games need millions of them."""

BIDS: Final = tuple(tuple(Bid(seat, tricks) for tricks in range(MOST_TRICKS + 1)) for seat in SEATS)
"""Every bid by seat and number, with nil at 0; created once for the same reason."""

BLIND_BIDS: Final = tuple(
    tuple(Bid(seat, tricks, blind=True) for tricks in range(MOST_TRICKS + 1)) for seat in SEATS
)
"""Every bid made blind, by seat and number, 0 being blind nil."""
