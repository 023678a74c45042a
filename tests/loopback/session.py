"""A session of the gateway: what one IDENTIFY has begun."""

from collections import deque
from dataclasses import dataclass, field

from .connection import Connection, OnSent
from .sharding import shard_of

DISPATCH = 0
"""The operation of an event."""

_BACKLOG = 1000


@dataclass(slots=True, eq=False)
class Session:
    """One identified bot connection, or the memory of it while it may be resumed.

    Several may have the same `shard` (its number, and how many there are): each gets every event.
    `run` is the mark of the process that identified.
    """

    id: str
    intents: int
    shard: tuple[int, int]
    connection: Connection | None
    run: str
    sequence: int = 0
    resumed: int = 0
    backlog: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_BACKLOG))

    def sees(self, guild_id: int | None) -> bool:
        """Whether a guild belongs to this session's shard."""
        number, count = self.shard
        return shard_of(guild_id, count) == number

    def send(self, event: str, data_text: str, on_sent: OnSent | None = None) -> None:
        """Number the event, store it, and send it if there is a connection."""
        self.sequence += 1
        text = f'{{"t":"{event}","s":{self.sequence},"op":{DISPATCH},"d":{data_text}}}'
        self.backlog.append((self.sequence, text))
        if self.connection is not None:
            self.connection.push(text, on_sent)
