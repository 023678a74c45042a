"""A table in the browser, against a simulated Discord: `python -m bot play`."""

import asyncio
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bot.settings import PlayOptions, load_settings
from bot.startup import ExitCode, StartupError


def play(options: PlayOptions) -> int:
    """Serve a table in the browser until the person ends it; return the exit code.

    Raises:
        StartupError: the page's port or the database cannot be used, or the packages that only
            `play` needs are not installed.
    """
    # The first start draws all cards, which takes seconds; without a word, people press Ctrl-C.
    # discord alone takes longer to import than all that comes before this line.
    sys.stdout.write("Laying a table on this computer; this takes some seconds ...\n")
    sys.stdout.flush()
    try:
        with _simcord_imported_quietly():
            from bot import app  # noqa: PLC0415 - `bot.local` itself is to be had without simcord
            from bot.local.first_table import open_table  # noqa: PLC0415 - as above
            from bot.local.session import run_table  # noqa: PLC0415 - as above
            from data.preparation import upgrade  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        raise StartupError(
            ExitCode.CONFIGURATION,
            f"Playing in the browser needs the package {error.name}, which is not installed: "
            "use `make play`, or install the project with its extra named play.",
        ) from None
    settings = load_settings().model_copy(update={"database_path": options.database})
    # A local player has no operator to upgrade an older file.
    upgrade(options.database)
    try:
        asyncio.run(
            run_table(options, lambda: app.build(settings, app.Pacing(limited=False)), open_table)
        )
    except KeyboardInterrupt:
        # Only where Ctrl-C cannot be handled as a signal; the table is closed by now.
        return ExitCode.OK
    return ExitCode.OK


@contextmanager
def _simcord_imported_quietly() -> Iterator[None]:
    """Hide the warnings about intents and voice that simcord causes by probing discord.py."""
    import discord  # noqa: PLC0415 - see `play`

    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    log = logging.getLogger("discord.state")
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)
