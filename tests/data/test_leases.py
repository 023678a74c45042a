"""Shards of several processes: who takes them, who keeps them, and how they change hands."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import URL

from bot.startup import ExitCode
from bot.tables.ports import DuplicateCommandError, LeaseLostError, StaleVersionError
from bot.tables.shards import ShardPlan
from data import errors
from data.brief import brief_of
from data.changes import change_of
from data.database import Database
from data.line import Line
from data.own_data import SqlOwnData
from data.remembered import SqlPreferences
from data.shards import LeasedShards
from data.store import SqlStore
from tests.data.cluster import run
from tests.data.games import EPOCH, TickingClock, begun, lobby, moved_on, next_step
from tests.data.watchers import Watcher

LONG, SHORT = 9.0, 0.6
"""Seconds that a lease holds, where it must not run out, and where it must."""

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)

Starting = Callable[..., Coroutine[Any, Any, tuple[Database, Watcher]]]


def plan(
    count: int = 4,
    processes: int = 2,
    ids: frozenset[int] | None = None,
    seconds: float = LONG,
) -> ShardPlan:
    """Give a plan with short leases."""
    return ShardPlan(count=count, processes=processes, ids=ids, seconds=seconds)


@pytest.fixture
async def start(url: URL) -> AsyncIterator[Starting]:
    """Give a function that starts to serve the database as one more process."""
    async with AsyncExitStack() as stack:

        async def starting(planned: ShardPlan, *, busy: bool = False) -> tuple[Database, Watcher]:
            database = await stack.enter_async_context(await Database.open(url, plan=planned))
            watcher = Watcher(database.shards, busy=busy)
            await database.shards.start(watcher)
            return database, watcher

        yield starting


async def die(database: Database) -> None:
    """Let a process stop as if it was killed: it says nothing, and the server sees it go."""
    shards, line = database.shards, database.hearing
    assert isinstance(shards, LeasedShards)
    assert isinstance(line, Line)
    assert shards._task is not None
    shards._task.cancel()
    await asyncio.wait([shards._task])
    await line.close()


def all_held(*databases: Database) -> list[int]:
    """Give every shard that is held, as often as it is held."""
    return sorted(shard for database in databases for shard in database.shards.held)


async def test_each_process_takes_its_share(start: Starting) -> None:
    """Two processes of two take half of the shards each, at once, and one of them leads."""
    first, one = await start(plan())
    second, two = await start(plan())
    assert (len(first.shards.held), len(second.shards.held)) == (2, 2)
    assert all_held(first, second) == [0, 1, 2, 3]
    assert [first.shards.leading, second.shards.leading] == [True, False]
    assert ("leads", -1) in one.told
    assert ("leads", -1) not in two.told


async def test_shards_of_its_own(start: Starting) -> None:
    """A process with a list of shards takes those, and no other."""
    first, _ = await start(plan(ids=frozenset({1, 3})))
    second, _ = await start(plan(ids=frozenset({0, 2})))
    assert first.shards.held == {1, 3}
    assert second.shards.held == {0, 2}


async def test_what_nobody_takes_is_taken_by_who_is_there(start: Starting) -> None:
    """One process of two serves everything, a quarter of a lease later, until the other comes."""
    first, one = await start(plan(seconds=SHORT))
    await one.until(lambda: len(first.shards.held) == 4)
    second, two = await start(plan(seconds=SHORT))
    await two.until(lambda: len(second.shards.held) == 2)
    assert all_held(first, second) == [0, 1, 2, 3]
    assert [word for word, _ in two.told if word != "leads"] == ["prepare", "taken"] * 2


async def test_a_shard_is_handed_over_once_the_next_is_ready(start: Starting) -> None:
    """The leaving process serves until the next has connected, and tells it what it must know."""
    first, one = await start(plan(count=1, processes=1), busy=True)
    second, two = await start(plan(count=1, processes=1), busy=True)
    leaving = asyncio.create_task(first.shards.leave())
    await two.until(lambda: two.told[-1:] == [("prepare", 0)])
    assert first.shards.holds(0)
    assert ("hand over", 0) not in one.told
    await second.shards.ready(0)
    await one.until(lambda: ("hand over", 0) in one.told)
    assert first.shards.holds(0)
    assert not second.shards.holds(0)
    await first.shards.release(0, "7, 8")
    await leaving
    await two.until(lambda: second.shards.holds(0))
    assert two.left[0] == "7, 8"
    assert second.shards.leading
    assert not first.shards.leading


async def test_whoever_follows_a_dead_process_is_ready_when_its_lease_runs_out(
    start: Starting,
) -> None:
    """A process that no longer renews is followed by one that has connected meanwhile."""
    first, _ = await start(plan(count=1, processes=1, seconds=3))
    assert isinstance(first.shards, LeasedShards)
    assert first.shards._task is not None
    first.shards._task.cancel()
    second, two = await start(plan(count=1, processes=1, seconds=3))
    await two.until(lambda: ("prepare", 0) in two.told)
    assert not second.shards.holds(0)
    await two.until(lambda: second.shards.holds(0))
    assert [word for word, _ in two.told if word != "leads"] == ["prepare", "taken"]


async def test_a_dead_process_is_noticed_by_its_connection(start: Starting) -> None:
    """Long before it is late with a renewal, and its shard is not taken before its lease is out."""
    first, _ = await start(plan(count=1, processes=1, seconds=60))
    second, two = await start(plan(count=1, processes=1, seconds=60))
    assert two.told == []
    await die(first)
    await two.until(lambda: ("prepare", 0) in two.told)
    assert not second.shards.holds(0)


async def test_whoever_was_to_follow_dies_too(start: Starting, url: URL) -> None:
    """Another asks for the shard in its place, and is ready when the first one's lease runs out."""
    first, _ = await start(plan(count=1, processes=1, seconds=60))
    second, two = await start(plan(count=1, processes=1, seconds=60), busy=True)
    await die(first)
    await two.until(lambda: ("prepare", 0) in two.told)
    await die(second)
    third, three = await start(plan(count=1, processes=1, seconds=60))
    await three.until(lambda: ("prepare", 0) in three.told)
    await run(url, "UPDATE shard_leases SET until_at = 0")
    await three.until(lambda: third.shards.holds(0))
    assert [word for word, _ in three.told if word != "leads"] == ["prepare", "taken"]


async def test_a_handover_goes_on_when_the_server_is_back(start: Starting, url: URL) -> None:
    """Connections that are cut when the next is ready only delay it."""
    first, _ = await start(plan(count=1, processes=1))
    second, two = await start(plan(count=1, processes=1), busy=True)
    leaving = asyncio.create_task(first.shards.leave())
    await two.until(lambda: two.told[-1:] == [("prepare", 0)])
    await run(url, CUT)
    await second.shards.ready(0)
    await two.until(lambda: second.shards.holds(0))
    await leaving


async def test_all_shards_of_a_leaving_process_find_another(start: Starting) -> None:
    """Those below their share ask at once, and the others for the rest a second later."""
    first, _ = await start(plan())
    second, two = await start(plan())
    await first.shards.leave()
    await two.until(lambda: len(second.shards.held) == 4)
    assert not first.shards.held


async def test_nobody_to_hand_over_to(start: Starting) -> None:
    """The only process finishes its shards at once: nobody could be ready."""
    first, one = await start(plan(processes=1))
    async with asyncio.timeout(1.0):
        await first.shards.leave()
    assert [shard for word, shard in one.told if word == "hand over"] == [0, 1, 2, 3]
    second, _ = await start(plan(processes=1))
    assert len(second.shards.held) == 4


async def test_a_process_that_was_stopped_has_lost_its_shards(start: Starting, url: URL) -> None:
    """Whoever was taken for dead is told so, and can save nothing that belongs to the shard."""
    first, one = await start(plan(count=1, processes=1, seconds=SHORT))
    store = SqlStore(first, TickingClock())
    table = await store.create(lobby())
    await run(url, "UPDATE shard_leases SET owner = 'other', fence = fence + 1")
    with pytest.raises(LeaseLostError):
        await store.save(table, moved_on(table))
    await one.until(lambda: ("lost", 0) in one.told)
    assert not first.shards.holds(0)
    with pytest.raises(LeaseLostError):
        await store.save(table, moved_on(table))
    assert await store.load(table.id) == table


async def test_a_lease_made_anew_is_not_the_old_one(start: Starting, url: URL) -> None:
    """Also a lease with the same number is another's, after the rows were removed and made."""
    first, _ = await start(plan(count=1, processes=1))
    store = SqlStore(first, TickingClock())
    await store.create(lobby("one"))
    await run(url, "UPDATE shard_leases SET owner = 'other'")
    with pytest.raises(LeaseLostError):
        await store.create(lobby("two"))


async def test_a_table_is_written_where_its_server_is_served(start: Starting) -> None:
    """Each process saves the tables of its own shards alone; settings are saved by any."""
    first, _ = await start(plan(count=2, processes=2))
    second, _ = await start(plan(count=2, processes=2))
    for shard in (0, 1):
        mine, other = (first, second) if first.shards.holds(shard) else (second, first)
        new = lobby(f"{shard}", guild_id=shard << 22)
        table = await SqlStore(mine, TickingClock()).create(new)
        with pytest.raises(LeaseLostError):
            await SqlStore(other, TickingClock()).save(table, moved_on(table))
        await SqlPreferences(other).keep("person", shard, "{}")


async def test_an_action_is_saved_by_one_statement(start: Starting) -> None:
    """What is refused there is refused as elsewhere, and nothing of it is written."""
    database, _ = await start(plan(count=1, processes=1))
    store = SqlStore(database, TickingClock())
    table = await begun(store, lobby())
    step = next_step(table, random.Random(1))
    change = change_of(table, step.table, step.entries, EPOCH, lambda: 0)
    assert change is not None
    assert brief_of(*change.update, change.log) is not None
    assert change.rest == ()
    await store.save(table, step.table, step.entries)
    with pytest.raises(DuplicateCommandError):
        await store.save(table, step.table, step.entries)
    other = replace(step.entries[0], command_id="another")
    with pytest.raises(StaleVersionError):
        await store.save(table, step.table, [other])
    later = next_step(step.table, random.Random(1))
    again = replace(later.entries[0], command_id=step.entries[0].command_id)
    with pytest.raises(DuplicateCommandError):
        await store.save(step.table, later.table, [again])
    assert await store.load(table.id) == step.table
    await store.save(step.table, later.table, later.entries)
    assert await store.load(table.id) == later.table


async def test_sessions_are_opened_in_turn(start: Starting) -> None:
    """Two processes that open sessions of one bucket wait for each other, those of two do not."""
    first, _ = await start(plan())
    second, _ = await start(plan())
    async with asyncio.timeout(2.0):
        await first.shards.turn(0, 2)
        await second.shards.turn(1, 2)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await second.shards.turn(2, 2)


async def test_nobody_waits_for_the_turn_of_a_dead_process(start: Starting) -> None:
    """Whoever waits has taken no turn yet; and it comes sooner where people wait."""
    database, _ = await start(plan())
    assert isinstance(database.shards, LeasedShards)
    leases = database.shards._leases
    assert await leases.turn(7, 60.0, 0.0) == 0
    for _ in range(3):
        assert 50.0 < await leases.turn(7, 60.0, 0.0) <= 60.0
    assert await leases.turn(7, 60.0, 5.0) > 60.0
    assert await leases.turn(8, 0.0, 0.0) == 0
    assert await leases.turn(8, 0.0, 0.0) == 0


async def test_a_turn_goes_where_people_wait(start: Starting, url: URL) -> None:
    """A shard that nobody else can serve comes before one that another process still serves."""
    first, _ = await start(plan(count=2))
    second, _ = await start(plan(count=2))
    [mine], [other] = first.shards.held, second.shards.held
    order: list[int] = []

    async def open_(shard: int) -> None:
        await first.shards.turn(shard)
        order.append(shard)

    await run(
        url,
        "INSERT INTO identify_buckets "
        "VALUES (0, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint + 500000)",
    )
    opening = [asyncio.create_task(open_(shard)) for shard in (other, mine)]
    await asyncio.wait(opening, timeout=3.0, return_when=asyncio.FIRST_COMPLETED)
    assert order == [mine]
    opening[0].cancel()


async def test_another_number_of_shards_is_refused(start: Starting, url: URL) -> None:
    """While others serve, a process that would count servers otherwise is told to stop."""
    first, _ = await start(plan())
    with pytest.raises(errors.ShardCountError, match="SHARD_COUNT=4") as told:
        await Database.open(url, plan=plan(count=8))
    assert told.value.code is ExitCode.CONFIGURATION
    await first.close()
    second, _ = await start(plan(count=2, processes=1))
    assert second.shards.held == {0, 1}


async def test_whoever_takes_all_waits_for_none(start: Starting, url: URL) -> None:
    """A command that needs the whole database is refused while one shard is served."""
    await start(plan())
    with pytest.raises(errors.DatabaseInUseError):
        await Database.open(url, lease_seconds=SHORT)


async def test_connections_that_are_cut(start: Starting, url: URL) -> None:
    """A process renews through a fresh connection, keeps its shards, and hears it missed something.

    Another that tells something hears nothing of its own.
    """
    first, one = await start(plan(count=1, processes=1, seconds=3))
    missed = asyncio.Event()
    first.hearing.listen(lambda _: None, missed.set)
    await run(url, CUT)
    await asyncio.wait_for(missed.wait(), 10)
    assert first.shards.holds(0)
    assert ("lost", 0) not in one.told


async def test_settings_are_told(start: Starting) -> None:
    """What a person or server has chosen is told to the other processes, and not to oneself."""
    first, _ = await start(plan())
    second, _ = await start(plan())
    heard: asyncio.Queue[str] = asyncio.Queue()
    own: list[str] = []
    first.hearing.listen(own.append, lambda: None)
    second.hearing.listen(heard.put_nowait, lambda: None)
    await SqlPreferences(first).keep("person", 7, "{}")
    await SqlPreferences(first).keep("server", 8, "{}")
    told = []
    async with asyncio.timeout(10):
        while "server:8" not in told:
            told.append(await heard.get())
    assert "person:7" in told
    assert [text for text in own if ":" in text] == []
    assert await SqlPreferences(second).load("person", 7) == "{}"
    assert await SqlPreferences(second).load("person", 9) is None


async def test_forgetting_is_told(start: Starting) -> None:
    """Other processes hear whose settings to drop, and that they are to keep no name."""
    first, _ = await start(plan())
    second, _ = await start(plan())
    heard: asyncio.Queue[str] = asyncio.Queue()
    second.hearing.listen(heard.put_nowait, lambda: None)
    await SqlOwnData(first).forget(7)
    told: list[str] = []
    async with asyncio.timeout(10):
        while "forgotten" not in told:
            told.append(await heard.get())
    assert "person:7" in told


async def test_what_could_not_be_told_is_told_later(start: Starting, url: URL) -> None:
    """A setting that was saved while the line was cut reaches the others all the same."""
    first, _ = await start(plan())
    second, _ = await start(plan())
    heard: asyncio.Queue[str] = asyncio.Queue()
    second.hearing.listen(heard.put_nowait, lambda: None)
    line = first.hearing
    assert isinstance(line, Line)
    assert line._connection is not None
    await run(url, f"SELECT pg_terminate_backend({line._connection.get_server_pid()})")
    await line.tell("person:7")
    async with asyncio.timeout(10):
        while await heard.get() != "person:7":
            pass
