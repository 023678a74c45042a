"""Puts tables away that have ended: games become records, and people their keys.

Until then a table's rows name people by id, since they are what the bot works with. Afterwards
nothing of a table leads to a person but through that person's row of `people`.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from data import away_statements as away
from data import statements as sql
from data.game_record import GameRecord, Moment, pack
from data.replay import Stored
from data.roles import SETS, Roles
from data.rows import Sitting
from data.schema import people, played
from data.transaction import Unit, find, run
from engine.seats import SEATS


def put_away(table_id: int, new_key: Callable[[], int]) -> Unit[bool]:
    """Put a table away that has ended; say whether it was not yet.

    Args:
        table_id: the table.
        new_key: gives a key for a person who may be unknown.
    """
    at = {"table_id": table_id}
    found = yield from find(away.ENDED, at)
    if not found:
        return False
    [(host, moved_at, added, *lists)] = found
    sets = dict(zip(SETS, map(json.loads, lists), strict=True))
    seats = yield from find(away.SEATS_OF, at)
    sat = yield from find(sql.SITTINGS_OF, at)
    opened = [tuple(each) for each in json.loads(added)]
    known = {user: (name, avatar) for _, user, name, avatar in seats if user is not None}
    users = {host, *known, *(user for users in sets.values() for user in users)}
    users |= {user for user, _, _ in opened} | {user for _, _, _, user in sat} - {None}
    keys: dict[int, int] = {}
    for user in sorted(users - {0}):
        name, avatar = known.get(user, (None, ""))
        row = {"key": new_key(), "user_id": user, "name": name, "avatar": avatar}
        yield from run(away.KNOW, [{**row, "met_at": moved_at}])
        [(keys[user],)] = yield from find(sql.KEY_OF, {"user_id": user})
    roles = Roles(
        keys.get(host),
        {name: [keys[user] for user in users] for name, users in sets.items()},
        [(keys[user], press, salt) for user, press, salt in opened],
    )
    yield from _record(table_id, [(*row[:3], row[3] and keys[row[3]]) for row in sat])
    gone = [{**at, "at_seat": seat, "person": keys.get(user)} for seat, user, *_ in seats]
    yield from run(away.EMPTY_SEAT, gone)
    yield from run(away.PUT_AWAY, [{"at_id": table_id, "roles": roles.print()}])
    return True


def _record(table_id: int, sat: Iterable[Sequence[Any]]) -> Unit[None]:
    """Make log and sittings of a table one record."""
    at = {"table_id": table_id}
    log = yield from find(away.WHOLE_LOG_OF, at)
    if not log:
        return
    sittings = [
        Sitting(SEATS[seat], person if user is None else user, version)
        for seat, person, version, user in sat
    ]
    record = GameRecord(tuple(Moment(*entry) for entry in log), tuple(sittings))
    yield from run(away.ADD_GAME, [{**at, "record": pack(record)}])
    yield from run(away.EMPTY_LOG, [at])
    yield from run(away.EMPTY_SITTINGS, [at])


async def users_of(
    connection: AsyncConnection, ids: Sequence[int], put_away: Iterable[Stored]
) -> dict[int, int]:
    """Give the user of each key that is named at tables that are put away.

    Args:
        connection: reads them.
        ids: the tables.
        put_away: the same tables.
    """
    keys: set[int] = set()
    for each in put_away:
        with suppress(ValueError, LookupError, TypeError):
            keys |= Roles.parse(each.row["roles"]).keys
    sat = select(played.c.person).where(played.c.table_id.in_(ids))
    named = people.c.key.in_(sat) | people.c.key.in_(keys)
    found = select(people.c.key, people.c.user_id).where(named, people.c.user_id.is_not(None))
    return {row.key: row.user_id for row in await connection.execute(found)}
