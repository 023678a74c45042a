"""The statements of a rebuild alone."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Integer,
    bindparam,
    delete,
    literal_column,
    select,
    text,
)

from bot.tables.model import Status
from data.schema import (
    COUNTERS,
    PROJECTIONS,
    people,
    person_totals,
    results,
    tables,
)
from data.statements import Statement

EMPTY_PROJECTIONS: Final = tuple(
    Statement(delete(table).where(table.c.table_id == bindparam("table_id")))
    for table in PROJECTIONS
    if "guild_id" not in table.c or table is results
)
"""Empty the projections of one table, apart from what is added up of a whole server."""

GUILDS: Final = Statement(
    select(tables.c.guild_id).union(select(person_totals.c.guild_id)).order_by("guild_id")
)
"""Every server that has tables or totals."""

_BEGUN: Final = (
    select(
        tables.c.id,
        tables.c.guild_id,
        tables.c.rules,
        tables.c.first_dealer,
        tables.c.start,
        tables.c.status,
        tables.c.end_votes,
        tables.c.roles,
    )
    .where(
        tables.c.first_dealer.is_not(None),
        tables.c.guild_id == bindparam("guild_id", type_=BigInteger),
    )
    .order_by(tables.c.id)
)
_OVER: Final = tables.c.status.in_(
    [literal_column(f"'{status}'") for status in Status if status.ended]
)

BEGUN: Final = Statement(_BEGUN)
"""Every table of a server with a game."""

OVER: Final = Statement(
    _BEGUN.where(_OVER, tables.c.id > bindparam("after"))
    .limit(bindparam("most", type_=Integer))
    .offset(literal_column("0"))
)
"""The next tables of a server whose games are over."""

FORGOTTEN: Final = Statement(select(people.c.key).where(people.c.user_id.is_(None)))
"""The keys of everyone who is forgotten."""

TOTALS_OF: Final = Statement(
    select(person_totals.c.person, *(person_totals.c[name] for name in COUNTERS)).where(
        person_totals.c.guild_id == bindparam("guild_id", type_=BigInteger)
    )
)
"""The totals of everyone in a server."""

UNCOUNT: Final = Statement(
    delete(person_totals).where(
        person_totals.c.guild_id == bindparam("guild_id"),
        person_totals.c.person == bindparam("person"),
    )
)
"""Remove the totals of a person in a server."""

LOCK_TOTALS: Final = Statement(
    select(literal_column("1")), text("LOCK TABLE person_totals IN SHARE ROW EXCLUSIVE MODE")
)
"""Keep the totals as they are until the end of the transaction; SQLite has one writer anyway."""
