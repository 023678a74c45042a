"""Recomputes the projections from the games: rounds, results, who played, and totals.

The bot may serve the database meanwhile. Games that are over do not change, so they are read and
written some at a time; at the end of each server, one short transaction adds its games under way
and sets its totals right.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bot.tables.model import Status
from bot.tables.ports import BrokenTableError
from data import rebuild_statements as again
from data import statements as sql
from data.away_statements import RECORD_OF
from data.database import Database
from data.game_record import unpack
from data.rating_rebuild import Standings, rate_again
from data.replay import Logged, logged, reading, replayed
from data.results import BY_KEY, Ended, Ending, Write, endings, projections, unfinished
from data.roles import Roles
from data.rows import Row, Sitting, read_game
from data.schema import COUNTERS
from data.transaction import Unit, find, run
from engine.seats import SEATS

_TOGETHER: Final = 50
"""Games that are written in one transaction, for some ten milliseconds."""


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


@dataclass(slots=True)
class _Found:
    """What was found so far, in one server or in all."""

    tables: int = 0
    rounds: int = 0
    games: int = 0
    broken: list[BrokenTableError] = field(default_factory=list)

    def add(self, other: "_Found") -> None:
        self.tables += other.tables
        self.rounds += other.rounds
        self.games += other.games
        self.broken += other.broken


async def rebuild(database: Database) -> RebuildReport:
    """Recompute every projection from the games, server by server.

    Raises:
        StoreError: the database cannot be written now. Servers that were not reached, and the
            totals of the one under way, are unchanged.
    """
    found = _Found()
    for guild_id in await database.write(_guilds):
        found.add(await _Server(database, guild_id).rebuild())
    return RebuildReport(found.tables, found.rounds, found.games, tuple(found.broken))


def _guilds() -> Unit[list[int]]:
    return [guild_id for (guild_id,) in (yield from find(again.GUILDS))]


class _Server:
    """The rebuilding of one server."""

    def __init__(self, database: Database, guild_id: int) -> None:
        self._database = database
        self._guild_id = guild_id
        self._done: set[int] = set()
        self._totals: dict[int, Counter[str]] = {}
        self._standings = Standings(guild_id)

    async def rebuild(self) -> _Found:
        """Recompute everything of the server."""
        found, last = _Found(), 0
        while read := await self._database.write(partial(self._over, last)):
            made = []
            for game in read:
                made.append(game.made())
                await asyncio.sleep(0)
            await self._database.write(partial(_write, made))
            for each in made:
                self._count(each)
                found.add(each.found)
            last = read[-1].begun.id
        found.add(await self._database.write(self._finish))
        await rate_again(self._database, self._guild_id)
        return found

    def _over(self, after: int) -> Unit[list["_Read"]]:
        """Read the next games that are over."""
        at = {"guild_id": self._guild_id, "after": after, "most": _TOGETHER}
        return (yield from _read_all(_Begun(*row) for row in (yield from find(again.OVER, at))))

    def _finish(self) -> Unit[_Found]:
        """Add the games that were not over, and set the totals right."""
        yield from self._standings.hold()
        yield from find(again.LOCK_TOTALS)
        found = _Found()
        here = {"guild_id": self._guild_id}
        begun = [_Begun(*row) for row in (yield from find(again.BEGUN, here))]
        rest = yield from _read_all(each for each in begun if each.id not in self._done)
        made = [each.made() for each in rest]
        yield from _write(made)
        for each in made:
            self._count(each)
            found.add(each.found)
        forgotten = {key for (key,) in (yield from find(again.FORGOTTEN))}
        wanted = {
            (key, *(counts[name] for name in COUNTERS))
            for key, counts in self._totals.items()
            if key not in forgotten
        }
        stored = set((yield from find(again.TOTALS_OF, here)))
        gone = [{**here, "person": row[0]} for row in stored - wanted]
        new = [
            {**here, "person": row[0], **dict(zip(COUNTERS, row[1:], strict=True))}
            for row in sorted(wanted - stored)
        ]
        yield from run(again.UNCOUNT, gone)
        yield from run(sql.COUNT_BY_KEY, new)
        yield from self._standings.write()
        return found

    def _count(self, made: "_Made") -> None:
        self._done.add(made.table_id)
        for row in made.totals:
            counts = self._totals.setdefault(row["person"], Counter())
            counts.update({name: row[name] for name in COUNTERS})
        self._standings.add(made.ranks)


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
class _Made:
    """What follows from a game: the rows to write, apart from what is added up."""

    table_id: int
    writes: tuple[Write, ...]
    totals: tuple[Row, ...]
    ranks: tuple[Row, ...]
    found: _Found


@dataclass(frozen=True, slots=True)
class _Read:
    """A game as it was read."""

    begun: _Begun
    record: bytes | None
    log: list[Logged]
    sittings: list[Sitting]
    voters: set[int]

    def made(self) -> _Made:
        """Give what follows from it."""
        begun, log, sittings = self.begun, self.log, self.sittings
        broken: list[BrokenTableError] = []
        if self.record is not None:
            try:
                record = reading(begun.id, 0, partial(unpack, self.record))
                log, sittings = [*logged(record)], [*record.sittings]
            except BrokenTableError as damaged:
                broken.append(damaged)
        ended, fault = _endings(begun, log)
        broken += [] if fault is None else [fault]
        writes = projections(begun.id, begun.guild_id, ended, sittings, BY_KEY)
        all_writes = (*writes, *begun.unfinished(sittings, self.voters))
        totals = [row for into, rows in all_writes if into is BY_KEY.count for row in rows]
        ranks = [row for into, rows in all_writes if into is BY_KEY.rank for row in rows]
        played = (sql.PLAYED_BY_KEY, _who_played(begun.id, sittings))
        added_up = BY_KEY.count, BY_KEY.rank
        kept = [write for write in (played, *all_writes) if write[0] not in added_up]
        found = _Found(
            tables=1,
            rounds=sum(isinstance(end, Ended) for end in ended),
            games=sum(end.outcome is not None for end in ended),
            broken=broken,
        )
        return _Made(begun.id, tuple(kept), tuple(totals), tuple(ranks), found)


def _read_all(begun: Iterable[_Begun]) -> Unit[list[_Read]]:
    read = []
    for table in begun:
        at = {"table_id": table.id}
        records = yield from find(RECORD_OF, at)
        log: Iterable[tuple[Any, ...]] = ()
        sat: Iterable[tuple[Any, ...]] = ()
        if not records:
            log = yield from find(sql.LOG_OF, at)
            sat = yield from find(sql.SITTINGS_OF, at)
        sittings = [Sitting(SEATS[seat], key, version) for seat, key, version, _ in sat]
        voters = yield from _keys(table.voters)
        record = records[0][0] if records else None
        read.append(_Read(table, record, [Logged(*row) for row in log], sittings, voters))
    return read


def _write(made: Sequence[_Made]) -> Unit[None]:
    """Write what follows from games, in place of what was there."""
    for statement in again.EMPTY_PROJECTIONS:
        yield from run(statement, [{"table_id": each.table_id} for each in made])
    together: dict[sql.Statement, list[Row]] = {}
    for each in made:
        for statement, rows in each.writes:
            together.setdefault(statement, []).extend(rows)
    for statement, rows in together.items():
        if rows:
            yield from run(statement, rows)


def _who_played(table_id: int, sittings: Iterable[Sitting]) -> list[Row]:
    people = {sitting.person for sitting in sittings} - {None}
    return [{"table_id": table_id, "person": person} for person in people]


def _keys(users: Iterable[int]) -> Unit[set[int]]:
    """Give the keys of users."""
    keys: set[int] = set()
    for user_id in users:
        keys.update(key for (key,) in (yield from find(sql.KEY_OF, {"user_id": user_id})))
    return keys


def _endings(table: _Begun, log: Iterable[Logged]) -> tuple[list[Ending], BrokenTableError | None]:
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
