"""Four processes share the servers out among them; whatever happens to one, people play on.

`python -m tests.process.fleet` is the long form.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from tests.data.cluster import Cluster, required, running
from tests.process.fleet.stage import SERVER, Size, staged
from tests.process.fleet.witness import Change
from tests.process.fleet.worst import worst_moments
from tests.process.jumping import FILE_VARIABLE, MAIN, set_ahead

SHORT: Final = Size(tables=12, lease=3.0, stop=8.0, buckets=4, cut_off=True)
"""A lease as short as it may be, and every shard in a bucket of its own."""

AFTER_A_KILL: Final = 20.0
"""Seconds until people are answered again, on a machine with much else to do; 15 otherwise."""

SLOWEST: Final = 3.0
"""Seconds to answer a press, at Discord."""


@pytest.fixture(scope="module")
def server() -> Iterator[Cluster]:
    """Run a server that may be killed."""
    with running(required(), SERVER) as cluster:
        yield cluster


async def test_kills_and_stops(server: Cluster) -> None:
    """Nothing acknowledged is lost and nothing done twice, and each table has one message.

    Nobody changes a message of a shard without its lease, and whoever does is found.
    """
    async with staged(server, SHORT, seed=1) as trial:
        async with trial.crowd.playing():
            await trial.crowd.until_done(20)
        await trial.faults(kills=3, stops=1)
        waits = [wait for each in trial.seen.waits.values() for wait in each]
        assert all(wait < SHORT.lease + 12.0 for wait in waits), trial.seen
        witness = trial.witness
        assert await witness.trespasses() == []
        witness.changes.append(Change(witness.now, "a stranger", 0, "POST"))
        assert len(await witness.trespasses()) == 1
        del witness.changes[-1]


async def test_kills_at_the_worst_moments(server: Cluster) -> None:
    """Two at once, the next owner too, one that serves for a dead one, and in a handover."""
    told: list[str] = []
    size = replace(SHORT, lease=8.0, buckets=1)
    async with staged(server, size, seed=3) as trial:
        await worst_moments(trial, 1, told.append)
        waits = [wait for each in trial.seen.waits.values() for wait in each]
        assert len(waits) >= 4
        assert all(wait < AFTER_A_KILL for wait in waits), "\n".join(told)


async def test_four_that_start_together_wait_for_their_turns(server: Cluster) -> None:
    """With one bucket, no session is begun within five seconds of another."""
    async with staged(server, Size(tables=4, lease=3.0), seed=2) as trial:
        journal = trial.crowd.ground.discord.gateway.sharding.journal
        times = [each.arrived for each in journal]
        assert len(times) == SHORT.shards
        apart = [later - earlier for earlier, later in pairwise(times)]
        assert all(each >= 5.0 for each in apart), apart


@pytest.mark.parametrize("successor_first", [True, False], ids=["successor first", "stop first"])
async def test_a_rolling_restart(server: Cluster, *, successor_first: bool) -> None:
    """While all four are replaced, every press is answered in time."""
    async with staged(server, SHORT, seed=3) as trial:
        answers = await trial.rolling_restart(successor_first=successor_first)
    assert answers.unanswered == 0, answers
    assert answers.slowest < SLOWEST, answers


async def test_a_database_out_of_reach(server: Cluster) -> None:
    """A process without a way to its database for five seconds loses nothing, and nobody hangs."""
    async with staged(server, SHORT, seed=4) as trial:
        assert (await trial.no_route(5.0)).done >= 20


async def test_a_database_that_is_killed(server: Cluster) -> None:
    """After a crash of the server all go on with what was acknowledged."""
    async with staged(server, SHORT, seed=5) as trial:
        assert (await trial.database_killed(2.0)).done >= 20


async def test_a_process_stopped_inside_a_transaction(server: Cluster) -> None:
    """Another takes its tables over; what it had begun to save does not come later."""
    async with staged(server, SHORT, seed=6) as trial:
        await trial.stopped_in_a_transaction()
        [wait] = trial.seen.waits["stop in a transaction"]
        assert wait < 15.0


@pytest.mark.parametrize("ahead", [-3600, 3600])
async def test_a_process_with_a_wrong_clock(server: Cluster, tmp_path: Path, ahead: int) -> None:
    """Its leases hold as long as anyone's, since only the server's clock counts."""
    clock = tmp_path / "clock"
    set_ahead(clock, ahead)
    async with staged(server, SHORT, seed=7) as trial:
        answers = await trial.wrong_clock(MAIN, {FILE_VARIABLE: str(clock)})
        assert answers.done >= 40
