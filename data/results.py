"""The projections of a game: rows for its rounds, its result, and its players' totals.

Pure functions, used both when a round ends and when everything is rebuilt, so the two cannot
differ. A round counts for the person who holds the seat when it ends, even if the game is closed
later without a result; a game counts once it has a winner.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from bot.tables.records import ALL_TIME, season_of
from data.rating_schema import STANDING_COUNTERS
from data.rating_statements import NOTE_LEFT, NOTE_LEFT_BY_KEY, RANK, RANK_BY_KEY
from data.rows import Row, Sitting, from_micros, print_tallies
from data.schema import COUNTERS
from data.statements import (
    ADD_RESULT,
    ADD_ROUND,
    ADD_ROUND_SEAT,
    ADD_ROUND_SEAT_BY_KEY,
    COUNT,
    COUNT_BY_KEY,
    Statement,
)
from engine.ending import Outcome
from engine.game import Game
from engine.rules import Rules
from engine.score_sheet import Item, RoundScore, SideScore
from engine.seats import Seat
from engine.tally import Tally

Write = tuple[Statement, list[Row]]
"""A statement and its rows."""


@dataclass(frozen=True, slots=True)
class Into:
    """The statements that write what is known of a person."""

    round_seat: Statement
    count: Statement
    rank: Statement
    left: Statement


BY_USER: Final = Into(ADD_ROUND_SEAT, COUNT, RANK, NOTE_LEFT)
"""For people given by user id."""

BY_KEY: Final = Into(ADD_ROUND_SEAT_BY_KEY, COUNT_BY_KEY, RANK_BY_KEY, NOTE_LEFT_BY_KEY)
"""For people given by key."""

_CONTRACTS_MADE: Final = frozenset(
    {Item.CONTRACT_MADE, Item.TEN_MADE, Item.BLIND_BID_MADE, Item.MADE_UNPLAYED}
)
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

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.sheet.number

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies at its end, by side."""
        return self.sheet.tallies


@dataclass(frozen=True, slots=True)
class Resigned:
    """A game that a side gave up, in a round or between two.

    Attributes:
        rules: the rules of its table.
        number: the last round that was dealt.
        tallies: by side, as of the last finished round.
        outcome: how the game ended.
        version: the log entry that ended it.
        at: when that was, in microseconds since 1970.
    """

    rules: Rules
    number: int
    tallies: tuple[Tally, ...]
    outcome: Outcome
    version: int
    at: int


Ending = Ended | Resigned


def endings(before: Game, after: Game, version: int, at: int) -> list[Ending]:
    """Give what ended between two states of a game: rounds, and the game where a side resigned.

    Args:
        before: the earlier state.
        after: the later state.
        version: the log entry that led to it.
        at: when that was, in microseconds since 1970.
    """
    outcome, sheets = after.outcome, after.sheets[len(before.sheets) :]
    if outcome is None or outcome.resigned is None or before.outcome is not None:
        last = after.sheets[-1] if sheets else None
        return [
            Ended(after.rules, sheet, outcome if sheet is last else None, version, at)
            for sheet in sheets
        ]
    rounds = [Ended(after.rules, sheet, None, version, at) for sheet in sheets]
    return [*rounds, Resigned(after.rules, after.number, after.tallies, outcome, version, at)]


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
    return tuple(held[seat].person if seat in held else None for seat in rules.seats)


def projections(
    table_id: int,
    guild_id: int,
    ended: Iterable[Ending],
    sittings: Sequence[Sitting],
    into: Into = BY_USER,
) -> tuple[Write, ...]:
    """Give the rows for what ended at one table.

    Args:
        table_id: the table.
        guild_id: its server.
        ended: its finished rounds, oldest first, and its game where a side gave it up.
        sittings: who held its seats from when, in the order of the notes.
        into: where it goes, by how the sittings name people.
    """
    rounds: list[Row] = []
    seats: list[Row] = []
    results: list[Row] = []
    totals: list[Row] = []
    standings: list[Row] = []
    for end in ended:
        at = {"table_id": table_id, "number": end.number}
        users = holders_at(end.rules, sittings, end.version)
        held = tuple(zip(end.rules.seats, users, strict=True))
        if isinstance(end, Ended):
            rounds += ({**at, **_of_side(side)} for side in end.sheet.sides)
            seats += ({**at, "person": user, **_of_seat(end.sheet, seat)} for seat, user in held)
        counted = [
            {"guild_id": guild_id, "person": user, **_counted(end, seat)}
            for seat, user in held
            if user is not None
        ]
        totals += counted
        seasons = ALL_TIME, season_of(from_micros(end.at))
        standings += (_standing(total, season) for season in seasons for total in counted)
        if end.outcome is not None:
            result = _of_game(end, end.outcome)
            results.append({"table_id": table_id, "guild_id": guild_id, **result})
    # Two tables of a server may end a round at once: in one order, neither waits for the other.
    totals.sort(key=itemgetter("person"))
    standings.sort(key=itemgetter("person"))
    writes = (
        (ADD_ROUND, rounds),
        (into.round_seat, seats),
        (into.count, totals),
        (into.rank, standings),
        (ADD_RESULT, results),
    )
    return tuple(write for write in writes if write[1])


def _standing(total: Row, season: int) -> Row:
    """Give what a round adds to the standing of a person in a season."""
    counted: Row = {name: total[name] for name in STANDING_COUNTERS if name in total}
    return {
        "guild_id": total["guild_id"],
        "season": season,
        "person": total["person"],
        **counted,
        "people_games": 0,
        "people_wins": 0,
    }


def unfinished(
    table_id: int,
    guild_id: int,
    enders: Iterable[int],
    gone: Iterable[int],
    into: Into = BY_USER,
) -> tuple[Write, ...]:
    """Give the rows for a game that ended without a result.

    Args:
        table_id: its table.
        guild_id: the server of the table.
        enders: the people at the table who ended it.
        gone: those who had sat there in the game, and did not at its end.
        into: where it goes, by how they are given.
    """
    nothing = dict.fromkeys(COUNTERS, 0)
    ended = sorted(enders)
    totals = [{"guild_id": guild_id, "person": user, **nothing, "unfinished": 1} for user in ended]
    left = [{"table_id": table_id, "person": user} for user in sorted({*ended, *gone})]
    return tuple(write for write in ((into.count, totals), (into.left, left)) if write[1])


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
        "bid": None if bid is None or bid.covered else bid.tricks,
        "blind": bid is not None and bid.blind,
        "taken": sheet.taken[seat],
    }


def _of_game(end: Ending, outcome: Outcome) -> Row:
    return {
        "winner": int(outcome.winner),
        "places": None if outcome.places is None else json.dumps(outcome.places),
        "tallies": print_tallies(end.tallies, end.rules),
        "rounds": end.number,
        "finished_at": end.at,
    }


def _counted(end: Ending, seat: Seat) -> Row:
    """Give the counts of a seat for a finished round, or for a game that a side gave up."""
    if isinstance(end, Ended):
        return _of_round(end, seat)
    won = end.outcome.winner == end.rules.side_of(seat)
    return dict.fromkeys(COUNTERS, 0) | {"games": 1, "wins": int(won)}


def _of_round(end: Ended, seat: Seat) -> Row:
    """Give what a round adds to the counters of the person in a seat."""
    side = end.sheet.sides[end.rules.side_of(seat)]
    bid = end.sheet.bids[seat]
    items = {line.item for line in side.lines}
    nil = bid is not None and bid.is_nil
    blind = nil and bid is not None and bid.blind
    # A number that was bid for the whole side, or only opened for it, is nobody's own.
    own = end.rules.side_bid == "sum" and bid is not None and not bid.is_blind_number
    held = any(line.item in _NILS_MADE and line.seat in {seat, None} for line in side.lines)
    counted = {
        "games": end.outcome is not None,
        "wins": end.outcome is not None and end.outcome.winner == side.side,
        "rounds": 1,
        "points": side.points,
        "bags": side.bags,
        "tricks_bid": bid.tricks if own and bid is not None else 0,
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
