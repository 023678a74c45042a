"""The tables in memory, and the one way to change them: queue, save, then show."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import structlog

from bot.metrics import SAVE_SECONDS, SAVES_FAILED
from bot.tables.absence import PatienceOf, noticed, seen
from bot.tables.deadlines import Dispatcher, LeftClock, Timing, due_of, left_clock
from bot.tables.errors import NoSuchTable, NotSaved
from bot.tables.game_clock import end_time, is_out, time_left
from bot.tables.live_table import LiveTable
from bot.tables.memory import Memory
from bot.tables.model import Person, Table
from bot.tables.ports import (
    BrokenTableError,
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


class LiveTables:
    """Loads, changes, saves and shows the tables of this process.

    Attributes:
        memory: the tables.
    """

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
        self.memory = Memory()
        self._patience = patience
        self._store = store
        self._publisher = publisher
        self._clock = clock
        self._timing = timing
        self._dispatcher = dispatcher

    async def get(self, table_id: int) -> Table:
        """Give a table, ended or not.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store cannot be read.
        """
        live = self.memory.at_hand(table_id)
        if live is None and self.memory.resting(table_id) is not None:
            live = await self._take_up(table_id)
        if live is None:
            return await self._load(table_id)
        self.memory.used(live)
        return live.table

    async def _load(self, table_id: int) -> Table:
        try:
            table = await self._store.load(table_id)
        except BrokenTableError as broken:
            log.error(  # noqa: TRY400 - a traceback could lead to a hand
                "table_left_out", table=broken.table_id, version=broken.version, code=broken.code
            )
            self.memory.forget(table_id)
            raise NotSaved from broken
        except StoreError as fault:
            raise NotSaved from fault
        if table is None:
            raise NoSuchTable(table_id)
        return table

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
        if self.memory.resting(stored.id) is not None:
            return await self.get(stored.id)
        known = self.memory.at_hand(stored.id)
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
        live = self.memory.at_hand(table_id) or await self._take_up(table_id)
        self.memory.used(live)
        async with live.queue:
            self._require(live)
            await self.keep_time(live)
            yield live

    def _require(self, live: LiveTable) -> None:
        """Refuse a table that has gone to another process during the wait for its queue.

        Raises:
            NotSaved: it has gone.
        """
        if live.gone:
            raise NotSaved

    async def keep_time(self, live: LiveTable) -> None:
        """Tell the game of a table whose queue is held that its time is out, once it is.

        Raises:
            NotSaved: the store failed.
        """
        if is_out(live.table, self._clock.now()):
            await self.apply(live, end_time(live.table))

    async def bring_up(self, table_id: int) -> None:
        """Load a table that is known by its rows only; one in memory is left alone.

        Raises:
            NoSuchTable, NotSaved: it cannot be loaded.
        """
        if self.memory.at_hand(table_id) is None and self.memory.resting(table_id) is not None:
            await self._take_up(table_id)

    async def _take_up(self, table_id: int) -> LiveTable:
        """Load a table from the store, with one queue for all who change it.

        Its clock begins anew if nobody has looked after it, as after a restart.

        Raises:
            NoSuchTable: there is none of this id.
            NotSaved: the store cannot be read, or another process serves the table.
        """
        stored = await self._load(table_id)
        live = self.memory.at_hand(table_id)
        if live is not None:
            return live
        if not self.memory.serves(stored.place.guild_id):
            raise NotSaved
        resting = self.memory.resting(table_id)
        if resting is None:
            live = LiveTable(self._timed(stored, None))
            self._keep(live)
        elif resting.restarts:
            live = LiveTable(self._timed(stored, None))
            self._show(live, News(None, live.table, restored=True))
        else:
            live = LiveTable(stored)
            self._show(live, News(None, stored))
        return live

    def _keep(self, live: LiveTable) -> None:
        """Keep a table in memory, and its clock running until the table ends."""
        self.memory.keep(live)
        self._dispatcher.set(live.table.id, live.table.due, ahead=True)
        self.watch_time(live.table)

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
        self._require(live)
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

    def computer_delay(self, table: Table) -> float:
        """Give the seconds before a computer player acts at a table, in the mean."""
        return self._timing.delay_at(table)

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
