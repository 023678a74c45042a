"""Recomputes the projections from the games: rounds, results, who played, and totals.

The bot may serve the database meanwhile. Games that are over do not change, so they are read and
written some at a time; at the end of each server, one short transaction adds its games under way
and sets its totals right. What follows from a game may be computed in other processes, while what
follows from earlier ones is written.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.tables.ports import BrokenTableError
from data import rebuild_statements as again
from data import statements as sql
from data.away_statements import RECORD_OF
from data.beside import Beside
from data.database import Database
from data.rating_rebuild import rank_again, rate_again
from data.ratings import hold
from data.rebuilt import WRITTEN, Begun, Made, StoredGame, make
from data.replay import Logged
from data.rows import Sitting
from data.schema import COUNTERS
from data.transaction import Unit, find, run
from engine.seats import SEATS

Making = Callable[[Sequence[StoredGame]], Awaitable[Made]]
"""Computes what follows from games, by `data.rebuilt.make`."""

_TOGETHER: Final = 50
"""Games that are written in one transaction, for some ten milliseconds."""

_AHEAD: Final = 4
"""Groups of so many games that are computed while an earlier one is written."""


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


async def here(games: Sequence[StoredGame]) -> Made:
    """Compute what follows from games in this process; the event loop gets its turn."""
    made = Made()
    for game in games:
        made.add(game)
        await asyncio.sleep(0)
    return made


async def rebuild(database: Database, making: Making = here) -> RebuildReport:
    """Recompute every projection from the games, server by server.

    Args:
        database: it may be served meanwhile.
        making: computes what follows from games.

    Raises:
        StoreError: the database cannot be written now. Servers that were not reached, and the
            totals of the one under way, are unchanged.
    """
    beside = Beside(database)
    done: list[Made] = []
    async with aclosing(_ahead(_groups(beside, making))) as groups:
        server: _Server | None = None
        async for guild_id, made in groups:
            server = server or _Server(beside, guild_id)
            if made is not None:
                await server.write(await made)
            else:
                done.append(await server.finish())
                server = None
    return RebuildReport(
        sum(len(each.ids) for each in done),
        sum(each.rounds for each in done),
        sum(each.games for each in done),
        tuple(BrokenTableError(*fault) for each in done for fault in each.broken),
    )


_Group = tuple[int, asyncio.Future[Made] | None]
"""A server and what follows from some of its games; None at its end."""


async def _groups(beside: Beside, making: Making) -> AsyncIterator[_Group]:
    """Begin to compute the games that are over, server by server."""
    for guild_id in await beside.write(_guilds):
        last = 0
        while read := await beside.write(partial(_over, guild_id, last)):
            yield guild_id, asyncio.ensure_future(making(read))
            last = read[-1].begun.id
        yield guild_id, None


async def _ahead(groups: AsyncIterator[_Group]) -> AsyncGenerator[_Group, None]:
    """Give groups in order, each once some more are under way."""
    waiting = deque[_Group]()
    try:
        async for group in groups:
            waiting.append(group)
            if len(waiting) > _AHEAD:
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()
    finally:
        for _, made in waiting:
            if made is not None:
                made.cancel()


def _guilds() -> Unit[list[int]]:
    return [guild_id for (guild_id,) in (yield from find(again.GUILDS))]


class _Server:
    """The rebuilding of one server."""

    def __init__(self, beside: Beside, guild_id: int) -> None:
        self._beside = beside
        self._guild_id = guild_id
        self._sums = Made()

    async def write(self, made: Made) -> None:
        """Write what follows from games that are over."""
        await self._beside.write(partial(_write, made))
        self._sums.add_up(made)

    async def finish(self) -> Made:
        """Add the games that are not over, and set totals and ratings right; give all sums."""
        rest = await self._beside.write(self._finish)
        self._sums.add_up(rest)
        await rate_again(self._beside, self._guild_id)
        return self._sums

    def _finish(self) -> Unit[Made]:
        yield from hold(self._guild_id)
        yield from find(again.LOCK_TOTALS)
        here, done = {"guild_id": self._guild_id}, frozenset(self._sums.ids)
        begun = [Begun(*row) for row in (yield from find(again.BEGUN, here))]
        rest = make((yield from _read(each for each in begun if each.id not in done)))
        yield from _write(rest)
        sums = Made()
        sums.add_up(self._sums)
        sums.add_up(rest)
        forgotten = {key for (key,) in (yield from find(again.FORGOTTEN))}
        wanted = {
            (key, *(counts[name] for name in COUNTERS))
            for key, counts in sums.totals.items()
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
        yield from rank_again(self._guild_id, sums.ranks)
        return rest


def _over(guild_id: int, after: int) -> Unit[list[StoredGame]]:
    """Read the next games of a server that are over."""
    at = {"guild_id": guild_id, "after": after, "most": _TOGETHER}
    return (yield from _read(Begun(*row) for row in (yield from find(again.OVER, at))))


def _read(begun: Iterable[Begun]) -> Unit[list[StoredGame]]:
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
        read.append(StoredGame(table, record, [Logged(*row) for row in log], sittings, voters))
    return read


def _write(made: Made) -> Unit[None]:
    """Write what follows from games, in place of what was there."""
    at = [{"table_id": each} for each in made.ids]
    for statement in again.EMPTY_PROJECTIONS if at else ():
        yield from run(statement, at)
    for statement, rows in zip(WRITTEN, made.rows, strict=True):
        if rows:
            yield from run(statement, rows)


def _keys(users: Iterable[int]) -> Unit[set[int]]:
    """Give the keys of users."""
    keys: set[int] = set()
    for user_id in users:
        keys.update(key for (key,) in (yield from find(sql.KEY_OF, {"user_id": user_id})))
    return keys
