"""A computer player's seat is taken in mid-game with a yes, where the table wants that."""

from dataclasses import replace

import pytest

from bot.tables import guests, seating
from bot.tables.asking import MOST_ASKING
from bot.tables.errors import (
    HostOnly,
    HostOrPartnerOnly,
    NotAsking,
    RemovedByHost,
    SeatTaken,
    TableEnded,
)
from bot.tables.model import Asking, Person, Table
from engine.seats import SEATS
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness

MORE = tuple(Person(900 + number, f"More {number}") for number in range(MOST_ASKING))


async def protected(harness: Harness) -> Table:
    """Begin a game of Ann and Ben against Ben's partner and hers, computers that ask first."""
    table = await harness.playing(BEN)
    return await harness.change(
        table, lambda t: guests.set_ask_first(t, ANN.id, ask_first=True), ANN
    )


async def allow(harness: Harness, table: Table, who: Person, guest: Person) -> Table:
    """Let someone say yes."""
    return await harness.change(table, lambda t: guests.allow(t, who.id, guest.id), who)


@pytest.mark.parametrize("who", [ANN, BEN])
async def test_a_seat_is_taken_with_a_yes(harness: Harness, who: Person) -> None:
    """Seat 4 is that of Ben's partner: Ben may say it, and Ann, the host; a restart keeps it."""
    table = await harness.sit(await protected(harness), EVE, 3)
    assert table.seat_of(EVE.id) is None
    assert table.asking == (Asking(EVE, SEATS[3]),)
    again = await harness.restart()
    table = await allow(again, table, who, EVE)
    assert (table.seat_of(EVE.id), table.asking) == (SEATS[3], ())
    assert (EVE.id, SEATS[3]) in table.sat
    await again.close()


async def test_who_may_not_say_yes(harness: Harness) -> None:
    """Ben is no partner of seat 3, guests have no say, and nobody answers twice."""
    table = await harness.sit(await protected(harness), EVE, 2)
    for who in (BEN, CAT, EVE):
        with pytest.raises(HostOrPartnerOnly):
            guests.allow(table, who.id, EVE.id)
    denied = guests.deny(table, ANN.id, EVE.id)
    assert denied.asking == ()
    for late in (guests.allow, guests.deny):
        with pytest.raises(NotAsking):
            late(denied, ANN.id, EVE.id)
    with pytest.raises(HostOnly):
        guests.set_ask_first(table, BEN.id, ask_first=False)
    assert guests.set_ask_first(table, ANN.id, ask_first=False).asking == ()
    ended = await harness.end(table, ANN)
    with pytest.raises(TableEnded):
        guests.allow(ended, ANN.id, EVE.id)


async def test_who_needs_no_yes(harness: Harness) -> None:
    """Whoever was let in by name, comes back, or sits down where nobody could say it."""
    table = await protected(harness)
    table = await harness.change(table, lambda t: guests.invite(t, ANN.id, EVE.id), ANN)
    table = await harness.sit(table, EVE, 3)
    assert table.seat_of(EVE.id) == SEATS[3]
    table = await harness.sit(await harness.leave(table, BEN), BEN, 1)
    assert table.seat_of(BEN.id) == SEATS[1]
    for who in (ANN, BEN, EVE):
        table = await harness.leave(table, who)
    assert (await harness.sit(table, CAT, 2)).seat_of(CAT.id) == SEATS[2]


async def test_one_asks_for_one_seat(harness: Harness) -> None:
    """The newest wish counts; a seat that is taken is asked for no more, and not too many ask."""
    table = await harness.sit(await protected(harness), EVE, 2)
    table = await harness.sit(table, EVE, 3)
    table = await harness.sit(table, CAT, 3)
    table = await harness.sit(table, DAN, 2)
    assert [each.seat for each in table.asking] == [3, 3, 2]
    table = await allow(harness, table, BEN, CAT)
    assert table.asking == (Asking(DAN, SEATS[2]),)
    with pytest.raises(SeatTaken):
        seating.sit(table, EVE, SEATS[3])
    for person in MORE:
        table = await harness.sit(table, person, 2)
    assert [each.person for each in table.asking] == list(MORE)


async def test_the_host_has_the_last_word(harness: Harness) -> None:
    """A partner cannot let in whom the host has meanwhile kept out."""
    table = await harness.sit(await protected(harness), EVE, 3)
    kept_out = replace(table, removed=frozenset({EVE.id}))
    with pytest.raises(RemovedByHost):
        guests.allow(kept_out, BEN.id, EVE.id)
