"""What a running bot counts and times, for whoever watches it.

The names are those of `docs/operations.md`. No label holds an id of a person, server, channel or
table, so the number of series is small and says nothing about anyone.
"""

import re
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY: Final = CollectorRegistry()
"""Every metric of the bot; the process's own are added where they are served."""

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0)

INTERACTIONS: Final = Counter(
    "spades_interactions", "Commands and presses, by kind.", ["kind"], registry=REGISTRY
)
UNANSWERED: Final = Counter(
    "spades_unanswered", "Commands and presses that got no answer.", registry=REGISTRY
)
ANSWER_SECONDS: Final = Histogram(
    "spades_answer_seconds",
    "Seconds from a command or press to its first answer.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
REQUESTS: Final = Counter(
    "spades_discord_requests",
    "Responses of Discord, by method, route and status.",
    ["method", "route", "status"],
    registry=REGISTRY,
)
QUEUE_SECONDS: Final = Histogram(
    "spades_queue_seconds",
    "Seconds that a request to Discord waited for its turn, by priority.",
    ["priority"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
SAVE_SECONDS: Final = Histogram(
    "spades_save_seconds",
    "Seconds until a change of a table was on disk.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
SAVES_FAILED: Final = Counter(
    "spades_saves_failed", "Changes of tables that could not be saved.", registry=REGISTRY
)
LATE_SECONDS: Final = Histogram(
    "spades_deadline_late_seconds",
    "Seconds by which deadlines of tables were noticed late.",
    buckets=_SECONDS,
    registry=REGISTRY,
)
CHOICE_SECONDS: Final = Histogram(
    "spades_choice_seconds",
    "Seconds that a computer player took to choose, by level.",
    ["level"],
    buckets=_SECONDS,
    registry=REGISTRY,
)
CHOICES_BY_RULE: Final = Counter(
    "spades_choices_by_rule",
    "Choices by rule of thumb, since there was no time or no process to think, by level.",
    ["level"],
    registry=REGISTRY,
)
TABLES: Final = Gauge("spades_tables", "Open tables.", registry=REGISTRY)
HANDS: Final = Gauge("spades_hands", "Open hands that are kept up to date.", registry=REGISTRY)
WAITING: Final = Gauge("spades_queue", "Requests that wait for their turn.", registry=REGISTRY)
GUILDS: Final = Gauge("spades_guilds", "Servers that the bot is in.", registry=REGISTRY)
CONNECTED: Final = Gauge(
    "spades_connected", "1 while the bot is connected to Discord.", registry=REGISTRY
)
WORKERS: Final = Gauge(
    "spades_workers", "Processes for thinking that run or are starting.", registry=REGISTRY
)
SHARDS: Final = Gauge("spades_shards", "Shards that this process serves.", registry=REGISTRY)
SHARD_COUNT: Final = Gauge(
    "spades_shard_count", "Shards that all processes serve together.", registry=REGISTRY
)
RENEWALS_LATE: Final = Counter(
    "spades_renewals_late", "Leases on shards that were renewed late.", registry=REGISTRY
)
IDENTIFIES_LEFT: Final = Gauge(
    "spades_identifies_left", "New sessions that Discord still allows today.", registry=REGISTRY
)
IDENTIFIES_LEFT.set(float("nan"))

_ID: Final = re.compile(r"/\d{15,20}(?=/|$)")
_TOKEN: Final = re.compile(r"^(/(?:interactions|webhooks)/:id)/(?!:id)[^/]+")
_API: Final = re.compile(r"^/api/v\d+(?=/)")


def route_of(path: str) -> str | None:
    """Give the path of a request without the ids and tokens in it, as `/channels/:id/messages`.

    None for anything but Discord's API, such as the avatars of people.
    """
    if _API.match(path) is None:
        return None
    return _TOKEN.sub(r"\1/:token", _ID.sub("/:id", _API.sub("", path)))


def heard(method: str, path: str, status: int) -> None:
    """Count a response of Discord.

    Args:
        method: of the request.
        path: of the request, with ids and tokens, which are left out.
        status: of the response.
    """
    route = route_of(path)
    if route is not None:
        REQUESTS.labels(method, route, status).inc()
