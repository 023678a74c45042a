"""House rules in the store: what they log comes back, and what follows from it is kept."""

import random
from pathlib import Path

import pytest
from sqlalchemy import URL

from bot.tables import lifecycle
from bot.tables.model import Chair, Table
from data.database import Database
from data.rebuild import rebuild
from data.schema import PROJECTIONS, log, people, round_seats, rounds, seats
from data.store import SqlStore
from engine.phases import Phase
from engine.presets import CARDCOUCH, CUTTHROAT
from engine.rules import Rules
from tests.data.games import (
    HOUSES,
    USERS,
    TickingClock,
    begun,
    lobby,
    next_step,
    played,
    rows_of,
    saved,
)
from tests.engine.mixtures import random_rules

MIXTURES = [random_rules(random.Random(seed)) for seed in range(40)]


async def again(database: Database, table: Table) -> Table:
    """Read a table as after a restart."""
    loaded = await SqlStore(database, TickingClock()).load(table.id)
    assert loaded is not None
    return loaded


@pytest.mark.parametrize("rules", HOUSES.values(), ids=HOUSES)
async def test_a_table_comes_back_after_any_action(
    store: SqlStore, database: Database, rules: Rules
) -> None:
    """At every step of two rounds the stored table is the one that was saved."""
    rng = random.Random(1)
    table = await begun(store, lobby(rules=rules.changed(target=2000, losing_score=None)))
    while table.game is not None and len(table.game.sheets) < 2:
        table = await saved(store, table, next_step(table, rng))
        assert await again(database, table) == table


@pytest.mark.parametrize("rules", MIXTURES, ids=[str(number) for number in range(len(MIXTURES))])
async def test_any_mixture_is_kept(store: SqlStore, database: Database, rules: Rules) -> None:
    """A table of any rules comes back as it was, and a rebuild leaves what follows as it was."""
    table = await begun(store, lobby(rules=rules))
    table = await played(store, table, random.Random(2), steps=150)
    assert await again(database, table) == table
    before = [await rows_of(database, projection) for projection in PROJECTIONS]
    report = await rebuild(database)
    assert not report.broken
    assert [await rows_of(database, projection) for projection in PROJECTIONS] == before


async def test_an_exchange_is_in_the_log_and_survives_a_restart(place: Path | URL) -> None:
    """Cards that one partner has chosen are kept, as a line of the log, until the other chooses."""
    async with await Database.open(place) as database:
        store = SqlStore(database, TickingClock())
        table = await begun(store, lobby(rules=HOUSES["exchange"]))
        rng = random.Random(5)
        while table.game is not None and table.game.phase != Phase.EXCHANGING:
            table = await saved(store, table, next_step(table, rng))
        table = await saved(store, table, next_step(table, rng))
    async with await Database.open(place) as database:
        loaded = await again(database, table)
        assert loaded == table
        assert loaded.game is not None
        assert loaded.game.round is not None
        assert sum(map(bool, loaded.game.round.passed)) == 1
        lines = [row[3] for row in await rows_of(database, log)]
        assert lines[-1].startswith("pass ")
        after = await played(SqlStore(database, TickingClock()), loaded, rng, steps=4)
        assert after.game is not None
        assert after.game.phase != Phase.EXCHANGING


async def test_a_round_without_bids_has_rows_without_bids(
    store: SqlStore, database: Database
) -> None:
    """Nobody has a bid or a contract in it; tricks, points and totals are counted."""
    rules = HOUSES["no_bids_first"].changed(target=2000, losing_score=None)
    table = await played(store, await begun(store, lobby(rules=rules)), random.Random(3), 52)
    assert table.game is not None
    [sheet] = table.game.sheets
    of_seats = await rows_of(database, round_seats)
    assert [row[4:7] for row in of_seats] == [(None, False, taken) for taken in sheet.taken]
    of_sides = await rows_of(database, rounds)
    assert [row[3:7] for row in of_sides] == [
        (None, side.taken, 10 * side.taken, 0) for side in sheet.sides
    ]


async def test_a_table_of_three_has_three_of_everything(
    store: SqlStore, database: Database
) -> None:
    """Three seats, three sides and three holders of a round; no row speaks of a fourth."""
    table = await begun(store, lobby(rules=HOUSES["three"].changed(losing_score=None)))
    table = await played(store, table, random.Random(3), 80)
    for projection, at in ((rounds, 2), (round_seats, 2), (seats, 1)):
        found = {row[at] for row in await rows_of(database, projection)}
        assert found == {0, 1, 2}
    users = {key: user for key, user, *_ in await rows_of(database, people)}
    holders = [users[row[7]] for row in await rows_of(database, round_seats)]
    assert holders[:3] == list(USERS[:3])


async def test_a_seat_comes_and_goes_with_the_rules_of_a_lobby(
    store: SqlStore, database: Database
) -> None:
    """Three players leave three rows of seats, four bring the fourth back, empty."""
    table = await store.create(lobby(users=USERS[:3]))
    host = table.host
    for rules, count in ((CUTTHROAT, 3), (CARDCOUCH, 4), (CUTTHROAT, 3)):
        table = await saved(store, table, lifecycle.change_rules(table, host, rules))
        assert len(table.chairs) == len(await rows_of(database, seats)) == count
        assert await again(database, table) == table
    table = await saved(store, table, lifecycle.change_rules(table, host, CARDCOUCH))
    assert table.chairs[3] == Chair()
    assert await again(database, table) == table
