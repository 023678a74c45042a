"""Time in the simulated Discord passes only when it is told to."""

import time

import pytest
from simcord import Env

from bot.local.simulation import SteppedEnv, simulate
from bot.local.world import furnish
from tests.local.clicker import LATER_SECONDS, Clicker


async def test_a_press_is_answered_before_the_bots_timers_fire() -> None:
    """Nobody waits for a computer player that thinks: its pause is parked, however short."""
    bot = Clicker()
    env = simulate(bot)
    world = furnish(env)
    await env.start()
    table = (await world.host.slash(world.channel, "open")).response
    assert table is not None
    started = time.monotonic()
    result = await world.host.click(table, label="Later")
    assert time.monotonic() - started < LATER_SECONDS
    assert result.acknowledged
    assert bot.count == 0
    await env.shutdown()


async def test_timers_fire_when_their_time_is_told() -> None:
    """Simulated seconds, and they alone, bring a timer to its end."""
    bot = Clicker()
    env = simulate(bot)
    world = furnish(env)
    await env.start()
    table = (await world.host.slash(world.channel, "open")).response
    assert table is not None
    await world.host.click(table, label="Later")
    await env.advance_time(LATER_SECONDS * 0.9)
    assert bot.count == 0
    await env.advance_time(LATER_SECONDS * 0.2)
    assert bot.count == 100
    await env.shutdown()


@pytest.mark.parametrize("method", ["_schedule_timer", "_settle_internal"])
def test_simcord_still_has_what_is_overridden(method: str) -> None:
    """A later simcord that renames these methods would silently bring its own clock back."""
    assert method in vars(Env)
    assert method in vars(SteppedEnv)
