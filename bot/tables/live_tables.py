"""The tables in memory, and the one way to change them: queue, save, then show."""

from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import structlog

from bot.metrics import SAVE_SECONDS, SAVES_FAILED
from bot.tables.absence import PatienceOf, noticed, seen
from bot.tables.deadlines import Dispatcher, LeftClock, Timing, due_of, left_clock
from bot.tables.errors import NoSuchTable, NotSaved
from bot.tables.game_clock import end_time, is_out, time_left
from bot.tables.index import Key, TableIndex
from bot.tables.live_table import LiveTable
from bot.tables.model import Person, Place, Table
from bot.tables.ports import (
    Clock,
    DuplicateCommandError,
    LeaseLostError,
    News,
    Publisher,
    StaleVersionError,
    Store,
    StoreError,
)
from bot.tables.step import Step

log = structlog.get_logger(__name__)

REMEMBERED_TABLES: Final = 16
"""Ended tables to keep in memory, for commands that arrive twice or late."""


class LiveTables:
    """Holds every open table of this process."""

    def __init__(
        self,
        *,
        store: Store,
        publisher: Publisher,
        clock: Clock,
        timing: Timing,
        dispatcher: Dispatcher,
        patience: PatienceOf,
    ) -> None:
        """Start with no tables."""
        self._patience = patience
        self._store = store
        self._publisher = publisher
        self._clock = clock
        self._timing = timing
        self._dispatcher = dispatcher
        self._open: dict[int, LiveTable] = {}
        self._index = TableIndex()
        self._ended: deque[LiveTable] = deque(maxlen=REMEMBERED_TABLES)

    @property
    def count(self) -> int:
        """How many tables have not ended."""
        return len(self._open)

    @property
    def open(self) -> tuple[LiveTable, ...]:
        """Every table that has not ended, oldest first."""
        return tuple(live for _, live in sorted(self._open.items()))

    def tables_of(self, key: Key) -> tuple[Table, ...]:
        """Give the open tables of a user, channel or server, oldest first."""
        return tuple(self._open[table_id].table for table_id in self._index.find(key))

    def live(self, table_id: int) -> LiveTable | None:
        """Give a table that has not ended, or None."""
        return self._open.get(table_id)

    def at_hand(self, table_id: int) -> LiveTable | None:
        """Give a table that is open or has just ended, or None."""
        found = self._open.get(table_id)
        if found is not None:
            return found
        return next((live for live in self._ended if live.table.id == table_id), None)

    async def get(self, table_id: int) -> Table:
        """Give a table, ended or not.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store cannot be read.
        """
        live = self.at_hand(table_id)
        return await self._load(table_id) if live is None else live.table

    async def _load(self, table_id: int) -> Table:
        try:
            table = await self._store.load(table_id)
        except StoreError as fault:
            raise NotSaved from fault
        if table is None:
            raise NoSuchTable(table_id)
        return table

    async def last_in(self, place: Place) -> Table | None:
        """Give the table whose game ended last in a channel, or None.

        Raises:
            NotSaved: the store cannot be read.
        """
        try:
            table_id = await self._store.last_in_channel(place.guild_id, place.channel_id)
        except StoreError as fault:
            raise NotSaved from fault
        return None if table_id is None else await self.get(table_id)

    async def bring_back(self) -> None:
        """Load every open table from the store, restart its clock, and show unshown ends.

        Raises:
            StoreError: the store cannot be read.
        """
        for stored in await self._store.load_open():
            live = LiveTable(self._timed(stored, None))
            self._show(live, News(None, live.table, restored=True))

    async def add(self, table: Table) -> Table:
        """Store a new table and open it; a repeated command gives the table that it opened.

        Raises:
            NotSaved: the store failed.
        """
        timed = self._timed(table, None)
        try:
            stored = await self._store.create(timed)
        except LeaseLostError as fault:
            log.warning("table_served_elsewhere")
            raise NotSaved from fault
        except StoreError as fault:
            log.exception("table_not_opened")
            raise NotSaved from fault
        known = self.at_hand(stored.id)
        if known is not None or stored.status.ended:
            return stored if known is None else known.table
        live = LiveTable(self._timed(stored, timed))
        self._show(live, News(None, live.table, actor=table.host))
        return live.table

    @asynccontextmanager
    async def turn(self, table_id: int) -> AsyncIterator[LiveTable]:
        """Wait for a turn in the queue of a table.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store failed.
        """
        live = self.at_hand(table_id) or await self._take_up(table_id)
        async with live.queue:
            await self.keep_time(live)
            yield live

    async def keep_time(self, live: LiveTable) -> None:
        """Tell the game of a table whose queue is held that its time is out, once it is.

        Raises:
            NotSaved: the store failed.
        """
        if is_out(live.table, self._clock.now()):
            await self.apply(live, end_time(live.table))

    async def _take_up(self, table_id: int) -> LiveTable:
        """Load a table from the store, with one queue for all who change it."""
        stored = await self._load(table_id)
        live = self.at_hand(table_id)
        if live is None:
            live = LiveTable(self._timed(stored, None))
            self._keep(live)
        return live

    def _keep(self, live: LiveTable) -> None:
        """Keep a table in memory, and its clock running until the table ends."""
        table = live.table
        if not table.status.ended:
            self._open[table.id] = live
            self._index.put(table)
        else:
            self._open.pop(table.id, None)
            self._index.remove(table.id)
            if live not in self._ended:
                self._ended.append(live)
        self._dispatcher.set(table.id, table.due, ahead=True)
        self.watch_time(table)

    def watch_time(self, table: Table) -> None:
        """Wake a table when the time of its game is out, if that is to come."""
        waits = table.game is not None and table.game.time_out is None and not table.status.ended
        out_at = table.time_left.out_at if waits and table.time_left is not None else None
        self._dispatcher.set_time_out(table.id, out_at)

    async def apply(
        self, live: LiveTable, step: Step, actor: int | None = None, command_id: str | None = None
    ) -> None:
        """Save a step of a table whose queue is held, and show it.

        Args:
            live: the table.
            step: its next state; if nothing has changed, nothing is saved or shown.
            actor: the user who did it, or None for the clock and computer players.
            command_id: the user's command, or None.

        Raises:
            NotSaved: the store failed, or its log is ahead; the step was not made.
        """
        before = live.table
        if step.table == before:
            return
        after = self._timed(self._dated(step.table, before, actor), before, live.left)
        saved = await self._save(live, replace(step, table=after), command_id)
        if command_id is not None:
            live.commands.append(command_id)
        if saved:
            live.left = left_clock(before, after, live.left)
            self._show(live, News(before, after, step.events, actor))

    def _dated(self, table: Table, before: Table, actor: int | None) -> Table:
        """Note when a table has changed, and who was active."""
        now = self._clock.now()
        if table.version != before.version:
            table = replace(table, moved_at=now, warned_at=None)
        return table if actor is None else seen(table, actor, now)

    async def noticed(self, live: LiveTable, person: Person) -> None:
        """Note that a person is active at a table whose queue is held.

        Raises:
            NotSaved: the store failed.
        """
        before = live.table
        table = noticed(before, person, self._clock.now())
        if table.warned_at != before.warned_at:
            await self.apply(live, Step(table), person.id)
        elif table is not before:
            await self.note(live, self._timed(table, before, live.left))
            self._keep(live)

    def claims(self, table: Table) -> bool:
        """Say whether computer players claim tricks at a table."""
        return self._patience(table.place.guild_id).claims

    def is_due(self, live: LiveTable) -> bool:
        """Say whether the deadline of a table is still right; if not, move it.

        The settings of the server may have changed since it was set.
        """
        after = self._timed(live.table, live.table, live.left)
        if after.due is None or after.due.at <= self._clock.now():
            return True
        self._dispatcher.set(after.id, after.due)
        return False

    async def note(self, live: LiveTable, table: Table) -> None:
        """Save a change that nobody sees at a table whose queue is held.

        Raises:
            NotSaved: the store failed.
        """
        await self._save(live, Step(table), None)

    def _timed(self, table: Table, before: Table | None, left: LeftClock | None = None) -> Table:
        patience, now = self._patience(table.place.guild_id), self._clock.now()
        table = replace(table, time_left=time_left(table, now))
        due = due_of(table, before, now, self._timing, left, patience)
        return replace(table, due=due)

    async def _save(self, live: LiveTable, step: Step, command_id: str | None) -> bool:
        """Write a step, and change the table in memory only after that.

        Returns:
            False if the command has been applied before.
        """
        try:
            with SAVE_SECONDS.time():
                await self._store.save(live.table, step.table, step.entries)
        except DuplicateCommandError as fault:
            await self._catch_up(live)
            if command_id is None:
                raise NotSaved from fault
            return False
        except StaleVersionError as fault:
            await self._catch_up(live)
            raise NotSaved from fault
        except LeaseLostError as fault:
            # The next press reaches the process that serves the table now.
            log.warning("table_served_elsewhere", table=live.table.id)
            raise NotSaved from fault
        except StoreError as fault:
            SAVES_FAILED.inc()
            log.exception("table_not_saved", table=live.table.id)
            raise NotSaved from fault
        live.table = step.table
        return True

    async def _catch_up(self, live: LiveTable) -> None:
        """Reload a table whose log is ahead in the store: the result of a write was lost."""
        before = live.table
        stored = await self._load(before.id)
        if stored.version <= before.version:
            return
        log.warning("table_behind_its_log", table=before.id)
        live.table = self._timed(stored, before)
        self._show(live, News(before, live.table))

    def _show(self, live: LiveTable, news: News) -> None:
        """Update the clock of a table and publish its change after it was saved."""
        self._keep(live)
        self._publisher.publish(news)
