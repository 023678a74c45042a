"""The deadline of each table, and the dispatcher that wakes tables."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot.metrics import LATE_SECONDS
from bot.tables.absence import Patience, closes_at, waits_without_clock
from bot.tables.lifecycle import needs_deal
from bot.tables.model import DAY, Due, DueKind, Pace, Person, Status, Table
from bot.tables.ports import Clock
from engine.phases import Phase

log = structlog.get_logger(__name__)

USUAL: Final = Patience()
"""The patience of a server that has chosen nothing."""

SLOW_SECONDS: Final = float(DAY)
"""How long a slow table waits for people at least, be it a lobby or one that all have left."""

SLOW_GRACE: Final = timedelta(hours=1)
"""What is left at least, after a restart, of a turn at a slow table."""

QUICK_SHARE: Final = 0.5
"""At a quick table, the share of the usual time that computer players and score sheets take."""


FORCED_SHARE: Final = 0.25
"""The share of its delay after which a computer player plays its only legal card."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Delays from the operator's settings, which no rule set contains.

    Attributes:
        computer_delay: seconds before a computer player acts in the mean, so that people can
            follow: less where it has no choice, more where the choice is close.
        between_rounds: seconds that a score sheet is shown before the next deal.
        lobby: seconds until an inactive lobby is closed.
        empty: seconds until a game that every person has left is closed.
        parked: seconds until a parked game is closed.
    """

    computer_delay: float
    between_rounds: float
    lobby: float
    empty: float
    parked: float

    def delay_at(self, table: Table) -> float:
        """Give the seconds before a computer player acts at a table, in the mean."""
        return self.computer_delay * (QUICK_SHARE if table.pace is Pace.QUICK else 1.0)


@dataclass(frozen=True, slots=True)
class LeftClock:
    """The clock of a turn whose person has left the seat; it goes on if that person returns.

    Otherwise leaving and returning would win time, again and again.

    Attributes:
        user_id: the person who has left.
        turn_key: the turn.
        due: the deadline of the turn.
    """

    user_id: int
    turn_key: tuple[int, int]
    due: Due


def due_of(
    table: Table,
    before: Table | None,
    now: datetime,
    timing: Timing,
    left: LeftClock | None = None,
    patience: Patience = USUAL,
) -> Due | None:
    """Give the deadline of a table.

    A turn keeps its first deadline, whatever else changes at the table. At a slow table it keeps it
    over restarts too: a bot that starts once a day would never end a turn.

    Args:
        table: the table as it is now.
        before: the table before the change; None when clocks restart, as after a restart of the
            bot. The wait of a parked table goes on, since restarts are more frequent; but a table
            is not closed because it could not be resumed while the bot was offline.
        now: the present moment.
        timing: the operator's delays.
        left: the clock of someone who left during this turn, if any.
        patience: how long the server waits for people at tables without a clock.
    """
    last_card = patience.last_card and is_last_card(table)
    if waits_without_clock(table) and not last_card:
        return Due(DueKind.CLOSE, closes_at(table, now, patience, restored=before is None))
    kind, seconds = _next_thing(table, timing, last_card=last_card)
    if kind is None or seconds is None:
        return None
    kept = _kept(table, before, left, kind)
    if kept is not None:
        return kept
    if before is None and table.due is not None and table.due.kind is kind:
        grace = _grace(table, kind, timing)
        if grace is not None:
            return Due(kind, max(table.due.at, now + grace))
    at = now + timedelta(seconds=seconds)
    out_at = None if table.time_left is None else table.time_left.out_at
    if kind is DueKind.DEAL and out_at is not None:
        # The time of the game may end it between two rounds: nobody waits for a deal then.
        at = min(at, max(now, out_at))
    return Due(kind, at)


def _kept(table: Table, before: Table | None, left: LeftClock | None, kind: DueKind) -> Due | None:
    """Give the deadline of the same wait before the change, or None for a new wait."""
    if before is not None and before.due is not None and _same_wait(before, table, kind):
        return before.due
    if left is not None and kind is DueKind.TURN and left.turn_key == table.turn_key:
        person = _to_act(table)
        if person is not None and person.id == left.user_id:
            return left.due
    return None


def _grace(table: Table, kind: DueKind, timing: Timing) -> timedelta | None:
    """Give what a wait has left at least after a restart; None where it begins anew."""
    if table.status is Status.PARKED:
        return timedelta(seconds=timing.empty)
    return SLOW_GRACE if table.pace is Pace.SLOW and kind is DueKind.TURN else None


def is_last_card(table: Table) -> bool:
    """Say whether the only choice of the seat to act is its last card."""
    if table.status is not Status.PLAYING or table.game is None or table.turn is None:
        return False
    current = table.game.round
    played = table.game.phase == Phase.PLAYING
    return played and current is not None and len(current.hand(table.turn)) == 1


def left_clock(before: Table, after: Table, left: LeftClock | None) -> LeftClock | None:
    """Give the clock of someone who left, after a change.

    Args:
        before: the table before the change.
        after: the table after it.
        left: the same clock before the change.
    """
    if after.status is not Status.PLAYING or after.turn_key != before.turn_key:
        return None
    was = _to_act(before)
    if before.due is None or before.due.kind is not DueKind.TURN or was in {None, _to_act(after)}:
        return left
    assert was is not None  # noqa: S101 - said above
    return LeftClock(was.id, before.turn_key, before.due)


def _to_act(table: Table) -> Person | None:
    return None if table.turn is None else table.chairs[table.turn].person


def _same_wait(before: Table, after: Table, kind: DueKind) -> bool:
    return (
        before.due is not None
        and before.due.kind is kind
        and kind is not DueKind.CLOSE
        and before.status is after.status
        and before.turn_key == after.turn_key
        and before.turn == after.turn
        and (kind is not DueKind.DEAL or _time_out(before) == _time_out(after))
    )


def _forced(table: Table) -> bool:
    """Say whether a computer player is to play the only card that it may play."""
    turn, game = table.turn, table.game
    if turn is None or game is None or not table.chairs[turn].computer:
        return False
    return game.phase == Phase.PLAYING and len(game.legal_actions) == 1


def _time_out(table: Table) -> int | None:
    return None if table.game is None else table.game.time_out


def _next_thing(
    table: Table, timing: Timing, *, last_card: bool
) -> tuple[DueKind | None, float | None]:
    least = SLOW_SECONDS if table.pace is Pace.SLOW else 0.0
    if table.status is Status.LOBBY:
        return DueKind.CLOSE, max(timing.lobby, least)
    if table.status in {Status.PAUSED, Status.PARKED}:
        waits = table.status is Status.PARKED and table.people
        return DueKind.CLOSE, timing.parked if waits else max(timing.empty, least)
    if table.status is not Status.PLAYING or table.game is None:
        return None, None
    share = QUICK_SHARE if table.pace is Pace.QUICK else 1.0
    if needs_deal(table):
        return DueKind.DEAL, timing.between_rounds * share
    turn = table.turn
    if last_card or (turn is not None and table.chairs[turn].computer):
        return DueKind.COMPUTER, timing.delay_at(table) * (FORCED_SHARE if _forced(table) else 1.0)
    return DueKind.TURN, table.clock


class Dispatcher:
    """Wakes each table at its deadline, by timers of the event loop."""

    def __init__(self, clock: Clock, wake: Callable[[int], Awaitable[None]]) -> None:
        """Start without deadlines.

        Args:
            clock: the clock of the deadlines.
            wake: called with a table's id at its deadline.
        """
        self._clock = clock
        self._wake = wake
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._times: dict[int, asyncio.TimerHandle] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def set(self, table_id: int, due: Due | None, *, ahead: bool = False) -> None:
        """Set, move or (with None) remove the deadline of a table.

        Args:
            table_id: the table.
            due: its deadline.
            ahead: wake at once if a computer player is to act, so that it can think until then.
        """
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if due is None or self._closed:
            return
        seconds = max(0.0, (due.at - self._clock.now()).total_seconds())
        if ahead and due.kind is DueKind.COMPUTER:
            seconds = 0.0
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(
            seconds, self._fire, table_id, loop.time() + seconds
        )

    def set_time_out(self, table_id: int, at: datetime | None) -> None:
        """Wake a table also when the time of its game is out, or (with None) no more."""
        timer = self._times.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if at is None or self._closed:
            return
        seconds = max(0.0, (at - self._clock.now()).total_seconds())
        loop = asyncio.get_running_loop()
        self._times[table_id] = loop.call_later(seconds, self._begin, table_id)

    def __len__(self) -> int:
        """Count the deadlines."""
        return len(self._timers)

    def _fire(self, table_id: int, at: float) -> None:
        LATE_SECONDS.observe(max(0.0, asyncio.get_running_loop().time() - at))
        self._timers.pop(table_id, None)
        self._begin(table_id)

    def _begin(self, table_id: int) -> None:
        task = asyncio.get_running_loop().create_task(self._run(table_id), name=f"due-{table_id}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run(self, table_id: int) -> None:
        try:
            await self._wake(table_id)
        except Exception:
            log.exception("deadline_failed", table=table_id)

    async def close(self) -> None:
        """Remove every deadline and wait for the calls under way."""
        self._closed = True
        for timers in (self._timers, self._times):
            for timer in timers.values():
                timer.cancel()
            timers.clear()
        if self._running:
            await asyncio.wait(tuple(self._running))
