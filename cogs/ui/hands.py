"""The hands that people have open, kept up to date while Discord lets them be.

An ephemeral message can be edited only with the token of its interaction, for 15 minutes, and
nobody says when it is gone. So this is a convenience and never the truth: "My hand" and a press
on any old hand bring a fresh one.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

import discord
import structlog
from discord import ui

from bot.tables.model import Table
from cogs.ui.answer import Answer
from cogs.ui.hand_view import hand_view
from cogs.ui.look import look_of
from cogs.ui.network import UNREACHABLE
from cogs.ui.parts import components_of

log = structlog.get_logger(__name__)

SECONDS_BETWEEN_EDITS: Final = 0.8
"""How often one hand is edited at most; the newest state wins."""


@dataclass(slots=True)
class _Open:
    answer: Answer
    shown: object
    table: Table
    timer: asyncio.TimerHandle | None = None


class OpenHands:
    """The newest open hand of each person at each table."""

    def __init__(self, seconds_between_edits: float = SECONDS_BETWEEN_EDITS) -> None:
        """Begin with none."""
        self._seconds = seconds_between_edits
        self._open: dict[tuple[int, int], _Open] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Count the hands that are open."""
        return len(self._open)

    def opened(self, table: Table, answer: Answer, shown: ui.LayoutView) -> None:
        """Note that a person has just been shown a hand, in answer to an interaction."""
        key = (table.id, answer.interaction.user.id)
        before = self._open.pop(key, None)
        if before is not None and before.timer is not None:
            before.timer.cancel()
        self._open[key] = _Open(answer, components_of(shown), table)

    def table_changed(self, table: Table) -> None:
        """Bring every open hand of a table up to date, soon."""
        for person in table.people:
            held = self._open.get((table.id, person.id))
            if held is None:
                continue
            held.table = table
            if held.timer is None:
                loop = asyncio.get_running_loop()
                held.timer = loop.call_later(self._seconds, self._begin, table.id, person.id)

    def _begin(self, table_id: int, user_id: int) -> None:
        task = asyncio.get_running_loop().create_task(self._refresh(table_id, user_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, table_id: int, user_id: int) -> None:
        key = (table_id, user_id)
        held = self._open.get(key)
        if held is None:
            return
        held.timer = None
        seat = held.table.seat_of(user_id)
        if seat is None or held.answer.interaction.is_expired():
            self._open.pop(key, None)
            return
        if held.table.status.ended:
            self._open.pop(key)
        view = hand_view(held.table, seat, look_of(held.answer.interaction))
        components = components_of(view)
        if components == held.shown:
            return
        held.shown = components
        try:
            await held.answer.redraw(view)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("open_hand_lost", table=table_id, cause=type(fault).__name__)
            if self._open.get(key) is held:
                self._open.pop(key)

    async def close(self) -> None:
        """Stop refreshing and wait for the edits under way."""
        for held in self._open.values():
            if held.timer is not None:
                held.timer.cancel()
        self._open.clear()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))
