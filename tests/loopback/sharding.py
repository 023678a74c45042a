"""Shards: how many the bot needs, and when its IDENTIFYs are accepted.

In Discord's words a server's shard is `(guild_id >> 22) % shards`. Shards with the same
`shard % max_concurrency` are one bucket, of which one may identify in five seconds.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .wire import JsonObject

SECONDS_OF_A_BUCKET: Final = 5.0
"""Seconds between two IDENTIFYs of one bucket, for `Sharding.seconds_apart`."""

CLOSE_TOKEN_RESET: Final = 4004
CLOSE_INVALID_SHARD: Final = 4010
CLOSE_SHARDING_REQUIRED: Final = 4011

_SHARD_SHIFT: Final = 22
_RESET_AFTER: Final = 14_400_000


def shard_of(guild_id: int | None, count: int) -> int:
    """The shard of a server; direct messages belong to shard 0."""
    return ((guild_id or 0) >> _SHARD_SHIFT) % count


@dataclass(frozen=True, slots=True)
class Identified:
    """An IDENTIFY: its shard, the run of the bot that sent it, and `perf_counter` at its arrival.

    `accepted` is false where it got operation 9 since its bucket was not free yet.
    """

    shard: int
    count: int
    run: str
    arrived: float
    accepted: bool


class Sharding:
    """What Discord demands of a bot of this size.

    `recommended` is the number of shards that /gateway/bot names, `required` the smallest that is
    accepted. `total` IDENTIFYs are allowed a day. `seconds_apart` is the least time between two of
    one bucket: 0 unless a test wants Discord's five seconds. `now` tells them. `journal` has every
    IDENTIFY with a good token and a possible shard, in order.
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.now = now
        self.recommended = 1
        self.required = 1
        self.max_concurrency = 1
        self.total = 1000
        self.seconds_apart = 0.0
        self.journal: list[Identified] = []

    @property
    def remaining(self) -> int:
        """IDENTIFYs that are left today."""
        return self.total - sum(each.accepted for each in self.journal)

    def facts(self) -> JsonObject:
        """The answer to /gateway/bot, without the address."""
        limit = {
            "total": self.total,
            "remaining": self.remaining,
            "reset_after": _RESET_AFTER,
            "max_concurrency": self.max_concurrency,
        }
        return {"shards": self.recommended, "session_start_limit": limit}

    def refusal(self, asked: object) -> int:
        """The close code for the `shard` of an IDENTIFY; 0 where there is nothing against it.

        Who identifies with none left today loses the token, as at Discord.
        """
        match asked:
            case None:
                count = 1
            case [int(number), int(count)] if 0 <= number < count:
                pass
            case _:
                return CLOSE_INVALID_SHARD
        if count < self.required:
            return CLOSE_SHARDING_REQUIRED
        return 0 if self.remaining > 0 else CLOSE_TOKEN_RESET

    def admit(self, shard: tuple[int, int], run: str) -> bool:
        """Write an IDENTIFY down; whether its bucket is free."""
        now = self.now()
        number, count = shard
        bucket = number % self.max_concurrency
        before = [
            each.arrived
            for each in self.journal
            if each.accepted and each.shard % self.max_concurrency == bucket
        ]
        accepted = not before or now - before[-1] >= self.seconds_apart
        self.journal.append(Identified(number, count, run, now, accepted))
        return accepted
