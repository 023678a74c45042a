"""Writes a repeated fault once in full, and then counts it.

A full disk fails every save of every table, each with the same long traceback. The first is worth
reading; of the others, only their number and the tables.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TextIO

INTERVALS: Final = (60.0, 600.0, 3600.0)
"""Seconds until repetitions of a fault are logged as a number: the first time, the second, and from
then on. A fault that has not occurred for so long is written in full again."""

MOST_KINDS: Final = 1000
"""Kinds of fault that are counted at one time; further kinds are written in full."""

MOST_TABLES: Final = 20
"""Tables that a count lists."""

_PASSING: Final = frozenset({"exc_info", "interaction", "timestamp"})
"""The parts of an event that differ between repetitions."""

Kind = tuple[object, ...]
"""Identifies a fault: where it was logged, as which event, and with which cause."""

Later = Callable[[float, Callable[[], None]], None]
"""Calls a function once, after some seconds."""


def _by_timer(seconds: float, call: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()


@dataclass(slots=True)
class _Repeated:
    """A fault that was written, and its repetitions since.

    Attributes:
        level: how it was logged.
        name: the logger.
        event: what was logged.
        since: when it was last written or counted, by the handler's clock.
        step: which interval runs.
        times: how often it has occurred since.
        tables: at which tables, where known.
        counted: whether a timer is set for the end of the interval.
    """

    level: int
    name: str
    event: str
    since: float
    step: int = 0
    times: int = 0
    tables: set[str] = field(default_factory=set)
    counted: bool = False

    @property
    def interval(self) -> float:
        return INTERVALS[min(self.step, len(INTERVALS) - 1)]


class CountingHandler(logging.StreamHandler[TextIO]):
    """A log handler that writes each fault once per interval.

    Records below ERROR without a traceback are always written.
    """

    def __init__(
        self, stream: TextIO, clock: Callable[[], float] = time.monotonic, later: Later = _by_timer
    ) -> None:
        """Write to a stream.

        Args:
            stream: the log.
            clock: a monotonic clock, in seconds.
            later: sets a timer for the end of an interval.
        """
        super().__init__(stream)
        self._clock = clock
        self._later = later
        self._faults: dict[Kind, _Repeated] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or count it; the caller holds the handler's lock."""
        if not self._repeats(record):
            super().emit(record)

    def close(self) -> None:
        """Write the counts that have not been written yet."""
        self.acquire()
        try:
            for fault in self._faults.values():
                self._tell(fault)
            self._faults.clear()
        finally:
            self.release()
        super().close()

    def _repeats(self, record: logging.LogRecord) -> bool:
        error = _error_of(record)
        if record.levelno < logging.ERROR and error is None:
            return False
        kind = _kind_of(record, error)
        fault, now = self._faults.get(kind), self._clock()
        if fault is None or (not fault.times and now - fault.since >= fault.interval):
            self._forget_old(now)
            if len(self._faults) < MOST_KINDS:
                self._faults[kind] = _Repeated(record.levelno, record.name, _event_of(record), now)
            return False
        fault.times += 1
        table = _fields_of(record).get("table")
        if table is not None:
            fault.tables.add(str(table))
        if not fault.counted:
            fault.counted = True
            self._later(max(0.0, fault.since + fault.interval - now), lambda: self._due(kind))
        return True

    def _forget_old(self, now: float) -> None:
        for kind, fault in list(self._faults.items()):
            if not fault.times and now - fault.since >= fault.interval:
                del self._faults[kind]

    def _due(self, kind: Kind) -> None:
        """Log how often a fault occurred within its interval, and begin a longer one."""
        self.acquire()
        try:
            fault = self._faults.get(kind)
            if fault is not None and self._tell(fault):
                fault.step += 1
                fault.since, fault.times, fault.counted = self._clock(), 0, False
                fault.tables.clear()
        finally:
            self.release()

    def _tell(self, fault: _Repeated) -> bool:
        if not fault.times:
            return False
        text = f"{fault.event}: again {_times(fault.times)} in {self._past(fault)}"
        if fault.tables:
            named = sorted(fault.tables)[:MOST_TABLES]
            more = ", and more" if len(fault.tables) > MOST_TABLES else ""
            text += f", at tables {', '.join(named)}{more}"
        super().emit(logging.LogRecord(fault.name, fault.level, __file__, 0, text, None, None))
        return True

    def _past(self, fault: _Repeated) -> str:
        seconds = self._clock() - fault.since
        return f"{seconds / 60:.0f} min" if seconds >= INTERVALS[0] else f"{seconds:.0f} s"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _kind_of(record: logging.LogRecord, error: BaseException | None) -> Kind:
    where: Kind = (record.name, record.levelno)
    if error is None:
        fields = _fields_of(record)
        told = sorted((key, repr(fields[key])) for key in fields if key not in _PASSING)
        return (*where, record.getMessage() if not fields else "", *told)
    return (*where, _event_of(record), *_chain(error, set()))


def _event_of(record: logging.LogRecord) -> str:
    """Give the logged event without the parts that differ between a library's repetitions."""
    text = str(_fields_of(record).get("event", record.msg))
    # asyncio appends the name of a task.
    return text.partition("\n")[0]


def _fields_of(record: logging.LogRecord) -> dict[str, object]:
    """Give the event dict of a structlog record; a library's record has none."""
    return record.msg if isinstance(record.msg, dict) else {}


def _error_of(record: logging.LogRecord) -> BaseException | None:
    given = record.exc_info or _fields_of(record).get("exc_info")
    error = given[1] if isinstance(given, tuple) else given
    if error is True:
        error = sys.exception()
    return error if isinstance(error, BaseException) else None


def _chain(error: BaseException, seen: set[int]) -> Iterator[object]:
    """Give the type, the message and the places of an error, and of each cause."""
    seen.add(id(error))
    yield type(error)
    yield str(error)
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame.f_code.co_filename, trace.tb_lineno
        trace = trace.tb_next
    parts = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    for each in (error.__cause__, error.__context__, *parts):
        if each is not None and id(each) not in seen:
            yield from _chain(each, seen)
