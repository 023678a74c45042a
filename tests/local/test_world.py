"""The same people in every run, and nothing else twice."""

import datetime as dt

from bot.local.simulation import simulate
from bot.local.world import PEOPLE, World, furnish
from tests.local.clicker import Clicker

FIRST = dt.datetime(2026, 3, 1, 20, 15, tzinfo=dt.UTC)
SECOND = FIRST + dt.timedelta(days=40)


async def _run(moment: dt.datetime) -> tuple[World, int, int]:
    """Return the world of a run at `moment`, and the ids of its first message and press."""
    env = simulate(Clicker())
    world = furnish(env, lambda: moment)
    await env.start()
    result = await world.host.slash(world.channel, "open")
    assert result.response is not None
    await env.shutdown()
    return world, result.response.id, max(env.backend.interactions)


async def test_records_find_their_owners_again() -> None:
    """People, server, channel and bot have the same ids in each run, and they are written here.

    If an update of simcord changes them, whoever played before loses their local records.
    """
    for moment in (FIRST, SECOND):
        world, _, _ = await _run(moment)
        assert [person.id for person in world.people] == [
            1456074443980800006,
            1456074443980800007,
            1456074443980800008,
            1456074443980800009,
        ]
        assert world.host.guild.id == 1456074443980800002
        assert world.channel.id == 1456074443980800005
        assert world.env.backend.application_id == 1456074443980800000


async def test_messages_and_presses_of_two_runs_differ() -> None:
    """The bot takes an interaction that it has seen for a repetition, so none may come again."""
    _, first_message, first_press = await _run(FIRST)
    _, second_message, second_press = await _run(SECOND)
    assert len({first_message, second_message, first_press, second_press}) == 4


async def test_it_is_the_present_there() -> None:
    """Messages carry the time at which they were sent."""
    world, _, _ = await _run(SECOND)
    assert world.env.now() == SECOND


async def test_a_clock_before_simcords_beginning_is_let_be() -> None:
    """A computer whose clock is years behind can play all the same."""
    world, _, _ = await _run(dt.datetime(2001, 1, 1, tzinfo=dt.UTC))
    assert world.env.now().year == 2026


async def test_everybody_has_a_name() -> None:
    """The page's list says Ada, Ben, Chidi, Dana."""
    world, _, _ = await _run(FIRST)
    assert tuple(person.user.global_name for person in world.people) == PEOPLE
