"""Tables where taking a computer player's seat during the game needs permission.

Pure. The host and the seat's partner may give it. Someone who has held the seat in this game, or
was invited, needs none.
"""

from dataclasses import replace
from typing import Final

from bot.tables.model import Asking, Person, Status, Table
from engine.seats import Seat

MOST_ASKING: Final = 3
"""The most people who can ask at a time, the newest ones, since the table's message has no room for
more."""


def who_allows(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Give the seats of those who may give permission: the host, and the seat's partner.

    People who are away are left out.
    """
    partner = table.rules.partner_of(seat)
    return tuple(
        at
        for at, chair in zip(table.rules.seats, table.chairs, strict=True)
        if chair.person is not None
        and not chair.away
        and (chair.person.id == table.host or at == partner)
    )


def has_to_ask(table: Table, user_id: int, seat: Seat) -> bool:
    """Say whether a user needs permission to take a seat, and someone is there to give it."""
    known = (user_id, seat) in table.sat or user_id in table.invited
    if table.status is Status.LOBBY or not table.ask_first or known:
        return False
    return bool(who_allows(table, seat))


def asked(table: Table, person: Person, seat: Seat) -> Table:
    """Note that a person asks for a seat; it replaces an earlier request of theirs."""
    others = tuple(each for each in table.asking if each.person.id != person.id)
    return replace(table, asking=(*others, Asking(person, seat))[-MOST_ASKING:])


def settled(table: Table, user_id: int, seat: Seat) -> Table:
    """Remove the requests of a user who now has a seat, and those for that seat."""
    left = (each for each in table.asking if each.person.id != user_id and each.seat != seat)
    return replace(table, asking=tuple(left))
