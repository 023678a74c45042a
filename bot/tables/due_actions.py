"""What happens at a table's deadline."""

from datetime import timedelta
from typing import Final

import structlog

from bot.tables import lifecycle
from bot.tables.absence import waits_without_clock
from bot.tables.deadlines import Dispatcher
from bot.tables.errors import NotSaved
from bot.tables.game_clock import is_out
from bot.tables.live_table import LiveTable, Thought
from bot.tables.live_tables import LiveTables
from bot.tables.model import Due, DueKind, Table
from bot.tables.ports import Chosen, Clock, Players
from bot.tables.step import Step
from engine.actions import Claim
from engine.deals import key_of
from engine.views import seat_view

log = structlog.get_logger(__name__)

SECONDS_BEFORE_ANOTHER_TRY: Final = 5
"""Seconds before a failed deadline is tried again."""


class DueActions:
    """Lets computer players act, ends turns, deals, and closes deserted tables."""

    def __init__(
        self, live_tables: LiveTables, dispatcher: Dispatcher, players: Players, clock: Clock
    ) -> None:
        """Use the tables, their deadlines and the computer players."""
        self._live_tables = live_tables
        self._dispatcher = dispatcher
        self._players = players
        self._clock = clock

    async def wake(self, table_id: int) -> None:
        """Do what is due at a table; after a fault, try again later.

        If the deadline was moved in the meantime, it is only set again.
        """
        live = self._live_tables.memory.live(table_id)
        if live is None:
            return
        try:
            await self._keep_time(live)
            if live.table.due is not None and live.table.due.kind is DueKind.COMPUTER:
                await self._computer(live)
            else:
                async with live.queue:
                    await self._live_tables.keep_time(live)
                    await self._run_due(live)
        except NotSaved:
            if not live.gone:
                self._try_again(live)
        except Exception:
            # Catch everything: a table whose clock stops would wait for ever.
            log.exception("deadline_failed", table=table_id)
            self._try_again(live)

    async def _keep_time(self, live: LiveTable) -> None:
        """Tell the game that its time is out, so that people know which round is the last."""
        if is_out(live.table, self._clock.now()):
            async with live.queue:
                await self._live_tables.keep_time(live)
        else:
            self._live_tables.watch_time(live.table)

    def _try_again(self, live: LiveTable) -> None:
        due = live.table.due
        if due is not None:
            later = self._clock.now() + timedelta(seconds=SECONDS_BEFORE_ANOTHER_TRY)
            self._dispatcher.set(live.table.id, Due(due.kind, max(due.at, later)))

    def _due_now(self, table: Table) -> Due | None:
        """Give the deadline if it has passed, otherwise set it again."""
        due = table.due
        if due is not None and due.at <= self._clock.now():
            return due
        self._dispatcher.set(table.id, due)
        return None

    async def _computer(self, live: LiveTable) -> None:
        """Let a computer player choose during its delay, and act at its deadline.

        It chooses outside the queue, once per version of the table. The turn would not do: a look
        changes the legal actions, not the turn.
        """
        if live.thinking == live.table.version:
            return
        thought = live.thought
        if thought is None or thought.version != live.table.version:
            thought = live.thought = await self._think(live)
        if live.gone:
            return
        if not self._has_paused(live.table, thought.chosen):
            return
        async with live.queue:
            await self._live_tables.keep_time(live)
            now = live.table
            still = now.due is not None and now.due.kind is DueKind.COMPUTER
            if still and thought.version == now.version:
                live.thought = None
                await self._live_tables.apply(live, lifecycle.computer_acts(now, thought.chosen))

    def _has_paused(self, table: Table, chosen: Chosen) -> bool:
        """Say whether a choice may be made now; otherwise wake the table when it may.

        A card that was forced, or a claim, has its own deadline already; a close choice comes after
        the usual one, an easy one before.
        """
        due = table.due
        if due is None or due.kind is not DueKind.COMPUTER:
            self._dispatcher.set(table.id, due)
            return False
        more = (chosen.pause - 1.0) * self._live_tables.computer_delay(table)
        at = due.at + timedelta(seconds=more)
        if at <= self._clock.now():
            return True
        self._dispatcher.set(table.id, Due(due.kind, at))
        return False

    async def _think(self, live: LiveTable) -> Thought:
        table = live.table
        live.thinking = table.version
        try:
            return Thought(table.version, await self._choose(table))
        finally:
            live.thinking = None

    async def _choose(self, table: Table) -> Chosen:
        seat, game = table.turn, table.game
        assert seat is not None  # noqa: S101 - a computer player's turn is a turn
        assert game is not None  # noqa: S101 - the same
        if self._live_tables.claims(table) and game.certain is not None:
            return Chosen(Claim(seat))
        view = seat_view(game, seat)
        if len(view.legal) == 1:
            return Chosen(view.legal[0])
        seed = key_of(table.seeds.secret, (f"player {table.version}",)).hex()
        name = table.chairs[seat].computer or ""
        return await self._players.choose(view, seed, table.level, name)

    async def _run_due(self, live: LiveTable) -> None:
        table = live.table
        due = self._due_now(table)
        if due is None:
            return
        if waits_without_clock(table) and not self._live_tables.is_due(live):
            return
        if due.kind is DueKind.COMPUTER:
            # It became a computer player's turn during the wait for the queue.
            self._dispatcher.set(table.id, due)
            return
        await self._live_tables.apply(live, self._step_of(table, due.kind))

    def _step_of(self, table: Table, kind: DueKind) -> Step:
        if kind is DueKind.TURN:
            return lifecycle.run_out(table, self._players.automatic)
        if kind is DueKind.DEAL:
            return lifecycle.next_deal(table, f"deal:{table.id}:{table.version + 1}")
        if waits_without_clock(table) and table.warned_at is None:
            return Step(lifecycle.warn(table, self._clock.now()))
        return Step(lifecycle.close(table))
