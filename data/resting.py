"""Reads what a process has to know of open tables before anybody needs them: no log, no game."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, CompoundSelect, RowMapping, Select, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables.model import Pace, Place, Status
from bot.tables.ports import BrokenTableError
from bot.tables.resting import Resting, Shard
from data.replay import reading
from data.rows import ReadRow, read_due, read_left, read_moment
from data.schema import seats, tables

_logger = structlog.get_logger(__name__)

OPEN: Final = tuple(str(status) for status in Status if not status.ended)
"""The statuses of a table that has not ended, as they are stored."""

_ROWS: Final = 500
"""Rows that are read before the event loop gets its turn."""

_SEQUENCES: Final = 1 << 22
"""By this `bot.tables.shards.shard_of` divides too; a shift would need a cast for PostgreSQL."""

_NAMES: Final = (
    "id",
    "guild_id",
    "channel_id",
    "status",
    "pace",
    "due_kind",
    "due_at",
    "message_id",
    "left_channel",
    "left_message",
    "moved_at",
    "time_left",
)


async def read_resting(connection: AsyncConnection, shard: Shard | None) -> list[Resting]:
    """Read every table that has not ended, or whose end has not been shown, by id.

    Args:
        connection: reads both statements as of one moment.
        shard: only those of its servers; None for all.

    Returns:
        All that can be read; what cannot is reported.
    """
    ids = _needed() if shard is None else _needed(_of(shard))
    users: dict[int, list[int]] = {}
    held = select(seats.c.table_id, seats.c.user_id).where(seats.c.table_id.in_(ids))
    async for row in _each(connection, held.where(seats.c.user_id.is_not(None))):
        users.setdefault(row["table_id"], []).append(row["user_id"])
    columns = (tables.c[name] for name in _NAMES)
    wanted = select(*columns).where(tables.c.id.in_(ids)).order_by(tables.c.id)
    found: list[Resting] = []
    async for row in _each(connection, wanted):
        try:
            read = partial(_resting, row, users.get(row["id"], ()))
            found.append(reading(row["id"], 0, read))
        except BrokenTableError as broken:
            # One table must not keep the others from being served.
            _logger.error(  # noqa: TRY400 - a traceback could lead to a hand
                "table_left_out", table=broken.table_id, version=0, code=broken.code
            )
    return found


def _needed(*conditions: ColumnElement[bool]) -> CompoundSelect[int]:
    """Select the ids. An OR would scan every table there ever was."""
    return union(
        select(tables.c.id).where(tables.c.status.in_(OPEN), *conditions),
        select(tables.c.id).where(tables.c.message_id.is_not(None), *conditions),
    )


def _of(shard: Shard) -> ColumnElement[bool]:
    return tables.c.guild_id // _SEQUENCES % shard.count == shard.number


async def _each(
    connection: AsyncConnection, statement: Select[*tuple[Any, ...]]
) -> AsyncIterator[RowMapping]:
    found = await connection.stream(statement, execution_options={"yield_per": _ROWS})
    async for rows in found.mappings().partitions():
        for row in rows:
            yield row
        await asyncio.sleep(0)


def _resting(row: ReadRow, users: Sequence[int]) -> Resting:
    return Resting(
        id=row["id"],
        place=Place(row["guild_id"], row["channel_id"]),
        status=Status(row["status"]),
        pace=Pace(row["pace"]),
        due=read_due(row["due_kind"], row["due_at"]),
        message_id=row["message_id"],
        left=read_left(row["left_channel"], row["left_message"]),
        moved_at=read_moment(row["moved_at"]),
        timed=row["time_left"] is not None,
        users=tuple(users),
    )
