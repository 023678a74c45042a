"""What keeps the bot from starting is told in one sentence, with its own exit code."""

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.startup import ExitCode
from data.preparation import upgrade
from tests.loopback.api import LoopbackDiscord
from tests.process.host import Ended, Host, check_output

QUIET = {"LOG_LEVEL": "ERROR"}
"""Leaves nothing on standard error but what a person is to read."""


def said(ended: Ended) -> str:
    """Give the one sentence that a process has said."""
    assert "Traceback" not in ended.stderr
    assert ended.stdout.count("\n") <= 1, "more than the line that says it is ready"
    assert ended.stderr.count("\n") == 1, f"one sentence, not {ended.stderr!r}"
    assert ended.stderr.strip().endswith(".")
    return ended.stderr.strip()


@pytest.mark.parametrize("token", ["", "   "])
async def test_a_missing_token(host: Host, token: str) -> None:
    """Without a token the sentence says where it belongs, and what to try without one."""
    ended = await host.run({"DISCORD_TOKEN": token, **QUIET})
    assert ended.code == ExitCode.CONFIGURATION
    assert "DISCORD_TOKEN" in said(ended)


@pytest.mark.parametrize("token", ["wrong", "MTIz.abc.def\N{LATIN SMALL LETTER E WITH ACUTE}"])
async def test_a_wrong_token(host: Host, token: str) -> None:
    """A token that Discord refuses is told, and not shown."""
    ended = await host.run({"DISCORD_TOKEN": token, **QUIET})
    assert ended.code == ExitCode.TOKEN_REFUSED
    assert "rejected the token" in said(ended)
    assert token not in ended.stderr


async def test_a_wrong_setting(host: Host) -> None:
    """A setting out of range is named, and not shown."""
    ended = await host.run({"COMPUTER_DELAY_SECONDS": "99", **QUIET})
    assert ended.code == ExitCode.CONFIGURATION
    assert "COMPUTER_DELAY_SECONDS" in said(ended)
    assert "99" not in ended.stderr


@pytest.mark.parametrize("code", [4004, 4013, 4014])
async def test_a_gateway_that_refuses(host: Host, discord: LoopbackDiscord, code: int) -> None:
    """A token or intent that the gateway refuses, even much later, ends the bot with a sentence."""
    process = await host.start(QUIET)
    await discord.gateway.close(code)
    assert await process.wait() == ExitCode.TOKEN_REFUSED
    check_output(process)
    *_, last = process.output.strip().splitlines()
    assert last.startswith("Discord ")


Spoil = Callable[[Path], None]


def _corrupt(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[2048:] = b"\x5a" * (len(content) - 2048)
    path.write_bytes(content)


def _replace(path: Path) -> None:
    path.write_text("a shopping list\n" * 100)


def _newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def _older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM alembic_version")


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


SPOILT: dict[str, tuple[Spoil, ExitCode, str]] = {
    "corrupt": (_corrupt, ExitCode.DATABASE_UNREADABLE, "damaged"),
    "something else": (_replace, ExitCode.DATABASE_UNREADABLE, "not a database"),
    "newer": (_newer, ExitCode.DATABASE_TOO_NEW, "newer version"),
    "older": (_older, ExitCode.DATABASE_TOO_OLD, "db upgrade"),
    "a folder": (_folder, ExitCode.DATABASE_UNREADABLE, "Check that it is a file"),
}


@pytest.mark.parametrize("kind", SPOILT)
async def test_a_database_that_cannot_be_used(host: Host, kind: str) -> None:
    """A damaged, foreign, newer or older file is refused with the sentence that says what to do."""
    spoil, code, words = SPOILT[kind]
    assert upgrade(host.database)
    spoil(host.database)
    ended = await host.run(QUIET)
    assert ended.code == code
    assert words in said(ended)
    assert str(host.database) in ended.stderr


async def test_a_database_without_a_folder(host: Host) -> None:
    """A path into nowhere is a wrong setting."""
    ended = await host.run({"DATABASE_PATH": str(host.folder / "no" / "where.sqlite"), **QUIET})
    assert ended.code == ExitCode.CONFIGURATION
    assert "does not exist" in said(ended)


async def test_a_database_that_is_locked(host: Host) -> None:
    """A file that another program keeps locked is told after a short wait."""
    assert upgrade(host.database)
    with closing(sqlite3.connect(host.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ended = await host.run(QUIET)
    assert ended.code == ExitCode.DATABASE_IN_USE
    assert "locked" in said(ended)


async def test_a_second_process(host: Host) -> None:
    """A second bot on the same file refuses to start, and leaves the first alone."""
    first = await host.start()
    ended = await host.run(QUIET)
    assert ended.code == ExitCode.ALREADY_RUNNING
    assert "Another process" in said(ended)
    assert first.connected
    assert await first.terminate() == 0
    check_output(first)


async def test_the_lock_dies_with_its_process(host: Host) -> None:
    """After kill -9 nothing has to be cleaned up before the next start."""
    first = await host.start()
    await first.kill()
    assert first.exit_code == -signal.SIGKILL
    second = await host.start()
    assert await second.terminate() == 0
