"""The queue for everything that the bot sends on its own.

Discord limits requests by kind and channel, and all requests of a bot together. discord.py learns
the former and waits for it within a request; so each kind and channel has its own lane with one
request at a time, and a waiting lane does not delay the others.

Answers to presses and commands do not pass through here: Discord limits them separately, and
nothing may delay them.
"""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Final

from bot.metrics import QUEUE_SECONDS
from bot.permission import Serving, ServingAll, on_behalf_of
from cogs.base.limits import InvalidRequests, Pace

PER_SECOND: Final = 40.0
"""Requests per second. Discord allows fifty; the rest is for requests that do not pass through
here."""

PROMPTS_PER_SECOND: Final = 5.0
"""Mentions per second among them, since none is urgent."""

SLOW_PER_SECOND: Final = 2.0
"""Requests per second while Discord refuses very many."""

BURST: Final = 5
"""Requests that may start at once after a pause."""

MOST_PLAYED: Final = 10
"""Lively tables drawn and sent at a time; with more, pictures would be outdated when sent."""

MOST_UNDER_WAY: Final = 4
"""Requests under way that are not urgent; few of them, so that urgent ones are drawn soon."""

SECONDS_COUNTED: Final = 1.0
"""Seconds that a request counts as under way. After that it waits for a limit inside discord.py,
and only its lane stays taken."""


class Priority(IntEnum):
    """The urgency of a request, the most urgent first."""

    HAND = 0
    """The open hand of a person, which Discord does not count in the limit of all requests."""
    PLAY = 1
    """The public message of a table where people are acting."""
    TABLE = 2
    """The public message of any other table."""
    TIDY = 3
    """The removal of a message."""
    PROMPT = 4
    """A mention."""

    @property
    def urgent(self) -> bool:
        """Whether someone is probably looking at it now."""
        return self <= Priority.PLAY


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn that is waiting or under way.

    Attributes:
        number: lower for older ones.
        lane: the lane that it occupies.
        begins: done when it starts, or when its caller no longer waits.
        server: the server whose table it is for; None if it is for none.
        task: the caller's.
        counted: whether it counts as under way.
        urgent: whether it counts among the urgent ones.
    """

    number: int
    lane: Hashable
    begins: asyncio.Future[None]
    server: int | None
    task: asyncio.Task[object] | None
    counted: asyncio.TimerHandle | None = None
    urgent: bool = False


_Waiting = tuple[Priority, int, _Turn]
"""A turn in the heap. A hurried turn is there twice; its later entry is ignored."""


class Outgoing:
    """Gives every request its turn: the most urgent first, one at a time in each lane."""

    def __init__(
        self,
        invalid: InvalidRequests | None = None,
        most_under_way: int = MOST_UNDER_WAY,
        *,
        paced: bool = True,
        processes: int = 1,
    ) -> None:
        """Start with nothing under way.

        Args:
            invalid: counts refused requests; without it nothing slows down.
            most_under_way: the most requests under way that are not urgent.
            paced: whether the rate of requests is limited; a simulated Discord needs no limit.
            processes: how many processes share Discord's limit.
        """
        self._invalid = invalid or InvalidRequests()
        self._paced = paced
        self._most = {True: MOST_PLAYED, False: most_under_way}
        self._pace = Pace(PER_SECOND / processes, BURST)
        self._prompts = Pace(PROMPTS_PER_SECOND / processes)
        self._slow = Pace(SLOW_PER_SECOND / processes)
        self._serving: Serving = ServingAll()
        self._begun: dict[asyncio.Task[object], int] = {}
        self._numbers = count()
        self._waiting: list[_Waiting] = []
        self._behind: dict[Hashable, list[_Waiting]] = {}
        self._named: dict[Hashable, _Turn] = {}
        self._under_way = {True: 0, False: 0}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def share(self, serving: Serving) -> None:
        """Give turns only for servers that this process serves, from now on."""
        self._serving = serving

    @asynccontextmanager
    async def turn(
        self,
        lane: Hashable,
        priority: Priority,
        name: Hashable = None,
        *,
        server: int | None = None,
    ) -> AsyncIterator[None]:
        """Wait for a turn, and hold it inside the block, for one request.

        A caller that is cancelled while waiting uses no turn. After `close` nobody gets one, nor
        for a server that another process serves: the caller is cancelled.

        Args:
            lane: the kind of request and its channel, or whatever else Discord limits separately.
            priority: how urgent it is.
            name: identifies it for `hurry` while it waits; only one turn at a time has a name.
            server: the id of the server whose table it is for, or None.
        """
        begins = asyncio.get_running_loop().create_future()
        task = asyncio.current_task()
        turn = _Turn(next(self._numbers), lane, begins, server, task)
        if self._closed or not self._may_begin(turn):
            begins.cancel()
        if name is not None:
            self._named[name] = turn
        heapq.heappush(self._waiting, (priority, turn.number, turn))
        self._advance()
        asked = asyncio.get_running_loop().time()
        try:
            await begins
            waited = asyncio.get_running_loop().time() - asked
            QUEUE_SECONDS.labels(priority.name.lower()).observe(waited)
            self._note_begun(turn)
            with on_behalf_of(server, self._serving):
                yield
        finally:
            if name is not None and self._named.get(name) is turn:
                del self._named[name]
            if not begins.cancelled():
                self._end(turn)

    def _may_begin(self, turn: _Turn) -> bool:
        """Say whether a turn is for a server that this process serves.

        While it hands one over, it finishes what it has begun, and begins nothing.
        """
        if turn.server is None or self._serving.serves(turn.server):
            return True
        return turn.task in self._begun

    def _note_begun(self, turn: _Turn) -> None:
        if turn.server is not None and turn.task is not None and turn.task not in self._begun:
            self._begun[turn.task] = turn.server
            turn.task.add_done_callback(self._begun.pop)

    async def finished(self, serving: Callable[[int], bool], seconds: float) -> bool:
        """Wait for what has begun for servers; say whether it was done in so many seconds.

        Args:
            serving: says whether a server, by its id, is meant.
            seconds: how long to wait.
        """
        begun = [task for task, server in self._begun.items() if serving(server)]
        return not begun or not (await asyncio.wait(begun, timeout=seconds))[1]

    def hurry(self, name: Hashable, priority: Priority) -> None:
        """Make a waiting turn more urgent; do nothing if no turn has that name.

        Args:
            name: the name of the turn.
            priority: how urgent it is now.
        """
        turn = self._named.get(name)
        if turn is not None and not turn.begins.done():
            heapq.heappush(self._waiting, (priority, turn.number, turn))
            self._advance()

    def _advance(self) -> None:
        """Start the turns that may start now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        while (waiting := self._next()) is not None:
            priority, _, turn = waiting
            wait = max((pace.wait(now) for pace in self._paces(priority, now)), default=0.0)
            full = self._full(priority)
            if full or wait > 0:
                heapq.heappush(self._waiting, waiting)
                if not full:
                    self._timer = loop.call_later(wait, self._advance)
                return
            self._begin(turn, priority, now)

    def _full(self, priority: Priority) -> bool:
        """Say whether the limit of requests under way is reached; hands are exempt."""
        urgent = priority.urgent
        return priority is not Priority.HAND and self._under_way[urgent] >= self._most[urgent]

    def _next(self) -> _Waiting | None:
        """Take the most urgent turn whose lane is free."""
        while self._waiting:
            waiting = heapq.heappop(self._waiting)
            turn = waiting[2]
            if turn.begins.done():
                continue
            if not self._may_begin(turn):
                turn.begins.cancel()
                continue
            behind = self._behind.get(turn.lane)
            if behind is None:
                return waiting
            behind.append(waiting)
        return None

    def _paces(self, priority: Priority, now: float) -> tuple[Pace, ...]:
        if not self._paced:
            return ()
        if self._invalid.many(now):
            return (self._slow,)
        match priority:
            case Priority.HAND:
                return ()
            case Priority.PROMPT:
                return (self._pace, self._prompts)
            case _:
                return (self._pace,)

    def _begin(self, turn: _Turn, priority: Priority, now: float) -> None:
        for pace in self._paces(priority, now):
            pace.take(now)
        self._behind[turn.lane] = []
        if priority is not Priority.HAND:
            turn.urgent = priority.urgent
            self._under_way[turn.urgent] += 1
            loop = asyncio.get_running_loop()
            turn.counted = loop.call_later(SECONDS_COUNTED, self._let_next, turn)
        turn.begins.set_result(None)

    def _discount(self, turn: _Turn) -> None:
        """Stop counting a turn as under way."""
        if turn.counted is not None:
            turn.counted.cancel()
            turn.counted = None
            self._under_way[turn.urgent] -= 1

    def _let_next(self, turn: _Turn) -> None:
        self._discount(turn)
        self._advance()

    def _end(self, turn: _Turn) -> None:
        for each in self._behind.pop(turn.lane):
            heapq.heappush(self._waiting, each)
        self._let_next(turn)

    def __len__(self) -> int:
        """Count the turns that wait."""
        behind = sum(map(len, self._behind.values()))
        return len(self._waiting) + behind

    def close(self) -> None:
        """Cancel all waiting and future turns; let those under way go on."""
        self._closed = True
        behind = (waiting for lane in self._behind.values() for waiting in lane)
        for _, _, turn in (*self._waiting, *behind):
            turn.begins.cancel()
        self._waiting.clear()
        self._advance()
