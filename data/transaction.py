"""Units of work, apart from the database that runs them.

A unit of work is a generator: it yields what it asks of the database and is sent the answer. So the
same unit runs in the thread of SQLite's driver and over a connection to a server.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from data.rows import Row
from data.statements import Statement

T = TypeVar("T")

Rows = list[tuple[Any, ...]]
"""What a query gives, in the order of its columns."""


class Wanted(Enum):
    """What a unit wants to know of a statement."""

    NOTHING = "nothing"
    COUNT = "count"
    ROWS = "rows"


class Ask(NamedTuple):
    """A statement that a unit of work has to be run.

    Attributes:
        statement: the statement.
        rows: it runs once for each of them; for `Wanted.ROWS` there is one.
        wanted: what the unit is sent: nothing, how many rows were affected, or the rows found.
    """

    statement: Statement
    rows: Sequence[Row]
    wanted: Wanted


Unit = Generator[Ask, Any, T]
"""A unit of work under way. It must change nothing but the database, since it may be rolled back.
It may run outside the event loop's thread."""

Work = Callable[[], Unit[T]]
"""Begins a unit of work."""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """What a unit of work returned."""

    answer: T


@dataclass(frozen=True, slots=True)
class Failed:
    """What a unit of work raised; none of it was written."""

    error: Exception


Outcome = Done[Any] | Failed


def storable(text: str) -> str:
    """Give a text without what a database cannot hold: zeros, and halves of characters.

    People can write both in names. PostgreSQL refuses the former, both databases the latter.
    """
    return text.replace("\0", "").encode(errors="ignore").decode()


def _storable(rows: Sequence[Row]) -> Sequence[Row]:
    """Give rows as they can be stored; nearly always they are as they should be."""
    # Every value of every save passes here: few texts are not ASCII, and only those can hold half a
    # character.
    for row in rows:
        for value in row.values():
            if value.__class__ is str and ("\0" in value or not value.isascii()):
                return [_cleaned(each) for each in rows]
    return rows


def _cleaned(row: Row) -> Row:
    return {
        name: storable(value) if isinstance(value, str) else value for name, value in row.items()
    }


def run(statement: Statement, rows: Sequence[Row]) -> Unit[None]:
    """Run a statement once for each row."""
    yield Ask(statement, _storable(rows), Wanted.NOTHING)


def count(statement: Statement, rows: Sequence[Row]) -> Unit[int]:
    """Run a statement once for each row, and give the total number of affected rows."""
    affected: int = yield Ask(statement, _storable(rows), Wanted.COUNT)
    return affected


def find(statement: Statement, row: Row | None = None) -> Unit[Rows]:
    """Run a query and give all its rows."""
    found: Rows = yield Ask(statement, _storable((row or {},)), Wanted.ROWS)
    return found
