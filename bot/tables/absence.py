"""Absent people at tables without a clock: for how long, and what may be done.

Pure. With a clock, expired turns show who is away; without one, only the other people can say so.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.tables.model import Person, Status, Table
from engine.phases import Phase
from engine.seats import Seat

NOTED_EVERY: Final = timedelta(minutes=5)
"""How far behind the stored time of a person's last action may be, since each update is a write."""

SPREAD_SECONDS: Final = 600
"""The period over which overdue warnings are spread after a start, so that they do not come at
once."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server waits for people at tables without a clock, in seconds.

    Attributes:
        absent: until a computer player may take over for the person to act.
        gone: the same, for a person who has left the server.
        abandoned: until a table where nobody acts is closed.
        warning: how long before that the people are warned.
        last_card: whether the last card of a hand plays itself.
        claims: whether a computer player claims the tricks that are certain.
    """

    absent: float = 43_200.0
    gone: float = 3_600.0
    abandoned: float = 604_800.0
    warning: float = 86_400.0
    last_card: bool = True
    claims: bool = True


PatienceOf = Callable[[int], Patience]
"""Gives the patience of a server by its id."""


def usual_patience(_guild_id: int) -> Patience:
    """Give the default."""
    return Patience()


def waits_without_clock(table: Table) -> bool:
    """Say whether a table without a clock waits for a person."""
    if table.status is not Status.PLAYING or table.game is None or table.turn is None:
        return False
    chair = table.chairs[table.turn]
    to_bid, to_play = table.clocks
    seconds = to_bid if table.game.phase in {Phase.BIDDING, Phase.EXCHANGING} else to_play
    return chair.person is not None and not chair.away and seconds is None


def waiting_since(table: Table, seat: Seat) -> datetime:
    """Give when the seat to act was last active: its last press, or the beginning of the turn.

    Time before the turn does not count, since the table did not wait for the seat.
    """
    moments = (table.created_at, table.moved_at, table.chairs[seat].acted_at)
    return max(moment for moment in moments if moment is not None)


def last_act(table: Table) -> datetime:
    """Give when a person of the table was last active there."""
    presses = (chair.acted_at for chair in table.chairs if chair.person is not None)
    moments = (table.created_at, table.moved_at, *presses)
    return max(moment for moment in moments if moment is not None)


def is_absent(table: Table, seat: Seat, now: datetime, seconds: float) -> bool:
    """Say whether a table has waited long enough for a computer player to take over a seat."""
    if table.turn != seat or not waits_without_clock(table):
        return False
    return now - waiting_since(table, seat) >= timedelta(seconds=seconds)


def seen(table: Table, user_id: int, now: datetime) -> Table:
    """Note that a person is active at a table, which also withdraws a warning."""
    seat = table.seat_of(user_id)
    if table.warned_at is None and (seat is None or _noted(table, seat, now)):
        return table
    table = replace(table, warned_at=None)
    if seat is None or table.status is not Status.PLAYING:
        return table
    return table.with_chair(seat, replace(table.chairs[seat], acted_at=now))


def noticed(table: Table, person: Person, now: datetime) -> Table:
    """Note that a person is active at a table, with their present name and avatar."""
    table = seen(table, person.id, now)
    seat = table.seat_of(person.id)
    if seat is None or table.chairs[seat].person == person:
        return table
    return table.with_chair(seat, replace(table.chairs[seat], person=person))


def _noted(table: Table, seat: Seat, now: datetime) -> bool:
    acted_at = table.chairs[seat].acted_at
    if table.status is not Status.PLAYING:
        return True
    return acted_at is not None and abs(now - acted_at) < NOTED_EVERY


def closes_at(table: Table, now: datetime, patience: Patience, *, restored: bool) -> datetime:
    """Give when a table where nobody acts is warned, or closed if it has been warned.

    Args:
        table: a table without a clock.
        now: the present time.
        patience: that of its server.
        restored: whether the bot has just started. What is overdue then comes some minutes later,
            not all at once, and a press can still prevent it.
    """
    warning = timedelta(seconds=patience.warning)
    if table.warned_at is not None:
        at = table.warned_at + warning
    else:
        at = last_act(table) + timedelta(seconds=patience.abandoned) - warning
    if restored:
        soon = SPREAD_SECONDS + table.id % SPREAD_SECONDS
        at = max(at, now + timedelta(seconds=soon))
    return at
