"""A restart at any moment: every table stands at its last saved action, and goes on."""

import asyncio
from datetime import timedelta

import pytest

from bot.tables import lifecycle
from bot.tables.absence import waits_without_clock
from bot.tables.model import DueKind, Status
from bot.tables.ports import StoreError
from engine.presets import CARDCOUCH, HERO_SOLO, PRESETS
from tests.tables.fakes import EPOCH
from tests.tables.harness import ANN, BEN, TIMING, Harness, due_kind, game_of


@pytest.mark.parametrize("name", PRESETS)
async def test_a_game_goes_on_after_any_action(name: str) -> None:
    """A table that is brought back after each action is the one that was left, to the end."""
    harness = Harness()
    rules = PRESETS[name].changed(target=50, losing_score=-50, bid_seconds=None, play_seconds=None)
    table = await harness.playing(BEN, rules=rules)
    restarts = 0
    while not table.status.ended:
        harness = await harness.restart()
        restarts += 1
        restored = harness.publisher.news[-1]
        assert restored.restored
        assert restored.before is None
        assert (restored.after.game, restored.after.chairs) == (table.game, table.chairs)
        if waits_without_clock(harness.now(table)):
            table = await harness.turn(harness.now(table))
        else:
            version = table.version
            while table.version == version and not table.status.ended:
                # A quarter of the delay: a computer player's forced card comes no sooner.
                await harness.clock.passes(10 if due_kind(table) is DueKind.DEAL else 0.25)
                table = await harness.tables.get(table.id)
    assert restarts >= 52
    assert game_of(table).outcome is not None
    await harness.close()


async def test_everyone_is_told_of_a_restart(harness: Harness) -> None:
    """Each open table is announced once as restored; what has ended is not."""
    first, second = await harness.four(), await harness.lobby()
    await harness.end(await harness.lobby(), ANN)
    again = await harness.restart()
    told = sorted(again.publisher.news, key=lambda news: news.after.id)
    assert [news.after.id for news in told] == [first.id, second.id]
    assert all(news.restored and news.before is None for news in told)
    assert again.tables.open_tables == tuple(news.after for news in told)
    await again.close()


async def test_an_end_that_nobody_may_have_seen_is_shown(harness: Harness) -> None:
    """A table that ended before its message showed it is announced again, until that is noted."""
    table = await harness.lobby()
    await harness.tables.note_message(table.id, 77, 0)
    await harness.end(table, ANN)
    again = await harness.restart()
    [news] = again.publisher.news
    assert news.restored
    assert (news.after.status, news.after.message_id) == (Status.CLOSED, 77)
    assert again.tables.open_tables == ()
    await again.tables.note_message(table.id, None, 0)
    assert (await again.restart()).publisher.news == []


async def test_a_restart_takes_no_time_from_anyone(harness: Harness) -> None:
    """After a restart every clock, of turns, computer players, deals and lobbies, is full."""
    playing = await harness.four(HERO_SOLO)
    computer = await harness.bid(await harness.playing(), ANN, 3)
    scored = await harness.turns(await harness.four(CARDCOUCH), 56)
    lobby = await harness.lobby()
    await harness.clock.passes(0.5)
    again = await harness.restart()
    begun = again.clock.now()
    for table, seconds in ((playing, 30), (computer, 1), (scored, 10), (lobby, 3600)):
        due = again.now(table).due
        assert due is not None
        assert due.at - begun == timedelta(seconds=seconds)
    assert begun > EPOCH
    await again.close()


async def test_a_parked_table_overdue_at_a_restart_can_still_be_resumed(harness: Harness) -> None:
    """Parked longer than it may be, while the bot was away: it is closed ten minutes after that."""
    table = await harness.four()
    table = await harness.change(table, lifecycle.park, ANN)
    await harness.close()
    await harness.clock.passes(2 * TIMING.parked)
    again = await harness.restart()
    await again.clock.passes(TIMING.empty - 1)
    assert again.now(table).status is Status.PARKED
    await again.clock.passes(2)
    assert (await again.ended(table)).status is Status.CLOSED
    await again.close()


async def test_a_parked_table_keeps_its_deadline_across_restarts(harness: Harness) -> None:
    """The wait for a channel goes on where it was, however often the bot is started."""
    table = await harness.four()
    table = await harness.change(table, lifecycle.park, ANN)
    await harness.clock.passes(TIMING.parked / 2)
    again = await harness.restart()
    assert again.now(table).due == table.due
    await again.close()


async def test_commands_of_the_new_process_act(harness: Harness) -> None:
    """The buttons of before the restart work after it."""
    table = await harness.four()
    again = await harness.restart()
    after = await again.turn(table)
    assert after.version == table.version + 1
    await again.close()


async def test_closing_waits_for_what_is_being_saved(harness: Harness) -> None:
    """Closing returns only when every press that has begun is on the disk, and shown."""
    table = await harness.four()
    harness.store.gate.clear()
    pressing = asyncio.create_task(harness.bid(table, ANN, 4))
    await harness.clock.passes(1)
    closing = asyncio.create_task(harness.close())
    await harness.clock.passes(1)
    assert not closing.done()
    harness.store.gate.set()
    await closing
    assert harness.store.log_of(table.id)[1:] == ["bid 0 4"]
    assert (await pressing).turn == 1
    assert harness.publisher.last.after == await pressing


async def test_a_closed_house_has_no_clocks(harness: Harness) -> None:
    """After closing nothing happens by itself any more."""
    table = await harness.four(HERO_SOLO)
    await harness.close()
    assert harness.timers == 0
    await harness.clock.passes(1000)
    assert harness.now(table) == table


async def test_an_unreadable_store_stops_the_start(harness: Harness) -> None:
    """When the store cannot be read the service does not start with some of the tables."""
    await harness.four()
    again = Harness(store=harness.store)
    with harness.store.failure(), pytest.raises(StoreError):
        await again.tables.start()
    assert again.tables.open_tables == ()


async def test_a_restart_wakes_a_table_whose_computer_was_to_act(harness: Harness) -> None:
    """A computer player that was to act when the process ended acts after the restart."""
    table = await harness.bid(await harness.playing(), ANN, 3)
    again = await harness.restart()
    await again.clock.passes(5)
    assert again.now(table).turn == 0
    assert again.now(table).status is Status.PLAYING
    await again.close()
