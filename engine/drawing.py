"""How two seats draw their hands from a stock, card by card, before they bid.

In each turn a seat looks at the top card. It keeps that card and puts the next one away, or it
tosses it and takes the next one. So half of the pack is in hands at last, and half is dead.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.actions import Keep, Toss
from engine.cards import Bits, Card
from engine.seats import SEATS, Seat, next_seat

DRAWERS = 2
"""How many seats draw from one stock."""


class Drawn(NamedTuple):
    """What came of one turn; its seat has seen both cards, and nobody else either of them.

    Attributes:
        taken: the card that went into the hand.
        put_away: the card that is dead in this round.
    """

    taken: Card
    put_away: Card


class Drawing(NamedTuple):
    """The stock of a round, and what has been done with it.

    Attributes:
        stock: the whole pack, the top card first.
        first: the seat that draws first; both draw in turn.
        keeps: by turn, whether the top card was kept.
    """

    stock: tuple[Card, ...]
    first: Seat
    keeps: tuple[bool, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether nothing is left in the stock."""
        return 2 * len(self.keeps) == len(self.stock)

    @property
    def turn(self) -> Seat:
        """The seat to draw, or that would be if anything were left."""
        return self._drawer(len(self.keeps))

    @property
    def top(self) -> Card | None:
        """The card that the seat to draw looks at; None when the stock is empty."""
        return None if self.is_done else self.stock[2 * len(self.keeps)]

    @property
    def actions(self) -> Iterator[Keep | Toss]:
        """The actions that were taken, in their order."""
        for number, keep in enumerate(self.keeps):
            seat = self._drawer(number)
            yield Keep(seat) if keep else Toss(seat)

    def _drawer(self, number: int) -> Seat:
        """Give the seat of a turn, numbered from 0."""
        return self.first if number % DRAWERS == 0 else next_seat(self.first, DRAWERS)

    @property
    def hands(self) -> tuple[Bits, ...]:
        """By seat, every card that it has taken."""
        return tuple(
            sum(turn.taken.bit for turn in self.turns_of(seat)) for seat in SEATS[:DRAWERS]
        )

    def turns_of(self, seat: Seat) -> tuple[Drawn, ...]:
        """Give the turns that a seat has taken, oldest first."""
        begins = 0 if seat == self.first else 1
        found = []
        for number in range(begins, len(self.keeps), DRAWERS):
            one, two = self.stock[2 * number : 2 * number + 2]
            found.append(Drawn(one, two) if self.keeps[number] else Drawn(two, one))
        return tuple(found)

    def after(self, *, keep: bool) -> "Drawing":
        """Give the drawing after the next turn."""
        return self._replace(keeps=(*self.keeps, keep))
