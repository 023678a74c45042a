"""The sign of life: it goes on while the event loop turns, and its age tells a bot that hangs."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.heartbeat import SECONDS_ALIVE, SECONDS_BETWEEN, check_alive, heartbeat_of, keep_beating
from bot.startup import ExitCode, StartupError

NOW = 1000.0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A place for a database, whose file nobody needs here."""
    return tmp_path / "spades.sqlite"


def beaten(database: Path, moment: float) -> None:
    """Leave the sign of a bot that lived at a moment."""
    heartbeat_of(database).write_text(f"{moment}\n")


def refused(database: Path, now: float = NOW) -> str:
    """Check a bot that does not live, and give the sentence."""
    with pytest.raises(StartupError) as refusal:
        check_alive(database, now)
    assert refusal.value.code is ExitCode.NOT_ALIVE
    return refusal.value.sentence


def test_a_bot_that_lives_is_told_from_one_that_hangs(database: Path) -> None:
    """A fresh sign is a life; one that is older than half a minute is a hung or killed process."""
    beaten(database, NOW)
    check_alive(database, NOW)
    check_alive(database, NOW + SECONDS_ALIVE)
    assert "has not responded" in refused(database, NOW + SECONDS_ALIVE + 0.1)


def test_a_sign_from_before_the_machine_started_is_none(database: Path) -> None:
    """The clock begins anew with the machine, so an older sign lies in its future."""
    beaten(database, NOW + 5)
    assert "has not responded" in refused(database)


@pytest.mark.parametrize("content", [None, b"", b"soon\n", b"\xff"])
def test_without_a_sign_no_bot_runs(database: Path, content: bytes | None) -> None:
    """No file, or one that no bot has written, is told as a bot that does not run."""
    if content is not None:
        heartbeat_of(database).write_bytes(content)
    assert "No bot is running" in refused(database)


def test_a_sign_is_given_often_enough() -> None:
    """Several may be missed before a bot is taken for one that hangs."""
    assert 5 * SECONDS_BETWEEN <= SECONDS_ALIVE


@pytest.fixture
async def beating(database: Path) -> AsyncIterator[asyncio.Task[None]]:
    """A heart that beats until the test ends."""
    task = asyncio.create_task(keep_beating(heartbeat_of(database)))
    await asyncio.sleep(0)
    yield task
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.usefixtures("beating")
async def test_the_loop_gives_a_sign_at_once(database: Path) -> None:
    """The first sign comes when the bot begins, whole and beside the database."""
    check_alive(database, time.monotonic())
    assert [file.name for file in database.parent.iterdir()] == ["spades.sqlite.alive"]


async def test_a_full_disk_is_told_once(
    database: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the sign cannot be written the bot goes on, says so once, and tries again."""
    monkeypatch.setattr("bot.heartbeat.SECONDS_BETWEEN", 0.0)
    nowhere = database.parent / "folder"
    task = asyncio.create_task(keep_beating(heartbeat_of(nowhere / "spades.sqlite")))
    for _ in range(5):
        await asyncio.sleep(0)
    nowhere.mkdir()
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    check_alive(nowhere / "spades.sqlite", time.monotonic())
    warnings = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert len(warnings) == 1
    assert "heartbeat_not_written" in warnings[0].getMessage()
