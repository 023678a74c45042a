"""A table in memory: as saved last, with its queue and what is under way."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from bot.tables.deadlines import LeftClock
from bot.tables.model import Table
from bot.tables.ports import Chosen

REMEMBERED_COMMANDS: Final = 64
"""Commands of a table that are recognised when Discord delivers them twice; the log knows all."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a computer player has chosen and not done yet.

    Attributes:
        version: of the table that it was chosen for; it means nothing at any other.
        chosen: the choice.
    """

    version: int
    chosen: Chosen


@dataclass(slots=True, eq=False)
class LiveTable:
    """A table in memory.

    Attributes:
        table: the table, as saved last.
        queue: whoever changes the table holds it.
        commands: the commands that have had their effect, newest last.
        left: the clock that someone left running, see `LeftClock`.
        thinking: the version for which a computer player is choosing now, or None.
        thought: its last choice, or None.
    """

    table: Table
    queue: asyncio.Lock = field(default_factory=asyncio.Lock)
    commands: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED_COMMANDS))
    left: LeftClock | None = None
    thinking: int | None = None
    thought: Thought | None = None
