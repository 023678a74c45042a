"""Recomputes the projections from the logs: rounds, results and totals."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.tables.model import Status
from bot.tables.ports import BrokenTableError
from data import statements as sql
from data.database import Database
from data.replay import Logged, reading, replayed
from data.results import BY_KEY, Ended, Ending, endings, projections, unfinished
from data.rows import Row, Sitting, read_game
from data.transaction import Unit, find, run
from engine.seats import SEATS


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What a rebuild found.

    Attributes:
        tables: tables at which a game had begun.
        rounds: finished rounds at them.
        games: games with a result.
        broken: why tables could not be read to the end, if any; their logs count up to that point.
    """

    tables: int
    rounds: int
    games: int
    broken: tuple[BrokenTableError, ...] = ()


async def rebuild(database: Database) -> RebuildReport:
    """Recompute every projection from the logs, in one transaction.

    Raises:
        StoreError: the database cannot be written now; the projections are unchanged.
    """
    return await database.write(_rebuild)


def _rebuild() -> Unit[RebuildReport]:
    for statement in sql.EMPTY:
        yield from run(statement, [{}])
    rounds, games = 0, 0
    broken: list[BrokenTableError] = []
    begun = [_Begun(*row) for row in (yield from find(sql.BEGUN))]
    for table in begun:
        of_table = {"table_id": table.id}
        entries = [Logged(*row) for row in (yield from find(sql.LOG_OF, of_table))]
        sittings = [
            Sitting(SEATS[seat], key, from_version)
            for seat, key, from_version in (yield from find(sql.SITTINGS_OF, of_table))
        ]
        ended, fault = _read(table, entries)
        yield from run(sql.PLAYED_BY_KEY, _who_played(table.id, sittings))
        writes = projections(table.id, table.guild_id, ended, sittings, BY_KEY)
        enders = table.enders(sittings, (yield from _keys(table.voters)))
        for statement, rows in (*writes, *unfinished(table.guild_id, enders, BY_KEY)):
            yield from run(statement, rows)
        rounds += sum(isinstance(end, Ended) for end in ended)
        games += sum(end.outcome is not None for end in ended)
        broken += [] if fault is None else [fault]
    return RebuildReport(len(begun), rounds, games, tuple(broken))


@dataclass(frozen=True, slots=True)
class _Begun:
    """The columns of a table at which a game has begun."""

    id: int
    guild_id: int
    rules: str
    first_dealer: int
    start: str
    status: str
    end_votes: str

    @property
    def voters(self) -> list[int]:
        """The user ids of those who have ended its game without a result."""
        return json.loads(self.end_votes) if self.status == Status.CLOSED else []

    def enders(self, sittings: Sequence[Sitting], voters: Collection[int]) -> set[int]:
        """Give the keys of those voters who sat at the table at the end."""
        seated = {sitting.seat: sitting.person for sitting in sittings}
        return {key for key in seated.values() if key is not None and key in voters}


def _who_played(table_id: int, sittings: Iterable[Sitting]) -> list[Row]:
    people = {sitting.person for sitting in sittings} - {None}
    return [{"table_id": table_id, "person": person} for person in people]


def _keys(users: Iterable[int]) -> Unit[set[int]]:
    """Give the keys of users."""
    keys: set[int] = set()
    for user_id in users:
        keys.update(key for (key,) in (yield from find(sql.KEY_OF, {"user_id": user_id})))
    return keys


def _read(table: _Begun, log: Iterable[Logged]) -> tuple[list[Ending], BrokenTableError | None]:
    """Give what ended in a log up to its first invalid entry, and the error there."""
    ended: list[Ending] = []
    try:
        game = reading(table.id, 0, lambda: read_game(table.rules, table.first_dealer, table.start))
        for entry, after in replayed(table.id, game, log):
            ended += endings(game, after, entry.version, entry.at)
            game = after
    except BrokenTableError as fault:
        return ended, fault
    return ended, None
