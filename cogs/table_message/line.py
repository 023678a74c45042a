"""One table's place in the presenter, and what follows when Discord does not show the table."""

import asyncio
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import discord
import structlog

from bot.tables.absence import SPREAD_SECONDS
from bot.tables.model import Pace, Status, Table
from cogs.base.faults import UNKNOWN_MESSAGE, passes, told, wait_after
from cogs.table_message.shown import REFUSALS_BEFORE_WORDS, Shown

log = structlog.get_logger(__name__)

SECONDS_BETWEEN_REFUSALS: Final = 600.0
"""Seconds until another try for a table that Discord refuses to show, if nothing happens there."""

_ARCHIVED: Final = 50083
"""Discord's code for an archived thread. An edit does not reopen it, a new message does."""

_LOST: Final = frozenset({10003, 10004, 50001, 50013, 160005})
"""Codes of a channel that cannot be used: unknown, no access, no permission, locked."""

_GONE: Final = frozenset({10003, 10004, 50001})
"""The codes among them after which the end of a table cannot be shown either."""


@dataclass(slots=True)
class Line:
    """When the message of one table is brought up to date.

    Attributes:
        shown: the state of the message.
        timer: the timer of the next time.
        running: whether a request is under way.
        faults: how often in a row Discord could not be reached.
        warned: what the operator has been told since the table was last shown.
    """

    shown: Shown
    timer: asyncio.TimerHandle | None = None
    running: bool = False
    faults: int = 0
    warned: set[str] = field(default_factory=set)

    def warn(self, event: str, cause: str) -> None:
        """Tell the operator of a fault, once until the table has been shown again."""
        if cause not in self.warned:
            self.warned.add(cause)
            log.warning(event, table=self.shown.table.id, cause=cause)


class Sequel(NamedTuple):
    """What follows a fault.

    Attributes:
        wait: seconds until the next try, or None for no other.
        lost: whether the channel cannot be used.
        gone: whether the end of the table cannot be shown there either.
    """

    wait: float | None = None
    lost: bool = False
    gone: bool = False


def after_fault(line: Line, fault: Exception, between: float) -> Sequel:
    """Decide what follows a fault: another try, perhaps in a simpler form, or none.

    Args:
        line: the table's.
        fault: what the request has raised.
        between: seconds between two edits.
    """
    line.shown.late = 0
    code = fault.code if isinstance(fault, discord.HTTPException) else 0
    if passes(fault) or code == UNKNOWN_MESSAGE:
        line.faults += 1
        line.warn("discord_unreachable", told(fault))
        return Sequel(wait_after(line.faults, between))
    line.faults = 0
    if code in _LOST:
        line.warn("channel_lost", told(fault))
        return Sequel(lost=True, gone=code in _GONE)
    if code == _ARCHIVED:
        return _archived(line, between)
    return Sequel(_refused(line, fault, between))


def _archived(line: Line, between: float) -> Sequel:
    """Post a new message in an archived thread; if that is refused too, it is locked."""
    shown = line.shown
    if not shown.wants_fresh:
        shown.stray = True
        return Sequel(between)
    line.warn("thread_locked", str(_ARCHIVED))
    return Sequel(lost=shown.table.status is not Status.LOBBY)


def _refused(line: Line, fault: Exception, between: float) -> float | None:
    """Try the same again, then without a picture, and then rarely."""
    shown = line.shown
    shown.refusals += 1
    if shown.refusals <= REFUSALS_BEFORE_WORDS:
        log.info("table_refused", table=shown.table.id, cause=told(fault))
        return wait_after(shown.refusals, between)
    line.warn("table_not_shown", told(fault))
    return None if shown.table.status.ended else SECONDS_BETWEEN_REFUSALS


def spread(table: Table) -> float:
    """Give the seconds after a start in which a restored table is redrawn.

    Slow tables are many, and nobody sits beside them: they are spread over some minutes.
    """
    return float(table.id % SPREAD_SECONDS) if table.pace is Pace.SLOW else 0.0
