"""Faults that a test asks for: error answers, rate limits, delays, broken connections."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .paths import matches
from .wire import JsonObject


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a request, in place of its proper answer or in addition to it.

    With `status` 0 the proper answer is given. `delay` is in seconds and comes first. `reset` cuts
    the connection. With `applied` the request takes effect before the answer is lost.
    """

    status: int = 0
    body: JsonObject | str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    reset: bool = False
    applied: bool = False

    def after_effect(self) -> "Fault":
        """The same fault after the request has taken effect: only the answer is lost."""
        return replace(self, applied=True)


def error(status: int, code: int = 0, message: str = "Injected by a test") -> Fault:
    """An error answer of Discord's own form."""
    return Fault(status=status, body={"message": message, "code": code})


def gateway_error(status: int = 502) -> Fault:
    """An error page of Discord's proxy, not JSON."""
    return Fault(status=status, body="<html><body>error</body></html>")


def rate_limited(
    retry_after: float,
    *,
    everywhere: bool = False,
    via: bool = True,
    bucket: str = "injected",
    scope: str = "shared",
) -> Fault:
    """A 429 that asks to wait `retry_after` seconds.

    `everywhere` makes it the global limit; `scope` is what else Discord says of it, "user" or
    "shared". Without `via` it looks like the ban of an address.
    """
    headers = {
        "Retry-After": f"{retry_after:.3f}",
        "X-RateLimit-Reset-After": f"{retry_after:.3f}",
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Scope": "global" if everywhere else scope,
    }
    headers |= {"X-RateLimit-Global": "true"} if everywhere else {"X-RateLimit-Bucket": bucket}
    headers |= {"Via": "1.1 loopback"} if via else {}
    body = {
        "message": "You are being rate limited.",
        "retry_after": retry_after,
        "global": everywhere,
    }
    return Fault(status=429, body=body, headers=headers)


def reset() -> Fault:
    """The connection is cut in place of an answer."""
    return Fault(reset=True)


def delay(seconds: float) -> Fault:
    """The proper answer, `seconds` late."""
    return Fault(delay=seconds)


@dataclass(slots=True, eq=False)
class Planned:
    """A fault that waits for its request; `hits` counts the requests that it met."""

    method: str
    pattern: str
    fault: Fault
    left: int
    hits: int = 0


class Faults:
    """Planned faults, in order."""

    def __init__(self) -> None:
        self._planned: list[Planned] = []

    def next(self, method: str, pattern: str, fault: Fault, *, times: int = 1) -> Planned:
        """Let the next `times` requests of that method and path meet `fault`.

        `method` may be `*`; in `pattern`, `*` stands for one step of the path, `**` for the rest,
        as in `/channels/*/messages`.
        """
        planned = Planned(method, pattern, fault, times)
        self._planned.append(planned)
        return planned

    def cancel(self) -> None:
        """Remove every fault that has not occurred yet."""
        self._planned.clear()

    @property
    def pending(self) -> list[Planned]:
        """Faults that have not met all their requests."""
        return list(self._planned)

    def take(self, method: str, path: str) -> Fault | None:
        """Take the fault for this request."""
        for planned in self._planned:
            if planned.method in {"*", method} and matches(planned.pattern, path):
                planned.left -= 1
                planned.hits += 1
                if planned.left <= 0:
                    self._planned.remove(planned)
                return planned.fault
        return None
