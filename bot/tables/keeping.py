"""Which tables are in memory: taken up by their rows, brought up when needed, let go when idle."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.tables.bringing_up import BringingUp
from bot.tables.deadlines import Dispatcher
from bot.tables.errors import NotSaved
from bot.tables.index import Key
from bot.tables.live_table import LiveTable
from bot.tables.live_tables import LiveTables
from bot.tables.model import DueKind, Table
from bot.tables.ports import Clock, Publisher, Store, StoreError
from bot.tables.resting import Resting, Shard, marked, of_memory

IDLE_SECONDS: Final = 1200.0
"""Seconds without a press or a deadline after which a table leaves memory.

Longer than Discord lets a hand be kept up to date.
"""

SOON: Final = timedelta(seconds=60)
"""A table that is due within this time stays in memory."""

MOST_TABLES: Final = 2000
"""Tables in memory beyond which those leave that were idle for `IDLE_IN_A_CROWD`."""

IDLE_IN_A_CROWD: Final = 60.0
"""Seconds without a press or a deadline after which a table leaves memory among very many."""

SECONDS_BETWEEN_LOOKS: Final = 30.0
"""Seconds from one search for idle tables to the next."""

_TOGETHER: Final = 100
"""Tables that are handled before the event loop gets its turn."""


class Keeping:
    """Takes tables up and gives them up, and lets go of those that are idle."""

    def __init__(
        self,
        live_tables: LiveTables,
        store: Store,
        dispatcher: Dispatcher,
        publisher: Publisher,
        clock: Clock,
    ) -> None:
        """Use the tables, and where they are stored and shown."""
        self._live_tables = live_tables
        self._memory = live_tables.memory
        self._store = store
        self._dispatcher = dispatcher
        self._publisher = publisher
        self._clock = clock
        self._bringing_up = BringingUp(live_tables.bring_up)
        self._looking: asyncio.Task[None] | None = None

    async def take_up(self, shard: Shard | None) -> None:
        """Know every open table by its rows, set its clock, and begin to bring up what restarts.

        Args:
            shard: whose tables; None for all.

        Raises:
            StoreError: the store cannot be read; then nothing is taken up.
        """
        found = await self._store.resting(shard)
        if shard is not None:
            self._memory.shards = {*(self._memory.shards or ()), shard}
        waiting: list[Resting] = []
        for number, each in enumerate(marked(found, self._clock.now()), start=1):
            if self._memory.at_hand(each.id) is None:
                self._memory.rest(each)
                if each.restarts:
                    waiting.append(each)
                else:
                    self._dispatcher.set(each.id, each.due)
            if number % _TOGETHER == 0:
                await asyncio.sleep(0)
        waiting.sort(key=_urgency)
        self._bringing_up.add(each.id for each in waiting)
        if self._looking is None:
            self._looking = asyncio.get_running_loop().create_task(self._look(), name="idle-tables")

    async def brought_up(self) -> None:
        """Wait until every table that restarts is in memory and on its way to be shown."""
        await self._bringing_up.finished()

    async def give_up(self, shard: Shard) -> None:
        """Leave the tables of a shard to another process, once what is being saved is saved."""
        if self._memory.shards is not None:
            self._memory.shards -= {shard}
        for number, table_id in enumerate(self._memory.of_shard(shard), start=1):
            live = self._memory.live(table_id)
            if live is not None:
                async with live.queue:
                    self._memory.forget(table_id)
            self._memory.forget(table_id)
            self._dispatcher.set(table_id, None)
            self._dispatcher.set_time_out(table_id, None)
            self._publisher.drop(table_id)
            if number % _TOGETHER == 0:
                await asyncio.sleep(0)

    def rouse(self, table_ids: Iterable[int]) -> None:
        """Bring tables into memory, soon."""
        self._bringing_up.add(table_ids)

    def restart(self, guild_id: int) -> None:
        """Bring up the tables of a server, and show each of them."""
        found = [self._memory.resting(each) for each in self._memory.find(("guild", guild_id))]
        resting = [each for each in found if each is not None]
        for each in resting:
            self._memory.rest(replace(each, restarts=True))
        self.rouse(each.id for each in resting)

    async def tables_of(self, key: Key) -> tuple[Table, ...]:
        """Give the open tables of a user, channel or server, oldest first; see `outlines`.

        Raises:
            NotSaved: the store cannot be read.
        """
        return await self.outlines(self._memory.find(key))

    async def outlines(self, table_ids: Sequence[int]) -> tuple[Table, ...]:
        """Give open tables; `game` is None at those that are not in memory.

        Raises:
            NotSaved: the store cannot be read.
        """
        asleep = [each for each in table_ids if self._memory.resting(each) is not None]
        try:
            read = await self._store.outlines(asleep) if asleep else ()
        except StoreError as fault:
            raise NotSaved from fault
        found = {each.id: each for each in read if not each.status.ended}
        for table_id in table_ids:
            live = self._memory.live(table_id)
            if live is not None:
                found[table_id] = live.table
        return tuple(found[each] for each in table_ids if each in found)

    async def let_go(self) -> None:
        """Let the tables leave memory where nothing happens."""
        now = asyncio.get_running_loop().time()
        tables = self._memory.by_use
        many = len(tables) - MOST_TABLES
        for number, live in enumerate(tables):
            if number % _TOGETHER == _TOGETHER - 1:
                await asyncio.sleep(0)
            idle = now - live.used
            if idle < (IDLE_IN_A_CROWD if number < many else IDLE_SECONDS):
                return
            known = self._memory.live(live.table.id) is live
            if known and self._may_go(live) and self._publisher.release(live.table.id):
                self._memory.rest(of_memory(live.table))

    def _may_go(self, live: LiveTable) -> bool:
        """Say whether a table can be read back as it is, and nothing will happen there soon."""
        table, due = live.table, live.table.due
        if live.queue.locked() or live.thinking is not None or live.left is not None:
            return False
        if table.time_left is not None and table.time_left.at is not None:
            return False
        if due is None or due.kind in {DueKind.COMPUTER, DueKind.DEAL}:
            return False
        return due.at > self._clock.now() + SOON

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            await self.let_go()

    async def close(self) -> None:
        """Bring up no more tables, and leave those in memory where they are."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])
            self._looking = None
        await self._bringing_up.close()


def _urgency(table: Resting) -> tuple[bool, float, int]:
    due = table.due
    return due is None, 0.0 if due is None else due.at.timestamp(), table.id
