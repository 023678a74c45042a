"""Who serves the database of a server: a lease that runs out, with a number that only grows.

A process renews its lease while it lives. Each of its transactions first reads the lease under a
lock that a takeover needs too, so nobody can take it over in the middle of a save, and none can be
saved afterwards. Only the server's clock counts.
"""

import asyncio
import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import asyncpg
import structlog
from asyncpg.exceptions import InternalClientError

from bot.tables.ports import StoreError

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

log = structlog.get_logger(__name__)

SERVER_FAULTS: Final[tuple[type[Exception], ...]] = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    InternalClientError,
    OSError,
    TimeoutError,
)
"""What the driver raises when the server cannot be reached, refuses, or breaks off."""

_RENEWALS: Final = 3
"""Renewals in the time of a lease."""

_NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_MICROSECONDS: Final = 1_000_000

_PREPARE: Final = "INSERT INTO shard_leases (shard) VALUES ($1) ON CONFLICT DO NOTHING"
_ACQUIRE: Final = f"""
UPDATE shard_leases SET owner = $1, fence = fence + 1, until_at = {_NOW} + $2
WHERE shard = (
    SELECT shard FROM shard_leases WHERE shard = $3 AND until_at < {_NOW} FOR UPDATE SKIP LOCKED
) RETURNING fence
"""  # noqa: S608 - nothing of it comes from outside
_RENEW: Final = f"""
UPDATE shard_leases SET until_at = {_NOW} + $2 WHERE owner = $1 RETURNING fence
"""  # noqa: S608 - as above
_HELD: Final = f"""
SELECT 1 FROM shard_leases WHERE shard = $1 AND fence = $2 AND until_at > {_NOW} FOR KEY SHARE
"""  # noqa: S608 - as above
_RELEASE: Final = f"""
UPDATE shard_leases SET owner = NULL, until_at = {_NOW} WHERE owner = $1
"""  # noqa: S608 - as above


class LeaseLostError(StoreError):
    """Another process serves the tables now, or the lease could not be renewed in time."""


class LeaseHeldError(Exception):
    """Another process holds the lease, and lives."""


class Lease:
    """The right of this process to write what belongs to a shard."""

    def __init__(self, pool: "asyncpg.Pool[asyncpg.Record]", shard: int, seconds: float) -> None:
        """Know a shard; `acquire` takes it."""
        self._pool = pool
        self._shard = shard
        self._seconds = seconds
        self._owner = secrets.token_hex(8)
        self._fence = 0
        self._renewing: asyncio.Task[None] | None = None

    async def acquire(self) -> None:
        """Take the lease, waiting for one that runs out.

        Raises:
            LeaseHeldError: another process renews it.
            asyncpg.PostgresError, OSError: the server cannot do it now.
        """
        await self._pool.execute(_PREPARE, self._shard)
        # Twice the time: whoever renews it once in that time is alive.
        for _ in range(2 * _RENEWALS + 1):
            fence = await self._pool.fetchval(_ACQUIRE, self._owner, self._span, self._shard)
            if fence is not None:
                self._fence = fence
                self._renewing = asyncio.create_task(self._renew(), name="lease")
                return
            await asyncio.sleep(self._seconds / _RENEWALS)
        raise LeaseHeldError

    async def require(self, connection: "PoolConnectionProxy[asyncpg.Record]") -> None:
        """Keep the lease from being taken over until the end of a transaction.

        Raises:
            LeaseLostError: it is no longer this process's.
        """
        if await connection.fetchval(_HELD, self._shard, self._fence) is None:
            raise LeaseLostError("another process serves the tables")

    async def release(self) -> None:
        """Give the lease back, so that the next process need not wait for it to run out."""
        if self._renewing is not None:
            self._renewing.cancel()
            with suppress(asyncio.CancelledError):
                await self._renewing
            self._renewing = None
        try:
            await self._pool.execute(_RELEASE, self._owner)
        except SERVER_FAULTS as fault:
            log.warning("lease_not_released", cause=type(fault).__name__)

    @property
    def _span(self) -> int:
        return round(self._seconds * _MICROSECONDS)

    async def _renew(self) -> None:
        lost = False
        while True:
            await asyncio.sleep(self._seconds / _RENEWALS)
            try:
                fence = await self._pool.fetchval(_RENEW, self._owner, self._span)
            except SERVER_FAULTS as fault:
                log.warning("lease_not_renewed", cause=type(fault).__name__)
                continue
            if fence is None and not lost:
                log.error("lease_lost", remedy="stop this process: another one serves the tables")
            lost = fence is None
