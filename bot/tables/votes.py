"""Votes for ending a game without a result.

Pure changes of a table. The votes are stored with it, so that they survive a restart; they are
cleared by a deal and when someone sits down or leaves.
"""

from dataclasses import replace

from bot.tables import lifecycle, seating
from bot.tables.model import Status, Table


def voters(table: Table, user_id: int | None = None) -> frozenset[int]:
    """Give the people whose votes count: those with a seat who are not away.

    Args:
        table: the table.
        user_id: someone who acts now and so is present, or None.
    """
    return frozenset(
        chair.person.id
        for chair in table.chairs
        if chair.person is not None and (not chair.away or chair.person.id == user_id)
    )


def votes_needed(table: Table, user_id: int | None = None) -> int:
    """Give how many votes end a game: all but one, both of two, the only one of one.

    Args:
        table: the table.
        user_id: someone who acts now and so is present, or None.
    """
    there = len(voters(table, user_id))
    return there - 1 if there > 2 else max(1, there)  # noqa: PLR2004 - said above


def end(table: Table, user_id: int, *, moderator: bool = False) -> Table:
    """Vote for ending a game without a result; the last necessary vote closes the table.

    A host closes a lobby without a vote. A moderator closes any table without a vote.

    Raises:
        TableEnded: it has ended.
        HostOnly: the table is a lobby, and the user neither its host nor a moderator.
        NotSeated: a game is on, and the user holds no seat and is no moderator.
    """
    seating.require_open(table)
    if table.status is Status.LOBBY:
        seating.require_host(table, user_id, moderator=moderator)
        return lifecycle.close(table)
    if moderator:
        return _closed(table, frozenset({user_id}))
    seating.require_seat(table, user_id)
    votes = (table.end_votes & voters(table)) | {user_id}
    if len(votes) >= votes_needed(table, user_id):
        return _closed(table, votes)
    return replace(table, end_votes=votes)


def _closed(table: Table, enders: frozenset[int]) -> Table:
    return replace(lifecycle.close(table), end_votes=enders, warned_at=None)


def go_on(table: Table, user_id: int) -> Table:
    """Withdraw a vote for the end of a game; without one nothing changes.

    Raises:
        TableEnded: it has ended.
    """
    seating.require_open(table)
    return replace(table, end_votes=table.end_votes - {user_id})
