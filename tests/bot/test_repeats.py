"""A fault that repeats is written once in full and then counted; no other is hidden by it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from io import StringIO
from itertools import count

import pytest

from bot.repeats import CountingHandler

pytestmark = [pytest.mark.usefixtures("logging_restored"), pytest.mark.logs_errors]

PRESSES = count(1)


@dataclass
class Log:
    """A log whose time passes by hand."""

    stream: StringIO = field(default_factory=StringIO)
    now: float = 0.0
    waiting: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def handler(self) -> CountingHandler:
        """Give what writes it."""
        handler = CountingHandler(self.stream, lambda: self.now, self._later)
        handler.setFormatter(logging.Formatter("%(name)s %(message)s"))
        return handler

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        self.waiting.append((self.now + seconds, call))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        due = [call for at, call in self.waiting if at <= self.now]
        self.waiting = [each for each in self.waiting if each[0] > self.now]
        for call in due:
            call()

    @property
    def lines(self) -> list[str]:
        """Give what was written, without tracebacks."""
        return [each for each in self.stream.getvalue().splitlines() if each.startswith("spades")]

    @property
    def tracebacks(self) -> int:
        """Give how many tracebacks were written."""
        return self.stream.getvalue().count("Traceback")


@pytest.fixture
def log() -> Log:
    """A log, empty."""
    return Log()


@pytest.fixture
def logger(log: Log) -> logging.Logger:
    """A logger that writes to it alone."""
    made = logging.getLogger("spades.repeats")
    made.handlers[:], made.propagate = [log.handler()], False
    return made


def full() -> None:
    """Fail as a store does on a full disk."""
    raise OSError("database or disk is full")


def fail(logger: logging.Logger, table: int, fault: Callable[[], None] = full) -> None:
    """Log a fault as our own loggers do: a dictionary that the formatter turns into a line."""
    try:
        fault()
    except OSError:
        logger.exception({"event": "table_not_saved", "table": table, "interaction": next(PRESSES)})


def test_discords_own_errors_are_counted_too(log: Log, logger: logging.Logger) -> None:
    """What a library puts into its sentence does not make each fault another one."""
    for number in range(50):
        try:
            full()
        except OSError:
            logger.exception("Ignoring exception in view %r", number)
    log.wait(60)
    assert log.tracebacks == 1
    assert log.lines[1:] == [
        "spades.repeats Ignoring exception in view %r: again 49 times in 1 min"
    ]


def test_counts_come_ever_more_rarely(log: Log, logger: logging.Logger) -> None:
    """While a fault lasts it is told after a minute, after ten more, then each hour."""
    for _ in range(3 * 3600 // 10):
        fail(logger, 7)
        log.wait(10)
    told = [line.partition("again ")[2] for line in log.lines[1:]]
    assert told == [
        "5 times in 1 min, at tables 7",
        "60 times in 10 min, at tables 7",
        "360 times in 60 min, at tables 7",
        "360 times in 60 min, at tables 7",
    ]
    assert log.tracebacks == 1


def test_a_fault_that_comes_back_is_written_in_full(log: Log, logger: logging.Logger) -> None:
    """After a while of quiet the traceback is there again."""
    fail(logger, 1)
    log.wait(61)
    fail(logger, 1)
    assert log.tracebacks == 2


def test_a_last_repetition_is_told(log: Log, logger: logging.Logger) -> None:
    """Nothing is swallowed because nothing follows it: the count comes by itself."""
    fail(logger, 1)
    fail(logger, 2)
    log.wait(60)
    assert log.lines[1:] == ["spades.repeats table_not_saved: again once in 1 min, at tables 2"]


def test_the_end_of_the_process_tells_the_count(log: Log, logger: logging.Logger) -> None:
    """What was counted when the process ends is written at its end."""
    for _ in range(4):
        fail(logger, 1)
    log.wait(3)
    logger.handlers[0].close()
    assert log.lines[1:] == ["spades.repeats table_not_saved: again 3 times in 3 s, at tables 1"]


def test_another_cause_is_written(log: Log, logger: logging.Logger) -> None:
    """The same event for another reason, or from another place, is written in full."""

    def read_only() -> None:
        raise OSError("attempt to write a readonly database")

    def elsewhere() -> None:
        raise OSError("database or disk is full")

    def led_to() -> None:
        try:
            raise ValueError("odd")
        except ValueError as error:
            raise OSError("database or disk is full") from error

    for fault in (full, read_only, elsewhere, led_to):
        fail(logger, 1, fault)
    assert log.tracebacks == 5, "one each, and one of what led to the last"


def test_errors_without_a_cause_are_told_apart_by_all_they_say(
    log: Log, logger: logging.Logger
) -> None:
    """Two tables that cannot be read are two faults; the same one twice is one."""
    for table in (1, 2, 2):
        logger.error({"event": "table_left_out", "table": table})
    logger.error("out of %s", "order")
    logger.error("out of %s", "bounds")
    assert len(log.lines) == 4


def test_what_is_no_fault_is_written_each_time(log: Log, logger: logging.Logger) -> None:
    """Warnings without a traceback come as often as they are logged."""
    for _ in range(3):
        logger.warning("slow")
    assert len(log.lines) == 3
