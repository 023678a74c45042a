"""Which shards a process serves."""

import asyncio
from collections.abc import Iterable

import pytest

from bot.tables.shards import AllShards, ShardPlan, shard_of
from tests.data.watchers import Watcher


def test_a_server_has_the_shard_that_discord_reckons() -> None:
    """Discord's own formula: the time in the id, by the number of shards."""
    assert shard_of(197038439483310086, 16) == (197038439483310086 >> 22) % 16
    assert {shard_of(guild << 22, 4) for guild in range(8)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("count", "processes", "ids", "share"),
    [(1, 1, None, 1), (8, 4, None, 2), (9, 4, None, 3), (2, 4, None, 1), (9, 2, (0, 3, 8), 3)],
)
def test_the_fair_share(count: int, processes: int, ids: Iterable[int] | None, share: int) -> None:
    """All shares together cover every shard; a list of shards is a share by itself."""
    chosen = None if ids is None else frozenset(ids)
    assert ShardPlan(count=count, processes=processes, ids=chosen).share == share


async def test_a_sole_process_serves_everything_until_it_leaves() -> None:
    """Every shard is taken at the start, and given up once what belongs to it is finished."""
    shards, notes = AllShards(2), Watcher()
    await shards.start(notes)
    assert notes.told == [("leads", -1), ("taken", 0), ("taken", 1)]
    assert shards.leading
    assert shards.holds(shards.of(1 << 22))
    leaving = asyncio.create_task(shards.leave())
    await asyncio.sleep(0)
    assert notes.told[3:] == [("hand over", 0), ("hand over", 1)]
    await shards.release(0)
    assert shards.held == {1}
    assert not leaving.done()
    await shards.release(1)
    await leaving
    assert not shards.holds(1)


async def test_sessions_of_one_bucket_wait_for_each_other() -> None:
    """The first session of a bucket is opened at once, the second five seconds later."""
    shards = AllShards(3)
    async with asyncio.timeout(0.5):
        await shards.turn(0, 2)
        await shards.turn(1, 2)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await shards.turn(2, 2)
