"""Open tables that are not in memory: what their rows say of them. Pure.

A game is replayed from its log only when somebody asks for the table, or when something is due
there. So a start costs a few microseconds a table, however long the games are.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.tables.model import Due, DueKind, LeftMessage, Pace, Place, Status, Table
from bot.tables.shards import shard_of

DOUBTFUL: Final = timedelta(hours=1)
"""How long before the newest change of all tables a change may not have been shown any more.

An edit waits for seconds, and in an outage of Discord for longer.
"""

DUE_SOON: Final = timedelta(hours=2)
"""A table where something happens within this time is brought up at once: what people are given
after a restart, such as an hour for a slow turn, has to begin then."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of equal shares of all servers, as Discord deals them out.

    Attributes:
        number: from 0.
        count: how many there are.
    """

    number: int = 0
    count: int = 1

    def has(self, guild_id: int) -> bool:
        """Say whether a server belongs to it."""
        return shard_of(guild_id, self.count) == self.number


@dataclass(frozen=True, slots=True)
class Resting:
    """A table that is not in memory.

    Attributes:
        id: the table.
        place: where it is.
        status: its status; an ended one waits for its end to be shown.
        pace: how long people may think.
        due: its deadline, or None.
        message_id: the message that shows it, or None.
        left: the message that a new one is to replace, or None.
        moved_at: when the last action was made (aware, UTC), or None before the game.
        timed: whether its game may take so many minutes, of which some are used.
        users: the ids of those who hold a seat.
        restarts: whether its clock begins anew when it is brought up, and people are shown that.
            Not so at a table where nothing has happened for long, or that was only out of memory.
    """

    id: int
    place: Place
    status: Status
    pace: Pace
    due: Due | None
    message_id: int | None
    left: LeftMessage | None
    moved_at: datetime | None
    timed: bool
    users: tuple[int, ...] = ()
    restarts: bool = True


def of_memory(table: Table) -> Resting:
    """Give what is remembered of a table that leaves memory."""
    return Resting(
        id=table.id,
        place=table.place,
        status=table.status,
        pace=table.pace,
        due=table.due,
        message_id=table.message_id,
        left=table.left,
        moved_at=table.moved_at,
        timed=table.time_left is not None,
        users=tuple(person.id for person in table.people),
        restarts=False,
    )


def marked(found: Sequence[Resting], now: datetime) -> Iterable[Resting]:
    """Mark which tables of a former process restart.

    Args:
        found: all that are taken up.
        now: the present moment.
    """
    newest = max((each.moved_at for each in found if each.moved_at is not None), default=now)
    for each in found:
        yield replace(each, restarts=_restarts(each, newest - DOUBTFUL, now + DUE_SOON))


def _restarts(table: Resting, doubtful: datetime, soon: datetime) -> bool:
    """Say whether a table's clock, or what its message shows, may be wrong since the restart."""
    due = table.due
    if table.status not in {Status.PLAYING, Status.PARKED} or due is None or due.at < soon:
        return True
    if table.status is Status.PARKED:
        return False
    runs = due.kind is not DueKind.CLOSE and table.pace is not Pace.SLOW
    unseen = table.message_id is None or table.left is not None
    changed = table.moved_at is None or table.moved_at >= doubtful
    return runs or unseen or changed or table.timed
