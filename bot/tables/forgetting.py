"""A table without one of its people, who wants to be forgotten. Pure."""

from dataclasses import replace

from bot.tables import lifecycle, seating
from bot.tables.model import Status, Table
from engine.deals import without_person


def without(table: Table, user_id: int) -> Table:
    """Give a table as if a person had never been there; one that nobody else holds is closed.

    A seat in a game goes to a computer player. An ended table is none of this module's.
    """
    if table.status.ended:
        return table
    table = seating.release(table, user_id)
    if table.seat_of(user_id) is not None:
        table = seating.leave(table, user_id)
    table = replace(
        table,
        invited=table.invited - {user_id},
        removed=table.removed - {user_id},
        end_votes=table.end_votes - {user_id},
        resign_votes=table.resign_votes - {user_id},
        asking=tuple(each for each in table.asking if each.person.id != user_id),
        sat=frozenset((user, seat) for user, seat in table.sat if user != user_id),
    )
    table = _without_contribution(table, user_id)
    return replace(lifecycle.close(table), host=0) if table.host == user_id else table


def _without_contribution(table: Table, user_id: int) -> Table:
    if table.status is Status.LOBBY:
        return seating.without_contribution(table, user_id)
    added = tuple(each for each in table.added if each.user_id != user_id)
    return replace(table, added=added, seeds=without_person(table.seeds, user_id))
