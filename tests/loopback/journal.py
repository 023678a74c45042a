"""The bot's requests and violations."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .ban import INVALID
from .wire import JsonBody, dump

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart body."""

    part: str
    filename: str
    content: bytes = field(repr=False)
    content_type: str


@dataclass(frozen=True, slots=True)
class Sent:
    """One request of the bot.

    `path` is as sent, without `/api/v10`; `route` is its template. `arrived` is `perf_counter` when
    the request reached the server's code. `audience` is the only user who could see what the
    body says, None where it is public or not known. `code` is Discord's error code, 0 for none.
    `run` is the mark of the process that sent it, empty for a bot in this process.
    """

    method: str
    path: str
    route: str
    body: JsonBody | None
    files: tuple[Upload, ...]
    arrived: float
    status: int
    code: int
    audience: int | None
    run: str = ""

    @property
    def text(self) -> str:
        """Everything readable in it: the path, the JSON and the names of the files."""
        names = [upload.filename for upload in self.files]
        return f"{self.path}\n{dump(self.body)}\n{dump(names)}"


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that Discord would refuse, or an answer of this server that Discord would not give.

    `kind` is "request", "answer" or "route" (a path that is not served here).
    """

    kind: str
    method: str
    path: str
    problems: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.kind} {self.method} {self.path}: {'; '.join(self.problems)}"


class Journal:
    """What was sent, in order of arrival of the answers.

    With `keep` false bodies are not kept, for long measurements; counts and violations always are.
    `outcomes` counts answers by method, route and status; 0 where the connection was cut. `heard`
    are called with each request, kept or not.
    """

    def __init__(self, *, keep: bool = True) -> None:
        self.keep = keep
        self.sent: list[Sent] = []
        self.violations: list[Violation] = []
        self.outcomes: Counter[tuple[str, str, int]] = Counter()
        self.heard: list[Callable[[Sent], None]] = []

    def record(self, sent: Sent) -> None:
        """Record an answered request."""
        self.outcomes[sent.method, sent.route, sent.status] += 1
        for hear in self.heard:
            hear(sent)
        if self.keep:
            self.sent.append(sent)

    @property
    def statuses(self) -> Counter[int]:
        """How many requests were answered with each status."""
        found: Counter[int] = Counter()
        for (_, _, status), number in self.outcomes.items():
            found[status] += number
        return found

    @property
    def invalid_requests(self) -> int:
        """Answers that Discord counts towards the ban of an address."""
        statuses = self.statuses
        return sum(statuses[status] for status in INVALID)

    def violate(self, kind: str, method: str, path: str, problems: tuple[str, ...]) -> None:
        """Record a violation."""
        self.violations.append(Violation(kind, method, path, problems))
