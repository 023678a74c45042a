"""Whom the host lets in: private tables, guests by name, and seats that are freed.

Pure changes of a table. What a person holds is theirs: during the game the host frees the seat of
somebody only while a computer player stands in there.
"""

from dataclasses import replace

from bot.tables import seating
from bot.tables.errors import NotInLobby, StillHere
from bot.tables.model import Chair, Status, Table
from engine.errors import UnknownSeat
from engine.seats import Seat


def set_private(table: Table, user_id: int, *, private: bool) -> Table:
    """Close a table to newcomers, or open it to all; whoever sits there stays, and may return.

    Raises:
        TableEnded, HostOnly: as their names say.
    """
    _require_host(table, user_id)
    seated = {person.id for person in table.people}
    return replace(table, private=private, invited=table.invited | seated)


def invite(table: Table, user_id: int, guest: int) -> Table:
    """Let someone in by name, also after they were taken off the table.

    Raises:
        TableEnded, HostOnly: as their names say.
    """
    _require_host(table, user_id)
    return replace(table, invited=table.invited | {guest}, removed=table.removed - {guest})


def remove(table: Table, user_id: int, guest: int) -> Table:
    """Take someone off the table in the lobby, until the host lets them in again.

    Whoever has got up already stays as free to come as before, and so does the host.

    Raises:
        TableEnded, HostOnly, NotInLobby: as their names say.
    """
    _require_host(table, user_id)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seat = table.seat_of(guest)
    if seat is None or guest == table.host:
        return table
    table = table.with_chair(seat, Chair())
    return replace(table, invited=table.invited - {guest}, removed=table.removed | {guest})


def free_seat(table: Table, user_id: int, seat: Seat) -> Table:
    """Leave the seat of someone who is away to the computer player that stands in there.

    From then on the seat is open, to the person who held it as to any other who is welcome.

    Raises:
        TableEnded, HostOnly: as their names say.
        UnknownSeat: the table has fewer seats.
        StillHere: no computer player stands in for the person, or it is the host.
    """
    _require_host(table, user_id)
    if seat not in table.rules.seats:
        raise UnknownSeat(seat)
    chair = table.chairs[seat]
    if chair.person is None:
        return table
    if not chair.away or chair.person.id == user_id:
        raise StillHere(chair.person.name)
    freed = table.with_chair(seat, Chair(computer=chair.computer))
    return replace(freed, invited=freed.invited | {chair.person.id})


def _require_host(table: Table, user_id: int) -> None:
    seating.require_open(table)
    seating.require_host(table, user_id)
