"""People who do not act in time: misses, the computer player that stands in, "I'm back"."""

import pytest

from bot.tables.errors import NotAway, NotSeated, SeatTaken
from bot.tables.model import Chair, DueKind, Person, Status, Table
from engine.actions import Bid
from engine.errors import BadBid
from engine.presets import CARDCOUCH, HERO_SOLO
from tests.tables.fakes import ScriptedPlayers
from tests.tables.harness import ANN, BEN, CAT, DAN, EVE, Harness, bare, due_kind, names, turn_of


def chair_of(table: Table, person: Person) -> Chair:
    """Give the chair of a person."""
    seat = table.seat_of(person.id)
    assert seat is not None
    return table.chairs[seat]


async def others_act(harness: Harness, table: Table, absent: Person) -> Table:
    """Let everyone act at once until it is the absent person's turn."""
    table = harness.now(table)
    while harness.actor(table) != absent:
        table = await harness.turn(table)
    return table


async def miss(harness: Harness, table: Table, absent: Person) -> Table:
    """Let the clock of an absent person run out once."""
    table = await others_act(harness, table, absent)
    due = table.due
    assert due is not None
    await harness.clock.passes((due.at - harness.clock.now()).total_seconds())
    return harness.now(table)


async def test_one_miss_is_only_noted(harness: Harness) -> None:
    """After one turn that ran out the person still holds the seat."""
    table = await miss(harness, await harness.four(HERO_SOLO), BEN)
    assert bare(chair_of(table, BEN)) == Chair(BEN, misses=1)


async def test_a_computer_stands_in_after_two_misses(harness: Harness) -> None:
    """After two turns in a row a computer player holds the seat, which stays the person's."""
    table = await harness.four(HERO_SOLO)
    for _ in range(2):
        table = await miss(harness, table, BEN)
    chair = chair_of(table, BEN)
    assert chair.away
    assert chair.computer
    assert chair.name == "Ben"
    assert names(table) == ["Ann", "Ben", "Cat", "Dan"]
    table = await others_act_until_computer(harness, table)
    version = table.version
    await harness.clock.passes(1)
    assert harness.now(table).version == version + 1


async def others_act_until_computer(harness: Harness, table: Table) -> Table:
    """Let the people act at once until a computer player is to act."""
    table = harness.now(table)
    while due_kind(table) is not DueKind.COMPUTER:
        table = await harness.turn(table)
    return table


async def test_an_own_action_forgives_a_miss(harness: Harness) -> None:
    """Only turns in a row count: an own action between two misses begins the count anew."""
    table = await miss(harness, await harness.four(HERO_SOLO), BEN)
    table = await others_act(harness, table, BEN)
    table = await harness.turn(table)
    assert bare(chair_of(table, BEN)) == Chair(BEN)
    table = await miss(harness, table, BEN)
    assert bare(chair_of(table, BEN)) == Chair(BEN, misses=1)


async def test_a_refused_action_forgives_nothing(harness: Harness) -> None:
    """An action that the rules refuse is none."""
    table = await miss(harness, await harness.four(HERO_SOLO), BEN)
    table = await others_act(harness, table, BEN)
    with pytest.raises(BadBid):
        await harness.press(table, BEN, lambda seat: Bid(seat, 99))
    assert chair_of(harness.now(table), BEN).misses == 1


async def away(harness: Harness, person: Person = BEN) -> Table:
    """Give a game of hero in which a person has missed two turns."""
    table = await harness.four(HERO_SOLO)
    for _ in range(2):
        table = await miss(harness, table, person)
    return table


async def test_back_returns_the_seat(harness: Harness) -> None:
    """Saying "I'm back" gives the seat back to its person, with nothing held against them."""
    table = await harness.back(await away(harness), BEN)
    assert bare(chair_of(table, BEN)) == Chair(BEN)


async def test_back_in_turn_gives_a_full_clock(harness: Harness) -> None:
    """Who comes back while the computer player is to act plays the turn, with all its time."""
    table = await others_act_until_computer(harness, await away(harness))
    table = await harness.back(table, BEN)
    assert due_kind(table) is DueKind.TURN
    version = table.version
    await harness.clock.passes(14.9)
    assert harness.now(table).version == version
    await harness.clock.passes(0.2)
    assert harness.now(table).version == version + 1


async def test_a_computer_that_thinks_does_not_act_for_who_is_back() -> None:
    """What a computer player chose before its person came back is not done any more."""
    players = ScriptedPlayers()
    harness = Harness(players=players)
    table = await others_act_until_computer(harness, await away(harness))
    players.go.clear()
    await harness.clock.passes(1)
    assert players.thinking.is_set()
    table = await harness.back(table, BEN)
    players.go.set()
    await harness.clock.passes(5)
    assert harness.now(table) == table
    await harness.close()


async def test_back_is_for_those_who_are_away(harness: Harness) -> None:
    """Who plays already, or holds no seat, has nothing to come back to."""
    table = await away(harness)
    with pytest.raises(NotAway):
        await harness.back(table, ANN)
    with pytest.raises(NotSeated):
        await harness.back(table, EVE)


async def test_a_seat_whose_person_is_away_is_not_free(harness: Harness) -> None:
    """Nobody can take the seat of someone who is only away."""
    table = await away(harness)
    with pytest.raises(SeatTaken):
        await harness.sit(table, EVE, table.seat_of(BEN.id))


async def test_all_away_pauses_the_table(harness: Harness) -> None:
    """When a computer player would stand in for everyone, the table waits instead."""
    table = await harness.four(HERO_SOLO)
    await harness.clock.passes(30 * 4 + 15 * 4)
    table = harness.now(table)
    assert table.status is Status.PAUSED
    assert all(chair.away for chair in table.chairs)
    assert names(table) == ["Ann", "Ben", "Cat", "Dan"]
    version = table.version
    await harness.clock.passes(500)
    assert harness.now(table).version == version


async def test_the_first_who_is_back_wakes_the_table(harness: Harness) -> None:
    """Saying "I'm back" wakes a table at which everyone was away; the others stay away."""
    table = await harness.four(HERO_SOLO)
    await harness.clock.passes(30 * 4 + 15 * 4)
    table = await harness.back(table, CAT)
    assert table.status is Status.PLAYING
    assert [chair.away for chair in table.chairs] == [True, True, False, True]
    version = table.version
    await harness.clock.passes(20)
    assert harness.now(table).version > version


async def test_an_action_wakes_a_table(harness: Harness) -> None:
    """A press of an away person on the hand wakes the table, and counts if it is their turn."""
    table = await harness.four(HERO_SOLO)
    await harness.clock.passes(30 * 4 + 15 * 4)
    table = harness.now(table)
    person = table.chairs[turn_of(table)].person
    assert person is not None
    card = harness.view(table).legal[0]
    answer = await harness.press(table, person, lambda _: card, turn_key=table.turn_key)
    assert not answer.stale
    assert answer.table.status is Status.PLAYING
    assert answer.table.version == table.version + 1


async def test_an_away_table_goes_on_for_the_others(harness: Harness) -> None:
    """While others are there a computer player acts in each turn of a person who is away."""
    table = await away(harness, DAN)
    seat = table.seat_of(DAN.id)
    for _ in range(3):
        table = await others_act_until_computer(harness, table)
        assert table.turn == seat
        await harness.clock.passes(1)
        assert harness.now(table).version == table.version + 1
    assert harness.now(table).status is Status.PLAYING
    assert chair_of(harness.now(table), DAN).away


async def test_who_is_away_stays_away_across_a_restart(harness: Harness) -> None:
    """Misses and stand-ins are part of what is stored."""
    table = await away(harness)
    again = await harness.restart()
    assert again.now(table).chairs == table.chairs
    await again.close()


async def test_no_clock_no_misses(harness: Harness) -> None:
    """Where no clock runs nobody is taken for away by the time alone."""
    table = await harness.four(CARDCOUCH)
    await harness.clock.passes(5 * 86_400)
    assert harness.now(table).chairs == table.chairs
