"""What every test shares: patient properties, a log that must stay free of errors, marks."""

import asyncio
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.core import leave_outdated_out
from bot.logging import route_structlog
from data.database import Database
from tests.data.cluster import Cluster, required, running
from tests.process.tally import said

# Several workers share few cores, so the time of a single example says nothing. The same examples
# each time: a change is judged by what it changed.
settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("steady")

# What was built from an earlier source says nothing about this one.
leave_outdated_out()

ENGINE_TESTS = Path(__file__).parent / "engine"


def pytest_xdist_auto_num_workers() -> int:
    """Start one worker more than there are cores, for while a test waits for a process."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the engine's tests by their folder, so that its coverage can choose them."""
    for item in items:
        if item.path.is_relative_to(ENGINE_TESTS):
            item.add_marker(pytest.mark.engine)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what the kill test has seen, whichever workers it ran on."""
    reports = [report for group in terminalreporter.stats.values() for report in group]
    calls = [each for each in reports if getattr(each, "when", "") == "call"]
    line = said(entry for each in calls for entry in each.user_properties)
    if line:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session", autouse=True)
def _structlog_in_the_log() -> None:
    """Let `caplog` see what structlog's loggers say."""
    route_structlog()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Run a server for all tests of this process."""
    with running(required()) as server:
        yield server


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a database of the present schema with nothing in it, for copies.

    A copy takes a fourth of the time that the migrations take.
    """

    async def make(path: Path) -> None:
        async with await Database.open(path):
            pass

    path = tmp_path_factory.mktemp("empty") / "spades.sqlite"
    asyncio.run(make(path))
    return path


@pytest.fixture(autouse=True)
def _no_logged_errors(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> Iterator[None]:
    """Fail a test that logged an error: discord.py logs what a callback raised and goes on."""
    yield
    if request.node.get_closest_marker("logs_errors") is not None:
        return
    errors = [
        record
        for phase in ("setup", "call")
        for record in caplog.get_records(phase)
        if record.levelno >= logging.ERROR
    ]
    if errors:
        pytest.fail(f"this test logged errors: {[each.getMessage() for each in errors]}")


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """Take back what the test changes in the root logger's handlers and level."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
