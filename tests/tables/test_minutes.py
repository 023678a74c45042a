"""Games that may take so many minutes: a clock in real time, and a last round that is played."""

from datetime import timedelta

import pytest

from bot.tables import lifecycle
from bot.tables.model import Pace, Status, Table
from engine.events import TimeOut
from engine.phases import Phase
from engine.presets import CARDCOUCH
from tests.tables.harness import ANN, ELSEWHERE, Harness, game_of

FIVE = CARDCOUCH.changed(minutes=5, target=2000)


def left(harness: Harness, table: Table) -> float:
    """Say how many seconds are left of the minutes of a game."""
    found = harness.now(table).time_left
    assert found is not None
    gone = timedelta(0) if found.at is None else harness.clock.now() - found.at
    return (found.left - gone) / timedelta(seconds=1)


def logged(harness: Harness, table: Table) -> int:
    """Say after how many entries the end of the time was logged; 0 where it was not."""
    log = harness.store.log_of(table.id)
    return log.index("time") + 1 if "time" in log else 0


async def test_the_clock_begins_with_the_first_deal(harness: Harness) -> None:
    """A lobby takes no time, and a game without a limit has no clock."""
    table = await harness.open(FIVE)
    await harness.clock.passes(100)
    assert harness.now(table).time_left is None
    table = await harness.start(table)
    assert left(harness, table) == pytest.approx(300, abs=0.01)
    assert (await harness.playing()).time_left is None


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.SLOW])
async def test_the_last_round_was_told_with_the_next_action(harness: Harness, pace: Pace) -> None:
    """The end of the time is logged and shown when it comes; whoever is to act still is."""
    table = await harness.four(FIVE, pace)
    key, due = table.turn_key, table.due
    await harness.clock.passes(299)
    assert not logged(harness, table)
    await harness.clock.passes(1)
    table = harness.now(table)
    assert logged(harness, table) == 2
    assert TimeOut() in harness.news_of(table)[-1].events
    assert game_of(table).time_out == 1
    assert (table.turn_key, game_of(table).phase) == (key, Phase.BIDDING)
    assert pace is Pace.NONE or table.due == due
    table = await harness.turn(table)
    assert harness.store.log_of(table.id).count("time") == 1


async def test_the_time_is_out_after_a_start(harness: Harness) -> None:
    """A table that could not be told in time is told when it is there again."""
    table = await harness.four(FIVE, Pace.NONE)
    await harness.clock.passes(299)
    await harness.turn(harness.now(table))
    await harness.close()
    again = await harness.restart()
    await again.clock.passes(2)
    assert logged(again, table)
    await again.close()


async def test_between_two_rounds_the_game_ends_with_its_time(harness: Harness) -> None:
    """Nobody waits for a deal that will not come."""
    table = await harness.four(FIVE, Pace.NONE)
    await harness.clock.passes(295)
    while harness.now(table).turn is not None:
        table = await harness.turn(harness.now(table))
    assert game_of(table).tallies[0] != game_of(table).tallies[1]
    await harness.clock.passes(4)
    assert harness.now(table).status is Status.PLAYING
    await harness.clock.passes(2)
    assert (await harness.ended(table)).status is Status.FINISHED
    assert harness.store.log_of(table.id)[-1] == "time"


async def test_the_clock_stands_while_a_table_is_parked_or_the_bot_is_down(
    harness: Harness,
) -> None:
    """What is left is stored: neither a restart nor a lost channel takes time."""
    table = await harness.four(FIVE, Pace.NONE)
    await harness.clock.passes(100)
    await harness.tables.change(table.id, lifecycle.park)
    await harness.clock.passes(50)
    assert left(harness, table) == pytest.approx(200, abs=0.01)
    await harness.resume(table, ANN, ELSEWHERE)
    await harness.clock.passes(20)
    assert left(harness, table) == pytest.approx(180, abs=0.01)
    await harness.turn(harness.now(table))
    await harness.close()
    await harness.clock.passes(500)
    again = await harness.restart()
    assert left(again, table) == pytest.approx(180, abs=0.01)
    await again.clock.passes(30)
    assert left(again, table) == pytest.approx(150, abs=0.01)
    await again.close()
