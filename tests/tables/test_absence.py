"""Games without a clock whose people have gone: a computer player for one, an end for all."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.tables import absence, lifecycle, seating
from bot.tables.absence import Patience
from bot.tables.errors import NotAbsent, NotSeated, TableEnded
from bot.tables.model import Chair, DueKind, Pace, Person, Status, Table
from tests.data.games import open_tables
from tests.tables.fakes import EPOCH
from tests.tables.harness import ANN, BEN, EVE, Harness, due_kind, turn_of

HOUR = 3600.0
DAY = 86_400.0
PATIENCE = Patience()


async def hand_over(
    harness: Harness, table: Table, who: Person, seconds: float = 12 * HOUR
) -> Table:
    """Let someone ask for a computer player in place of the person to act."""
    seat, now = turn_of(table), harness.clock.now()
    return await harness.change(
        table, lambda t: seating.stand_in(t, who.id, seat, now, seconds), who
    )


def another(harness: Harness, table: Table) -> Person:
    """Give somebody at a table who is not to act."""
    return next(person for person in table.people if person != harness.actor(table))


async def test_a_seat_whose_person_is_gone_is_handed_to_a_computer(harness: Harness) -> None:
    """After twelve hours anyone seated may let a computer player play; the seat stays theirs."""
    table = await harness.four()
    gone = harness.actor(table)
    await harness.clock.passes(12 * HOUR)
    after = await hand_over(harness, table, another(harness, table))
    held = after.seat_of(gone.id)
    assert held == turn_of(table)
    assert after.chairs[held].away
    assert due_kind(after) is DueKind.COMPUTER
    await harness.clock.passes(2)
    assert harness.now(table).version > table.version


async def test_who_was_stood_in_for_comes_back(harness: Harness) -> None:
    """Nothing is lost: "I'm back" gives the seat to its person, with nothing held against them."""
    table = await harness.four()
    gone = harness.actor(table)
    await harness.clock.passes(13 * HOUR)
    await hand_over(harness, table, another(harness, table))
    after = await harness.back(table, gone)
    held = after.seat_of(gone.id)
    assert held is not None
    assert not after.chairs[held].away
    assert after.chairs[held].misses == 0


async def test_nobody_is_replaced_too_early(harness: Harness) -> None:
    """A minute before, the seat is not handed over."""
    table = await harness.four()
    await harness.clock.passes(12 * HOUR - 60)
    with pytest.raises(NotAbsent):
        await hand_over(harness, table, another(harness, table))


async def test_whoever_looks_at_their_hand_is_there(harness: Harness) -> None:
    """Any press of the person at the table begins the wait anew, also one that changes nothing."""
    table = await harness.four()
    person, other = harness.actor(table), another(harness, table)
    await harness.clock.passes(11 * HOUR)
    await harness.tables.noticed(table.id, person)
    await harness.clock.passes(11 * HOUR)
    with pytest.raises(NotAbsent):
        await hand_over(harness, table, other)
    await harness.clock.passes(HOUR)
    assert (await hand_over(harness, table, other)).chairs[turn_of(table)].away


async def test_the_wait_begins_with_the_turn(harness: Harness) -> None:
    """Who was not to act was not waited for, however long they have been silent."""
    table = await harness.four()
    await harness.clock.passes(20 * HOUR)
    table = await harness.turn(table)
    with pytest.raises(NotAbsent):
        await hand_over(harness, table, another(harness, table))
    await harness.clock.passes(12 * HOUR)
    await hand_over(harness, table, another(harness, table))


async def test_only_people_of_the_table_hand_a_seat_over(harness: Harness) -> None:
    """A stranger may not, nor anyone once the table has ended."""
    table = await harness.four()
    await harness.clock.passes(13 * HOUR)
    with pytest.raises(NotSeated):
        await hand_over(harness, table, EVE)
    await harness.end(table, ANN)
    with pytest.raises(TableEnded):
        await hand_over(harness, table, ANN)


@pytest.mark.parametrize("which", ["own", "not to act", "with a clock"])
async def test_what_is_not_handed_over(harness: Harness, which: str) -> None:
    """One's own seat, one that is not to act, and one that a clock plays for."""
    table = await harness.four(pace=Pace.RELAXED if which == "with a clock" else Pace.RULES)
    seat = turn_of(table)
    if which == "not to act":
        seat = table.rules.seats[(seat + 1) % 4]
    who = table.chairs[seat].person if which == "own" else another(harness, table)
    assert who is not None
    with pytest.raises(NotAbsent):
        seating.stand_in(table, who.id, seat, EPOCH + timedelta(days=3), 12 * HOUR)


async def test_a_note_of_presence_is_written_now_and_then(harness: Harness) -> None:
    """Presses within five minutes of each other are one write; nobody is told of any."""
    table = await harness.four()
    await harness.clock.passes(HOUR)
    told, writes = len(harness.publisher.news), harness.store.writes
    for _ in range(5):
        await harness.tables.noticed(table.id, BEN)
        await harness.tables.noticed(table.id, EVE)
    assert (len(harness.publisher.news), harness.store.writes) == (told, writes + 1)
    await harness.clock.passes(301)
    await harness.tables.noticed(table.id, BEN)
    assert harness.store.writes == writes + 2


async def test_people_are_known_as_the_server_shows_them_now(harness: Harness) -> None:
    """A new name or avatar is noted with the next press, and kept through a restart."""
    table = await harness.four()
    await harness.clock.passes(HOUR)
    changed = replace(BEN, name="Benjamin", avatar="avatars/1/new")
    await harness.tables.noticed(table.id, changed)
    assert changed in harness.now(table).people
    [stored] = await open_tables(harness.store)
    assert changed in stored.people


@pytest.mark.logs_errors
async def test_presence_that_cannot_be_saved_refuses_nothing(harness: Harness) -> None:
    """A press goes on where the store takes no note of it."""
    table = await harness.four()
    await harness.clock.passes(HOUR)
    with harness.store.failure():
        await harness.tables.noticed(table.id, BEN)
    await harness.tables.noticed(99, BEN)
    assert harness.now(table) == table


async def test_a_table_where_nobody_acts_is_warned_and_closed(harness: Harness) -> None:
    """After six days its people are warned, after seven it is closed without a result."""
    table = await harness.four()
    await harness.clock.passes(6 * DAY - 60)
    assert harness.now(table).warned_at is None
    await harness.clock.passes(120)
    warned = harness.now(table)
    assert warned.warned_at is not None
    news = harness.publisher.last
    assert (news.after, news.actor, news.events) == (warned, None, ())
    await harness.clock.passes(DAY - 120)
    assert harness.now(table).status is Status.PLAYING
    await harness.clock.passes(120)
    ended = await harness.ended(table)
    assert (ended.status, ended.warned_at) == (Status.CLOSED, warned.warned_at)
    assert harness.timers == 0


async def test_any_press_stops_the_end(harness: Harness) -> None:
    """After the warning a look of anyone seated takes it back, and the week begins anew."""
    table = await harness.four()
    await harness.clock.passes(6 * DAY + HOUR)
    await harness.tables.noticed(table.id, EVE)
    assert harness.now(table).warned_at is not None
    await harness.tables.noticed(table.id, another(harness, table))
    assert harness.now(table).warned_at is None
    assert harness.publisher.last.after.warned_at is None
    await harness.clock.passes(6 * DAY - HOUR)
    assert harness.now(table).warned_at is None
    await harness.clock.passes(2 * HOUR)
    assert harness.now(table).warned_at is not None


async def test_play_takes_the_warning_back(harness: Harness) -> None:
    """A bid after the warning is play like any other."""
    table = await harness.four()
    await harness.clock.passes(6 * DAY + HOUR)
    table = await harness.turn(harness.now(table))
    assert table.warned_at is None


@pytest.mark.parametrize("ending", ["end", "park"])
async def test_another_end_is_not_told_as_abandoned(harness: Harness, ending: str) -> None:
    """A warned table that is ended or parked was not closed because nobody acted."""
    table = await harness.four()
    await harness.clock.passes(6 * DAY + HOUR)
    if ending == "end":
        after = await harness.end(table, ANN)
    else:
        after = await harness.tables.change(table.id, lifecycle.park)
    assert after.warned_at is None


async def test_the_days_go_on_across_restarts(harness: Harness) -> None:
    """A bot that is started every day warns and closes when one that runs on would."""
    table = await harness.four()
    for _ in range(6):
        await harness.clock.passes(DAY - 10)
        harness = await harness.restart()
        assert harness.now(table).warned_at is None
    await harness.clock.passes(HOUR)
    assert harness.now(table).warned_at is not None
    harness = await harness.restart()
    await harness.clock.passes(DAY - 2 * HOUR)
    assert harness.now(table).status is Status.PLAYING
    await harness.clock.passes(3 * HOUR)
    assert (await harness.ended(table)).status is Status.CLOSED
    await harness.close()


async def test_what_is_overdue_at_a_start_comes_little_by_little(harness: Harness) -> None:
    """After a month without the bot no table is closed unwarned, and not all are warned at once."""
    tables = [await harness.four() for _ in range(8)]
    await harness.close()
    await harness.clock.passes(30 * DAY)
    again = await harness.restart()
    await again.clock.passes(500)
    assert all(again.now(table).warned_at is None for table in tables)
    await again.clock.passes(1000)
    warned = [again.now(table).warned_at for table in tables]
    assert len(set(warned)) == len(tables)
    assert None not in warned
    await again.close()


async def test_a_warned_table_is_not_closed_right_after_a_start(harness: Harness) -> None:
    """Its people can still press for some minutes, even if its time ran out without the bot."""
    table = await harness.four()
    await harness.clock.passes(6 * DAY + HOUR)
    await harness.close()
    await harness.clock.passes(3 * DAY)
    again = await harness.restart()
    await again.clock.passes(500)
    await again.tables.noticed(table.id, BEN)
    await again.clock.passes(HOUR)
    assert again.now(table).status is Status.PLAYING
    await again.close()


async def test_a_server_chooses_how_long(harness: Harness) -> None:
    """The patience of the server counts when it is asked for, not the one at the beginning."""
    chosen = {"patience": Patience(abandoned=2 * DAY)}
    harness = Harness(patience=lambda _: chosen["patience"])
    table = await harness.four()
    chosen["patience"] = Patience(abandoned=10 * DAY)
    await harness.clock.passes(5 * DAY)
    assert harness.now(table).warned_at is None
    await harness.clock.passes(4 * DAY + HOUR)
    assert harness.now(table).warned_at is not None
    await harness.close()


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
    harness: Harness, changed: Callable[[Table], Table]
) -> None:
    """A table that stands still, has a clock or waits for a computer player waits for nobody."""
    table = await harness.four()
    assert absence.waits_without_clock(table)
    assert not absence.waits_without_clock(changed(table))
