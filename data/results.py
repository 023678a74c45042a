"""The projections of a game: rows for its rounds, its result, and its players' totals.

Pure functions, used both when a round ends and when everything is rebuilt, so the two cannot
differ. A round counts for the person who holds the seat when it ends, even if the game is closed
later without a result; a game counts once it has a winner.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from data.rows import Row, Sitting, print_tallies
from data.schema import COUNTERS
from data.statements import ADD_RESULT, ADD_ROUND, ADD_ROUND_SEAT, COUNT
from engine.rules import Rules
from engine.scoring import Item, Outcome, RoundScore, SideScore
from engine.seats import Seat

Write = tuple[str, list[Row]]
"""A statement and its rows."""

_CONTRACTS_MADE: Final = frozenset({Item.CONTRACT_MADE, Item.TEN_MADE})
_NILS_MADE: Final = frozenset({Item.NIL_MADE, Item.BLIND_NIL_MADE, Item.DOUBLE_NIL_MADE})


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that was finished.

    Attributes:
        rules: the rules of its table.
        sheet: its score sheet.
        outcome: how the game ended with it, or None.
        version: the entry of the log that ended it.
        at: when that was, in microseconds since 1970.
    """

    rules: Rules
    sheet: RoundScore
    outcome: Outcome | None
    version: int
    at: int


def holders_at(rules: Rules, sittings: Iterable[Sitting], version: int) -> tuple[int | None, ...]:
    """Give the holder of each seat when an entry was logged; None for nobody and computer players.

    Args:
        rules: the rules of the table.
        sittings: in the order of the notes; of two from the same entry, the later one counts.
        version: the entry.
    """
    held: dict[Seat, Sitting] = {}
    for sitting in sittings:
        earlier = held.get(sitting.seat)
        if sitting.from_version <= version and (
            earlier is None or earlier.from_version <= sitting.from_version
        ):
            held[sitting.seat] = sitting
    return tuple(held[seat].user_id if seat in held else None for seat in rules.seats)


def projections(
    table_id: int, guild_id: int, ended: Iterable[Ended], sittings: Sequence[Sitting]
) -> tuple[Write, ...]:
    """Give the rows for the finished rounds of one table.

    Args:
        table_id: the table.
        guild_id: its server.
        ended: the rounds, oldest first.
        sittings: who held its seats from when, in the order of the notes.
    """
    rounds: list[Row] = []
    seats: list[Row] = []
    results: list[Row] = []
    totals: list[Row] = []
    for end in ended:
        at = {"table_id": table_id, "number": end.sheet.number}
        rounds += ({**at, **_of_side(side)} for side in end.sheet.sides)
        users = holders_at(end.rules, sittings, end.version)
        for seat, user in zip(end.rules.seats, users, strict=True):
            seats.append({**at, "user_id": user, **_of_seat(end.sheet, seat)})
            if user is not None:
                totals.append({"guild_id": guild_id, "user_id": user, **_counted(end, seat)})
        if end.outcome is not None:
            result = _of_game(end, end.outcome)
            results.append({"table_id": table_id, "guild_id": guild_id, **result})
    writes = ((ADD_ROUND, rounds), (ADD_ROUND_SEAT, seats), (COUNT, totals), (ADD_RESULT, results))
    return tuple(write for write in writes if write[1])


def unfinished(guild_id: int, enders: Iterable[int]) -> tuple[Write, ...]:
    """Give the rows for a game that ended without a result.

    Args:
        guild_id: the server of its table.
        enders: the people at the table who ended it.
    """
    nothing = dict.fromkeys(COUNTERS, 0)
    totals = [
        {"guild_id": guild_id, "user_id": user, **nothing, "unfinished": 1}
        for user in sorted(enders)
    ]
    return ((COUNT, totals),) if totals else ()


def _of_side(side: SideScore) -> Row:
    return {
        "side": int(side.side),
        "contract": side.contract,
        "taken": side.taken,
        "points": side.points,
        "bags": side.bags,
        "total": side.after.points,
        "bags_left": side.after.bags,
    }


def _of_seat(sheet: RoundScore, seat: Seat) -> Row:
    bid = sheet.bids[seat]
    return {
        "seat": int(seat),
        "bid": None if bid is None else bid.tricks,
        "blind": bid is not None and bid.blind,
        "taken": sheet.taken[seat],
    }


def _of_game(end: Ended, outcome: Outcome) -> Row:
    return {
        "winner": int(outcome.winner),
        "places": None if outcome.places is None else json.dumps(outcome.places),
        "tallies": print_tallies(end.sheet.tallies),
        "rounds": end.sheet.number,
        "finished_at": end.at,
    }


def _counted(end: Ended, seat: Seat) -> Row:
    """Give what a round adds to the counters of the person in a seat."""
    side = end.sheet.sides[end.rules.side_of(seat)]
    bid = end.sheet.bids[seat]
    items = {line.item for line in side.lines}
    nil, blind = bid is not None and bid.is_nil, bid is not None and bid.blind
    held = any(line.item in _NILS_MADE and line.seat in {seat, None} for line in side.lines)
    counted = {
        "games": end.outcome is not None,
        "wins": end.outcome is not None and end.outcome.winner == side.side,
        "rounds": 1,
        "points": side.points,
        "bags": side.bags,
        "tricks_bid": 0 if bid is None else bid.tricks,
        "tricks_taken": end.sheet.taken[seat],
        "contracts": side.contract is not None,
        "contracts_made": not items.isdisjoint(_CONTRACTS_MADE),
        "nils": nil,
        "nils_made": nil and held,
        "blind_nils": blind,
        "blind_nils_made": blind and held,
        "unfinished": False,
    }
    return {name: int(count) for name, count in counted.items()}
