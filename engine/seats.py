"""Seats, sides and the order of the turn.

A seat is a place at the table, numbered clockwise from 0. A side is what scores: a partnership, or
one seat in solo. Both are NewTypes of int, so that per-seat and per-side values are tuples indexed
by them.
"""

from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table: 0, 1, 2, 3 clockwise."""

Side = NewType("Side", int)
"""What scores: with partners 0 is seats 0 and 2, and 1 is seats 1 and 3; in solo, the seat."""

SEATS: tuple[Seat, ...] = (Seat(0), Seat(1), Seat(2), Seat(3))


def next_seat(seat: Seat, seats: int = 4) -> Seat:
    """Give the seat on the left of `seat` at a table of `seats`: the next to act, or to deal."""
    return SEATS[(seat + 1) % seats]


def seats_from(first: Seat, seats: int = 4) -> tuple[Seat, ...]:
    """Give every seat once, clockwise, beginning with `first`."""
    return tuple(SEATS[(first + step) % seats] for step in range(seats))
