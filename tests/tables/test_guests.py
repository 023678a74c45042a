"""Private tables, guests by name, people taken off, and seats that are freed."""

from collections.abc import Callable

import pytest

from bot.tables import guests, seating
from bot.tables.errors import (
    HostOnly,
    NotInLobby,
    RemovedByHost,
    StillHere,
    TableEnded,
    TableIsPrivate,
)
from bot.tables.model import Chair, Status, Table
from engine.errors import UnknownSeat
from engine.presets import CUTTHROAT
from engine.seats import SEATS
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness, names


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
    assert seating.sit(freed, EVE, SEATS[1], "").seat_of(EVE.id) == 1
    assert seating.sit(private(freed), BEN, SEATS[1], "").seat_of(BEN.id) == 1


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
