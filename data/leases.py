"""The leases on shards in the database of a server: rows that run out, with a growing number.

A process renews its leases while it lives. Each of its transactions first reads the lease of its
shard under a lock that a takeover needs too, so nobody can take it over in the middle of a save,
and none can be saved afterwards. Only the server's clock counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.tables.ports import LeaseLostError
from data.line import Line
from data.session import NAMED
from data.sharing import LEADER, Row

if TYPE_CHECKING:
    import asyncpg
    from asyncpg.pool import PoolConnectionProxy

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_MICROSECONDS: Final = 1_000_000

_LOCK: Final = "SELECT pg_advisory_xact_lock(8301034820198758)"
"""Lets one process at a time make the rows; the number is only the project's own."""

_HERE: Final = f"""
here AS MATERIALIZED (
    SELECT application_name AS name FROM pg_stat_activity WHERE application_name LIKE '{NAMED}%'
)
"""


def _cut(name: str) -> str:
    """Say in SQL whether the connection of a process is gone, if it would bear its name."""
    return f"({name} LIKE '{NAMED}%' AND {name} NOT IN (SELECT name FROM here))"


_UNASKED: Final = f"(wanted_by IS NULL OR wanted_until_at < {_NOW} OR {_cut('wanted_by')})"

_FOUND: Final = f"""
SELECT count(*) AS shards, count(*) FILTER (WHERE until_at >= {_NOW}) AS held
FROM shard_leases WHERE shard >= 0
"""
_MAKE: Final = f"""
INSERT INTO shard_leases (shard) SELECT generate_series({LEADER}, $1 - 1) ON CONFLICT DO NOTHING
"""
_REMOVE: Final = "DELETE FROM shard_leases WHERE shard >= $1"
_FREE: Final = f"""
SELECT shard, told FROM shard_leases WHERE until_at < {_NOW}
AND (wanted_by = $1 OR {_UNASKED})
"""
_TAKE: Final = f"""
UPDATE shard_leases AS lease SET owner = $1, fence = fence + 1, until_at = {_NOW} + $2,
    wanted_by = NULL, wanted_until_at = 0, ready = false, leaving = false
FROM free WHERE lease.shard = free.shard
"""
_ACQUIRE: Final = f"""
WITH {_HERE}, free AS MATERIALIZED ({_FREE} AND shard = ANY($3) ORDER BY until_at, shard LIMIT 1
FOR UPDATE SKIP LOCKED)
{_TAKE} AND (SELECT count(*) FROM shard_leases WHERE shard >= 0) = $4
RETURNING lease.shard, fence, free.told
"""
_ACQUIRE_ALL: Final = f"""
WITH {_HERE}, free AS MATERIALIZED ({_FREE} FOR UPDATE SKIP LOCKED)
{_TAKE} AND (SELECT count(*) FROM free) = (SELECT count(*) FROM shard_leases)
RETURNING lease.shard, fence, free.told
"""
_RENEW: Final = f"""
WITH alive AS (
    INSERT INTO serving_processes (name, until_at) VALUES ($1, {_NOW} + $2)
    ON CONFLICT (name) DO UPDATE SET until_at = excluded.until_at
), own AS MATERIALIZED (
    SELECT shard FROM shard_leases WHERE owner = $1 OR wanted_by = $1
    ORDER BY shard FOR NO KEY UPDATE
), kept AS (
    UPDATE shard_leases AS lease SET
        until_at = CASE WHEN owner = $1 THEN {_NOW} + $2 ELSE until_at END,
        wanted_until_at = CASE WHEN wanted_by = $1 THEN {_NOW} + $2 ELSE wanted_until_at END
    FROM own WHERE lease.shard = own.shard RETURNING lease.shard, owner
) SELECT shard FROM kept WHERE owner = $1
"""
_LOOK: Final = f"""
WITH {_HERE}
SELECT shard, owner, fence, told, owner IS NOT NULL AND until_at >= {_NOW} AS live,
    CASE WHEN NOT {_UNASKED} THEN wanted_by END AS asker, ready, leaving,
    until_at < {_NOW} + $1 / 2 OR {_cut("owner")} AS late
FROM shard_leases ORDER BY shard
"""
_OTHERS: Final = f"""
WITH {_HERE}
SELECT name FROM serving_processes WHERE until_at >= {_NOW} AND name <> $1 AND NOT {_cut("name")}
"""
_ASK: Final = f"""
WITH {_HERE}
UPDATE shard_leases SET wanted_by = $1, wanted_until_at = {_NOW} + $2, ready = false
WHERE shard = ANY($3) AND owner <> $1 AND {_UNASKED}
"""
_READY: Final = "UPDATE shard_leases SET ready = true WHERE wanted_by = $1 AND shard = $2"
_LEAVE: Final = f"UPDATE shard_leases SET leaving = true WHERE owner = $1 AND shard > {LEADER}"
_UNASK: Final = """
UPDATE shard_leases SET wanted_by = NULL, wanted_until_at = 0, ready = false WHERE wanted_by = $1
"""
_WITHDRAW: Final = f"{_UNASK} AND shard = ANY($2)"
_GIVE: Final = f"""
UPDATE shard_leases SET owner = NULL, until_at = {_NOW} - 1, leaving = false, told = $3
WHERE owner = $1 AND shard = $2
"""
_GIVE_ALL: Final = f"""
UPDATE shard_leases SET owner = NULL, until_at = {_NOW} - 1, leaving = false WHERE owner = $1
"""
_GONE: Final = f"DELETE FROM serving_processes WHERE name = $1 OR until_at < {_NOW} - 86400000000"
_HELD: Final = f"""
SELECT 1 FROM shard_leases WHERE shard = $1 AND owner = $2 AND fence = $3 AND until_at > {_NOW}
FOR KEY SHARE
"""
_TURN: Final = f"""
WITH turn AS (
    INSERT INTO identify_buckets AS bucket (bucket, next_at) VALUES ($1, {_NOW} + $2)
    ON CONFLICT (bucket) DO UPDATE SET next_at = {_NOW} + $2 WHERE bucket.next_at + $3 <= {_NOW}
    RETURNING 1
)
SELECT CASE WHEN EXISTS (SELECT FROM turn) THEN 0 ELSE (
    SELECT greatest(next_at + $3 - {_NOW}, 1) FROM identify_buckets WHERE bucket = $1
) END
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """A lease that is held.

    Attributes:
        shard: its shard.
        fence: its number, which no other holder has.
        told: what the former owner left for the next.
    """

    shard: int
    fence: int
    told: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """The leases as they were at one moment.

    Attributes:
        rows: that of each shard.
        leader: that on what one process does for all.
        own: those that this process holds.
        others: the names of the other processes that live.
    """

    rows: tuple[Row, ...]
    leader: Row
    own: tuple[Taken, ...]
    others: frozenset[str]


class Leases:
    """What one process does with the rows; each method is a transaction.

    Each raises what the driver raises: it may or may not have been done then.
    """

    def __init__(self, line: Line, owner: str, seconds: float) -> None:
        """Use a connection.

        Args:
            line: the connection.
            owner: the name of this process, which no other ever had.
            seconds: how long a lease holds.
        """
        self._line = line
        self.owner = owner
        self._span = round(seconds * _MICROSECONDS)

    async def make(self, count: int | None) -> tuple[int, int]:
        """Make a row for each shard, unless there are others that are held.

        Args:
            count: how many shards there are to be; None for those there are, or one.

        Returns:
            How many there are now, and how many of them are held.
        """
        async with self._line.transaction() as connection:
            await connection.execute(_LOCK)
            found, held = await connection.fetchrow(_FOUND) or (0, 0)
            wanted = max(found, 1) if count is None else count
            if found != wanted and held:
                return found, held
            await connection.execute(_REMOVE, wanted)
            await connection.execute(_MAKE, wanted)
        return wanted, held

    async def acquire(self, shards: Sequence[int], count: int) -> Taken | None:
        """Take one of some shards, if one is free and there are as many as expected."""
        found = await self._line.fetch(_ACQUIRE, self.owner, self._span, list(shards), count)
        return Taken(*found[0]) if found else None

    async def acquire_all(self) -> tuple[Taken, ...]:
        """Take every shard and the lead if all are free, otherwise none."""
        found = await self._line.fetch(_ACQUIRE_ALL, self.owner, self._span)
        return tuple(Taken(*each) for each in found)

    async def renew(self) -> frozenset[int]:
        """Renew everything that this process holds or asks for; give what it holds."""
        found = await self._line.fetch(_RENEW, self.owner, self._span)
        return frozenset(shard for (shard,) in found)

    async def look(self) -> Seen:
        """Look at all leases."""
        found = await self._line.fetch(_LOOK, self._span)
        others = await self._line.fetch(_OTHERS, self.owner)
        rows = {
            each["shard"]: Row(
                each["shard"],
                each["owner"],
                each["live"],
                each["asker"],
                each["ready"],
                each["leaving"],
                each["live"] and each["late"],
            )
            for each in found
        }
        leader = rows.pop(LEADER, Row(LEADER))
        own = tuple(
            Taken(each["shard"], each["fence"], each["told"])
            for each in found
            if each["live"] and each["owner"] == self.owner
        )
        return Seen(tuple(rows.values()), leader, own, frozenset(name for (name,) in others))

    async def ask(self, shards: Sequence[int]) -> None:
        """Ask for shards of others, unless somebody else does."""
        await self._line.fetch(_ASK, self.owner, self._span, list(shards))

    async def withdraw(self, shards: Sequence[int]) -> None:
        """Ask for shards no more."""
        await self._line.fetch(_WITHDRAW, self.owner, list(shards))

    async def ready(self, shard: int) -> None:
        """Say that a shard that was asked for may be handed over."""
        await self._line.fetch(_READY, self.owner, shard)

    async def leave(self) -> None:
        """Offer every shard to the others, and ask for none."""
        await self._line.fetch(_LEAVE, self.owner)
        await self._line.fetch(_UNASK, self.owner)

    async def give(self, shard: int, told: str = "") -> None:
        """Give one lease up."""
        await self._line.fetch(_GIVE, self.owner, shard, told)

    async def end(self) -> None:
        """Give everything up."""
        await self._line.fetch(_GIVE_ALL, self.owner)
        await self._line.fetch(_UNASK, self.owner)
        await self._line.fetch(_GONE, self.owner)

    async def turn(self, bucket: int, seconds: float, after: float) -> float:
        """Take the next new session of a bucket, if it may be opened now.

        Args:
            bucket: the bucket.
            seconds: until the one after it.
            after: how long everyone else must have left it, in seconds.

        Returns:
            0 if the session is this process's; otherwise the seconds to wait before another try.
        """
        spans = (round(each * _MICROSECONDS) for each in (seconds, after))
        [(wait,)] = await self._line.fetch(_TURN, bucket, *spans)
        # A row that another has only just made is not seen.
        return seconds if wait is None else int(wait) / _MICROSECONDS


async def require(
    connection: "PoolConnectionProxy[asyncpg.Record]", owner: str, lease: Taken
) -> None:
    """Keep a lease from being taken over until the end of a transaction.

    Raises:
        LeaseLostError: it is no longer this process's.
    """
    if await connection.fetchval(_HELD, lease.shard, owner, lease.fence) is None:
        raise LeaseLostError("another process serves this table")
