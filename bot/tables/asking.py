"""Tables where a computer player's seat is taken, during the game, only with somebody's yes.

Pure. The host and the partner at that seat may say it. Whoever has held the seat in this game, or
was let in by name, needs nobody's.
"""

from dataclasses import replace
from typing import Final

from bot.tables.model import Asking, Person, Status, Table
from engine.seats import Seat

MOST_ASKING: Final = 3
"""People who ask at one time; the table's message has room for no more, and the newest count."""


def who_allows(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Give the seats of those who may let someone take a seat: the host, and the partner there.

    People who are away are not among them.
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
    """Say whether a user needs somebody's yes to take a seat; with nobody to say it, it is free."""
    known = (user_id, seat) in table.sat or user_id in table.invited
    if table.status is Status.LOBBY or not table.ask_first or known:
        return False
    return bool(who_allows(table, seat))


def asked(table: Table, person: Person, seat: Seat) -> Table:
    """Note that a person asks for a seat, which takes the place of what they asked for before."""
    others = tuple(each for each in table.asking if each.person.id != person.id)
    return replace(table, asking=(*others, Asking(person, seat))[-MOST_ASKING:])


def settled(table: Table, user_id: int, seat: Seat) -> Table:
    """Note that a user has a seat: neither the user nor anyone else asks for it any more."""
    left = (each for each in table.asking if each.person.id != user_id and each.seat != seat)
    return replace(table, asking=tuple(left))
