"""Private tables, invitations, removals and freed seats.

Pure changes of a table. During the game the host may free a person's seat only while a computer
player stands in for that person.
"""

from dataclasses import replace

from bot.tables import seating
from bot.tables.errors import (
    AlreadyCalled,
    HostOrPartnerOnly,
    NotAsking,
    NotInLobby,
    StillHere,
    TableFull,
)
from bot.tables.model import Asking, Chair, Status, Table
from engine.errors import UnknownSeat
from engine.seats import Seat


def set_private(table: Table, user_id: int, *, private: bool) -> Table:
    """Make a table private or open it to all; those who sit there stay, and may return.

    Raises:
        TableEnded, HostOnly: as their names say.
    """
    _require_host(table, user_id)
    seated = {person.id for person in table.people}
    return replace(table, private=private, invited=table.invited | seated)


def invite(table: Table, user_id: int, guest: int) -> Table:
    """Invite someone, also after a removal.

    Before the game a free seat is held for the guest, if there is one.

    Raises:
        TableEnded, HostOnly: as their names say.
    """
    _require_host(table, user_id)
    table = replace(table, invited=table.invited | {guest}, removed=table.removed - {guest})
    seated = table.seat_of(guest) is not None or table.held_seat(guest) is not None
    free = [seat for seat in table.rules.seats if table.chairs[seat].free]
    if table.status is not Status.LOBBY or seated or not free:
        return table
    return table.with_chair(free[0], Chair(held_for=guest))


def call(table: Table, user_id: int) -> Table:
    """Note that someone who sits in a lobby calls the server's players to it.

    Raises:
        TableEnded, NotInLobby, NotSeated, TableFull: as their names say.
        AlreadyCalled: that happens once in a lobby.
    """
    seating.require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    seating.require_seat(table, user_id)
    if table.called:
        raise AlreadyCalled
    if not any(chair.free for chair in table.chairs):
        raise TableFull
    return replace(table, called=True)


def remove(table: Table, user_id: int, guest: int) -> Table:
    """Remove someone from the lobby, until the host lets them in again.

    Nothing changes for the host, or for someone who has already left.

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
    """Give the seat of someone who is away to the computer player that stands in.

    From then on the seat is open, to the previous holder as to anyone else who may join. A seat
    that is held for a guest is held no longer.

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
        return table.with_chair(seat, replace(chair, held_for=None))
    if not chair.away or chair.person.id == user_id:
        raise StillHere(chair.person.name)
    freed = table.with_chair(seat, Chair(computer=chair.computer))
    return replace(freed, invited=freed.invited | {chair.person.id})


def set_ask_first(table: Table, user_id: int, *, ask_first: bool) -> Table:
    """Let a computer player's seat be taken only with a yes, or freely; nobody asks any more then.

    Raises:
        TableEnded, HostOnly: as their names say.
    """
    _require_host(table, user_id)
    return replace(table, ask_first=ask_first, asking=table.asking if ask_first else ())


def allow(table: Table, user_id: int, guest: int) -> Table:
    """Give someone the seat that they ask for.

    Raises:
        TableEnded: it has ended.
        NotAsking: the guest does not ask for a seat any more.
        HostOrPartnerOnly: the user is neither the host nor the partner at that seat.
        TableIsPrivate, RemovedByHost: the host has meanwhile shut the guest out.
    """
    asking = _asking(table, user_id, guest)
    seating.require_welcome(table, guest)
    return seating.take(table, asking.person, asking.seat)


def deny(table: Table, user_id: int, guest: int) -> Table:
    """Leave the seat that someone asks for to the computer player.

    Raises:
        TableEnded, NotAsking, HostOrPartnerOnly: as for `allow`.
    """
    asking = _asking(table, user_id, guest)
    return replace(table, asking=tuple(each for each in table.asking if each != asking))


def _asking(table: Table, user_id: int, guest: int) -> Asking:
    """Give what a guest asks for, to a user who may decide it."""
    seating.require_open(table)
    found = next((each for each in table.asking if each.person.id == guest), None)
    if found is None:
        raise NotAsking
    held = table.seat_of(user_id)
    if user_id != table.host and (held is None or held != table.rules.partner_of(found.seat)):
        raise HostOrPartnerOnly
    return found


def _require_host(table: Table, user_id: int) -> None:
    seating.require_open(table)
    seating.require_host(table, user_id)
