"""Private tables, guests by name, people taken off, and seats that are freed."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from bot.tables import guests, lifecycle, seating
from bot.tables.errors import (
    AlreadyCalled,
    HostOnly,
    NotInLobby,
    NotSeated,
    RemovedByHost,
    SeatHeld,
    StillHere,
    TableEnded,
    TableFull,
    TableIsPrivate,
)
from bot.tables.model import Chair, Person, Status, Table
from bot.tables.opening import NewTable
from engine.errors import UnknownSeat
from engine.presets import CARDCOUCH, CUTTHROAT
from engine.seats import SEATS
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, PLACE, Harness, names


def private(table: Table) -> Table:
    """Let Ann close a table to newcomers."""
    return guests.set_private(table, ANN.id, private=True)


async def test_nobody_sits_down_at_a_private_table_unasked(harness: Harness) -> None:
    """Neither in the lobby nor in place of a computer player during the game."""
    table = await harness.change(await harness.lobby(BEN), private, ANN)
    with pytest.raises(TableIsPrivate) as refusal:
        await harness.sit(table, EVE)
    assert refusal.value.host == ANN.id
    table = await harness.start(table)
    with pytest.raises(TableIsPrivate):
        await harness.sit(table, EVE, 3)
    assert names(harness.now(table)) == ["Ann", "Ben", None, None]


async def test_who_is_let_in_sits_down(harness: Harness) -> None:
    """By name, before the game or during it; others stay out."""
    table = await harness.change(await harness.lobby(), private, ANN)
    table = await harness.change(table, lambda t: guests.invite(t, ANN.id, EVE.id), ANN)
    assert names(await harness.sit(table, EVE)) == ["Ann", "Eve", None, None]
    with pytest.raises(TableIsPrivate):
        await harness.sit(table, BEN)


async def test_who_sat_at_a_private_table_may_come_back(harness: Harness) -> None:
    """Whether they sat there as it was closed, or were let in since, the host among them."""
    table = await harness.change(await harness.lobby(BEN, CAT), private, ANN)
    table = await harness.start(table)
    for person in (ANN, BEN, CAT):
        seat = harness.now(table).seat_of(person.id)
        await harness.leave(table, person)
        assert (await harness.sit(table, person)).seat_of(person.id) == seat


async def test_a_table_is_opened_to_all_again(harness: Harness) -> None:
    """The flag is all that keeps people out."""
    table = await harness.change(await harness.lobby(), private, ANN)
    table = await harness.change(table, lambda t: guests.set_private(t, ANN.id, private=False), ANN)
    assert names(await harness.sit(table, EVE)) == ["Ann", "Eve", None, None]


async def test_who_is_taken_off_the_table_stays_off(harness: Harness) -> None:
    """In the lobby, until the host lets them in by name; at an open table, too."""
    table = await harness.lobby(BEN, CAT)
    table = await harness.change(table, lambda t: guests.remove(t, ANN.id, BEN.id), ANN)
    assert names(table) == ["Ann", None, "Cat", None]
    with pytest.raises(RemovedByHost):
        await harness.sit(table, BEN)
    table = await harness.change(table, lambda t: guests.invite(t, ANN.id, BEN.id), ANN)
    assert names(await harness.sit(table, BEN)) == ["Ann", "Ben", "Cat", None]


async def test_taking_off_whom_the_host_cannot_take_off(harness: Harness) -> None:
    """Whoever has got up already, and the host, are as free as before; a game keeps its people."""
    table = await harness.lobby(BEN)
    assert guests.remove(table, ANN.id, EVE.id) == table
    assert guests.remove(table, ANN.id, ANN.id) == table
    with pytest.raises(NotInLobby):
        guests.remove(await harness.start(table), ANN.id, BEN.id)


async def test_the_seat_of_someone_away_is_freed(harness: Harness) -> None:
    """The stand-in keeps playing under its name, and a newcomer may take the seat."""
    table = await harness.playing(BEN, CAT)
    table = table.with_chair(SEATS[1], Chair(BEN, computer="Heron", misses=2))
    freed = guests.free_seat(table, ANN.id, SEATS[1])
    assert freed.chairs[1] == Chair(computer="Heron")
    assert freed.game == table.game
    assert seating.sit(freed, EVE, SEATS[1]).seat_of(EVE.id) == 1
    assert seating.sit(private(freed), BEN, SEATS[1]).seat_of(BEN.id) == 1


async def test_the_seat_of_someone_who_is_there_is_theirs(harness: Harness) -> None:
    """No host hands a present person's seat to a computer player, or gives up the own so."""
    table = await harness.playing(BEN)
    with pytest.raises(StillHere) as refusal:
        guests.free_seat(table, ANN.id, SEATS[1])
    assert refusal.value.name == "Ben"
    away = table.with_chair(SEATS[0], Chair(ANN, computer="Heron", misses=2))
    with pytest.raises(StillHere):
        guests.free_seat(away, ANN.id, SEATS[0])
    assert guests.free_seat(table, ANN.id, SEATS[2]) == table


async def test_a_seat_that_there_is_not_is_not_freed(harness: Harness) -> None:
    """A table for three has no fourth seat."""
    table = await harness.playing(BEN, rules=CUTTHROAT)
    with pytest.raises(UnknownSeat):
        guests.free_seat(table, ANN.id, SEATS[3])


@pytest.mark.parametrize(
    "change",
    [
        lambda t, who: guests.set_private(t, who, private=True),
        lambda t, who: guests.invite(t, who, EVE.id),
        lambda t, who: guests.remove(t, who, BEN.id),
        lambda t, who: guests.free_seat(t, who, SEATS[1]),
    ],
)
async def test_only_the_host_decides_who_sits(
    harness: Harness, change: Callable[[Table, int], Table]
) -> None:
    """Nobody else lets people in or sends them away, and nobody at a table that has ended."""
    table = await harness.lobby(BEN, CAT, DAN)
    for person in (BEN, EVE):
        with pytest.raises(HostOnly):
            change(table, person.id)
    ended = await harness.end(table, ANN)
    assert ended.status is Status.CLOSED
    with pytest.raises(TableEnded):
        change(ended, ANN.id)


def inviting(*people: Person) -> Callable[[Table], Table]:
    """Let Ann invite people."""

    def invite(table: Table) -> Table:
        for person in people:
            table = guests.invite(table, ANN.id, person.id)
        return table

    return invite


def held(table: Table) -> list[int | None]:
    """Give for whom the seats are held."""
    return [chair.held_for for chair in table.chairs]


async def test_a_seat_is_held_for_a_guest(harness: Harness) -> None:
    """Others find no room there, nor do computer players; the guest finds it by sitting down."""
    table = await harness.change(await harness.lobby(BEN), inviting(EVE), ANN)
    assert held(table) == [None, None, EVE.id, None]
    with pytest.raises(SeatHeld) as refusal:
        await harness.sit(table, CAT, 2)
    assert refusal.value.guest == EVE.id
    table = await harness.sit(table, CAT)
    assert names(table) == ["Ann", "Ben", None, "Cat"]
    with pytest.raises(TableFull):
        await harness.sit(table, DAN)
    with pytest.raises(TableFull):
        await harness.change(table, lambda t: seating.add_computer(t, ANN.id, None), ANN)
    table = await harness.sit(table, EVE)
    assert names(table) == ["Ann", "Ben", "Eve", "Cat"]
    assert held(table) == [None] * 4


async def test_a_guest_who_sits_elsewhere_or_declines_frees_the_seat(harness: Harness) -> None:
    """A guest has one seat, and none after leaving; whoever sits nowhere has nothing to leave."""
    table = await harness.change(await harness.lobby(), inviting(EVE, DAN, EVE, ANN), ANN)
    assert held(table) == [None, EVE.id, DAN.id, None]
    table = await harness.sit(table, EVE, 3)
    assert held(table) == [None, None, DAN.id, None]
    table = await harness.change(table, lambda t: seating.leave(t, DAN.id), DAN)
    assert held(table) == [None] * 4
    with pytest.raises(NotSeated):
        await harness.change(table, lambda t: seating.leave(t, DAN.id), DAN)


async def test_the_host_frees_a_held_seat(harness: Harness) -> None:
    """The guest may still sit down, as others may; a free seat stays as it is."""
    table = await harness.change(await harness.lobby(), inviting(EVE), ANN)
    for _ in range(2):
        table = await harness.change(table, lambda t: guests.free_seat(t, ANN.id, SEATS[1]), ANN)
        assert held(table) == [None] * 4
    assert EVE.id in table.invited


async def test_a_seat_is_held_until_the_game_begins(harness: Harness) -> None:
    """People who are ready do not begin without the guest; the host's word does."""
    table = await harness.change(await harness.lobby(BEN, CAT), inviting(DAN), ANN)
    for person in (ANN, BEN, CAT):
        ready = partial(lifecycle.ready, user_id=person.id, command_id=f"ready {person.id}")
        table = await harness.tables.step(table.id, ready)
    assert table.status is Status.LOBBY
    table = await harness.start(table)
    assert held(table) == [None] * 4
    assert table.chairs[3].computer is not None
    table = await harness.change(table, inviting(EVE), ANN)
    assert held(table) == [None] * 4


@pytest.mark.parametrize(
    ("invited", "computers", "seats"),
    [
        ((EVE, DAN), 3, [None, EVE.id, DAN.id, None]),
        ((EVE, DAN, CAT, BEN), 0, [None, EVE.id, DAN.id, CAT.id]),
    ],
)
async def test_guests_of_a_new_table_come_before_computers(
    harness: Harness, invited: tuple[Person, ...], computers: int, seats: list[int | None]
) -> None:
    """As many have a seat as there are; all are let in."""
    new = NewTable(
        PLACE, ANN, CARDCOUCH, computers=computers, guests=tuple(each.id for each in invited)
    )
    table = await harness.tables.open(new, "new")
    assert held(table) == seats
    assert sum(chair.computer is not None for chair in table.chairs) == min(computers, 1)
    assert table.invited == {each.id for each in invited}


async def test_a_lobby_calls_once(harness: Harness) -> None:
    """Anyone who sits there calls, while a seat is free, and nobody a second time."""
    table = await harness.lobby(BEN)
    with pytest.raises(NotSeated):
        guests.call(table, EVE.id)
    full = replace(table, chairs=(*table.chairs[:2], *[Chair(computer="Wren")] * 2))
    with pytest.raises(TableFull):
        guests.call(full, BEN.id)
    table = await harness.change(table, lambda t: guests.call(t, BEN.id), BEN)
    assert table.called
    with pytest.raises(AlreadyCalled):
        guests.call(table, ANN.id)
    table = await harness.start(table)
    with pytest.raises(NotInLobby):
        guests.call(table, ANN.id)
