"""Tables that have ended are put away: games as records, people as keys, and nothing is lost."""

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import Added, Table
from bot.tables.ports import StaleVersionError
from data.database import Database
from data.game_record import GameRecord, Moment, pack, unpack
from data.rebuild import rebuild
from data.rows import Sitting
from data.schema import games, log, sittings, tables
from data.store import SqlStore
from engine.actions import PLAYS
from engine.notation import print_action
from engine.presets import CARDCOUCH, HERO_PARTNERS, PRESETS
from engine.rules import Rules
from engine.seats import SEATS
from tests.data.games import HOUSES, USERS, begun, finished, lobby, moved_on, played, rows_of
from tests.data.test_rebuild import projections_of

LINES = st.sampled_from(
    [
        *(print_action(play) for of_seat in PLAYS for play in of_seat),
        "deal 2C9HAS/3C/4C5C/6C",
        "deal 9H2C/-/-/-",
        "deal ASKS2C",
        "bid 2 blind7",
        "pass 2 2C3C",
        "time",
        "resign 1",
        "",
    ]
)


async def ended(store: SqlStore, rules: Rules = HERO_PARTNERS, name: str = "one") -> Table:
    """Play a game to its end, with people who are let in, kept out, and have added something."""
    table = await finished(store, rules, name, USERS)
    added = (Added(USERS[0], "press", b"s" * 16),)
    after = replace(
        table, invited=frozenset({101, 205}), removed=frozenset({206}), added=added, message_id=None
    )
    await store.save(table, after)
    return after


@pytest.mark.parametrize("name", [*PRESETS, *HOUSES])
async def test_a_table_reads_back_as_it_was(store: SqlStore, database: Database, name: str) -> None:
    """Whatever was played, the table is the same before and after, and its log is one record."""
    table = await ended(store, (PRESETS | HOUSES)[name])
    live = await projections_of(database)
    assert await store.put_away(table.id)
    assert await store.load(table.id) == table
    assert await rows_of(database, log) == await rows_of(database, sittings) == []
    await rebuild(database)
    assert await projections_of(database) == live
    assert not await store.put_away(table.id)


async def test_no_id_of_a_user_is_left_beside_people(store: SqlStore, path: Path) -> None:
    """What is put away names everyone by key."""
    table = await ended(store)
    await store.put_away(table.id)
    with closing(sqlite3.connect(path)) as connection:
        dump = [line for line in connection.iterdump() if 'INTO "people"' not in line]
    assert not [line for line in dump for user in (*USERS, 205, 206) if f"User {user}" in line]
    with closing(sqlite3.connect(path)) as connection:
        [row] = connection.execute("SELECT host, invited, removed, added, asking FROM tables")
        assert row == (0, "[]", "[]", "[]", "[]")
        held = connection.execute("SELECT DISTINCT user_id, name, avatar FROM seats").fetchall()
        assert held == [(None, None, "")]


async def test_only_what_has_ended_is_put_away(store: SqlStore, database: Database) -> None:
    """An open table stays as it is; a closed lobby is put away without a record."""
    playing = await played(store, await begun(store, lobby("on")), random.Random(1), 20)
    assert not await store.put_away(playing.id)
    assert await store.load(playing.id) == playing
    assert await rows_of(database, games) == []


async def test_a_record_stays_as_it_is(store: SqlStore, path: Path) -> None:
    """Records can be neither changed nor deleted."""
    await store.put_away((await ended(store)).id)
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in ("UPDATE games SET record = x'00'", "DELETE FROM games"):
            with pytest.raises(sqlite3.IntegrityError, match="stays as it is"):
                connection.execute(statement)


async def test_a_late_save_does_not_bring_ids_back(store: SqlStore, database: Database) -> None:
    """Who still has the table in memory cannot write over what was put away."""
    table = await ended(store, CARDCOUCH)
    await store.put_away(table.id)
    before = await rows_of(database, tables)
    with pytest.raises(StaleVersionError):
        await store.save(table, moved_on(table))
    assert await rows_of(database, tables) == before


async def test_a_game_is_found_again_by_who_played(store: SqlStore, database: Database) -> None:
    """What is due to be put away is found by its age alone."""
    table = await ended(store)
    assert table.moved_at is None or table.created_at is not None
    late = table.created_at.replace(year=2100)
    assert await store.to_put_away(late, 9) == [table.id]
    assert await store.to_put_away(table.created_at, 9) == []
    await store.put_away(table.id)
    assert await store.to_put_away(late, 9) == []
    assert len(await rows_of(database, games)) == 1


@given(
    st.lists(st.tuples(LINES, st.integers(0, 2**51), st.text(max_size=9)), max_size=40),
    st.lists(
        st.tuples(st.sampled_from(SEATS), st.none() | st.integers(0, 2**63 - 1), st.integers(1, 99))
    ),
)
def test_a_record_reads_back(
    moments: list[tuple[str, int, str]], sat: list[tuple[int, int | None, int]]
) -> None:
    """Actions, thoughts and sittings are the same, times to the millisecond, the last exactly."""
    held = tuple(Sitting(SEATS[seat], person, version) for seat, person, version in sat)
    record = GameRecord(tuple(Moment(*each) for each in moments), held)
    read = unpack(pack(record))
    assert read.sittings == held
    assert [each.at // 1000 for each in read.moments] == [at // 1000 for _, at, _ in moments]
    assert [each.at for each in read.moments[-1:]] == [at for _, at, _ in moments[-1:]]
    assert [(each.action, each.thought) for each in read.moments] == [
        (line, thought) for line, _, thought in moments
    ]


@pytest.mark.parametrize("stored", [b"", b"\x00", b"\x01", b"\x01zzz"])
def test_what_is_no_record_is_refused(stored: bytes) -> None:
    """Nothing but a ValueError comes of it."""
    with pytest.raises(ValueError, match="record"):
        unpack(stored)
