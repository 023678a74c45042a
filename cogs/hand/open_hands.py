"""Keeps the hands that people have open up to date, while Discord allows it.

An ephemeral message can be edited only with the token of its interaction, for 15 minutes, and
Discord does not report when it is dismissed. So this is only a convenience: "My hand" and a press
on any old hand show a new one.

A press on a hand is answered by an edit of the same message, and two edits under way may arrive in
either order. So a hand is not refreshed while a press on it is answered; if a refresh was under way
when the answer began, another one follows both.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import discord
import structlog
from discord import ui

from bot.ending import finished
from bot.tables.model import Table
from cogs.base.appearance import appearance_of
from cogs.base.faults import FAULTS, told, wait_after
from cogs.base.layouts import components_of
from cogs.base.outgoing import Outgoing, Priority
from cogs.base.services import PrivateAnswer
from cogs.hand.view import hand_view

log = structlog.get_logger(__name__)

MOST_ANSWERS: Final = 4096
"""Answers to remember, so that the next one can replace them."""

_FINAL: Final = frozenset({10008, 10015, 10062, 50027})
"""Discord's codes for a message, webhook, interaction or token that no longer exists. After any
other fault the refresh is retried while the token is valid."""


@dataclass(slots=True)
class _Open:
    answer: PrivateAnswer
    shown: object
    table: Table
    not_before: float = 0.0
    timer: asyncio.TimerHandle | None = None
    again: bool = False
    faults: int = 0
    aside: bool = False


@dataclass(slots=True)
class _Edits:
    """The requests under way for one person's hand.

    Attributes:
        answers: how many presses are being answered.
        refreshing: whether a refresh is under way.
        overlapped: whether an answer began during the refresh.
    """

    answers: int = 0
    refreshing: bool = False
    overlapped: bool = False


class OpenHands:
    """The newest open hand of each person at each table."""

    def __init__(self, outgoing: Outgoing, seconds_between_edits: float) -> None:
        """Start with none.

        Args:
            outgoing: gives every refresh its turn.
            seconds_between_edits: the shortest time between two edits of one hand.
        """
        self._outgoing = outgoing
        self._seconds = seconds_between_edits
        self._open: dict[int, dict[int, _Open]] = {}
        self._edits: dict[tuple[int, int], _Edits] = {}
        self._answers: dict[tuple[int, int, int | None], PrivateAnswer] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Count the open hands."""
        return sum(map(len, self._open.values()))

    def opened(self, table: Table, answer: PrivateAnswer, shown: ui.LayoutView) -> None:
        """Note that a person has just been shown a hand; remove an older one of theirs."""
        user_id = answer.interaction.user.id
        before = self._forget(table.id, user_id)
        if before is not None:
            if before.timer is not None:
                before.timer.cancel()
            self._replace(table.id, before.answer, answer)
        edits = self._edits.get((table.id, user_id))
        if table.status.ended and not (edits is not None and edits.overlapped):
            return
        self._open.setdefault(table.id, {})[user_id] = _Open(answer, components_of(shown), table)

    def aside(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note that the message of an open hand shows something else until the person goes back."""
        held = self._held(table_id, answer.interaction.user.id)
        if held is not None and held.answer.shown_id == answer.shown_id:
            held.answer, held.aside = answer, True

    def answered(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note an answer in a message of its own; remove the person's last one to the same.

        That is the table's public message, or a private one.
        """
        user_id = answer.interaction.user.id
        held = self._held(table_id, user_id)
        hand_id = None if held is None else held.answer.shown_id
        if answer.shown_id is None or answer.shown_id == hand_id:
            return
        key = table_id, user_id, answer.pressed_id
        before = self._answers.pop(key, None)
        self._answers[key] = answer
        if len(self._answers) > MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        if before is not None and before.shown_id != hand_id:
            self._replace(table_id, before, answer)

    def _replace(self, table_id: int, before: PrivateAnswer, answer: PrivateAnswer) -> None:
        """Remove a message that another one replaces."""
        if before.shown_id in {None, answer.shown_id} or before.expired:
            return
        task = asyncio.get_running_loop().create_task(self._take_away(table_id, before))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take_away(self, table_id: int, answer: PrivateAnswer) -> None:
        guild_id = answer.interaction.guild_id
        async with self._outgoing.turn(("answer", answer.shown_id), Priority.HAND, server=guild_id):
            try:
                await answer.take_away()
            except FAULTS as fault:
                # It stays, and works like any old hand.
                log.info("answer_not_taken_away", table=table_id, cause=told(fault))

    def _forget(self, table_id: int, user_id: int) -> _Open | None:
        hands = self._open.get(table_id, {})
        held = hands.pop(user_id, None)
        if not hands:
            self._open.pop(table_id, None)
        return held

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Keep a hand from being refreshed while a press on it is answered."""
        edits = self._edits.setdefault((table_id, user_id), _Edits())
        edits.answers += 1
        edits.overlapped |= edits.refreshing
        try:
            yield
        finally:
            edits.answers -= 1
            self._settle(table_id, user_id, edits)

    def _settle(self, table_id: int, user_id: int, edits: _Edits) -> None:
        """Start the postponed refresh once nothing is under way for a hand."""
        if edits.answers or edits.refreshing:
            return
        del self._edits[table_id, user_id]
        held = self._open.get(table_id, {}).get(user_id)
        if held is not None and not held.aside and (held.again or edits.overlapped):
            held.again = False
            if edits.overlapped:
                held.shown = None
            self._soon(table_id, user_id, held)

    def table_changed(self, table: Table) -> None:
        """Refresh every open hand of a table; one that was just edited waits."""
        for user_id, held in tuple(self._open.get(table.id, {}).items()):
            held.table = table
            if held.aside and table.status.ended:
                self._forget(table.id, user_id)
            elif not held.aside:
                self._soon(table.id, user_id, held)

    def release(self, table_id: int) -> bool:
        """Let go of a table that is to leave memory; say whether nobody has a hand open there."""
        held = self._open.get(table_id, {}).values()
        if any(not each.answer.expired for each in held):
            return False
        self.drop(table_id)
        return True

    def drop(self, table_id: int) -> None:
        """Let go of the hands of a table, whatever they show."""
        for held in self._open.pop(table_id, {}).values():
            if held.timer is not None:
                held.timer.cancel()

    def _soon(self, table_id: int, user_id: int, held: _Open) -> None:
        if (table_id, user_id) in self._edits:
            held.again = True
        elif held.timer is None:
            loop = asyncio.get_running_loop()
            seconds = max(0.0, held.not_before - loop.time())
            held.timer = loop.call_later(seconds, self._begin, table_id, user_id)

    def _begin(self, table_id: int, user_id: int) -> None:
        task = asyncio.get_running_loop().create_task(self._refresh(table_id, user_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _held(self, table_id: int, user_id: int) -> _Open | None:
        return self._open.get(table_id, {}).get(user_id)

    async def _refresh(self, table_id: int, user_id: int) -> None:
        held = self._held(table_id, user_id)
        if held is None:
            return
        lane, guild_id = ("hand", table_id, user_id), held.table.place.guild_id
        async with self._outgoing.turn(lane, Priority.HAND, server=guild_id):
            held = self._held(table_id, user_id)
            if held is None:
                return
            held.timer = None
            if held.aside:
                return
            if (table_id, user_id) in self._edits:
                held.again = True
                return
            seat = held.table.seat_of(user_id)
            if seat is None or held.answer.expired:
                self._forget(table_id, user_id)
                return
            view = hand_view(held.table, seat, appearance_of(held.answer.interaction))
            components = components_of(view)
            if components == held.shown:
                self._shown(held, user_id, held.table)
            else:
                held.shown = components
                edits = self._edits[table_id, user_id] = _Edits(refreshing=True)
                try:
                    await self._redraw(held, view, user_id)
                finally:
                    edits.refreshing = False
                    self._settle(table_id, user_id, edits)

    async def _redraw(self, held: _Open, view: ui.LayoutView, user_id: int) -> None:
        """Edit a hand; if that fails, schedule a retry, unless the hand is gone."""
        table = held.table
        held.not_before = asyncio.get_running_loop().time() + self._seconds
        try:
            await held.answer.redraw(view)
        except FAULTS as fault:
            final = isinstance(fault, discord.HTTPException) and fault.code in _FINAL
            log.info("hand_lost" if final else "hand_not_shown", table=table.id, cause=told(fault))
            if self._held(table.id, user_id) is not held:
                return
            if final:
                self._forget(table.id, user_id)
                return
            held.faults += 1
            held.shown, held.again = None, True
            held.not_before += wait_after(held.faults, self._seconds)
        else:
            held.faults = 0
            self._shown(held, user_id, table)

    def _shown(self, held: _Open, user_id: int, table: Table) -> None:
        """Forget a hand that shows the end of its table."""
        if table.status.ended and self._held(table.id, user_id) is held:
            self._forget(table.id, user_id)

    async def close(self) -> bool:
        """Stop refreshing and wait for the edits under way; say whether all were finished."""
        for hands in self._open.values():
            for held in hands.values():
                if held.timer is not None:
                    held.timer.cancel()
        self._open.clear()
        self._answers.clear()
        return await finished(self._tasks)
