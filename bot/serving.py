"""Runs the bot on Discord until it is told to stop, and reports refusals in plain words."""

import asyncio
import gc
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord
import structlog

from bot.client import SpadesBot
from bot.invite import invite_link
from bot.startup import ExitCode, StartupError

log = structlog.get_logger(__name__)

SECONDS_TO_CLOSE: Final = 9.0
"""Seconds to save everything after SIGTERM; the process exits within ten."""

SECONDS_TO_LEAVE: Final = 27.0
"""The same where other processes take over what this one serves; it exits within 28."""

SECONDS_TO_EXIT: Final = 0.5
"""Seconds after that in which the process exits, whatever still runs. Supervisors wait ten for one
on a file before they kill it."""

YOUNG: Final = 700
"""New objects per collection of the young generation, which takes less than a millisecond."""

MIDDLE: Final = 5
"""Collections of the young generation per collection of the middle one, which takes a few."""

NEVER: Final = 1_000_000
"""Collections of the middle generation per full one that comes by itself."""

SECONDS_BETWEEN_FULL: Final = 3600.0
"""Seconds from one full garbage collection to the next."""

BAD_TOKEN: Final = StartupError(
    ExitCode.TOKEN_REFUSED,
    "Discord rejected the token. Copy it again from the Bot page of the developer portal.",
)
BAD_INTENTS: Final = StartupError(
    ExitCode.TOKEN_REFUSED,
    "Discord rejected the bot's intents, although none is privileged. Report this as a bug.",
)

TOO_FEW_SHARDS: Final = StartupError(
    ExitCode.CONFIGURATION,
    "Discord wants the bot's servers in more parts. Set SHARD_COUNT to one for every 1,000 "
    "servers, the same for every process; with SQLite, remove it, and the bot takes Discord's "
    "number.",
)


async def serve(
    bot: SpadesBot, token: str, stopping: Callable[[float], None], *, shared: bool = False
) -> None:
    """Run a bot on Discord until SIGTERM or Ctrl-C, then close it in time.

    Args:
        bot: the bot.
        token: the operator's.
        stopping: called when the bot is told to stop, with the seconds until it must have ended.
        shared: whether other processes take over what it serves.

    Raises:
        StartupError: Discord refuses the token, or the intents.
    """
    seconds = SECONDS_TO_LEAVE if shared else SECONDS_TO_CLOSE
    serving = asyncio.create_task(_stay(bot, token), name="discord")
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, Ctrl-C raises an exception instead
            loop.add_signal_handler(number, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:
        log.info("stopping")
        stopping(seconds + SECONDS_TO_EXIT)
    finally:
        await _close_in_time(bot, seconds)


async def _close_in_time(bot: SpadesBot, seconds: float) -> None:
    try:
        await asyncio.wait_for(bot.close(), seconds)
    except TimeoutError:
        log.warning("closed_by_force", seconds=seconds)


async def _stay(bot: SpadesBot, token: str) -> None:
    try:
        await bot.login(token)
        if bot.application_id is not None:
            sys.stdout.write(
                f"Spades is ready as {bot.user}. Invite it with {invite_link(bot.application_id)}\n"
            )
            sys.stdout.flush()
        settle_memory()
        tidying = asyncio.create_task(_tidy(), name="garbage")
        try:
            await bot.connect()
        finally:
            tidying.cancel()
    except discord.DiscordException as fault:
        raise _plainly(fault) from None


def settle_memory() -> None:
    """Exclude all present objects from Python's garbage collection, and collect the rest rarely.

    Each collection stops the event loop. A full one takes 50 ms after the start and 300 ms with
    thousands of tables in memory, and by itself one would come every few minutes on a busy day. It
    finds next to nothing: what a press or an edit leaves behind is freed at once. So the younger
    generations are collected in small steps, and everything only now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def _tidy() -> None:
    """Collect everything now and then."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_FULL)
        gc.collect()


def _plainly(fault: discord.DiscordException) -> Exception:
    """Give the error for the operator if Discord refuses something; any other fault unchanged."""
    match fault:
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            return BAD_TOKEN
        case discord.PrivilegedIntentsRequired():
            return BAD_INTENTS
        case discord.ConnectionClosed(code=4010 | 4011):
            return TOO_FEW_SHARDS
        case discord.ConnectionClosed(code=code):
            sentence = (
                f"Discord closed the connection for good (gateway code {code}). See Gateway Close "
                "Event Codes in Discord's documentation."
            )
            return StartupError(ExitCode.TOKEN_REFUSED, sentence)
        case _:
            return fault
