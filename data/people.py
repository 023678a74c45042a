"""People and their keys.

What is kept for good names a person by a random key. Its row of `people` leads from the key to the
user; without the row's id and name, the key leads to nobody.
"""

import secrets
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, case, func, select

from data.schema import people, seats, sittings

KEY_BITS: Final = 63
"""The length of a key: what fits into an integer of every database."""


def random_key() -> int:
    """Give a key that nobody has."""
    return secrets.randbits(KEY_BITS)


def sat_at(tables: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Select the sittings of some tables in the order of the notes, with user ids.

    Args:
        tables: a condition on `sittings`.
    """
    # A process of an older version, beside this one during an upgrade, writes the id itself.
    user_id = func.coalesce(people.c.user_id, sittings.c.user_id).label("user_id")
    return (
        select(sittings.c.table_id, sittings.c.seat, sittings.c.from_version, user_id)
        .outerjoin(people, people.c.key == sittings.c.person)
        .where(tables)
        .order_by(sittings.c.id)
    )


def seated_at(tables: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """Select the seats of some tables, with their people wherever those are named.

    Args:
        tables: a condition on `seats`.
    """
    named = {"user_id", "name", "avatar", "person"}
    own = [column for column in seats.c if column.name not in named]
    # Someone who is forgotten is somebody still, of whom nothing is known.
    put_away = seats.c.person.is_not(None)
    user_id = func.coalesce(seats.c.user_id, people.c.user_id, case((put_away, 0)))
    name = func.coalesce(seats.c.name, people.c.name, case((put_away, "")))
    avatar = func.coalesce(people.c.avatar, seats.c.avatar)
    return (
        select(*own, user_id.label("user_id"), name.label("name"), avatar.label("avatar"))
        .outerjoin(people, people.c.key == seats.c.person)
        .where(tables)
        .order_by(seats.c.seat)
    )
