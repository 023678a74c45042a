"""Votes for ending a game without a result, or for a side to resign.

Pure changes of a table. The votes are stored with it, so that they survive a restart; they are
cleared by a deal and when someone sits down or leaves.
"""

from dataclasses import replace

from bot.tables import lifecycle, seating
from bot.tables.errors import NotPlaying, NotYourSide, TableError
from bot.tables.model import Status, Table
from bot.tables.step import Step
from engine.actions import Resign
from engine.errors import RuleError
from engine.seats import Seat, Side


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
    """Withdraw the votes of a user for the end of a game; without one nothing changes.

    Raises:
        TableEnded: it has ended.
    """
    seating.require_open(table)
    return replace(
        table,
        end_votes=table.end_votes - {user_id},
        resign_votes=table.resign_votes - {user_id},
    )


def to_agree(table: Table, side: Side, user_id: int | None = None) -> tuple[Seat, ...]:
    """Give the seats of a side whose people have to agree before it resigns.

    People who are away are not asked, and a computer player agrees with its partner.

    Args:
        table: the table.
        side: the side.
        user_id: someone who agrees now, or None.
    """
    agreed = table.resign_votes | {user_id}
    chairs = ((seat, table.chairs[seat]) for seat in table.rules.seats_of(side))
    return tuple(
        seat
        for seat, chair in chairs
        if chair.person is not None and not chair.away and chair.person.id not in agreed
    )


def own_side(table: Table, user_id: int, side: Side | None = None) -> Side:
    """Give the side of a user who may ask it to resign.

    Args:
        table: the table.
        user_id: the user.
        side: the side, or None for the user's own.

    Raises:
        TableEnded, NotSeated, NotPlaying: as their names say.
        NotYourSide: the user plays for the other side.
        CannotResign: more than two sides play.
    """
    seating.require_open(table)
    seat = seating.require_seat(table, user_id)
    if table.game is None or table.status is Status.PARKED:
        raise NotPlaying(table.status)
    own = table.rules.side_of(seat)
    if side not in {None, own}:
        raise NotYourSide
    refusal = table.game.explain(Resign(own))
    if refusal is not None:
        raise refusal
    return own


def may_resign(table: Table, user_id: int) -> bool:
    """Say whether a user may ask their side to resign."""
    try:
        own_side(table, user_id)
    except (TableError, RuleError):
        return False
    return True


def resign(table: Table, user_id: int, command_id: str) -> Step:
    """Agree to resign; with the partner's agreement the game is lost.

    Raises:
        TableEnded, NotSeated, NotPlaying, CannotResign: as for `own_side`.
    """
    side = own_side(table, user_id)
    table = seating.present(table, seating.require_seat(table, user_id))
    table = replace(table, resign_votes=table.resign_votes | {user_id})
    if to_agree(table, side):
        return Step(table)
    return Step(table.without_votes()).then(command_id, Resign(side))
