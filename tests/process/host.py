"""Runs the bot on a separate database, with hardly any pauses."""

import asyncio
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.process.group import SOON
from tests.process.quick import MAIN

HASTE: Final = {
    "COMPUTER_DELAY_SECONDS": "0",
    "BETWEEN_ROUNDS_SECONDS": "0",
    "TURN_PROMPT_SECONDS": "300",
    "COMPUTER_PROCESSES": "0",
    "TABLE_PICTURES": "false",
    "CARD_EMOJIS": "false",
}
"""Settings without pauses, and without what slows the start: processes, pictures, uploads."""

_FAULT: Final = re.compile(r"Traceback|\[(?:error|critical) *\]|\"level\": \"(?:error|critical)\"")


@dataclass(frozen=True, slots=True)
class Ended:
    """A process that ended by itself: its exit code and output."""

    code: int
    stdout: str
    stderr: str


@dataclass(slots=True)
class Host:
    """Starts bots on one database.

    Attributes:
        discord: where they connect to.
        folder: where the database is.
        settings: environment variables of every bot, on top of `HASTE`.
    """

    discord: LoopbackDiscord
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def database(self) -> Path:
        """The file."""
        return self.folder / "spades.sqlite"

    def environment(self, settings: Mapping[str, str] | None = None) -> dict[str, str]:
        """Give the settings of a bot."""
        own = {**HASTE, "DATABASE_PATH": str(self.database)}
        return own | dict(self.settings) | dict(settings or {})

    async def start(self, settings: Mapping[str, str] | None = None) -> BotProcess:
        """Start the bot, and wait until it has connected."""
        return await (await self.begin(settings)).ready(SOON)

    async def begin(self, settings: Mapping[str, str] | None = None) -> BotProcess:
        """Start the bot; where others serve everything, it does not connect at once."""
        extra = self.environment(settings)
        return await self.discord.process("run", main=MAIN, extra=extra, forked=True)

    async def run(self, settings: Mapping[str, str] | None = None) -> Ended:
        """Start `python -m bot run` as it is, and wait until it has ended by itself."""
        return await self._ended("tests.loopback.launch", ("run",), settings)

    async def command(self, *words: str) -> Ended:
        """Run another command of `python -m bot` on the database, which a bot may be serving."""
        return await self._ended("bot", words, None)

    async def _ended(
        self, module: str, words: Sequence[str], settings: Mapping[str, str] | None
    ) -> Ended:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            module,
            *words,
            env=self.discord.env(extra=self.environment(settings)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(SOON):
                stdout, stderr = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        return Ended(process.returncode or 0, stdout.decode(), stderr.decode())


def check_output(process: BotProcess) -> None:
    """Check that a bot has logged no error.

    Raises:
        AssertionError: it has.
    """
    assert not _FAULT.search(process.output), process.output
