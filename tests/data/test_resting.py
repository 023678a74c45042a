"""What the store says of open tables without reading a log, on both databases."""

import random
from dataclasses import replace
from datetime import timedelta

from bot.tables import lifecycle
from bot.tables.model import Due, DueKind, LeftMessage, Place, Status, TimeLeft
from bot.tables.resting import Shard, of_memory
from bot.tables.shards import shard_of
from data.store import SqlStore
from engine.presets import CARDCOUCH
from tests.data.games import begun, lobby, played, saved

FAR = Place(1_234_567_890_123_456_789, 5)
NEAR = Place(81384788765712384, 6)


async def test_a_resting_table_is_known_by_its_rows(store: SqlStore) -> None:
    """Place, people, status, deadline, message and minutes are those that were saved last."""
    table = await played(store, await begun(store, lobby("one")), random.Random(1), 9)
    due = Due(DueKind.TURN, table.created_at + timedelta(days=1))
    seen = replace(table, message_id=7, left=LeftMessage(1, 2), due=due)
    table = await saved(store, table, replace(seen, moved_at=table.created_at))
    timed = await begun(store, lobby("two", CARDCOUCH.changed(minutes=90)))
    timed = await saved(store, timed, replace(timed, time_left=TimeLeft(timedelta(minutes=5))))
    waiting = await store.create(lobby("three"))
    expected = [replace(of_memory(each), restarts=True) for each in (table, timed, waiting)]
    found = await store.resting()
    assert [replace(each, users=()) for each in found] == [
        replace(each, users=()) for each in expected
    ]
    assert [set(each.users) for each in found] == [set(each.users) for each in expected]


async def test_only_what_has_to_be_shown_is_taken_up(store: SqlStore) -> None:
    """A table that has ended is none of them, unless its message does not say so yet."""
    shown, unshown = await store.create(lobby("one")), await store.create(lobby("two"))
    unshown = await saved(store, unshown, replace(unshown, message_id=7))
    await store.save(shown, lifecycle.close(shown))
    await store.save(unshown, lifecycle.close(unshown))
    [found] = await store.resting()
    assert (found.id, found.status, found.message_id) == (unshown.id, Status.CLOSED, 7)


async def test_a_shard_has_the_tables_of_its_servers(store: SqlStore) -> None:
    """The database reckons the shard of a server as Discord does."""
    near = await store.create(replace(lobby("one"), place=NEAR))
    far = await store.create(replace(lobby("two"), place=FAR))
    for count in (1, 2, 3, 16, 100):
        for number in range(count):
            found = [each.id for each in await store.resting(Shard(number, count))]
            assert found == [
                each.id for each in (near, far) if shard_of(each.place.guild_id, count) == number
            ]


async def test_an_outline_is_the_table_without_its_game(store: SqlStore) -> None:
    """All of it but the game and who sat where before; unknown numbers are passed over."""
    first = await played(store, await begun(store, lobby("one")), random.Random(1), 9)
    second = await store.create(lobby("two"))
    assert await store.outlines([second.id, first.id, 99]) == [
        replace(first, game=None),
        second,
    ]
    assert await store.outlines([]) == []


async def test_a_long_game_is_read_whole(store: SqlStore) -> None:
    """The event loop gets its turn while a game of hundreds of entries is replayed."""
    table = await begun(store, lobby("one", CARDCOUCH.changed(target=2000, losing_score=None)))
    table = await played(store, table, random.Random(1), 450)
    assert table.version > 400
    assert await store.load(table.id) == table
