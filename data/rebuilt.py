"""What follows from games as they are stored: the part of a rebuild that needs no database. Pure.

It can be computed in another process, so all that is given and returned are plain values.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.tables.model import Status
from bot.tables.ports import BrokenTableError
from data import statements as sql
from data.game_record import unpack
from data.rating_schema import STANDING_COUNTERS
from data.replay import Logged, logged, reading, replayed
from data.results import BY_KEY, Ended, Ending, Write, endings, projections, unfinished
from data.roles import Roles
from data.rows import Row, Sitting, read_game
from data.schema import COUNTERS

WRITTEN: Final = (
    sql.PLAYED_BY_KEY,
    sql.ADD_ROUND,
    BY_KEY.round_seat,
    sql.ADD_RESULT,
    BY_KEY.left,
)
"""The statements that write what follows from each game."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The columns of a table at which a game has begun."""

    id: int
    guild_id: int
    rules: str
    first_dealer: int
    start: str
    status: str
    end_votes: str
    roles: str | None

    @property
    def voters(self) -> list[int]:
        """The user ids of those who have ended its game without a result."""
        return json.loads(self.end_votes) if self.status == Status.CLOSED else []

    def unfinished(self, sittings: Sequence[Sitting], voters: Collection[int]) -> tuple[Write, ...]:
        """Give the rows for a game without a result; none for another.

        Args:
            sittings: who held its seats from when, by key.
            voters: the keys of those who have ended it, unless the table is put away.
        """
        if self.status != Status.CLOSED:
            return ()
        if self.roles is not None:
            voters = Roles.parse(self.roles).sets["end_votes"]
        seated = {sitting.seat: sitting.person for sitting in sittings}
        there = {key for key in seated.values() if key is not None}
        sat = {sitting.person for sitting in sittings if sitting.person is not None}
        return unfinished(self.id, self.guild_id, there.intersection(voters), sat - there, BY_KEY)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it was read.

    Attributes:
        begun: the columns of its table.
        record: its log and sittings, if it is put away.
        log: its entries otherwise.
        sittings: who held its seats from when, by key.
        voters: the keys of those who have ended it without a result.
    """

    begun: Begun
    record: bytes | None
    log: list[Logged]
    sittings: list[Sitting]
    voters: set[int]


@dataclass(slots=True)
class Made:
    """What follows from some games of a server.

    Attributes:
        ids: their tables.
        rows: for each of `WRITTEN`.
        totals: what is added to the counters of people, by key.
        ranks: what is added to their standings, by season and key.
        rounds: how many rounds were finished.
        games: how many games have a result.
        broken: for tables that could not be read to the end: the table, the version and the code.
    """

    ids: list[int] = field(default_factory=list)
    rows: tuple[list[Row], ...] = field(default_factory=lambda: tuple([] for _ in WRITTEN))
    totals: dict[int, Counter[str]] = field(default_factory=dict)
    ranks: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    rounds: int = 0
    games: int = 0
    broken: list[tuple[int, int, str]] = field(default_factory=list)

    def add_up(self, other: "Made") -> None:
        """Add the sums of more games of the server, and their tables, but not their rows."""
        self.ids += other.ids
        for person, counts in other.totals.items():
            self.totals.setdefault(person, Counter()).update(counts)
        for at, counts in other.ranks.items():
            self.ranks.setdefault(at, Counter()).update(counts)
        self.rounds += other.rounds
        self.games += other.games
        self.broken += other.broken

    def add(self, game: StoredGame) -> None:
        """Add what follows from a game."""
        begun, log, sittings = game.begun, game.log, game.sittings
        if game.record is not None:
            try:
                record = reading(begun.id, 0, partial(unpack, game.record))
                log, sittings = [*logged(record)], [*record.sittings]
            except BrokenTableError as damaged:
                self._damaged(damaged)
        ended = self._endings(begun, log)
        self.ids.append(begun.id)
        self.rounds += sum(isinstance(end, Ended) for end in ended)
        self.games += sum(end.outcome is not None for end in ended)
        self._take((sql.PLAYED_BY_KEY, _who_played(begun.id, sittings)))
        for write in projections(begun.id, begun.guild_id, ended, sittings, BY_KEY):
            self._take(write)
        for write in begun.unfinished(sittings, game.voters):
            self._take(write)

    def _take(self, write: Write) -> None:
        statement, rows = write
        if statement is BY_KEY.count:
            for row in rows:
                counts = self.totals.setdefault(row["person"], Counter())
                counts.update({name: row[name] for name in COUNTERS})
        elif statement is BY_KEY.rank:
            for row in rows:
                counts = self.ranks.setdefault((row["season"], row["person"]), Counter())
                counts.update({name: row[name] for name in STANDING_COUNTERS})
        else:
            self.rows[WRITTEN.index(statement)].extend(rows)

    def _endings(self, table: Begun, log: Iterable[Logged]) -> list[Ending]:
        """Give what ended in a log up to its first invalid entry, and note the fault there."""
        ended: list[Ending] = []
        try:
            start = partial(read_game, table.rules, table.first_dealer, table.start)
            game = reading(table.id, 0, start)
            for entry, after in replayed(table.id, game, log):
                if after.sheets is not game.sheets or after.outcome is not game.outcome:
                    ended += endings(game, after, entry.version, entry.at)
                game = after
        except BrokenTableError as fault:
            self._damaged(fault)
        return ended

    def _damaged(self, fault: BrokenTableError) -> None:
        self.broken.append((fault.table_id, fault.version, fault.code))


def make(games: Sequence[StoredGame]) -> Made:
    """Give what follows from games of one server."""
    made = Made()
    for game in games:
        made.add(game)
    return made


def _who_played(table_id: int, sittings: Iterable[Sitting]) -> list[Row]:
    people = {sitting.person for sitting in sittings} - {None}
    return [{"table_id": table_id, "person": person} for person in people]
