"""How large a run of a restart among many tables is, and what was seen of it."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.ban import INVALID

MESSAGES: Final = "/channels/{channel_id}/messages"
MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a run is.

    Attributes:
        tables: tables that have a channel of their own.
        crowd: further tables, which share one channel.
        seconds: how long the bot is watched once it is back.
        before: how long it runs before it is killed, once every table is shown.
        walkers: how many people press buttons here and there.
        settings: of the bot, beside those that it has without any.
    """

    tables: int
    crowd: int
    seconds: float
    before: float = 10.0
    walkers: int = 3
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Seen:
    """What was seen of one run, from the second start on; times in seconds.

    Attributes:
        scale: how large it was.
        outcomes: answers by method, route and status.
        banned: whether Discord shut the address out.
        files: the most files that the bot had open at once, sockets included.
        connections: the most connections that stood open to Discord at once.
        answers: how long people waited for the answers to their presses; infinite without one.
        unanswered: what was pressed without an answer, and what was tried.
        neighbour: how long after each play of theirs the four beside the crowd saw it in the
            channel.
        shown: tables whose message has been brought up to date, of those with a channel of their
            own and of the crowd.
        loads: the machine's load average before and after.
        ended: the exit code, and how long the bot took to stop.
        output: what it wrote.
    """

    scale: Scale
    outcomes: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    banned: bool = False
    files: int = 0
    connections: int = 0
    answers: list[float] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    neighbour: list[float] = field(default_factory=list)
    shown: tuple[int, int] = (0, 0)
    loads: tuple[float, float] = (0.0, 0.0)
    ended: tuple[int, float] = (0, 0.0)
    output: str = ""

    @property
    def invalid(self) -> int:
        """Answers that Discord counts towards the ban of an address."""
        return sum(number for (_, _, status), number in self.outcomes.items() if status in INVALID)

    def done(self, method: str, route: str) -> int:
        """Requests of that kind that were granted."""
        return sum(
            number
            for (how, where, status), number in self.outcomes.items()
            if (how, where) == (method, route) and status in {200, 204}
        )

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        scale = self.scale
        refused = {
            " ".join(map(str, one)): number
            for one, number in sorted(self.outcomes.items())
            if one[2] not in {200, 201, 204}
        }
        code, seconds = self.ended
        return "\n".join(
            (
                (
                    f"{scale.tables} tables and {scale.crowd} in one channel, killed, then "
                    f"{scale.seconds:.0f} s; load {self.loads[0]:.1f} to {self.loads[1]:.1f}"
                ),
                (
                    f"  answers of 401, 403, 429       {self.invalid}"
                    f"{', and the address was banned' if self.banned else ''}"
                ),
                f"  answers that were refusals     {refused}",
                f"  open files, connections        {self.files}, {self.connections} at most",
                f"  people waited for an answer    {spread(self.answers)}",
                *(f"    unanswered {each}" for each in self.unanswered),
                f"  beside the crowd a play showed {spread(self.neighbour)}",
                (
                    f"  messages sent, edited, deleted {self.done('POST', MESSAGES)}, "
                    f"{self.done('PATCH', MESSAGE)}, {self.done('DELETE', MESSAGE)}"
                ),
                (
                    f"  tables shown since the start   {self.shown[0]} of {scale.tables}, "
                    f"{self.shown[1]} of {scale.crowd}"
                ),
                f"  it stopped with code {code} after {seconds:.1f} s",
            )
        )


def percentile_99(times: Sequence[float]) -> float:
    """Give the time that 99 of 100 do not exceed."""
    return sorted(times)[math.ceil(len(times) * 0.99) - 1]


def spread(times: Sequence[float]) -> str:
    """Say how times are spread."""
    if not times:
        return "nothing"
    return (
        f"median {statistics.median(times):.3f} s, 99 % below {percentile_99(times):.3f} s, "
        f"at most {max(times):.3f} s ({len(times)})"
    )
