"""A heartbeat file, by which another process tells whether the bot hangs.

The event loop writes it, so it stops when the loop does; an outage of Discord does not stop it. It
holds the monotonic clock, which all processes of a machine share and nobody sets.
"""

import asyncio
import time
from pathlib import Path
from typing import Final

import structlog

from bot.startup import ExitCode, StartupError

log = structlog.get_logger(__name__)

SECONDS_BETWEEN: Final = 5.0
"""Seconds between two writes."""

SECONDS_ALIVE: Final = 30.0
"""Seconds after which the bot counts as hung; a busy machine is never that late."""


def heartbeat_of(database: Path) -> Path:
    """Give the path of the heartbeat file, which is beside the database."""
    return database.with_name(f"{database.name}.alive")


async def keep_beating(file: Path) -> None:
    """Write the heartbeat until cancelled; if it cannot be written, warn once."""
    written = True
    while True:
        try:
            _beat(file)
        except OSError as fault:
            if written:
                log.warning("heartbeat_not_written", cause=type(fault).__name__)
            written = False
        else:
            written = True
        await asyncio.sleep(SECONDS_BETWEEN)


def _beat(file: Path) -> None:
    """Replace the file atomically, so that nobody reads half of it."""
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(f"{time.monotonic()!r}\n", encoding="ascii")
    fresh.replace(file)


def check_alive(database: Path, now: float) -> None:
    """Check that a bot serves a database and that its event loop runs.

    Args:
        database: the file.
        now: the monotonic clock, in seconds.

    Raises:
        StartupError: with `ExitCode.NOT_ALIVE`; there is no heartbeat, or it is old.
    """
    try:
        beaten = float(heartbeat_of(database).read_text(encoding="ascii"))
    except (OSError, ValueError):
        raise StartupError(
            ExitCode.NOT_ALIVE, f"No bot is running on {database}. Start it."
        ) from None
    # A heartbeat in the future is from before the machine started.
    if not 0 <= now - beaten <= SECONDS_ALIVE:
        raise StartupError(
            ExitCode.NOT_ALIVE,
            f"The bot on {database} has not responded for more than {SECONDS_ALIVE:.0f} seconds. "
            "Restart it.",
        )
