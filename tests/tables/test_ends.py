"""Ending, parking and resuming a table, and what is left of it."""

import pytest

from bot.tables import lifecycle, seating
from bot.tables.errors import HostOnly, NotPlaying, NotSeated, TableEnded
from bot.tables.model import Chair, DueKind, LeftMessage, Status
from engine.presets import CARDCOUCH, HERO_SOLO
from engine.seats import SEATS
from tests.tables.harness import (
    ANN,
    BEN,
    CAT,
    ELSEWHERE,
    EVE,
    TIMING,
    Harness,
    bare,
    due_kind,
    game_of,
)


async def test_a_table_is_ended_without_a_result(harness: Harness) -> None:
    """A lobby and a game can be closed at any time; no clock is left."""
    for table in (await harness.lobby(BEN), await harness.four()):
        ended = await harness.end(table, ANN)
        assert ended.status is Status.CLOSED
        assert await harness.ended(table) == ended
    assert harness.timers == 0


async def test_a_finished_game_keeps_its_end(harness: Harness) -> None:
    """What has been played to its end cannot be closed without a result afterwards."""
    table = await harness.last_card(await harness.four(CARDCOUCH.changed(losing_score=-50)))
    table = await harness.turn(table)
    assert table.status is Status.FINISHED
    assert lifecycle.close(table) == lifecycle.park(table) == table
    with pytest.raises(TableEnded):
        await harness.end(table, ANN)


async def test_nothing_is_left_of_ended_tables(harness: Harness) -> None:
    """BUG65: after a hundred tables have begun and ended no timer and no open table is left."""
    for number in range(100):
        table = await harness.playing(rules=HERO_SOLO)
        if number % 2:
            await harness.clock.passes(3)
        await harness.end(table, ANN)
    assert harness.timers == 0
    assert harness.tables.open_tables == ()
    told = len(harness.publisher.news)
    await harness.clock.passes(100_000)
    assert len(harness.publisher.news) == told


async def test_a_table_without_a_channel_is_parked(harness: Harness) -> None:
    """When its channel cannot be used a game stops, clocks included, and nothing is lost."""
    table = await harness.bid(
        await harness.four(HERO_SOLO.changed(first_dealer="before_host")), ANN, 4
    )
    parked = await harness.change(table, lifecycle.park, ANN)
    assert parked.status is Status.PARKED
    assert due_kind(parked) is DueKind.CLOSE
    assert parked.game == table.game
    await harness.clock.passes(TIMING.parked - 1)
    assert harness.now(table) == parked
    with pytest.raises(NotPlaying):
        await harness.bid(table, BEN, 3)


async def test_a_parked_table_stays_parked(harness: Harness) -> None:
    """Parking twice is parking once, and neither sitting down nor coming back resumes a table."""
    table = await harness.change(await harness.playing(BEN), lifecycle.park, ANN)
    assert lifecycle.park(table) == table
    assert (await harness.leave(table, BEN)).status is Status.PARKED
    assert (await harness.sit(table, CAT)).status is Status.PARKED


async def test_a_lobby_without_a_channel_is_closed(harness: Harness) -> None:
    """A lobby that nobody can see is closed: nothing has been played."""
    table = await harness.change(await harness.lobby(BEN), lifecycle.park, ANN)
    assert table.status is Status.CLOSED


async def test_a_parked_table_is_resumed_elsewhere(harness: Harness) -> None:
    """Anyone who holds a seat brings the table to another channel; the turn has its full time."""
    table = await harness.four(HERO_SOLO)
    await harness.tables.note_message(table.id, 77, 1)
    await harness.clock.passes(25)
    await harness.change(table, lifecycle.park, ANN)
    await harness.clock.passes(1000)
    table = await harness.resume(table, CAT, ELSEWHERE)
    assert table.status is Status.PLAYING
    assert (table.place, table.message_id) == (ELSEWHERE, None)
    assert await harness.tables.in_channel(ELSEWHERE.channel_id) == (table,)
    assert due_kind(table) is DueKind.TURN
    assert table.due is not None
    assert (table.due.at - harness.clock.now()).total_seconds() == 30


async def test_the_message_left_behind_is_remembered_until_a_fresh_one_stands(
    harness: Harness,
) -> None:
    """Where the old message is outlives a second move, and ends with the note of the fresh one."""
    table = await harness.four()
    await harness.tables.note_message(table.id, 77, 1)
    left = LeftMessage(table.place.channel_id, 77)
    assert (await harness.resume(table, ANN, ELSEWHERE)).left == left
    assert (await harness.resume(table, ANN, table.place)).left == left
    await harness.tables.note_message(table.id, 78, 1)
    assert harness.now(table).left is None


async def test_the_host_alone_resumes_a_guarded_table_elsewhere(harness: Harness) -> None:
    """Others bring it up again where it is, and take it to no other place."""
    table = await harness.playing(BEN)
    with pytest.raises(HostOnly):
        await harness.resume(table, BEN, ELSEWHERE, guarded=True)
    assert (await harness.resume(table, BEN, table.place, guarded=True)).place == table.place
    assert (await harness.resume(table, ANN, ELSEWHERE, guarded=True)).place == ELSEWHERE


async def test_only_the_seated_resume_a_table(harness: Harness) -> None:
    """Who holds no seat has no table to bring anywhere."""
    table = await harness.change(await harness.four(), lifecycle.park, ANN)
    with pytest.raises(NotSeated):
        await harness.resume(table, EVE, ELSEWHERE)


async def test_resuming_wakes_a_paused_table(harness: Harness) -> None:
    """Whoever resumes a table is there, and so is no longer away."""
    table = await harness.playing()
    paused = await harness.change(
        table,
        lambda t: seating.missed(t.with_chair(SEATS[0], Chair(ANN, misses=1)), SEATS[0]),
        ANN,
    )
    assert paused.status is Status.PAUSED
    table = await harness.resume(paused, ANN, ELSEWHERE)
    assert table.status is Status.PLAYING
    assert bare(table.chairs[0]) == Chair(ANN)


async def test_a_lobby_moves_to_another_channel(harness: Harness) -> None:
    """A lobby that is resumed elsewhere is still a lobby."""
    table = await harness.resume(await harness.lobby(BEN), BEN, ELSEWHERE)
    assert table.status is Status.LOBBY
    assert table.place == ELSEWHERE


async def test_an_ended_table_is_not_resumed(harness: Harness) -> None:
    """What has ended stays so."""
    table = await harness.end(await harness.four(), ANN)
    with pytest.raises(TableEnded):
        await harness.resume(table, ANN, ELSEWHERE)


async def test_a_parked_table_that_all_have_left_is_closed(harness: Harness) -> None:
    """When nobody holds a seat of a parked table, nobody could resume it, and it is closed."""
    table = await harness.change(await harness.playing(), lifecycle.park, ANN)
    table = await harness.leave(table, ANN)
    assert table.status is Status.PARKED
    assert due_kind(table) is DueKind.CLOSE
    await harness.clock.passes(600)
    assert (await harness.ended(table)).status is Status.CLOSED


async def test_a_parked_table_was_never_closed(harness: Harness) -> None:
    """If nobody brings it to a channel for a long time it is closed, without a result."""
    table = await harness.change(await harness.four(), lifecycle.park, ANN)
    await harness.clock.passes(TIMING.parked / 2)
    await harness.sit(await harness.leave(table, BEN), BEN)
    await harness.clock.passes(TIMING.parked - 1)
    assert harness.now(table).status is Status.PARKED
    await harness.clock.passes(1)
    ended = await harness.ended(table)
    assert ended.status is Status.CLOSED
    assert game_of(ended).outcome is None


async def test_restarts_do_not_keep_a_parked_table_for_ever(harness: Harness) -> None:
    """The wait goes on over restarts; after a long absence of the bot it has some time left."""
    table = await harness.change(await harness.four(), lifecycle.park, ANN)
    due = table.due
    assert due is not None
    again = await harness.restart()
    assert again.now(table).due == due
    await again.close()
    await again.clock.passes(TIMING.parked)
    again = await again.restart()
    assert again.now(table).status is Status.PARKED
    await again.clock.passes(TIMING.empty)
    assert again.tables.open_table(table.id) is None
    await again.close()


async def test_a_restart_keeps_parked_and_paused_tables(harness: Harness) -> None:
    """A restart neither resumes nor wakes nor closes anything."""
    parked = await harness.change(await harness.four(), lifecycle.park, ANN)
    paused = await harness.leave(await harness.playing(), ANN)
    again = await harness.restart()
    assert again.now(parked).status is Status.PARKED
    assert again.now(paused).status is Status.PAUSED
    await again.clock.passes(600)
    assert again.tables.open_table(paused.id) is None
    assert again.now(parked).game == game_of(parked)
    await again.close()


async def test_tables_are_found_by_server_channel_and_person(harness: Harness) -> None:
    """Open tables are listed by where they are and by who sits there, oldest first."""
    first, second = await harness.lobby(BEN), await harness.lobby(CAT)
    await harness.resume(second, ANN, ELSEWHERE)
    ids = [[table.id for table in found] for found in (
        harness.tables.open_tables,
        await harness.tables.in_guild(1),
        await harness.tables.in_guild(2),
        await harness.tables.in_channel(10),
        await harness.tables.of_user(ANN.id),
        await harness.tables.of_user(CAT.id),
    )]  # fmt: skip
    assert ids == [[1, 2], [1, 2], [], [1], [1, 2], [2]]
    await harness.end(first, ANN)
    assert [table.id for table in await harness.tables.of_user(ANN.id)] == [2]
