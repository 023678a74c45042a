"""Leaving in mid-game, taking a seat over, an empty table, the host gone."""

import pytest

from bot.tables.errors import AlreadySeated, NotSeated, SeatTaken, SeenAnotherHand, TableFull
from bot.tables.model import Chair, DueKind, Person, Status
from engine.presets import CARDCOUCH, HERO_SOLO
from engine.seats import SEATS
from tests.tables.harness import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    Harness,
    due_kind,
    game_of,
    names,
    turn_of,
)


async def test_a_computer_takes_over_from_a_leaver(harness: Harness) -> None:
    """Who leaves in mid-game is replaced by a computer player; the others stay where they are."""
    table = await harness.four()
    after = await harness.leave(table, BEN)
    assert names(after) == ["Ann", None, "Cat", "Dan"]
    assert after.chairs[1].computer
    assert [after.chairs[seat] for seat in (0, 2, 3)] == [table.chairs[s] for s in (0, 2, 3)]
    assert after.game == table.game


async def test_the_computer_of_a_leaver_plays(harness: Harness) -> None:
    """The seat of a leaver acts after the delay of computer players."""
    table = await harness.four()
    table = await harness.leave(table, ANN)
    assert due_kind(table) is DueKind.COMPUTER
    await harness.clock.passes(1)
    assert harness.now(table).turn == 1


async def test_a_stand_in_stays_when_its_person_leaves(harness: Harness) -> None:
    """When an away person leaves, the computer player that stood in keeps the seat and its name."""
    table = await harness.four()
    away = await harness.change(
        table, lambda t: t.with_chair(SEATS[1], Chair(BEN, computer="Heron", misses=2)), BEN
    )
    table = await harness.leave(away, BEN)
    assert table.chairs[1] == Chair(computer="Heron")


async def test_anyone_may_take_the_seat_of_a_leaver(harness: Harness) -> None:
    """A newcomer takes over the seat, the hand and the bid of who has left."""
    table = await harness.bid(await harness.four(), ANN, 4)
    table = await harness.leave(table, ANN)
    table = await harness.sit(table, EVE)
    assert names(table) == ["Eve", "Ben", "Cat", "Dan"]
    assert harness.now(table).game == table.game


async def test_anyone_may_take_the_seat_of_a_computer(harness: Harness) -> None:
    """A seat that a computer player has had from the start is open to all."""
    table = await harness.playing()
    table = await harness.sit(table, BEN, 2)
    assert names(table) == ["Ann", None, "Ben", None]


async def test_a_leaver_may_return_to_the_own_seat(harness: Harness) -> None:
    """Who has left may take the own seat again, with or without naming it."""
    table = await harness.four()
    for wanted in (None, 1):
        await harness.leave(table, BEN)
        assert names(await harness.sit(table, BEN, wanted)) == ["Ann", "Ben", "Cat", "Dan"]


async def test_nobody_plays_two_hands_of_a_game(harness: Harness) -> None:
    """Who has held a seat of this game may take no other, whoever left it free."""
    table = await harness.four()
    await harness.leave(table, BEN)
    table = await harness.leave(table, CAT)
    with pytest.raises(SeenAnotherHand):
        await harness.sit(table, BEN, 2)
    table = await harness.sit(table, EVE, 1)
    for wanted in (None, 2):
        with pytest.raises(SeenAnotherHand):
            await harness.sit(table, BEN, wanted)
    assert names(table) == ["Ann", "Eve", None, "Dan"]


async def test_nobody_plays_two_hands_after_a_restart(harness: Harness) -> None:
    """Who has held which seat is remembered across restarts."""
    table = await harness.four()
    await harness.leave(table, BEN)
    await harness.leave(table, CAT)
    again = await harness.restart()
    with pytest.raises(SeenAnotherHand):
        await again.sit(table, BEN, 2)
    await again.close()


async def test_the_seats_of_the_lobby_do_not_count(harness: Harness) -> None:
    """Only seats held in the game count: who changed seats in the lobby saw no hand."""
    table = await harness.lobby(BEN, CAT)
    await harness.sit(table, BEN, 3)
    await harness.leave(table, CAT)
    table = await harness.start(table)
    table = await harness.sit(table, CAT, 1)
    await harness.leave(table, BEN)
    table = await harness.sit(table, BEN)
    assert names(table) == ["Ann", "Cat", None, "Ben"]


async def test_a_held_seat_cannot_be_taken_over(harness: Harness) -> None:
    """In mid-game as in the lobby a person's seat is the person's, and a table can be full."""
    table = await harness.four()
    with pytest.raises(SeatTaken):
        await harness.sit(table, EVE, 1)
    with pytest.raises(TableFull):
        await harness.sit(table, EVE)
    with pytest.raises(AlreadySeated):
        await harness.sit(table, BEN)


async def test_the_host_passes_on_in_mid_game(harness: Harness) -> None:
    """When the host leaves, the first who is left may end the table, and the old host may not."""
    table = await harness.leave(await harness.four(), ANN)
    assert table.host == BEN.id
    table = await harness.sit(table, ANN)
    assert table.host == BEN.id


async def test_the_host_passes_to_who_is_there(harness: Harness) -> None:
    """Someone who is away becomes host only where nobody is there."""
    table = await harness.four()

    def away(person: Person, seat: int) -> Chair:
        return Chair(person, computer=f"Computer {seat}", misses=2)

    await harness.change(table, lambda t: t.with_chair(SEATS[1], away(BEN, 1)), BEN)
    await harness.change(table, lambda t: t.with_chair(SEATS[3], away(DAN, 3)), DAN)
    table = await harness.leave(table, ANN)
    assert table.host == CAT.id
    table = await harness.leave(table, CAT)
    assert table.host == BEN.id
    assert table.status is Status.PAUSED


async def test_a_table_that_all_have_left_is_paused(harness: Harness) -> None:
    """When the last person leaves, nothing moves any more: no computer player plays on alone."""
    table = await harness.playing()
    table = await harness.leave(table, ANN)
    assert table.status is Status.PAUSED
    assert due_kind(table) is DueKind.CLOSE
    version = table.version
    await harness.clock.passes(599)
    assert harness.now(table).version == version


async def test_a_paused_table_is_closed_without_a_result(harness: Harness) -> None:
    """Ten minutes after the last person has gone the table is closed, and nobody has won."""
    table = await harness.leave(await harness.playing(), ANN)
    await harness.clock.passes(600)
    ended = await harness.ended(table)
    assert ended.status is Status.CLOSED
    assert game_of(ended).outcome is None
    assert harness.timers == 0


async def test_a_paused_table_wakes_when_someone_sits_down(harness: Harness) -> None:
    """Anyone who sits down wakes the table and is its host; the game goes on where it was."""
    table = await harness.bid(await harness.playing(), ANN, 4)
    paused = await harness.leave(table, ANN)
    await harness.clock.passes(500)
    table = await harness.sit(paused, EVE, 2)
    assert table.status is Status.PLAYING
    assert table.host == EVE.id
    assert table.game == paused.game
    await harness.clock.passes(1)
    assert harness.now(table).turn == 2
    await harness.clock.passes(10_000)
    assert harness.now(table).status is Status.PLAYING


async def test_a_paused_table_wakes_for_its_leaver(harness: Harness) -> None:
    """Who was the last to leave may come back to the own seat alone."""
    table = await harness.leave(await harness.playing(), ANN)
    with pytest.raises(SeenAnotherHand):
        await harness.sit(table, ANN, 1)
    table = await harness.sit(table, ANN)
    assert names(table) == ["Ann", None, None, None]
    assert table.status is Status.PLAYING


async def test_a_pause_gives_the_turn_its_full_time(harness: Harness) -> None:
    """A turn that the table slept through begins with all of its time when the table wakes."""
    table = await harness.playing(rules=HERO_SOLO)
    while due_kind(table) is not DueKind.TURN:
        await harness.clock.passes(1)
        table = harness.now(table)
    await harness.clock.passes(20)
    await harness.leave(table, ANN)
    await harness.clock.passes(100)
    table = await harness.sit(table, ANN)
    assert turn_of(table) == 0
    version = table.version
    await harness.clock.passes(29)
    assert harness.now(table).version == version
    await harness.clock.passes(1)
    assert harness.now(table).version == version + 1


async def test_who_has_left_may_not_end_the_table(harness: Harness) -> None:
    """The powers of the host go with the seat."""
    table = await harness.leave(await harness.four(CARDCOUCH), ANN)
    with pytest.raises(NotSeated):
        await harness.end(table, ANN, moderator=False)
