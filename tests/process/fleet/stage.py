"""Sets a fleet and its crowd up, and says at the end what was seen."""

import random
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from data.server import upgrade_server
from tests.data.cluster import Cluster
from tests.loopback.api import LoopbackDiscord
from tests.loopback.sharding import SECONDS_OF_A_BUCKET, Sharding
from tests.process.fleet.crowd import Crowd
from tests.process.fleet.members import Fleet
from tests.process.fleet.trials import Trial
from tests.process.fleet.witness import Witness

SERVER: Final = {"max_connections": "200", "synchronous_commit": "on", "full_page_writes": "on"}
"""What a server needs that is to be killed itself; the machine goes on, so nothing is flushed."""

_PLENTY: Final = 100_000
"""IDENTIFYs of a day, for more kills than anyone has to bear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a trial is.

    Attributes:
        tables: how many there are.
        shards: how many, over as many processes.
        lease: seconds that a lease holds.
        thinking: seconds that people think, least and most.
        stop: seconds that a stopped process is held.
        buckets: how many shards may identify at once in five seconds, each from its own bucket.
        cut_off: whether the ways to the database can be cut.
    """

    tables: int
    shards: int = 4
    lease: float = 8.0
    thinking: tuple[float, float] = (0.0, 1.0)
    stop: float = 30.0
    buckets: int = 1
    cut_off: bool = False


@asynccontextmanager
async def staged(cluster: Cluster, size: Size, seed: int) -> AsyncIterator[Trial]:
    """Start the processes together and let the crowd open its tables; at the end judge them.

    Raises:
        AssertionError: somebody did what another held the lease for, or identified too early.
    """
    async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
        sharding = discord.gateway.sharding
        sharding.recommended = size.shards
        sharding.total, sharding.seconds_apart = _PLENTY, SECONDS_OF_A_BUCKET
        sharding.max_concurrency = size.buckets
        url = await cluster.new()
        await upgrade_server(url)
        witness = Witness(discord, url, size.shards)
        await witness.install()
        fleet = Fleet(
            discord,
            cluster,
            url,
            shards=size.shards,
            size=size.shards,
            lease=size.lease,
            cut_off=size.cut_off,
        )
        crowd = Crowd.gathered(
            discord, url, seed, tables=size.tables, shards=size.shards, thinking=size.thinking
        )
        trial = Trial(fleet, crowd, witness, random.Random(seed), stop_seconds=size.stop)
        try:
            for _ in range(size.shards):
                await fleet.start()
            await fleet.until_shared(witness)
            await fleet.until_ready()
            yield trial
        finally:
            await fleet.end()
        trespasses = await witness.trespasses()
        trial.seen.counts["messages made, edited or deleted"] = len(witness.changes)
        assert not trespasses, "\n".join([f"{len(trespasses)} without a lease", *trespasses[:20]])
        trial.seen.counts["sessions"] = len(sharding.journal)
        assert all(each.accepted for each in sharding.journal), too_early(sharding)


def too_early(sharding: Sharding) -> str:
    """Say which IDENTIFYs came before their bucket was free."""
    before: dict[int, float] = defaultdict(lambda: float("-inf"))
    found = []
    for each in sharding.journal:
        bucket = each.shard % sharding.max_concurrency
        if not each.accepted:
            found.append(f"{each.run} shard {each.shard} after {each.arrived - before[bucket]:.2f}")
        else:
            before[bucket] = each.arrived
    return f"{len(found)} IDENTIFYs too early: " + "; ".join(found[:10])
