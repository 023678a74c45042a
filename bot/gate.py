"""Lets commands and presses in only while this process serves their server.

When one process takes a shard over from another, both are connected for a while, and both receive
each press. The one that serves the shard handles it; the other keeps it for the moment in which it
takes over, so that none is lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Collection
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from bot.tables.shards import Shards

log = structlog.get_logger(__name__)

SECONDS_KEPT: Final = 2.0
"""Seconds that a press may wait; Discord takes no answer after three."""

SECONDS_BETWEEN_LOOKS: Final = 0.1
"""Seconds between two looks whether a lease that was not renewed in time holds again."""

SECONDS_TOLD: Final = 5.0
"""Seconds for which the presses let in are remembered, for the next process."""

Parse = Callable[[Any], None]

_received: ContextVar[float | None] = ContextVar("received", default=None)


def received_at() -> float:
    """Give when the interaction that is being handled came, by the event loop's clock.

    Tasks that its parser starts know it too. Where there is none, it is now.
    """
    at = _received.get()
    return asyncio.get_running_loop().time() if at is None else at


@dataclass(slots=True)
class _Door:
    """The way in for one shard.

    Attributes:
        open: whether its presses are handled; otherwise they are kept.
        kept: presses that wait, with the time of their receipt.
        let_in: the ids of those let in, with the time.
    """

    open: bool = False
    kept: deque[tuple[float, Any]] = field(default_factory=deque)
    let_in: deque[tuple[float, int]] = field(default_factory=deque)


class Gate:
    """The way in for commands and presses, by shard; it begins shut for all."""

    def __init__(self) -> None:
        """Let nobody in; `watch` and `guarding` come first."""
        self._shards: Shards | None = None
        self._parse: Parse = lambda _: None
        self._doors: dict[int, _Door] = {}
        self._looking: asyncio.TimerHandle | None = None

    def watch(self, shards: Shards) -> None:
        """Learn which shards are held."""
        self._shards = shards

    def guarding(self, parse: Parse) -> Parse:
        """Give a parser of interactions that passes on what is let in.

        Args:
            parse: handles one, and never raises.
        """
        self._parse = parse
        return self.receive

    def keep(self, shard: int) -> None:
        """Keep the presses of a shard that this process will serve soon."""
        self._doors.setdefault(shard, _Door())

    def open(self, shard: int, handled: Collection[int] = ()) -> None:
        """Handle the presses of a shard, beginning with those that were kept.

        Args:
            shard: the shard, which this process holds.
            handled: the ids of those among them that the process before has handled.
        """
        door = self._doors.setdefault(shard, _Door())
        door.open = True
        door.kept = deque(each for each in door.kept if _id_of(each[1]) not in handled)
        self._look()

    def shut(self, shard: int) -> tuple[int, ...]:
        """Let nobody in any more; give the ids of those let in during the last seconds."""
        door = self._doors.pop(shard, None)
        if door is None:
            return ()
        since = asyncio.get_running_loop().time() - SECONDS_TOLD
        return tuple(number for at, number in door.let_in if at >= since)

    def receive(self, data: Any) -> None:  # noqa: ANN401 - whatever Discord sends
        """Let an interaction in, keep it, or drop it."""
        if self._shards is None:
            return
        shard = self._shards.of(_server_of(data))
        door = self._doors.get(shard)
        if door is None:
            return
        door.kept.append((asyncio.get_running_loop().time(), data))
        self._let_in(shard, door)

    def _let_in(self, shard: int, door: _Door) -> None:
        now = asyncio.get_running_loop().time()
        while door.kept and now - door.kept[0][0] > SECONDS_KEPT:
            door.kept.popleft()
            log.warning("press_too_old", shard=shard)
        assert self._shards is not None  # noqa: S101 - `receive` has looked
        if door.open and self._shards.holds(shard):
            while door.let_in and now - door.let_in[0][0] > SECONDS_TOLD:
                door.let_in.popleft()
            while door.kept:
                at, data = door.kept.popleft()
                door.let_in.append((now, _id_of(data)))
                before = _received.set(at)
                self._parse(data)
                _received.reset(before)
        elif door.open and self._looking is None:
            loop = asyncio.get_running_loop()
            self._looking = loop.call_later(SECONDS_BETWEEN_LOOKS, self._look)

    def _look(self) -> None:
        """Let in what was kept, if the lease holds by now."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        for shard, door in tuple(self._doors.items()):
            if door.kept:
                self._let_in(shard, door)

    def close(self) -> None:
        """Let nobody in any more."""
        self._doors.clear()
        if self._looking is not None:
            self._looking.cancel()


def _server_of(data: Any) -> int:  # noqa: ANN401 - whatever Discord sends
    """Give the server of an interaction; 0 for a direct message, which goes to shard 0."""
    return _number(data, "guild_id")


def _id_of(data: Any) -> int:  # noqa: ANN401 - whatever Discord sends
    return _number(data, "id")


def _number(data: Any, key: str) -> int:  # noqa: ANN401 - whatever Discord sends
    try:
        return int(data.get(key) or 0)
    except (AttributeError, TypeError, ValueError):
        return 0
