"""The difference between two states of a table, as rows to write. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.tables.model import Person, Status, Table
from bot.tables.ports import Entry
from data.results import Write, endings, projections, unfinished
from data.rows import (
    Row,
    Sitting,
    chair_row,
    fixed_row,
    holders,
    hot_row,
    person_row,
    rare_row,
    same_rare,
    same_shown,
    shown_row,
    sitting_row,
    to_micros,
)
from data.statements import (
    MEET,
    PLAYED,
    SEAT,
    SIT,
    UNSEAT,
    UPDATE_ALL,
    UPDATE_HOT,
    UPDATE_SHOWN,
    Statement,
)
from engine.notation import print_action


@dataclass(frozen=True, slots=True)
class Change:
    """What a save writes.

    Attributes:
        update: the update of the table's own row, which matches only its previous version.
        log: the entries to append.
        rest: the other statements that have rows to write.
        ends: the server whose next game to rate has ended with it, or None.
    """

    update: Write
    log: list[Row]
    rest: tuple[Write, ...]
    ends: int | None = None


def new_table_row(table: Table) -> Row:
    """Give the row of a new table."""
    return {**hot_row(table), **shown_row(table), **rare_row(table), **fixed_row(table)}


def new_table_rest(table: Table) -> tuple[Write, ...]:
    """Give the other rows of a new table, once it has its id."""
    seats = [
        chair_row(table.id, seat, chair)
        for seat, chair in zip(table.rules.seats, table.chairs, strict=True)
    ]
    return _filled((SEAT, seats))


def change_of(
    before: Table, after: Table, entries: Sequence[Entry], now: datetime, new_key: Callable[[], int]
) -> Change | None:
    """Give the difference between two states of a table, or None if there is none.

    Args:
        before: the table as it is stored.
        after: the table as it is to be stored.
        entries: the actions that lead from one to the other.
        now: when they are logged.
        new_key: gives a key for a person who may be unknown.

    Raises:
        ValueError: the versions do not match the entries.
    """
    if after.id != before.id or after.version != before.version + len(entries):
        raise ValueError("the versions of a table do not fit its entries")
    at = to_micros(now)
    update, row = _row(before, after)
    seats, sat = _chairs(before, after), _sittings(before, after)
    if not entries and not seats and update is UPDATE_HOT and row == hot_row(before):
        return None
    row |= {"at_id": before.id, "at_version": before.version}
    return Change(
        update=(update, [row]),
        log=_log(before, entries, at),
        rest=_filled(
            (SEAT, seats),
            (UNSEAT, _gone(before, after)),
            (MEET, [person_row(each, new_key(), now) for each in _met(before, after)]),
            (SIT, sat),
            (PLAYED, [_who_played(row) for row in sat if row["person"] is not None]),
            *_projections(before, after, at),
        ),
        ends=after.place.guild_id if _ends(before, after) else None,
    )


def _row(before: Table, after: Table) -> tuple[Statement, Row]:
    """Give the update of a table's own row, and what it sets."""
    row = hot_row(after)
    rare = not same_rare(before, after)
    if not rare and same_shown(before, after):
        return UPDATE_HOT, row
    row |= shown_row(after)
    return (UPDATE_ALL, row | rare_row(after)) if rare else (UPDATE_SHOWN, row)


def _ends(before: Table, after: Table) -> bool:
    """Say whether a game has ended, with or without a result."""
    return after.game is not None and after.status.ended and not before.status.ended


def _filled(*writes: Write) -> tuple[Write, ...]:
    return tuple(write for write in writes if write[1])


def _log(before: Table, entries: Sequence[Entry], at: int) -> list[Row]:
    return [
        {
            "table_id": before.id,
            "version": version,
            "command_id": entry.command_id,
            "action": print_action(entry.action),
            "at": at,
            "thought": entry.thought,
        }
        for version, entry in enumerate(entries, start=before.version + 1)
    ]


def _chairs(before: Table, after: Table) -> list[Row]:
    if before.chairs is after.chairs:
        return []
    return [
        chair_row(after.id, seat, chair)
        for seat, chair in zip(after.rules.seats, after.chairs, strict=True)
        if seat >= len(before.chairs) or before.chairs[seat] != chair
    ]


def _gone(before: Table, after: Table) -> list[Row]:
    """Give the seats that a lobby loses by a change of its rules."""
    seats = before.rules.seats[len(after.chairs) :]
    return [{"table_id": after.id, "seat": seat} for seat in seats]


def _met(before: Table, after: Table) -> list[Person]:
    """Give the people of whom something is to be written by key, in the order of their ids."""
    if after.game is None:
        return []
    counted = before.game is not None and len(after.game.sheets) > len(before.game.sheets)
    whole = before.game is None or counted or _ends(before, after)
    if not whole and before.chairs is after.chairs:
        return []
    known = () if whole else holders(before)
    # Two tables may meet the same people at once: in one order, neither waits for the other.
    return sorted((each for each in after.people if each.id not in known), key=lambda each: each.id)


def _who_played(sitting: Row) -> Row:
    return {name: sitting[name] for name in ("person", "table_id")}


def _sittings(before: Table, after: Table) -> list[Row]:
    """Give who holds each seat from the next entry on, once there is a game."""
    if after.game is None or (before.game is not None and before.chairs is after.chairs):
        return []
    known = None if before.game is None else holders(before)
    version = before.version + 1
    return [
        sitting_row(after.id, Sitting(seat, user, version))
        for seat, user in zip(after.rules.seats, holders(after), strict=True)
        if known is None or known[seat] != user
    ]


def _projections(before: Table, after: Table, at: int) -> tuple[Write, ...]:
    game = after.game
    if game is None:
        return ()
    if before.status is not Status.CLOSED and after.status is Status.CLOSED:
        there = {user for user in holders(after) if user is not None}
        gone = {user for user, _ in after.sat} - there
        return unfinished(after.id, after.place.guild_id, there & after.end_votes, gone)
    ended = endings(before.game or game, game, after.version, at)
    if not ended:
        return ()
    # The holder of a seat after the save held it for every entry of the save, see `_sittings`.
    held = [
        Sitting(seat, user, after.version)
        for seat, user in zip(after.rules.seats, holders(after), strict=True)
    ]
    return projections(after.id, after.place.guild_id, ended, held)
