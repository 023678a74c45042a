"""A table in memory: its last saved state, its queue, and a computer player's choice."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from bot.tables.deadlines import LeftClock
from bot.tables.model import Table
from bot.tables.ports import Chosen

REMEMBERED_COMMANDS: Final = 64
"""Commands of a table that are recognised in memory when delivered twice; the log knows them
all."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A computer player's choice that has not been applied yet.

    Attributes:
        version: the only version of the table that it is valid for.
        chosen: the choice.
    """

    version: int
    chosen: Chosen


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table in memory.

    Attributes:
        table: its last saved state.
        queue: held by whoever changes the table.
        commands: the applied commands, newest last.
        left: the clock of someone who left, see `LeftClock`.
        thinking: the version for which a computer player is choosing now, or None.
        thought: its last choice, or None.
        used: when somebody used it or something happened there, by the event loop's clock.
        gone: whether another process serves it now.
    """

    table: Table
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    commands: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED_COMMANDS))
    left: LeftClock | None = None
    thinking: int | None = None
    thought: Thought | None = None
    used: float = 0.0
    gone: bool = False
