"""Tables come back from the disk as they were, each command once, each version once."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import URL

from bot.tables import lifecycle, seating
from bot.tables.model import (
    Asking,
    Chair,
    Due,
    DueKind,
    LeftMessage,
    Pace,
    Person,
    Place,
    Status,
    Table,
)
from bot.tables.ports import DuplicateCommandError, Entry, StaleVersionError
from data.database import Database
from data.schema import log, people, seats, sittings, tables
from data.store import SqlStore
from engine.deals import Seeds
from engine.notation import print_action
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO, PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from engine.tally import Tally
from tests.data.games import (
    EPOCH,
    USERS,
    TickingClock,
    begun,
    finished,
    lobby,
    moved_on,
    next_step,
    open_tables,
    person,
    played,
    rows_of,
    saved,
)

LARGEST_ID: Final = 2**63 - 1

Change = Callable[[Table], Table]


def to(**fields: Any) -> Change:  # noqa: ANN401 - each field has a type of its own
    """Make a change that sets fields of a table."""
    return lambda table: replace(table, **fields)


def set_chair(seat: int, chair: Chair) -> Change:
    """Make a change that sets one seat of a table."""
    return lambda table: table.with_chair(SEATS[seat], chair)


CHANGES: Final[dict[str, Change]] = {
    "place": to(place=Place(LARGEST_ID, LARGEST_ID - 1)),
    "host": to(host=LARGEST_ID),
    "preset": to(rules=HERO_PARTNERS),
    "mixture": to(rules=CARDCOUCH.changed(target=1234, bag_limit=None)),
    "pace": to(pace=Pace.RELAXED),
    **{status: to(status=status) for status in Status if status is not Status.LOBBY},
    "person": set_chair(1, Chair(person(LARGEST_ID))),
    "computer": set_chair(2, Chair(computer="Wren")),
    "away": set_chair(3, Chair(person(9), "Finch", 2)),
    "ready": set_chair(0, Chair(person(101), misses=1, ready=True)),
    "name": set_chair(0, Chair(Person(1, "Zoë 'x' ♠; --"))),
    "empty seat": set_chair(0, Chair()),
    "secret": to(seeds=Seeds(bytes(range(32)))),
    "contributions": to(seeds=Seeds(b"\0" * 32, ("1:♥ü", "", 'a"b'))),
    "message": to(message_id=LARGEST_ID, message_round=7),
    "left": to(left=LeftMessage(LARGEST_ID, LARGEST_ID - 1)),
    **{f"due {kind}": to(due=Due(kind, EPOCH + timedelta(microseconds=7))) for kind in DueKind},
    "private": to(private=True),
    "invited": to(invited=frozenset({LARGEST_ID, 7})),
    "removed": to(removed=frozenset({LARGEST_ID, 7})),
    "held": set_chair(1, Chair(held_for=LARGEST_ID)),
    "called": to(called=True),
    "end votes": to(end_votes=frozenset({LARGEST_ID, 7})),
    "resign votes": to(resign_votes=frozenset({LARGEST_ID, 7})),
    "ask first": to(ask_first=True),
    "asking": to(asking=(Asking(person(LARGEST_ID), SEATS[3]), Asking(person(7), SEATS[1]))),
    "due far away": to(
        due=Due(DueKind.CLOSE, datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC))
    ),
    "due in another zone": to(
        due=Due(DueKind.TURN, datetime(2026, 7, 1, 5, tzinfo=timezone(timedelta(hours=9))))
    ),
}


async def test_a_new_table_gets_an_id_and_is_kept(store: SqlStore) -> None:
    """Each table is stored under an id of its own, from 1, and read back equal."""
    first = await store.create(lobby("one"))
    second = await store.create(lobby("two", HERO_SOLO))
    assert (first.id, second.id) == (1, 2)
    assert await store.load(1) == first
    assert await store.load(2) == second
    assert await store.load(3) is None


async def test_the_same_command_opens_one_table(store: SqlStore, database: Database) -> None:
    """A table is opened once; the command again gives it as it is by now."""
    first = await store.create(lobby("one"))
    assert await store.create(lobby("one", HERO_SOLO)) == first
    later = await saved(store, first, lifecycle.begin(first, "go"))
    assert await store.create(lobby("one")) == later
    assert len(await rows_of(database, tables)) == 1
    assert len(await rows_of(database, seats)) == 4


async def test_a_display_name_with_what_is_no_character(store: SqlStore) -> None:
    """Zeros and halves of characters in a name are not stored; the rest of it is."""
    table = lobby()
    chair = replace(table.chairs[0], person=Person(USERS[0], "A\0nn\ud83d ♠"))
    stored = await store.create(replace(table, chairs=(chair, *table.chairs[1:])))
    loaded = await store.load(stored.id)
    assert loaded is not None
    assert loaded.chairs[0].name == "Ann ♠"


async def test_a_new_table_has_no_actions(store: SqlStore) -> None:
    """A table whose actions no log would hold is refused."""
    with pytest.raises(ValueError, match="no actions"):
        await store.create(replace(lobby(), version=1))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
async def test_every_field_is_kept(store: SqlStore, change: Change) -> None:
    """Whatever a field holds when a table is opened, or is changed to, is read back equal."""
    created = await store.create(change(lobby("one")))
    assert await store.load(created.id) == created
    before = await store.create(lobby("two"))
    after = await saved(store, before, change(before))
    assert after != before
    assert await store.load(before.id) == after
    back = await saved(store, after, before)
    assert await store.load(before.id) == back


async def test_fields_are_kept_during_a_game(store: SqlStore) -> None:
    """A change without an action, in the middle of a round, leaves the game as it is."""
    table = await played(store, await begun(store, lobby()), random.Random(1), 20)
    changes: list[Change] = [
        lambda t: seating.leave(t, 102),
        lambda t: seating.sit(t, person(105), SEATS[1]),
        lambda t: seating.missed(seating.missed(t, SEATS[0]), SEATS[0]),
        lambda t: seating.back(t, 101),
        to(status=Status.PARKED, due=None, message_id=None),
    ]
    for change in changes:
        table = await saved(store, table, change(table))
        assert await store.load(table.id) == table
    assert (105, SEATS[1]) in table.sat
    assert (102, SEATS[1]) in table.sat


async def test_a_game_may_begin_before_the_first_deal(store: SqlStore) -> None:
    """A game without a deal, with points to begin from, is kept with its first dealer."""
    table = await store.create(lobby())
    dealt = lifecycle.begin(table, "go").table
    assert dealt.game is not None
    game = dealt.game.new(table.rules, SEATS[3], [Tally(-40, 7)] * len(table.rules.sides))
    waiting = replace(dealt, game=game, version=0)
    await store.save(table, waiting)
    assert await store.load(table.id) == waiting
    after = await saved(store, waiting, lifecycle.next_deal(waiting, "deal"))
    assert await store.load(table.id) == after


async def test_the_log_holds_each_action_once(store: SqlStore, database: Database) -> None:
    """Entries are appended as lines of notation, numbered from 1, with their commands and times."""
    before = await store.create(lobby())
    step = lifecycle.begin(before, "go")
    table = await saved(store, before, step)
    first = next_step(table, random.Random(1))
    second = next_step(first.table, random.Random(2))
    entries = (*first.entries, *second.entries)
    await store.save(table, second.table, entries)
    rows = await rows_of(database, log)
    assert [row[:3] for row in rows] == [(1, 1, "go"), (1, 2, "1:2"), (1, 3, "1:3")]
    assert [row[3] for row in rows] == [print_action(e.action) for e in (*step.entries, *entries)]
    assert rows[0][4] < rows[1][4] == rows[2][4]
    assert await store.load(1) == second.table


async def test_a_command_counts_once(store: SqlStore, database: Database) -> None:
    """A command that is in the log is refused, at any table, and nothing of its save is written."""
    table = await begun(store, lobby("one"))
    other = await begun(store, lobby("two"))
    step = next_step(table, random.Random(1))
    table = await saved(store, table, step)
    again = next_step(table, random.Random(2))
    entry = Entry(step.entries[0].command_id, again.entries[0].action)
    with pytest.raises(DuplicateCommandError):
        await store.save(table, moved_on(again.table), [entry])
    elsewhere = next_step(other, random.Random(3))
    with pytest.raises(DuplicateCommandError):
        await store.save(
            other, moved_on(elsewhere.table), [replace(entry, action=elsewhere.entries[0].action)]
        )
    assert [await store.load(1), await store.load(2)] == [table, other]
    assert len(await rows_of(database, log)) == 3


async def test_a_command_counts_once_within_a_save(store: SqlStore) -> None:
    """Two entries of one save with the same command are refused."""
    table = await begun(store, lobby())
    first = next_step(table, random.Random(1))
    second = next_step(first.table, random.Random(2))
    entries = [first.entries[0], replace(second.entries[0], command_id=first.entries[0].command_id)]
    with pytest.raises(DuplicateCommandError):
        await store.save(table, second.table, entries)
    assert await store.load(table.id) == table


async def test_a_stale_version_is_refused(store: SqlStore) -> None:
    """Whoever saves from a state that the log has left behind is refused, with entries or not."""
    stale = await begun(store, lobby())
    table = await saved(store, stale, next_step(stale, random.Random(1)))
    step = next_step(stale, random.Random(2))
    with pytest.raises(StaleVersionError):
        await store.save(stale, step.table, [replace(step.entries[0], command_id="another")])
    with pytest.raises(StaleVersionError):
        await store.save(stale, moved_on(stale))
    # The command that moved the log on has had its effect, which says more than "stale".
    with pytest.raises(DuplicateCommandError):
        await store.save(stale, step.table, step.entries)
    assert await store.load(stale.id) == table


async def test_versions_fit_the_entries(store: SqlStore) -> None:
    """A save whose versions do not count its entries is a mistake of the caller."""
    table = await begun(store, lobby())
    step = next_step(table, random.Random(1))
    with pytest.raises(ValueError, match="versions"):
        await store.save(table, step.table)
    with pytest.raises(ValueError, match="versions"):
        await store.save(table, replace(moved_on(table), id=table.id + 1))


async def test_nothing_new_is_not_written(store: SqlStore, database: Database) -> None:
    """A save without a difference is done at once: not even a stale version matters to it."""
    table = await begun(store, lobby())
    await store.save(table, replace(table))
    stale = replace(table, version=0)
    await store.save(stale, stale)
    assert await store.load(table.id) == table


async def test_sittings_are_noted_for_the_game_alone(store: SqlStore, database: Database) -> None:
    """Who sat where is noted from the game's beginning on, from the entry for which it counts."""
    table = await store.create(lobby(users=(101, 102)))
    table = await saved(store, table, seating.sit(table, person(103), None))
    assert not await rows_of(database, sittings)
    table = await saved(store, table, lifecycle.begin(table, "go"))
    table = await saved(store, table, seating.leave(table, 102))
    table = await saved(store, table, seating.sit(table, person(102), SEATS[1]))
    table = await saved(store, table, seating.missed(seating.missed(table, SEATS[0]), SEATS[0]))
    keys = {user: key for key, user, *_ in await rows_of(database, people)}
    ann, ben, cat = (keys[user] for user in (101, 102, 103))
    noted = [(seat, key, at) for _, _, seat, _, at, key in await rows_of(database, sittings)]
    assert noted == [(0, ann, 1), (1, ben, 1), (2, cat, 1), (3, None, 1), (1, None, 2), (1, ben, 2)]
    assert await store.load(table.id) == table


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("steps", [1, 3, 6, 21, 57, 58, 75, 200])
async def test_open_tables_survive_a_restart(place: Path | URL, rules: Rules, steps: int) -> None:
    """Whatever the game, a table reads back equal after the file was closed and opened again."""
    async with await Database.open(place) as database:
        store = SqlStore(database, TickingClock())
        table = await played(
            store, await begun(store, lobby("one", rules)), random.Random(steps), steps
        )
        waiting = await store.create(lobby("two", rules))
        closed = await store.create(lobby("three", rules))
        await store.save(closed, lifecycle.close(closed))
    async with await Database.open(place) as database:
        again = SqlStore(database, TickingClock())
        live = [each for each in (table, waiting) if not each.status.ended]
        assert await open_tables(again) == live
        assert await again.load(table.id) == table
        assert await again.load(closed.id) == lifecycle.close(closed)


async def test_a_look_is_remembered(place: Path | URL) -> None:
    """Whoever has looked has given up blind nil, and a restart in mid-bidding does not undo it."""
    async with await Database.open(place) as database:
        store = SqlStore(database, TickingClock())
        looked = 0
        for number in range(12):
            rng = random.Random(number)
            table = await begun(store, lobby(f"{number}", HERO_PARTNERS))
            table = await played(store, table, rng, rng.randrange(1, 5))
            assert table.game is not None
            assert table.game.round is not None
            looked += any(
                seen and bid is None
                for seen, bid in zip(table.game.round.seen, table.game.round.bids, strict=True)
            )
            assert await store.load(table.id) == table
    assert looked >= 3


async def test_a_finished_table_is_kept_whole(store: SqlStore) -> None:
    """A table that has ended reads back with its whole game, and is open no more."""
    table = await finished(store, HERO_SOLO, "one", (1, 2, 3, 4))
    assert table.game is not None
    assert table.game.outcome is not None
    assert await store.load(table.id) == table
    assert await open_tables(store) == []


async def test_an_end_that_was_not_shown_comes_back(store: SqlStore) -> None:
    """An ended table is given at the start as long as it has a message that does not say so."""
    table = await finished(store, HERO_SOLO, "one", (1, 2, 3, 4))
    closed = await store.create(lobby("two"))
    closed = await saved(store, closed, lifecycle.close(replace(closed, message_id=7)))
    table = await saved(store, table, replace(table, message_id=5, message_round=2))
    assert await open_tables(store) == [table, closed]
    await store.save(table, replace(table, message_id=None))
    await store.save(closed, replace(closed, message_id=None))
    assert await open_tables(store) == []
