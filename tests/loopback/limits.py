"""Rate limits: buckets with the headers that discord.py reads, and the global limit."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .paths import matches

_GENEROUS = (10_000, 1.0)
_MAJOR = {"channels", "guilds", "webhooks", "interactions"}
_OUTSIDE = {"webhooks", "interactions"}

GLOBAL_LIMIT = 50
"""Requests that a bot may make in a second, those of interactions left out."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` requests in `per` seconds, for each channel, guild or webhook by itself."""

    method: str
    pattern: str
    most: int
    per: float


@dataclass(slots=True)
class _Window:
    began: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Headers for the answer, and for how many seconds the bot must wait (None: it may pass).

    `everywhere` says that it is the global limit which makes it wait.
    """

    headers: Mapping[str, str]
    retry_after: float | None
    everywhere: bool = False


class Limits:
    """The limits in force; without any, headers promise far more than a bot can use.

    `monotonic` gives seconds: limits follow the bot's own time, since the bot really waits.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._limits: list[Limit] = []
        self._windows: dict[tuple[str, str], _Window] = {}
        self._a_second: int | None = None
        self._second = _Window(0.0)
        self.refused = 0

    def set(self, method: str, pattern: str, most: int, per: float) -> None:
        """From now on at most `most` such requests in `per` seconds; the latest setting wins."""
        self._limits.insert(0, Limit(method, pattern, most, per))

    def everywhere(self, most: int | None = GLOBAL_LIMIT) -> None:
        """From now on at most `most` requests a second in all; None lifts it.

        Answers to interactions, and what goes through their webhooks, do not count.
        """
        self._a_second = most

    def realistic(self) -> None:
        """The global limit, and those that Discord has about at a channel and at a webhook."""
        self.everywhere()
        self.set("*", "/webhooks/**", 5, 2.0)
        self.set("DELETE", "/channels/*/messages/*", 5, 1.0)
        self.set("PATCH", "/channels/*/messages/*", 5, 5.0)
        self.set("POST", "/channels/*/messages", 5, 5.0)

    def clear(self) -> None:
        """Lift every limit."""
        self._limits.clear()
        self._windows.clear()
        self._a_second = None

    def take(self, method: str, path: str, route: str) -> Verdict:
        """Count this request."""
        wait = self._wait_everywhere(path)
        if wait is not None:
            self.refused += 1
            return Verdict({}, wait, everywhere=True)
        limit = next(
            (
                one
                for one in self._limits
                if one.method in {"*", method} and matches(one.pattern, path)
            ),
            Limit(method, route, *_GENEROUS),
        )
        bucket = hashlib.blake2s(
            f"{limit.method} {limit.pattern}".encode(), digest_size=8
        ).hexdigest()
        now = self._monotonic()
        window = self._windows.setdefault((bucket, _major(path)), _Window(now))
        if now >= window.began + limit.per:
            window.began, window.used = now, 0
        window.used += 1
        left = window.began + limit.per - now
        headers = {
            "X-RateLimit-Limit": str(limit.most),
            "X-RateLimit-Remaining": str(max(0, limit.most - window.used)),
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Bucket": bucket,
        }
        if window.used <= limit.most:
            return Verdict(headers, None)
        self.refused += 1
        return Verdict(headers, left)

    def _wait_everywhere(self, path: str) -> float | None:
        if self._a_second is None or path.strip("/").split("/")[0] in _OUTSIDE:
            return None
        now, window = self._monotonic(), self._second
        if now >= window.began + 1.0:
            window.began, window.used = now, 0
        window.used += 1
        return window.began + 1.0 - now if window.used > self._a_second else None


def _major(path: str) -> str:
    steps = path.strip("/").split("/")
    if steps[0] not in _MAJOR:
        return ""
    return "/".join(steps[1:3] if steps[0] in {"webhooks", "interactions"} else steps[1:2])
