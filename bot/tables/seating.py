"""Sitting down, leaving, standing in and returning. Partnerships never change.

Pure changes of a table, in the lobby and during the game. Nobody is ever moved to another seat.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.tables.absence import is_absent
from bot.tables.asking import asked, has_to_ask, settled
from bot.tables.errors import (
    AlreadySeated,
    HostOnly,
    NotAbsent,
    NotAway,
    NotInLobby,
    NotSeated,
    RemovedByHost,
    SeatHeld,
    SeatTaken,
    SeenAnotherHand,
    TableEnded,
    TableFull,
    TableIsPrivate,
)
from bot.tables.model import Added, Chair, Person, Status, Table
from engine.errors import UnknownSeat
from engine.seats import Seat

COMPUTER_NAMES: Final = ("Wren", "Finch", "Lark", "Robin", "Heron", "Swift", "Martin", "Linnet")
"""Names of computer players: more than seats, so that a name is always free."""

MISSES_UNTIL_AWAY: Final = 2
"""Expired turns in a row after which a computer player takes over the seat."""


def require_open(table: Table) -> None:
    """Check that a table has not ended.

    Raises:
        TableEnded: it has.
    """
    if table.status.ended:
        raise TableEnded(table)


def require_seat(table: Table, user_id: int) -> Seat:
    """Give the seat of a user.

    Raises:
        NotSeated: the user has no seat here.
    """
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated(table)
    return seat


def require_host(table: Table, user_id: int, *, moderator: bool = False) -> None:
    """Check that a user is the host, or a moderator of the server.

    Raises:
        HostOnly: the user is neither.
    """
    if user_id != table.host and not moderator:
        raise HostOnly(table.host)


def require_welcome(table: Table, user_id: int) -> None:
    """Check that a user may sit down at a table.

    Raises:
        RemovedByHost: the host has removed the user from the table.
        TableIsPrivate: the table is private, and the host has not let the user in.
    """
    if user_id == table.host or table.seat_of(user_id) is not None:
        return
    if user_id in table.removed:
        raise RemovedByHost(table.host)
    if table.private and user_id not in table.invited:
        raise TableIsPrivate(table.host)


def sit(table: Table, person: Person, seat: Seat | None, added: Added | None = None) -> Table:
    """Seat a person, in the lobby or in place of a computer player during the game.

    If such a seat needs permission, the person only asks for it, see `asking`.

    Args:
        table: the table.
        person: the person.
        seat: which seat, or None for the first free one.
        added: what the person adds to the deals; it counts until the game begins.

    Raises:
        TableEnded, AlreadySeated, SeatTaken, SeatHeld, TableFull: as their names say.
        TableIsPrivate, RemovedByHost: the host has not let the person in.
        SeenAnotherHand: the person has played another seat of this game.
        UnknownSeat: the table has fewer seats.
    """
    require_open(table)
    require_welcome(table, person.id)
    lobby = table.status is Status.LOBBY
    held = table.seat_of(person.id)
    if held is not None and (not lobby or seat is None or seat == held):
        raise AlreadySeated(held)
    chosen = _free_seat(table, person, seat)
    if has_to_ask(table, person.id, chosen):
        return asked(table, person, chosen)
    return take(table, person, chosen, added)


def take(table: Table, person: Person, chosen: Seat, added: Added | None = None) -> Table:
    """Seat a person in an open seat, without permission.

    Args:
        table: the table.
        person: the person, who may hold another seat in the lobby.
        chosen: the seat.
        added: what the person adds to the deals; it counts until the game begins.
    """
    held = table.seat_of(person.id)
    table = release(table, person.id)
    if held is not None:
        table = table.with_chair(held, Chair())
    table = table.with_chair(chosen, Chair(person))
    if table.private:
        table = replace(table, invited=table.invited | {person.id})
    if table.seat_of(table.host) is None:
        table = replace(table, host=person.id)
    if table.status is Status.LOBBY:
        return _with_contribution(table, person.id, added)
    sat = table.sat | {(person.id, chosen)}
    table = settled(table.without_votes(), person.id, chosen)
    return _wake(replace(table, sat=sat))


def _free_seat(table: Table, person: Person, wanted: Seat | None) -> Seat:
    if wanted is not None:
        if wanted not in table.rules.seats:
            raise UnknownSeat(wanted)
        chair = table.chairs[wanted]
        if chair.person is not None:
            raise SeatTaken(wanted, chair.name)
        if not chair.open_to(person.id):
            assert chair.held_for is not None  # noqa: S101 - nothing else bars an open seat
            raise SeatHeld(chair.held_for)
        if _barred(table, person.id, wanted):
            raise SeenAnotherHand
        return wanted
    open_seats = [s for s in table.rules.seats if table.chairs[s].open_to(person.id)]
    if not open_seats:
        raise TableFull
    allowed = [seat for seat in open_seats if not _barred(table, person.id, seat)]
    if not allowed:
        raise SeenAnotherHand
    held = table.held_seat(person.id)
    return min(allowed, key=lambda seat: (seat != held, not table.chairs[seat].empty))


def _barred(table: Table, user_id: int, seat: Seat) -> bool:
    return any(user == user_id and other != seat for user, other in table.sat)


def _with_contribution(table: Table, user_id: int, added: Added | None) -> Table:
    """Put what a person adds now in place of what the person has added before."""
    table = without_contribution(table, user_id)
    if added is None:
        return table
    contributions = (*table.seeds.contributions, added.leaf)
    seeds = replace(table.seeds, contributions=contributions)
    return replace(table, seeds=seeds, added=(*table.added, added))


def without_contribution(table: Table, user_id: int) -> Table:
    """Take back what a person has added to the deals of a game that has not begun."""
    leaves = {each.leaf for each in table.added if each.user_id == user_id}
    # An older version wrote the person before the press, and no leaf.
    mark = f"{user_id}:"
    kept = tuple(
        text
        for text in table.seeds.contributions
        if text not in leaves and not text.startswith(mark)
    )
    others = tuple(each for each in table.added if each.user_id != user_id)
    return replace(table, seeds=replace(table.seeds, contributions=kept), added=others)


def release(table: Table, user_id: int) -> Table:
    """Release the seat held for a user."""
    held = table.held_seat(user_id)
    if held is None:
        return table
    return table.with_chair(held, replace(table.chairs[held], held_for=None))


def leave(table: Table, user_id: int) -> Table:
    """Free the seat of a person; during the game a computer player takes it over.

    Raises:
        TableEnded, NotSeated: as their names say.
    """
    require_open(table)
    if table.held_seat(user_id) is not None:
        return release(table, user_id)
    seat = require_seat(table, user_id)
    if table.status is Status.LOBBY:
        return _pass_host(table.with_chair(seat, Chair()))
    name = table.chairs[seat].computer or next(_unused_names(table))
    table = table.without_votes()
    return _sleep(_pass_host(table.with_chair(seat, Chair(computer=name))))


def _pass_host(table: Table) -> Table:
    """Make the first remaining person the host when the host has left.

    People who are present come before those who are away.
    """
    held = [chair for chair in table.chairs if chair.person is not None]
    if table.seat_of(table.host) is not None or not held:
        return table
    heir = min(held, key=lambda chair: chair.away).person
    assert heir is not None  # noqa: S101 - only chairs of persons are held
    return replace(table, host=heir.id)


def add_computer(table: Table, user_id: int, seat: Seat | None) -> Table:
    """Seat a computer player in the lobby.

    Raises:
        TableEnded, HostOnly, NotInLobby, SeatTaken, TableFull: as their names say.
    """
    _require_lobby_host(table, user_id)
    empty = [s for s in table.rules.seats if table.chairs[s].free]
    if seat is not None and seat not in empty:
        raise SeatTaken(seat, table.chairs[seat].name)
    if not empty:
        raise TableFull
    chosen = empty[0] if seat is None else seat
    return table.with_chair(chosen, Chair(computer=next(_unused_names(table))))


def remove_computer(table: Table, user_id: int, seat: Seat) -> Table:
    """Remove a computer player from the lobby; an empty seat stays empty.

    Raises:
        TableEnded, HostOnly, NotInLobby: as their names say.
        SeatTaken: a person holds the seat.
    """
    _require_lobby_host(table, user_id)
    if table.chairs[seat].person is not None:
        raise SeatTaken(seat, table.chairs[seat].name)
    return table.with_chair(seat, Chair())


def remove_last_computer(table: Table, user_id: int) -> Table:
    """Remove the computer player in the highest seat of the lobby, if there is one.

    Raises:
        TableEnded, HostOnly, NotInLobby: as their names say.
    """
    _require_lobby_host(table, user_id)
    seats = [s for s in table.rules.seats if table.chairs[s].computer is not None]
    return remove_computer(table, user_id, seats[-1]) if seats else table


def _require_lobby_host(table: Table, user_id: int) -> None:
    require_open(table)
    if table.status is not Status.LOBBY:
        raise NotInLobby
    require_host(table, user_id)


def fill_with_computers(table: Table) -> Table:
    """Give every empty seat to a computer player."""
    for seat in table.rules.seats:
        if table.chairs[seat].empty:
            table = table.with_chair(seat, Chair(computer=next(_unused_names(table))))
    return table


def missed(table: Table, seat: Seat) -> Table:
    """Note that a person's time ran out; after two in a row a computer player takes over."""
    chair = table.chairs[seat]
    chair = replace(chair, misses=chair.misses + 1)
    if chair.misses >= MISSES_UNTIL_AWAY:
        chair = replace(chair, computer=next(_unused_names(table)))
    return _sleep(table.with_chair(seat, chair))


def stand_in(table: Table, user_id: int, seat: Seat, now: datetime, seconds: float) -> Table:
    """Let a computer player take over for the absent person to act, until that person returns.

    Args:
        table: the table.
        user_id: who asks for it; someone with a seat at the table.
        seat: the seat of the absent person.
        now: the present time.
        seconds: how long the table must have waited for the person.

    Raises:
        TableEnded, NotSeated: as their names say.
        NotAbsent: it is not that seat's turn, or the table has not waited long enough.
    """
    require_open(table)
    held = require_seat(table, user_id)
    if seat == held or not is_absent(table, seat, now, seconds):
        raise NotAbsent(seat)
    chair = table.chairs[seat]
    table = table.with_chair(seat, replace(chair, computer=next(_unused_names(table))))
    return present(table, held)


def back(table: Table, user_id: int) -> Table:
    """Give the seat back to its person.

    Raises:
        TableEnded, NotSeated: as their names say.
        NotAway: no computer player holds the seat.
    """
    require_open(table)
    seat = require_seat(table, user_id)
    chair = table.chairs[seat]
    if not chair.away:
        raise NotAway
    return _wake(table.with_chair(seat, Chair(chair.person)))


def present(table: Table, seat: Seat) -> Table:
    """Note that the person of a seat has acted, which resets the missed turns."""
    chair = table.chairs[seat]
    if not chair.misses and not chair.away:
        return table
    return _wake(table.with_chair(seat, Chair(chair.person)))


def _sleep(table: Table) -> Table:
    if table.status is Status.PLAYING and not table.anyone_there:
        return replace(table, status=Status.PAUSED)
    return table


def _wake(table: Table) -> Table:
    if table.status is Status.PAUSED and table.anyone_there:
        return replace(table, status=Status.PLAYING)
    return table


def _unused_names(table: Table) -> Iterator[str]:
    used = {chair.computer for chair in table.chairs}
    return (name for name in COMPUTER_NAMES if name not in used)
