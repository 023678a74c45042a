"""Games without a clock whose people have gone: a computer player for one, an end for all."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.tables import absence, lifecycle, seating
from bot.tables.absence import Patience
from bot.tables.errors import NotAbsent, NotSeated, TableEnded
from bot.tables.model import Chair, DueKind, Pace, Person, Status, Table
from tests.tables.fakes import EPOCH
from tests.tables.house import ANN, BEN, EVE, House, due_kind, turn_of

HOUR = 3600.0
DAY = 86_400.0
PATIENCE = Patience()


async def hand_over(house: House, table: Table, who: Person, seconds: float = 12 * HOUR) -> Table:
    """Let someone ask for a computer player in place of the person to act."""
    seat, now = turn_of(table), house.clock.now()
    return await house.change(table, lambda t: seating.stand_in(t, who.id, seat, now, seconds), who)


def another(house: House, table: Table) -> Person:
    """Give somebody at a table who is not to act."""
    return next(person for person in table.people if person != house.actor(table))


async def test_a_seat_whose_person_is_gone_is_handed_to_a_computer(house: House) -> None:
    """After twelve hours anyone seated may let a computer player play; the seat stays theirs."""
    table = await house.four()
    gone = house.actor(table)
    await house.clock.passes(12 * HOUR)
    after = await hand_over(house, table, another(house, table))
    held = after.seat_of(gone.id)
    assert held == turn_of(table)
    assert after.chairs[held].away
    assert due_kind(after) is DueKind.COMPUTER
    await house.clock.passes(2)
    assert house.now(table).version > table.version


async def test_who_was_stood_in_for_comes_back(house: House) -> None:
    """Nothing is lost: "I'm back" gives the seat to its person, with nothing held against them."""
    table = await house.four()
    gone = house.actor(table)
    await house.clock.passes(13 * HOUR)
    await hand_over(house, table, another(house, table))
    after = await house.back(table, gone)
    held = after.seat_of(gone.id)
    assert held is not None
    assert not after.chairs[held].away
    assert after.chairs[held].misses == 0


async def test_nobody_is_replaced_too_early(house: House) -> None:
    """A minute before, the seat is not handed over."""
    table = await house.four()
    await house.clock.passes(12 * HOUR - 60)
    with pytest.raises(NotAbsent):
        await hand_over(house, table, another(house, table))


async def test_whoever_looks_at_their_hand_is_there(house: House) -> None:
    """Any press of the person at the table begins the wait anew, also one that changes nothing."""
    table = await house.four()
    person, other = house.actor(table), another(house, table)
    await house.clock.passes(11 * HOUR)
    await house.tables.noticed(table.id, person)
    await house.clock.passes(11 * HOUR)
    with pytest.raises(NotAbsent):
        await hand_over(house, table, other)
    await house.clock.passes(HOUR)
    assert (await hand_over(house, table, other)).chairs[turn_of(table)].away


async def test_the_wait_begins_with_the_turn(house: House) -> None:
    """Who was not to act was not waited for, however long they have been silent."""
    table = await house.four()
    await house.clock.passes(20 * HOUR)
    table = await house.turn(table)
    with pytest.raises(NotAbsent):
        await hand_over(house, table, another(house, table))
    await house.clock.passes(12 * HOUR)
    await hand_over(house, table, another(house, table))


async def test_only_people_of_the_table_hand_a_seat_over(house: House) -> None:
    """A stranger may not, nor anyone once the table has ended."""
    table = await house.four()
    await house.clock.passes(13 * HOUR)
    with pytest.raises(NotSeated):
        await hand_over(house, table, EVE)
    await house.end(table, ANN)
    with pytest.raises(TableEnded):
        await hand_over(house, table, ANN)


@pytest.mark.parametrize("which", ["own", "not to act", "with a clock"])
async def test_what_is_not_handed_over(house: House, which: str) -> None:
    """One's own seat, one that is not to act, and one that a clock plays for."""
    table = await house.four(pace=Pace.RELAXED if which == "with a clock" else Pace.RULES)
    seat = turn_of(table)
    if which == "not to act":
        seat = table.rules.seats[(seat + 1) % 4]
    who = table.chairs[seat].person if which == "own" else another(house, table)
    assert who is not None
    with pytest.raises(NotAbsent):
        seating.stand_in(table, who.id, seat, EPOCH + timedelta(days=3), 12 * HOUR)


async def test_a_note_of_presence_is_written_now_and_then(house: House) -> None:
    """Presses within five minutes of each other are one write; nobody is told of any."""
    table = await house.four()
    await house.clock.passes(HOUR)
    told, writes = len(house.publisher.news), house.store.writes
    for _ in range(5):
        await house.tables.noticed(table.id, BEN)
        await house.tables.noticed(table.id, EVE)
    assert (len(house.publisher.news), house.store.writes) == (told, writes + 1)
    await house.clock.passes(301)
    await house.tables.noticed(table.id, BEN)
    assert house.store.writes == writes + 2


async def test_people_are_known_as_the_server_shows_them_now(house: House) -> None:
    """A new name or avatar is noted with the next press, and kept through a restart."""
    table = await house.four()
    await house.clock.passes(HOUR)
    changed = replace(BEN, name="Benjamin", avatar="avatars/1/new")
    await house.tables.noticed(table.id, changed)
    assert changed in house.now(table).people
    [stored] = await house.store.load_open()
    assert changed in stored.people


@pytest.mark.logs_errors
async def test_presence_that_cannot_be_saved_refuses_nothing(house: House) -> None:
    """A press goes on where the store takes no note of it."""
    table = await house.four()
    await house.clock.passes(HOUR)
    with house.store.failure():
        await house.tables.noticed(table.id, BEN)
    await house.tables.noticed(99, BEN)
    assert house.now(table) == table


async def test_a_table_where_nobody_acts_is_warned_and_closed(house: House) -> None:
    """After six days its people are warned, after seven it is closed without a result."""
    table = await house.four()
    await house.clock.passes(6 * DAY - 60)
    assert house.now(table).warned_at is None
    await house.clock.passes(120)
    warned = house.now(table)
    assert warned.warned_at is not None
    news = house.publisher.last
    assert (news.after, news.actor, news.events) == (warned, None, ())
    await house.clock.passes(DAY - 120)
    assert house.now(table).status is Status.PLAYING
    await house.clock.passes(120)
    ended = await house.ended(table)
    assert (ended.status, ended.warned_at) == (Status.CLOSED, warned.warned_at)
    assert house.timers == 0


async def test_any_press_stops_the_end(house: House) -> None:
    """After the warning a look of anyone seated takes it back, and the week begins anew."""
    table = await house.four()
    await house.clock.passes(6 * DAY + HOUR)
    await house.tables.noticed(table.id, EVE)
    assert house.now(table).warned_at is not None
    await house.tables.noticed(table.id, another(house, table))
    assert house.now(table).warned_at is None
    assert house.publisher.last.after.warned_at is None
    await house.clock.passes(6 * DAY - HOUR)
    assert house.now(table).warned_at is None
    await house.clock.passes(2 * HOUR)
    assert house.now(table).warned_at is not None


async def test_play_takes_the_warning_back(house: House) -> None:
    """A bid after the warning is play like any other."""
    table = await house.four()
    await house.clock.passes(6 * DAY + HOUR)
    table = await house.turn(house.now(table))
    assert table.warned_at is None


@pytest.mark.parametrize("ending", ["end", "park"])
async def test_another_end_is_not_told_as_abandoned(house: House, ending: str) -> None:
    """A warned table that is ended or parked was not closed because nobody acted."""
    table = await house.four()
    await house.clock.passes(6 * DAY + HOUR)
    if ending == "end":
        after = await house.end(table, ANN)
    else:
        after = await house.tables.change(table.id, lifecycle.park)
    assert after.warned_at is None


async def test_the_days_go_on_across_restarts(house: House) -> None:
    """A bot that is started every day warns and closes when one that runs on would."""
    table = await house.four()
    for _ in range(6):
        await house.clock.passes(DAY - 10)
        house = await house.restart()
        assert house.now(table).warned_at is None
    await house.clock.passes(HOUR)
    assert house.now(table).warned_at is not None
    house = await house.restart()
    await house.clock.passes(DAY - 2 * HOUR)
    assert house.now(table).status is Status.PLAYING
    await house.clock.passes(3 * HOUR)
    assert (await house.ended(table)).status is Status.CLOSED
    await house.close()


async def test_what_is_overdue_at_a_start_comes_little_by_little(house: House) -> None:
    """After a month without the bot no table is closed unwarned, and not all are warned at once."""
    tables = [await house.four() for _ in range(8)]
    await house.close()
    await house.clock.passes(30 * DAY)
    again = await house.restart()
    await again.clock.passes(500)
    assert all(again.now(table).warned_at is None for table in tables)
    await again.clock.passes(1000)
    warned = [again.now(table).warned_at for table in tables]
    assert len(set(warned)) == len(tables)
    assert None not in warned
    await again.close()


async def test_a_warned_table_is_not_closed_right_after_a_start(house: House) -> None:
    """Its people can still press for some minutes, even if its time ran out without the bot."""
    table = await house.four()
    await house.clock.passes(6 * DAY + HOUR)
    await house.close()
    await house.clock.passes(3 * DAY)
    again = await house.restart()
    await again.clock.passes(500)
    await again.tables.noticed(table.id, BEN)
    await again.clock.passes(HOUR)
    assert again.now(table).status is Status.PLAYING
    await again.close()


async def test_a_server_chooses_how_long(house: House) -> None:
    """The patience of the server counts when it is asked for, not the one at the beginning."""
    chosen = {"patience": Patience(abandoned=2 * DAY)}
    house = House(patience=lambda _: chosen["patience"])
    table = await house.four()
    chosen["patience"] = Patience(abandoned=10 * DAY)
    await house.clock.passes(5 * DAY)
    assert house.now(table).warned_at is None
    await house.clock.passes(4 * DAY + HOUR)
    assert house.now(table).warned_at is not None
    await house.close()


@pytest.mark.parametrize(
    "changed",
    [
        lambda table: replace(table, status=Status.PAUSED),
        lambda table: replace(table, pace=Pace.QUICK),
        lambda table: table.with_chair(turn_of(table), Chair(computer="Wren")),
        lambda table: table.with_chair(turn_of(table), Chair(ANN, computer="Wren")),
        lambda table: replace(table, game=None),
    ],
)
async def test_what_does_not_wait_for_a_person_without_a_clock(
    house: House, changed: Callable[[Table], Table]
) -> None:
    """A table that stands still, has a clock or waits for a computer player waits for nobody."""
    table = await house.four()
    assert absence.waits_without_clock(table)
    assert not absence.waits_without_clock(changed(table))
