"""Tables are known by their rows, and in memory only while somebody needs them."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.tables import lifecycle
from bot.tables.bringing_up import A_SECOND, AT_ONCE
from bot.tables.errors import NotSaved
from bot.tables.keeping import IDLE_IN_A_CROWD, IDLE_SECONDS, MOST_TABLES, SECONDS_BETWEEN_LOOKS
from bot.tables.model import Status, Table
from bot.tables.resting import Shard
from engine.presets import CARDCOUCH, HERO_SOLO
from tests.tables.harness import ANN, BEN, CAT, ELSEWHERE, PLACE, TIMING, Harness

HOUR = 3600.0
GONE_BY = IDLE_SECONDS + SECONDS_BETWEEN_LOOKS
"""Seconds after which an idle table has left memory."""


@pytest.fixture
async def harness() -> AsyncIterator[Harness]:
    """Give tables that were taken up, as they are in a running bot."""
    harness = Harness()
    await harness.tables.start()
    yield harness
    await harness.close()


async def settled(harness: Harness) -> tuple[Table, Table]:
    """Give a table where nothing happened for hours, and one that has just moved on."""
    tables = []
    for number in range(2):
        await harness.clock.passes(3 * HOUR)
        table = await harness.bid(await harness.four(), ANN, 3)
        await harness.tables.note_message(table.id, number + 1, 1)
        tables.append(harness.now(table))
    old, new = tables
    return old, new


async def test_a_start_reads_no_log_of_a_table_where_nothing_happens(harness: Harness) -> None:
    """A table without a clock that was quiet for an hour stays on the disk, with its deadline."""
    old, new = await settled(harness)
    again = await harness.restart()
    assert again.store.loads == [new.id]
    assert [news.after.id for news in again.publisher.news] == [new.id]
    assert (again.tables.count, again.tables.in_memory) == (2, 1)
    assert again.now(old).due == old.due
    assert again.timers == 2
    await again.close()


async def test_a_press_takes_a_table_up(harness: Harness) -> None:
    """The first press at such a table is served like any other, and shown."""
    old, _ = await settled(harness)
    again = await harness.restart()
    after = await again.bid(old, BEN, 4)
    assert after.version == old.version + 1
    first, second = again.news_of(old)
    assert (first.before, first.after.version, first.restored) == (None, old.version, False)
    assert (second.before, second.after) == (first.after, after)
    await again.close()


async def test_presses_of_one_moment_share_a_queue(harness: Harness) -> None:
    """Two people press at a table that is not in memory: one table is loaded, both are served."""
    old, _ = await settled(harness)
    again = await harness.restart()
    bid, refused = await asyncio.gather(
        again.bid(old, BEN, 4), again.bid(old, ANN, 4), return_exceptions=True
    )
    assert isinstance(bid, Table)
    assert isinstance(refused, Exception)
    assert again.now(old) == bid
    await again.close()


async def test_lists_name_tables_that_are_not_in_memory(harness: Harness) -> None:
    """They are found by server, channel and person, with their people, and not loaded for that."""
    old, new = await settled(harness)
    again = await harness.restart()
    for found in (
        await again.tables.in_guild(PLACE.guild_id),
        await again.tables.in_channel(PLACE.channel_id),
        await again.tables.of_user(CAT.id),
        await again.tables.outlines([old.id, new.id, 99]),
    ):
        assert [table.id for table in found] == [old.id, new.id]
        assert found[0].people == old.people
        assert found[0].game is None
        assert found[1].game == new.game
    assert again.store.loads == [new.id]
    assert again.tables.guilds == [PLACE.guild_id]
    assert (await again.tables.get(old.id)).game == old.game
    await again.close()


async def test_a_deadline_wakes_a_table_from_the_disk(harness: Harness) -> None:
    """What is due at a table that is not in memory happens when it is due."""
    table = await harness.change(await harness.four(), lifecycle.park, ANN)
    await harness.clock.passes(TIMING.parked / 2)
    again = await harness.restart()
    assert again.tables.in_memory == 0
    await again.clock.passes(TIMING.parked / 2 - 1)
    assert again.now(table).status is Status.PARKED
    await again.clock.passes(2)
    assert (await again.ended(table)).status is Status.CLOSED
    await again.close()


async def test_an_idle_table_leaves_memory(harness: Harness) -> None:
    """Twenty minutes after the last press only its row is kept; it comes back as it was."""
    table = await harness.bid(await harness.four(), ANN, 3)
    await harness.clock.passes(GONE_BY)
    assert (harness.tables.count, harness.tables.in_memory) == (1, 0)
    assert harness.publisher.released == [table.id]
    assert harness.tables.open_table(table.id) is None
    again = await harness.tables.get(table.id)
    assert again == table
    assert not harness.publisher.last.restored
    assert (await harness.bid(table, BEN, 4)).version == table.version + 1
    await harness.close()


async def test_a_table_in_use_stays_in_memory(harness: Harness) -> None:
    """Nothing leaves that is pressed, shown, about to act, or whose minutes run."""
    pressed, shown = await harness.four(), await harness.four()
    timed = await harness.four(CARDCOUCH.changed(minutes=120))
    harness.publisher.held.add(shown.id)
    for _ in range(4):
        await harness.clock.passes(IDLE_SECONDS / 2)
        await harness.tables.get(pressed.id)
    assert harness.tables.in_memory == 3
    clock = await harness.four(HERO_SOLO)
    for _ in range(3):
        await harness.clock.passes(20)
        assert harness.tables.open_table(clock.id) is not None
    assert harness.now(timed).time_left is not None
    await harness.close()


async def test_a_crowd_of_tables_does_not_stay(harness: Harness) -> None:
    """Beyond two thousand in memory, those leave that nobody has used for a minute."""
    for _ in range(MOST_TABLES + 3):
        await harness.open()
    await harness.clock.passes(IDLE_IN_A_CROWD + SECONDS_BETWEEN_LOOKS)
    assert harness.tables.in_memory == MOST_TABLES
    assert harness.publisher.released == [1, 2, 3]
    await harness.close()


async def test_tables_come_back_at_a_pace(harness: Harness) -> None:
    """Fifty restart at once, and then fifty a second, the most urgent first."""
    for _ in range(140):
        await harness.lobby()
    await harness.close()
    again = Harness(store=harness.store)
    await again.tables.start()
    assert again.tables.count == 140
    assert again.tables.in_memory == 0
    await again.clock.passes(0)
    assert again.tables.in_memory == AT_ONCE + 1
    await again.clock.passes(1)
    assert AT_ONCE + A_SECOND <= again.tables.in_memory <= AT_ONCE + A_SECOND + 2
    assert [news.after.id for news in again.publisher.news] == list(
        range(1, again.tables.in_memory + 1)
    )
    assert (await again.tables.get(140)).id == 140
    await again.tables.brought_up()
    assert again.tables.in_memory == 140
    assert len(again.publisher.news) == 140
    await again.close()


async def test_a_store_that_fails_meanwhile_is_tried_again(harness: Harness) -> None:
    """Tables that could not be read come once they can be."""
    table = await harness.four(HERO_SOLO)
    await harness.close()
    again = Harness(store=harness.store)
    await again.tables.start()
    with harness.store.failure():
        await again.clock.passes(60)
    assert again.tables.in_memory == 0
    await again.tables.brought_up()
    assert again.tables.open_table(table.id) is not None
    await again.close()


@pytest.mark.logs_errors
async def test_a_broken_table_is_left_out(
    harness: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    """It is reported with its number and known no more; the others come."""
    broken, whole = await harness.four(HERO_SOLO), await harness.four(HERO_SOLO)
    harness.store.broken.add(broken.id)
    again = await harness.restart()
    assert [table.id for table in again.tables.open_tables] == [whole.id]
    assert again.tables.count == 1
    assert caplog.text.count("table_left_out") == 1
    with pytest.raises(NotSaved):
        await again.bid(broken, ANN, 3)
    await again.close()


async def test_a_process_serves_the_tables_of_its_shards(harness: Harness) -> None:
    """Of two shards it takes up one; a press at the other's tables is refused."""
    mine = await harness.four(HERO_SOLO)
    theirs = await harness.four(HERO_SOLO)
    theirs = await harness.resume(theirs, ANN, ELSEWHERE)
    mine_only, other = Shard(0, 2), Shard(1, 2)
    assert mine_only.has(PLACE.guild_id)
    assert other.has(1 << 22)
    await harness.close()
    again = Harness(store=harness.store)
    await again.tables.take_up(other)
    await again.tables.brought_up()
    assert again.tables.count == 0
    with pytest.raises(NotSaved):
        await again.turn(mine)
    await again.tables.take_up(mine_only)
    await again.tables.take_up(mine_only)
    await again.tables.brought_up()
    assert again.tables.count == 2
    assert len(again.publisher.news) == 2
    await again.turn(again.now(theirs))
    await again.close()


async def test_a_shard_that_is_given_up_is_left_alone(harness: Harness) -> None:
    """Saves under way are finished; after that no clock runs, and every press is refused."""
    resting = await harness.change(await harness.four(), lifecycle.park, ANN)
    await harness.clock.passes(GONE_BY)
    assert harness.tables.open_table(resting.id) is None
    table = await harness.four(HERO_SOLO)
    shard = Shard()
    await harness.tables.take_up(shard)
    harness.store.gate.clear()
    now = harness.now(table)
    pressing = asyncio.create_task(harness.turn(now))
    await harness.clock.passes(0.1)
    giving = asyncio.create_task(harness.tables.give_up(shard))
    await harness.clock.passes(0.1)
    late = asyncio.create_task(harness.turn(now))
    await harness.clock.passes(0.1)
    assert not giving.done()
    harness.store.gate.set()
    await giving
    assert (await pressing).version == now.version + 1
    with pytest.raises(NotSaved):
        await late
    assert harness.timers == 0
    assert harness.tables.count == 0
    assert sorted(harness.publisher.dropped) == sorted([table.id, resting.id])
    version = harness.store.stored(table.id).version
    await harness.clock.passes(HOUR)
    assert harness.store.stored(table.id).version == version
    with pytest.raises(NotSaved):
        await harness.turn(table)
    await harness.close()


async def test_the_tables_of_a_server_can_be_shown_again(harness: Harness) -> None:
    """Those of one server that are not in memory come back, as after a restart."""
    table = await harness.bid(await harness.four(), ANN, 3)
    await harness.clock.passes(GONE_BY)
    harness.tables.restart_in(2)
    await harness.tables.brought_up()
    assert harness.tables.in_memory == 0
    harness.tables.restart_in(PLACE.guild_id)
    await harness.tables.brought_up()
    assert harness.publisher.last.restored
    assert harness.publisher.last.after.id == table.id
    await harness.close()


async def test_a_noted_message_is_kept_at_a_table_on_the_disk(harness: Harness) -> None:
    """Which message shows a table can be noted although the table has left memory."""
    table = await harness.bid(await harness.four(), ANN, 3)
    await harness.clock.passes(GONE_BY)
    await harness.tables.note_message(table.id, 77, 1)
    assert harness.store.stored(table.id).message_id == 77
    await harness.tables.note_message(99, 77, 1)
    assert timedelta(0) < harness.now(table).created_at - table.created_at + timedelta(seconds=1)
    await harness.close()
