"""The one way out: what the bot sends of its own accord waits here for its turn.

Discord limits requests by kind and channel, and all requests of a bot together. discord.py learns
the first and waits for it within a request; so each kind and channel is a lane of its own, in which
one request is under way at a time, and a lane that waits holds up nobody else.

Answers to presses and commands do not pass here: Discord limits them by themselves, and nothing
may make them wait.
"""

import asyncio
import heapq
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from itertools import count
from typing import Final

PER_SECOND: Final = 40.0
"""Requests that begin in a second. Discord lets a bot make fifty; the rest is for what does not
pass here."""

PROMPTS_PER_SECOND: Final = 5.0
"""Of these, mentions: each calls a person, and none is worth a storm."""

SLOW_PER_SECOND: Final = 2.0
"""Requests that begin in a second while Discord refuses very many."""

BURST: Final = 5
"""Requests that begin at once where nothing has been sent for a while."""

MOST_PLAYED: Final = 10
"""Lively tables that are drawn and sent at a time: more would only be drawn late, and be old by
then."""

MOST_UNDER_WAY: Final = 4
"""Requests under way that are not urgent. With few at a time, what is urgent is drawn soon."""

SECONDS_COUNTED: Final = 1.0
"""How long a request counts as under way. Later it waits inside discord.py for a limit, and its
lane stays taken all the same."""

INVALID: Final = frozenset({401, 403, 429})
"""What Discord counts as invalid requests: for 10,000 in ten minutes it bans an address."""

MOST_INVALID: Final = 1000
"""Invalid requests in `SECONDS_OF_INVALID` after which everything slows down."""

SECONDS_OF_INVALID: Final = 600.0


class Priority(IntEnum):
    """Whose turn comes first."""

    HAND = 0
    """The open hand of a person. Outside the limit of all requests, as Discord has it."""
    PLAY = 1
    """The public message of a table at which people are acting."""
    TABLE = 2
    """The public message of any other table."""
    TIDY = 3
    """Taking away what nobody needs any more."""
    PROMPT = 4
    """A mention."""

    @property
    def urgent(self) -> bool:
        """Whether someone is looking at it now."""
        return self <= Priority.PLAY


@dataclass(slots=True)
class Pace:
    """How often something may begin.

    Attributes:
        per_second: how often in the long run.
        burst: how often at once after a rest.
    """

    per_second: float
    burst: int = 1
    _free_at: float = float("-inf")

    def wait(self, now: float) -> float:
        """Give the seconds until the next may begin."""
        return max(0.0, self._free_at - now)

    def take(self, now: float) -> None:
        """Let one begin now."""
        rested = now - (self.burst - 1) / self.per_second
        self._free_at = max(self._free_at, rested) + 1 / self.per_second


class InvalidRequests:
    """Counts the answers of the last ten minutes that bring the address nearer to a ban."""

    def __init__(self, most: int = MOST_INVALID) -> None:
        """Begin with none.

        Args:
            most: how many there may be before `many` says so.
        """
        self._heard: deque[float] = deque(maxlen=most)

    def heard(self, status: int) -> None:
        """Note the status of any answer of Discord's."""
        if status in INVALID:
            self._heard.append(asyncio.get_running_loop().time())

    def many(self, now: float) -> bool:
        """Say whether there have been as many as may be, at a moment of the event loop's clock."""
        full = len(self._heard) == self._heard.maxlen
        return full and now - self._heard[0] < SECONDS_OF_INVALID


@dataclass(slots=True, eq=False)
class _Turn:
    """A turn that is waited for, or under way.

    Attributes:
        number: the older, the lower.
        lane: what it takes for itself.
        begins: done when it begins, or when nobody waits for it any more.
        counted: while it counts as under way.
        urgent: among what it counts.
    """

    number: int
    lane: Hashable
    begins: asyncio.Future[None]
    counted: asyncio.TimerHandle | None = None
    urgent: bool = False


_Waiting = tuple[Priority, int, _Turn]
"""A turn in a heap. One that has been hurried stands there twice, and what comes later is void."""


class Outgoing:
    """Gives everything that is sent its turn: the most urgent first, and each lane by itself."""

    def __init__(
        self,
        invalid: InvalidRequests | None = None,
        most_under_way: int = MOST_UNDER_WAY,
        *,
        paced: bool = True,
    ) -> None:
        """Begin with nothing under way.

        Args:
            invalid: counts what Discord has refused; nothing slows down where it is left out.
            most_under_way: how many requests that are not urgent are under way at most.
            paced: whether the requests of a second are limited; a simulated Discord limits none.
        """
        self._invalid = invalid or InvalidRequests()
        self._paced = paced
        self._most = {True: MOST_PLAYED, False: most_under_way}
        self._pace = Pace(PER_SECOND, BURST)
        self._prompts = Pace(PROMPTS_PER_SECOND)
        self._slow = Pace(SLOW_PER_SECOND)
        self._numbers = count()
        self._waiting: list[_Waiting] = []
        self._behind: dict[Hashable, list[_Waiting]] = {}
        self._named: dict[Hashable, _Turn] = {}
        self._under_way = {True: 0, False: 0}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @asynccontextmanager
    async def turn(
        self, lane: Hashable, priority: Priority, name: Hashable = None
    ) -> AsyncIterator[None]:
        """Wait for one's turn, and have it inside the block, for one request.

        Whoever is cancelled while waiting costs nothing. After `close` nobody gets a turn.

        Args:
            lane: the kind of request and its channel, or whatever else Discord limits by itself.
            priority: how urgent it is.
            name: by which it can be hurried while it waits; one turn at a time has it.
        """
        begins = asyncio.get_running_loop().create_future()
        turn = _Turn(next(self._numbers), lane, begins)
        if self._closed:
            begins.cancel()
        if name is not None:
            self._named[name] = turn
        heapq.heappush(self._waiting, (priority, turn.number, turn))
        self._advance()
        try:
            await begins
            yield
        finally:
            if name is not None and self._named.get(name) is turn:
                del self._named[name]
            if not begins.cancelled():
                self._end(turn)

    def hurry(self, name: Hashable, priority: Priority) -> None:
        """Let a turn that is waited for become more urgent; where none of that name is, do nothing.

        Args:
            name: what the turn is called.
            priority: how urgent it is now.
        """
        turn = self._named.get(name)
        if turn is not None and not turn.begins.done():
            heapq.heappush(self._waiting, (priority, turn.number, turn))
            self._advance()

    def _advance(self) -> None:
        """Let begin what may begin now."""
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
        """Say whether as much as may be is under way; a hand is never drawn, and always may."""
        urgent = priority.urgent
        return priority is not Priority.HAND and self._under_way[urgent] >= self._most[urgent]

    def _next(self) -> _Waiting | None:
        """Take the most urgent turn whose lane is free."""
        while self._waiting:
            waiting = heapq.heappop(self._waiting)
            turn = waiting[2]
            if turn.begins.done():
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
        """Count a turn as under way no longer."""
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

    def close(self) -> None:
        """Cancel whatever still waits, and whatever comes; let go on what has begun."""
        self._closed = True
        behind = (waiting for lane in self._behind.values() for waiting in lane)
        for _, _, turn in (*self._waiting, *behind):
            turn.begins.cancel()
        self._waiting.clear()
        self._advance()
