"""Recomputes the projections from the logs: rounds, results and totals."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.tables.model import Status
from bot.tables.ports import BrokenTableError
from data import statements as sql
from data.database import Database
from data.replay import Logged, reading, replayed
from data.results import Ended, Ending, endings, projections, unfinished
from data.rows import Sitting, read_game
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
            Sitting(SEATS[seat], user_id, from_version)
            for seat, user_id, from_version in (yield from find(sql.SITTINGS_OF, of_table))
        ]
        ended, fault = _read(table, entries)
        writes = projections(table.id, table.guild_id, ended, sittings)
        for statement, rows in (*writes, *unfinished(table.guild_id, table.enders(sittings))):
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

    def enders(self, sittings: Sequence[Sitting]) -> set[int]:
        """Give the people of the table who have ended its game without a result."""
        if self.status != Status.CLOSED:
            return set()
        seated = {sitting.seat: sitting.user_id for sitting in sittings}
        return set(json.loads(self.end_votes)).intersection(filter(None, seated.values()))


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
