"""Stores that are slow or fail, in place of the bot's own, which does the work behind them."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model import Table
from bot.tables.ports import Entry, Store, StoreError
from bot.tables.records import Order, Page, PersonCard, Rated, Records, Standing, Totals
from bot.tables.resting import Resting, Shard
from engine.rules import Rules
from tests.cogs.server import Server

if TYPE_CHECKING:
    from cogs.base.services import Services


class Behind:
    """A store that hands everything on."""

    def __init__(self, store: Store) -> None:
        """Take the store behind."""
        self.store = store

    async def create(self, table: Table) -> Table:
        """Store a new table."""
        await self.before_write()
        return await self.store.create(table)

    async def save(self, before: Table, after: Table, entries: Sequence[Entry] = ()) -> None:
        """Write what differs between two states."""
        await self.before_write()
        await self.store.save(before, after, entries)

    async def load(self, table_id: int) -> Table | None:
        """Give a table."""
        await self.before_read()
        return await self.store.load(table_id)

    async def outlines(self, table_ids: Sequence[int]) -> list[Table]:
        """Give tables without their games."""
        await self.before_read()
        return await self.store.outlines(table_ids)

    async def resting(self, shard: Shard | None = None) -> list[Resting]:
        """Give every open table by its rows."""
        return await self.store.resting(shard)

    async def last_in_channel(self, guild_id: int, channel_id: int) -> int | None:
        """Give the newest table of a channel that has ended."""
        await self.before_read()
        return await self.store.last_in_channel(guild_id, channel_id)

    async def before_write(self) -> None:
        """Do what is to be done before anything is written."""

    async def before_read(self) -> None:
        """Do what is to be done before anything is read."""


class Slow(Behind):
    """A store that takes its time for the first write: simulated seconds."""

    def __init__(self, store: Store, seconds: float) -> None:
        """Take the store behind, and how long it takes."""
        super().__init__(store)
        self._seconds = seconds

    async def before_write(self) -> None:
        """Take one's time, the first time."""
        seconds, self._seconds = self._seconds, 0.0
        if seconds:
            await asyncio.sleep(seconds)


class Failing(Behind):
    """A store that raises instead of reading or writing."""

    def __init__(self, store: Store, fault: Callable[[], Exception]) -> None:
        """Take the store behind, and what to raise."""
        super().__init__(store)
        self._fault = fault

    async def before_write(self) -> None:
        """Raise."""
        raise self._fault()

    async def before_read(self) -> None:
        """Raise."""
        raise self._fault()


class RecordsBehind:
    """Records in front of others: something happens before each question."""

    def __init__(self, records: Records) -> None:
        """Take the records behind."""
        self._records = records

    async def before(self) -> None:
        """Do nothing."""

    async def totals(self, guild_id: int, user_id: int) -> Totals | None:
        """Give a person's totals."""
        await self.before()
        return await self._records.totals(guild_id, user_id)

    async def card(self, guild_id: int, user_id: int) -> PersonCard | None:
        """Give what a person has achieved."""
        await self.before()
        return await self._records.card(guild_id, user_id)

    async def leaderboard(
        self, guild_id: int, order: Order, season: int, page: int = 1, size: int = 10
    ) -> Page:
        """Give a page of the leaderboard."""
        await self.before()
        return await self._records.leaderboard(guild_id, order, season, page, size)

    async def note_gone(self, guild_id: int, users: Collection[int]) -> None:
        """Leave people out."""
        await self.before()
        await self._records.note_gone(guild_id, users)

    async def rated(self, table_id: int) -> Rated:
        """Give what a game has changed."""
        await self.before()
        return await self._records.rated(table_id)

    async def begin_anew(self, guild_id: int, season: int) -> None:
        """Begin anew."""
        await self.before()
        await self._records.begin_anew(guild_id, season)

    async def last_rules(self, guild_id: int, user_id: int) -> Rules | None:
        """Give the rules of a person's newest game."""
        await self.before()
        return await self._records.last_rules(guild_id, user_id)


class SlowRecords(RecordsBehind):
    """Records that take their time, in simulated seconds."""

    def __init__(self, records: Records, seconds: float) -> None:
        """Take the records behind, and how long they take."""
        super().__init__(records)
        self._seconds = seconds

    async def before(self) -> None:
        """Take one's time."""
        await asyncio.sleep(self._seconds)


class ManyRecords(RecordsBehind):
    """Records of many people, each with a little less than the one before."""

    def __init__(self, records: Records, people: int) -> None:
        """Take the records behind, and how many people there are."""
        super().__init__(records)
        self._people = people

    async def leaderboard(
        self, guild_id: int, order: Order, season: int, page: int = 1, size: int = 10
    ) -> Page:
        """Give a page, the nearest one where there is none of that number."""
        pages = -(-self._people // size)
        number = min(max(page, 1), pages)
        places = range((number - 1) * size + 1, min(number * size, self._people) + 1)
        return Page(tuple(Standing(n, n, 2000.0 - n, 99) for n in places), number, pages)


class FailingRecords(RecordsBehind):
    """Records that raise whatever they are asked."""

    def __init__(self, records: Records, fault: Callable[[], Exception]) -> None:
        """Take the records behind, and what to raise."""
        super().__init__(records)
        self._fault = fault

    async def before(self) -> None:
        """Raise."""
        raise self._fault()


def recording(server: Server, make: Callable[[Records], Records]) -> None:
    """Put other records in the place of the bot's own."""
    services: Services = server.bot.services
    server.bot.services = replace(services, records=make(services.records))


def locked() -> StoreError:
    """Give what the store raises while another program keeps the file locked."""
    return StoreError("the database cannot be used now: locked")


@contextmanager
def storing(server: Server, make: Callable[[Store], Store]) -> Iterator[None]:
    """Put another store before the bot's own, for the time of a block."""
    live_tables = server.tables._live_tables
    before = live_tables._store
    live_tables._store = make(before)
    try:
        yield
    finally:
        live_tables._store = before
