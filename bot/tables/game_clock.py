"""The clock of a game that may take so many minutes. Pure.

It begins with the first deal and runs while the table is played. It stands while everyone has left,
while the table is parked and while the bot is down: only what is left is stored.
"""

from datetime import datetime, timedelta
from typing import Final

from bot.tables.model import Status, Table, TimeLeft
from bot.tables.step import Step
from engine.actions import Time

_NOTHING: Final = timedelta(0)


def time_left(table: Table, now: datetime) -> TimeLeft | None:
    """Give what is left of a game's minutes, and whether the clock runs.

    None before the first deal, and where the rules have no such limit.
    """
    minutes = table.rules.minutes
    if minutes is None or table.game is None or table.game.round is None:
        return None
    before = table.time_left or TimeLeft(timedelta(minutes=minutes))
    gone = _NOTHING if before.at is None else now - before.at
    runs = table.status is Status.PLAYING and table.game.time_out is None
    return TimeLeft(max(_NOTHING, before.left - gone), now if runs else None)


def is_out(table: Table, now: datetime) -> bool:
    """Say whether the time of a game is out, and the game has not been told yet."""
    out_at = None if table.time_left is None else table.time_left.out_at
    if out_at is None or out_at > now or table.game is None:
        return False
    return table.status is Status.PLAYING and table.game.explain(Time()) is None


def end_time(table: Table) -> Step:
    """Tell a game that its time is out."""
    return Step(table).then(f"time:{table.id}:{table.version + 1}", Time())
