"""Every statement that writes, built with SQLAlchemy Core and compiled once.

They run within a unit of work of `data.transaction`. SQLAlchemy's own connections are not used
there; through them, each statement would make the event loop wait four or five times. Values are
bound by name and must be integers, strings, bytes, None or booleans.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import Insert
from sqlalchemy.sql.expression import ClauseElement

from data.schema import (
    COUNTERS,
    facts,
    log,
    people,
    person_totals,
    played,
    preferences,
    prompts,
    results,
    round_seats,
    rounds,
    rule_sets,
    seats,
    tables,
)
from data.schema import sittings as sittings_table

_SQLITE: Final = sqlite.dialect(paramstyle="named")
_POSTGRESQL: Final = postgresql.asyncpg.dialect()  # type: ignore[no-untyped-call]

HOT: Final = ("version", "due_kind", "due_at", "moved_at", "warned_at", "time_left")
"""The columns of a table that can change with every action. SQLite writes the entries of an index
anew for each column that is set, changed or not; there is no index of these."""

_SHOWN: Final = ("status", "message_id", "message_round", "left_channel", "left_message")
_RARE: Final = (
    "guild_id", "channel_id", "host", "preset", "rules", "pace", "level", "secret",
    "contributions", "first_dealer", "start", "private", "invited", "removed", "called",
    "end_votes", "resign_votes", "ask_first", "asking", "added",
)  # fmt: skip
_FIXED: Final = ("command_id", "created_at")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A statement with numbered values, as PostgreSQL takes it.

    Attributes:
        sql: the statement.
        names: the name of each value, in order.
    """

    sql: str
    names: tuple[str, ...]


class Statement:
    """A statement as databases take it.

    Attributes:
        sqlite: its SQL for SQLite, with a name for each value.
    """

    def __init__(self, clause: ClauseElement, at_server: ClauseElement | None = None) -> None:
        """Compile a statement of SQLAlchemy Core.

        An upsert is built by `postgresql.insert`, which compiles for SQLite too.

        Args:
            clause: the statement.
            at_server: what PostgreSQL needs instead.
        """
        self._clause = clause if at_server is None else at_server
        self.sqlite = str(clause.compile(dialect=_SQLITE))

    @cached_property
    def postgresql(self) -> Numbered:
        """The statement for PostgreSQL."""
        return numbered(self._clause)


def numbered(clause: ClauseElement) -> Numbered:
    """Compile a statement of SQLAlchemy Core for PostgreSQL."""
    compiled = clause.compile(dialect=_POSTGRESQL)
    assert isinstance(compiled, SQLCompiler)  # noqa: S101 - so are all that take values
    return Numbered(str(compiled), tuple(compiled.positiontup or ()))


def _inserting(table: Table, columns: Iterable[str] | None = None) -> Insert:
    names = table.columns.keys() if columns is None else columns
    return insert(table).values({name: bindparam(name) for name in names}).inline()


def _updating(columns: Iterable[str]) -> Statement:
    at = (
        tables.c.id == bindparam("at_id"),
        tables.c.version == bindparam("at_version"),
        tables.c.roles.is_(None),
    )
    return Statement(update(tables).where(*at).values({name: bindparam(name) for name in columns}))


def _add_table() -> Statement:
    columns = (*HOT, *_SHOWN, *_RARE, *_FIXED)
    statement = upsert(tables).values({name: bindparam(name) for name in columns}).inline()
    return Statement(statement.on_conflict_do_nothing(index_elements=[tables.c.command_id]))


def _seating() -> Statement:
    names = [column.name for column in seats.c if column is not seats.c.person]
    statement = upsert(seats).values({name: bindparam(name) for name in names})
    changed = {name: statement.excluded[name] for name in names[2:]}
    return Statement(
        statement.on_conflict_do_update(index_elements=list(seats.primary_key), set_=changed)
    )


def _unseating() -> Statement:
    at = (seats.c.table_id == bindparam("table_id"), seats.c.seat == bindparam("seat"))
    return Statement(delete(seats).where(*at))


def _counting(values: Mapping[str, Any]) -> Statement:
    named: dict[str, Any] = {name: bindparam(name) for name in ("guild_id", *COUNTERS)}
    statement = upsert(person_totals).values({**named, **values})
    added = {name: person_totals.c[name] + statement.excluded[name] for name in COUNTERS}
    return Statement(
        statement.on_conflict_do_update(index_elements=list(person_totals.primary_key), set_=added)
    )


def _playing(values: Mapping[str, Any]) -> Statement:
    statement = upsert(played).values({"table_id": bindparam("table_id"), **values}).inline()
    return Statement(statement.on_conflict_do_nothing())


def _meeting() -> Statement:
    names = people.columns.keys()
    statement = upsert(people).values({name: bindparam(name) for name in names})
    changed = {name: statement.excluded[name] for name in ("name", "avatar", "met_at")}
    return Statement(
        statement.on_conflict_do_update(index_elements=[people.c.user_id], set_=changed)
    )


def _remembering() -> Statement:
    names = facts.columns.keys()
    statement = upsert(facts).values({name: bindparam(name) for name in names})
    return Statement(
        statement.on_conflict_do_update(
            index_elements=[facts.c.name], set_={"value": statement.excluded.value}
        )
    )


def _saving_rules() -> Statement:
    names = rule_sets.columns.keys()
    statement = upsert(rule_sets).values({name: bindparam(name) for name in names})
    changed = {name: statement.excluded[name] for name in ("name", "rules", "author")}
    return Statement(
        statement.on_conflict_do_update(index_elements=list(rule_sets.primary_key), set_=changed)
    )


def _deleting_rules() -> Statement:
    at = (rule_sets.c.guild_id == bindparam("guild_id"), rule_sets.c.key == bindparam("key"))
    return Statement(delete(rule_sets).where(*at))


def _prompting() -> Statement:
    names = prompts.columns.keys()
    statement = upsert(prompts).values({name: bindparam(name) for name in names})
    return Statement(statement.on_conflict_do_nothing(index_elements=list(prompts.primary_key)))


def _forgetting() -> Statement:
    at = (facts.c.name == bindparam("name"), facts.c.value == bindparam("value"))
    return Statement(delete(facts).where(*at))


def _appending() -> Statement:
    names = log.columns.keys()
    statement = upsert(log).values({name: bindparam(name) for name in names}).inline()
    return Statement(statement.on_conflict_do_nothing())


_KEY: Final = {
    "person": select(people.c.key)
    .where(people.c.user_id == bindparam("person", type_=BigInteger))
    .scalar_subquery()
}
"""The key of a person, given the user id."""

_SITTING: Final = ("table_id", "seat", "from_version")
_ROUND_SEAT: Final = ("table_id", "number", "seat", "bid", "blind", "taken")

MEET: Final = _meeting()
"""Note that a person has sat down in a game; who is unknown gets the key."""

REMEMBER: Final = _remembering()
"""Store a fact, in place of the previous one."""


def _preferring() -> Statement:
    names = preferences.columns.keys()
    statement = upsert(preferences).values({name: bindparam(name) for name in names})
    return Statement(
        statement.on_conflict_do_update(
            index_elements=list(preferences.primary_key),
            set_={"settings": statement.excluded.settings},
        )
    )


PREFER: Final = _preferring()
"""Store the settings of a person or server, in place of the previous ones."""

PROMPT: Final = _prompting()
"""Note that a prompt is posted in a channel, unless that is known."""

UNPROMPT: Final = Statement(delete(prompts).where(prompts.c.message_id == bindparam("message_id")))
"""Note that a prompt is gone."""

FORGET: Final = _forgetting()
"""Remove a fact if it has a certain value."""

SAVE_RULES: Final = _saving_rules()
"""Store a rule set of a server, in place of the previous one."""

DELETE_RULES: Final = _deleting_rules()
"""Remove a rule set of a server."""

ADD_TABLE: Final = _add_table()
"""Add a table, unless its command has opened one already: then it counts no row."""

TABLE_OF_COMMAND: Final = Statement(
    select(tables.c.id).where(tables.c.command_id == bindparam("command_id"))
)
"""The id of the table that a command opened."""

UPDATE_HOT: Final = _updating(HOT)
"""Update what can change with every action, if the table is at `at_version`."""

UPDATE_SHOWN: Final = _updating((*HOT, *_SHOWN))
"""The same, with the status and the messages that show the table."""

UPDATE_ALL: Final = _updating((*HOT, *_SHOWN, *_RARE))
"""Update everything that can change, if the table is at `at_version`."""

SEAT: Final = _seating()
"""Add a seat, or write over it."""

UNSEAT: Final = _unseating()
"""Remove a seat from a table whose rules have fewer seats."""

SIT: Final = Statement(_inserting(sittings_table, _SITTING).values(_KEY))
"""Note who, by user id, holds a seat from a version on."""

APPEND: Final = _appending()
"""Append to the log, unless the command or the version is there: then it counts no row."""

LOGGED: Final = Statement(select(log.c.table_id).where(log.c.command_id == bindparam("command_id")))
"""The table whose log contains a command."""

ADD_ROUND: Final = Statement(_inserting(rounds))
"""Add a side's score for a round."""

PLAYED: Final = _playing(_KEY)
"""Note that a person, given by user id, has sat in a game."""

PLAYED_BY_KEY: Final = _playing({"person": bindparam("person")})
"""The same, with the key of the person."""

ADD_ROUND_SEAT: Final = Statement(_inserting(round_seats, _ROUND_SEAT).values(_KEY))
"""Add a seat's bid and tricks in a round; the person is given by user id."""

ADD_ROUND_SEAT_BY_KEY: Final = Statement(_inserting(round_seats, (*_ROUND_SEAT, "person")))
"""The same, with the key of the person."""

ADD_RESULT: Final = Statement(_inserting(results))
"""Add the result of a game."""

COUNT: Final = _counting(_KEY)
"""Add to the totals of a person, given by user id, in a server."""

COUNT_BY_KEY: Final = _counting({"person": bindparam("person")})
"""The same, with the key of the person."""

KEY_OF: Final = Statement(
    select(people.c.key).where(people.c.user_id == bindparam("user_id", type_=BigInteger))
)
"""The key of a user, if there is one."""

LOG_OF: Final = Statement(
    select(log.c.version, log.c.action, log.c.at)
    .where(log.c.table_id == bindparam("table_id"))
    .order_by(log.c.version)
)
"""The log of a table."""

SITTINGS_OF: Final = Statement(
    select(
        sittings_table.c.seat,
        sittings_table.c.person,
        sittings_table.c.from_version,
        sittings_table.c.user_id,
    )
    .where(sittings_table.c.table_id == bindparam("table_id"))
    .order_by(sittings_table.c.id)
)
"""The sittings of a table, in the order of the notes; an older version wrote the user's id."""
