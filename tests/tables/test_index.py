"""Tables are found by their people, channel and server as these change."""

import sys
from collections.abc import Awaitable

from bot.tables.index import TableIndex
from bot.tables.model import Place
from tests.tables.harness import ANN, BEN, ELSEWHERE, PLACE, Harness


async def found(harness: Harness, person_id: int) -> list[int]:
    """Give the ids of the open tables of a person."""
    return [table.id for table in await harness.tables.of_user(person_id)]


async def work(done: Awaitable[object]) -> int:
    """Count the calls of functions that something takes."""
    events: list[str] = []
    sys.setprofile(lambda _frame, event, _argument: events.append(event))
    try:
        await done
    finally:
        sys.setprofile(None)
    return len(events)


async def test_tables_are_found_by_whoever_sits_there(harness: Harness) -> None:
    """A person's tables are those where they hold a seat: sitting, leaving and the end show."""
    first, second = await harness.lobby(BEN), await harness.lobby()
    assert (await found(harness, ANN.id), await found(harness, BEN.id)) == ([1, 2], [1])
    await harness.leave(first, BEN)
    await harness.sit(second, BEN)
    assert await found(harness, BEN.id) == [2]
    await harness.end(second, ANN)
    assert (await found(harness, ANN.id), await found(harness, BEN.id)) == ([1], [])


async def test_a_table_is_found_where_it_has_moved_to(harness: Harness) -> None:
    """A table that was brought elsewhere is found there, and no more where it was."""
    table = await harness.four()
    await harness.resume(table, BEN, ELSEWHERE)
    assert await harness.tables.in_channel(PLACE.channel_id) == ()
    assert [t.id for t in await harness.tables.in_channel(ELSEWHERE.channel_id)] == [table.id]
    assert [t.id for t in await harness.tables.in_guild(1)] == [table.id]


async def test_tables_are_found_after_a_restart(harness: Harness) -> None:
    """What is brought back from the store is found by its people as before."""
    await harness.lobby(BEN)
    again = await harness.restart()
    assert await found(again, BEN.id) == [1]
    await again.close()


async def test_a_search_takes_as_long_among_many_tables(harness: Harness) -> None:
    """To find a person's table the bot does the same work among 200 tables as among three."""
    await harness.lobby()
    mine = await harness.lobby(BEN)
    few = await work(harness.tables.of_user(BEN.id))
    for _ in range(200):
        await harness.lobby()
    assert await work(harness.tables.of_user(BEN.id)) == few
    assert [table.id for table in await harness.tables.of_user(BEN.id)] == [mine.id]


async def test_nothing_is_left_of_tables_that_have_ended(harness: Harness) -> None:
    """An index from which all tables were taken holds nothing."""
    known = TableIndex()
    table = await harness.lobby(BEN)
    known.put(table.id, table.place, [ANN.id, BEN.id])
    known.put(table.id, table.place, [BEN.id])
    known.remove(table.id)
    known.remove(table.id)
    assert known.find(("guild", Place(1, 1).guild_id)) == []
    assert known._ids == {}
