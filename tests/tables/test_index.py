"""Tables are found by their people, channel and server as these change."""

import sys
from collections.abc import Callable

from bot.tables.index import TableIndex
from bot.tables.model import Place
from tests.tables.house import ANN, BEN, ELSEWHERE, PLACE, House


def found(house: House, person_id: int) -> list[int]:
    """Give the ids of the open tables of a person."""
    return [table.id for table in house.tables.of_user(person_id)]


def work(done: Callable[[], object]) -> int:
    """Count the calls of functions that something takes."""
    events: list[str] = []
    sys.setprofile(lambda _frame, event, _argument: events.append(event))
    try:
        done()
    finally:
        sys.setprofile(None)
    return len(events)


async def test_tables_are_found_by_whoever_sits_there(house: House) -> None:
    """A person's tables are those where they hold a seat: sitting, leaving and the end show."""
    first, second = await house.lobby(BEN), await house.lobby()
    assert (found(house, ANN.id), found(house, BEN.id)) == ([1, 2], [1])
    await house.leave(first, BEN)
    await house.sit(second, BEN)
    assert found(house, BEN.id) == [2]
    await house.end(second, ANN)
    assert (found(house, ANN.id), found(house, BEN.id)) == ([1], [])


async def test_a_table_is_found_where_it_has_moved_to(house: House) -> None:
    """A table that was brought elsewhere is found there, and no more where it was."""
    table = await house.four()
    await house.resume(table, BEN, ELSEWHERE)
    assert house.tables.in_channel(PLACE.channel_id) == ()
    assert [t.id for t in house.tables.in_channel(ELSEWHERE.channel_id)] == [table.id]
    assert [t.id for t in house.tables.in_guild(1)] == [table.id]


async def test_tables_are_found_after_a_restart(house: House) -> None:
    """What is brought back from the store is found by its people as before."""
    await house.lobby(BEN)
    again = await house.restart()
    assert found(again, BEN.id) == [1]
    await again.close()


async def test_a_search_takes_as_long_among_many_tables(house: House) -> None:
    """To find a person's table the bot does the same work among 200 tables as among three."""
    await house.lobby()
    mine = await house.lobby(BEN)
    few = work(lambda: house.tables.of_user(BEN.id))
    for _ in range(200):
        await house.lobby()
    assert work(lambda: house.tables.of_user(BEN.id)) == few
    assert [table.id for table in house.tables.of_user(BEN.id)] == [mine.id]


async def test_nothing_is_left_of_tables_that_have_ended(house: House) -> None:
    """An index from which all tables were taken holds nothing."""
    known = TableIndex()
    table = await house.lobby(BEN)
    known.put(table)
    known.put(table)
    known.remove(table.id)
    known.remove(table.id)
    assert known.find(("guild", Place(1, 1).guild_id)) == []
    assert known._ids == {}
