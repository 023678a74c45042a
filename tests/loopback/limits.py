"""Rate limits: buckets with the headers from which discord.py learns them."""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .paths import matches

_GENEROUS = (10_000, 1.0)
_MAJOR = {"channels", "guilds", "webhooks", "interactions"}


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
    """Headers for the answer, and for how many seconds the bot must wait (None: it may pass)."""

    headers: Mapping[str, str]
    retry_after: float | None


class Limits:
    """The limits in force; without any, headers promise far more than a bot can use.

    `monotonic` gives seconds: limits follow the bot's own time, since the bot really waits.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._limits: list[Limit] = []
        self._windows: dict[tuple[str, str], _Window] = {}
        self.refused = 0

    def set(self, method: str, pattern: str, most: int, per: float) -> None:
        """From now on at most `most` such requests in `per` seconds; the latest setting wins."""
        self._limits.insert(0, Limit(method, pattern, most, per))

    def realistic(self) -> None:
        """Limits of about the size that Discord has at messages of a channel and at webhooks."""
        self.set("*", "/webhooks/**", 5, 2.0)
        self.set("DELETE", "/channels/*/messages/*", 5, 1.0)
        self.set("PATCH", "/channels/*/messages/*", 5, 5.0)
        self.set("POST", "/channels/*/messages", 5, 5.0)

    def clear(self) -> None:
        """Lift every limit."""
        self._limits.clear()
        self._windows.clear()

    def take(self, method: str, path: str, route: str) -> Verdict:
        """Count this request."""
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


def _major(path: str) -> str:
    steps = path.strip("/").split("/")
    if steps[0] not in _MAJOR:
        return ""
    return "/".join(steps[1:3] if steps[0] in {"webhooks", "interactions"} else steps[1:2])
