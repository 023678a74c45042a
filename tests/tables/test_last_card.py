"""The last card of a hand plays itself, since there is nothing to choose."""

import pytest

from bot.tables.absence import Patience
from bot.tables.model import DueKind, Pace, Table
from tests.tables.harness import TIMING, Harness, due_kind, game_of


async def last_trick(harness: Harness, table: Table) -> Table:
    """Let four people play until each holds one card."""
    while True:
        current = game_of(table).round
        assert current is not None
        if all(held.bit_count() == 1 for held in current.hands):
            return table
        table = await harness.turn(table)


@pytest.mark.parametrize("pace", [Pace.NONE, Pace.STEADY])
async def test_the_last_trick_waited_for_four_presses(harness: Harness, pace: Pace) -> None:
    """With a clock or without, each last card follows after a moment, and is nobody's miss."""
    table = await last_trick(harness, await harness.four(pace=pace))
    version = table.version
    for played in range(4):
        assert due_kind(table) is DueKind.COMPUTER
        assert harness.now(table).version == version + played
        await harness.clock.passes(TIMING.computer_delay)
        table = harness.now(table)
    assert table.turn is None
    assert len(game_of(table).sheets) == 1
    assert {(chair.misses, chair.away) for chair in table.chairs} == {(0, False)}


async def test_the_last_trick_goes_on_after_a_restart(harness: Harness) -> None:
    """Nobody has to press anything after it either."""
    table = await last_trick(harness, await harness.four())
    again = await harness.restart()
    await again.clock.passes(4 * TIMING.computer_delay)
    assert again.now(table).turn is None
    await again.close()


async def test_a_last_card_that_is_pressed_is_played_at_once(harness: Harness) -> None:
    """Who is faster than the table plays as ever."""
    table = await harness.turns(await last_trick(harness, await harness.four()), 4)
    assert table.turn is None


async def test_a_server_may_want_to_play_the_last_card() -> None:
    """Where it is switched off, the table waits for the person."""
    harness = Harness(patience=lambda _: Patience(last_card=False))
    table = await last_trick(harness, await harness.four(pace=Pace.NONE))
    assert due_kind(table) is DueKind.CLOSE
    await harness.clock.passes(100)
    assert harness.now(table) == table
    await harness.close()
