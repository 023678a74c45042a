"""The statements that put tables away."""

from typing import Final

from sqlalchemy import (
    ColumnElement,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    null,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as upsert

from bot.tables.model import Status
from data.schema import (
    games,
    log,
    people,
    seats,
    sittings,
    tables,
)
from data.statements import Statement

ENDED: Final = Statement(
    select(
        tables.c.host,
        func.coalesce(tables.c.moved_at, tables.c.created_at),
        tables.c.added,
        tables.c.invited,
        tables.c.removed,
        tables.c.end_votes,
        tables.c.resign_votes,
    ).where(
        tables.c.id == bindparam("table_id"),
        tables.c.status.in_([literal_column(f"'{status}'") for status in Status if status.ended]),
        tables.c.roles.is_(None),
    )
)
"""Who was what at a table that has ended and is not put away."""

SEATS_OF: Final = Statement(
    select(seats.c.seat, seats.c.user_id, seats.c.name, seats.c.avatar)
    .where(seats.c.table_id == bindparam("table_id"))
    .order_by(seats.c.seat)
)
"""The seats of a table."""

WHOLE_LOG_OF: Final = Statement(
    select(log.c.action, log.c.at, log.c.thought)
    .where(log.c.table_id == bindparam("table_id"))
    .order_by(log.c.version)
)
"""The log of a table with the thoughts of computer players."""

KNOW: Final = Statement(
    upsert(people)
    .values({column.name: bindparam(column.name) for column in people.c})
    .on_conflict_do_nothing(index_elements=[people.c.user_id])
)
"""Give a person a key who may have one."""

ADD_GAME: Final = Statement(
    insert(games).values(table_id=bindparam("table_id"), record=bindparam("record"))
)
"""Store the record of a game."""

EMPTY_LOG: Final = Statement(delete(log).where(log.c.table_id == bindparam("table_id")))
"""Remove the log of a game that has a record."""

EMPTY_SITTINGS: Final = Statement(
    delete(sittings).where(sittings.c.table_id == bindparam("table_id"))
)
"""Remove the sittings of a game that has a record."""

_NOTHING: Final[ColumnElement[str]] = literal_column("''")
_NOBODY: Final[ColumnElement[str]] = literal_column("'[]'")

EMPTY_SEAT: Final = Statement(
    update(seats)
    .where(seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("at_seat"))
    .values(
        person=bindparam("person"), user_id=null(), name=null(), avatar=_NOTHING, held_for=null()
    )
)
"""Name the holder of a seat by key alone."""

PUT_AWAY: Final = Statement(
    update(tables)
    .where(tables.c.id == bindparam("at_id"))
    .values(
        {
            "roles": bindparam("roles"),
            "host": literal_column("0"),
            **dict.fromkeys(("message_id", "left_channel", "left_message"), null()),
            **dict.fromkeys(
                ("invited", "removed", "end_votes", "resign_votes", "asking", "added"), _NOBODY
            ),
        }
    )
)
"""Name everyone of a table by key alone."""

RECORD_OF: Final = Statement(
    select(games.c.record).where(games.c.table_id == bindparam("table_id"))
)
"""The record of a game that is put away."""
