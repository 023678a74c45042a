"""From the first line on the terminal to the last."""

import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Final

import aiohttp
import pytest

from bot.startup import ExitCode
from tests.local.pages import Page
from tests.local.process import REPOSITORY, PlayProcess

SERVE = "tests.local.serve"


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """A client for the page."""
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it_cleanly(
    number: signal.Signals, session: aiohttp.ClientSession
) -> None:
    """The bot is closed, the last line says where the game is kept, and the exit code is 0."""
    with PlayProcess(SERVE) as process:
        await Page.open(session, process.address())
        assert process.end(number) == ExitCode.OK
        assert "Your games are saved in kept.sqlite." in process.said
        assert "closed in order: True" in process.said
        assert "Traceback" not in process.said


async def test_the_table_is_open_when_the_page_loads(session: aiohttp.ClientSession) -> None:
    """Whoever opens the address sees it at once, and may press."""
    with PlayProcess(SERVE) as process:
        page = await Page.open(session, process.address())
        assert "pressed 0" in page.text()
        assert not (await page.press("Count"))["rejected"]
        await page.read()
        assert "pressed 1" in page.text()


async def test_ending_it_on_the_page_ends_the_process(session: aiohttp.ClientSession) -> None:
    """“End preview session” closes the bot as Ctrl-C does."""
    with PlayProcess(SERVE) as process:
        page = await Page.open(session, process.address())
        await page.act("close")
        assert process.wait() == ExitCode.OK
        assert "closed in order: True" in process.said


def test_where_no_browser_can_be_opened_the_address_is_printed() -> None:
    """The terminal says what to do with it."""
    with PlayProcess(SERVE) as process:
        assert process.address().startswith("http://127.0.0.1:")
        process.end()
        assert "Open this address in a browser on this computer." in process.said


def test_a_port_that_is_taken_is_one_sentence() -> None:
    """And an exit code of its own, without a traceback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with PlayProcess(SERVE, [str(port)]) as process:
            assert process.wait() == ExitCode.PORT_IN_USE
            assert process.said.count("\n") == 1
            assert str(port) in process.said


def _play_without(*packages: str) -> subprocess.CompletedProcess[str]:
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({packages!r})); "
        "from bot.__main__ import main; sys.exit(main(['play', '--no-browser']))"
    )
    return subprocess.run(
        [sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )


def test_without_its_packages_it_says_what_to_do() -> None:
    """Who installed the bot alone, without what only `play` needs, reads one sentence."""
    ended = _play_without("simcord")
    assert ended.returncode == ExitCode.CONFIGURATION
    assert "the package simcord, which is not installed" in ended.stderr
    assert "Traceback" not in ended.stderr


HEAVY: Final = (
    "discord",
    "aiohttp",
    "simcord",
    "sqlalchemy",
    "aiosqlite",
    "alembic",
    "PIL",
    "babel",
)


def test_the_start_says_at_once_what_it_does() -> None:
    """Before anything heavy is so much as imported; all of it takes seconds on a slow computer."""
    ended = _play_without(*HEAVY)
    assert ended.stdout == "Laying a table on this computer; this takes some seconds ...\n"
    assert "the package discord, which is not installed" in ended.stderr
