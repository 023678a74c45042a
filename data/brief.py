"""The commonest save as one statement, for a server: an action at a table, and nothing else.

A transaction of its own statements takes five answers of the server, this takes one: it reads the
lease under its lock, updates the table if that holds, and appends to the log if the table was at
its version. Whatever else it meets, it changes nothing, and the save is done the usual way.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from sqlalchemy import (
    Column,
    ColumnElement,
    bindparam,
    cast,
    exists,
    func,
    insert,
    literal_column,
    select,
    update,
)

from data.rows import Row
from data.schema import log, shard_leases, tables
from data.statements import HOT, UPDATE_HOT, Numbered, Statement, numbered

_NOW: Final[ColumnElement[int]] = literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
)
_LOGGED: Final = "log_"
"""Begins the names of the values of the log's row."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What an action at a table writes.

    Attributes:
        row: the values of the table's row, as `UPDATE_HOT` takes them.
        entry: the row of the log.
    """

    row: Row
    entry: Row

    def values(self, owner: str, shard: int, fence: int) -> Row:
        """Give the values of `brief_statement` by name."""
        lease = {"lease_owner": owner, "lease_shard": shard, "lease_fence": fence}
        return {
            **self.row,
            **{f"{_LOGGED}{name}": each for name, each in self.entry.items()},
            **lease,
        }


def brief_of(statement: Statement, rows: list[Row], entries: list[Row]) -> Brief | None:
    """Give what one statement can write, if the update and entries of a save are such."""
    if statement is not UPDATE_HOT or len(rows) != 1 or len(entries) != 1:
        return None
    return Brief(rows[0], entries[0])


def _value(column: "Column[object]") -> ColumnElement[object]:
    return cast(bindparam(f"{_LOGGED}{column.name}", type_=column.type), column.type)


@cache
def brief_statement() -> Numbered:
    """Give the statement: how many valid leases it found, and how many rows it appended.

    Whoever uses SQLite never compiles it.
    """
    lease = (
        select(literal_column("1").label("held"))
        .where(
            shard_leases.c.shard == bindparam("lease_shard", type_=shard_leases.c.shard.type),
            shard_leases.c.owner == bindparam("lease_owner", type_=shard_leases.c.owner.type),
            shard_leases.c.fence == bindparam("lease_fence", type_=shard_leases.c.fence.type),
            shard_leases.c.until_at > _NOW,
        )
        .with_for_update(read=True, key_share=True)
        .cte("lease")
    )
    changed = (
        update(tables)
        .where(
            tables.c.id == bindparam("at_id", type_=tables.c.id.type),
            tables.c.version == bindparam("at_version", type_=tables.c.version.type),
            exists(select(lease.c.held)),
        )
        .values({name: bindparam(name, type_=tables.c[name].type) for name in HOT})
        .returning(tables.c.id)
        .cte("changed")
    )
    entry = select(*map(_value, log.c)).select_from(changed)
    logged = (
        insert(log).from_select(log.columns.keys(), entry).returning(log.c.version).cte("logged")
    )
    counts = (select(func.count()).select_from(each).scalar_subquery() for each in (lease, logged))
    return numbered(select(*counts))
