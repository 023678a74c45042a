"""How much memory a live table takes in the bot's process.

A bot with many tables in the middle of their second round is measured against one with a single
table: once when it has brought them back and shown them, and once more when all four people at
every table have a hand open, which the bot keeps up to date as long as Discord lets it.
"""

import asyncio
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench._tables import AT_A_TABLE, fill, groups
from tests.loopback.api import BotProcess, LoopbackDiscord, NoSuchComponent
from tests.process.group import Group

MOVES: Final = 84
LONG: Final = 300.0
_KIB: Final = 1024


@dataclass(frozen=True, slots=True)
class Sizes:
    """Resident bytes of the bot's process: with its tables shown, and with all hands open."""

    shown: int
    opened: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, with one table and with many."""

    tables: int
    one: Sizes
    many: Sizes

    @property
    def each(self) -> float:
        """Bytes for each table, without hands."""
        return (self.many.shown - self.one.shown) / (self.tables - 1)

    @property
    def each_opened(self) -> float:
        """Bytes for each table with its four open hands."""
        return (self.many.opened - self.one.opened) / (self.tables - 1)

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        rows = {
            "with one table": (_mib(self.one.shown), _mib(self.one.opened)),
            f"with {self.tables} tables": (_mib(self.many.shown), _mib(self.many.opened)),
            "for each further table": (_kib(self.each), _kib(self.each_opened)),
        }
        lines = [f"{'resident memory of the bot':28}{'tables shown':>14}{'all hands open':>16}"]
        lines += [f"  {name:26}{shown:>14}{opened:>16}" for name, (shown, opened) in rows.items()]
        return "\n".join(lines)


def measure(tables: int = 500) -> Figures:
    """Start a bot with one table and another with many."""
    return Figures(tables, asyncio.run(_measure(1)), asyncio.run(_measure(tables)))


def _mib(size: int) -> str:
    return f"{size / _KIB**2:.1f} MiB"


def _kib(size: float) -> str:
    return f"{size / _KIB:.0f} KiB"


async def _measure(count: int) -> Sizes:
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
            database = Path(folder) / "spades.sqlite"
            seated = groups(discord, count)
            await fill(database, seated, MOVES)
            extra = {"DATABASE_PATH": str(database), "TURN_PROMPT_SECONDS": "300"}
            async with await discord.process("run", extra=extra) as process:
                await process.ready(LONG)
                await discord.until(lambda: all(g.table_message() for g in seated), LONG)
                await discord.idle(2.0, LONG)
                shown = resident(process)
                for group in seated:
                    await _open_hands(group)
                await discord.idle(2.0, LONG)
                return Sizes(shown, resident(process))


async def _open_hands(group: Group) -> None:
    while len(group.hands) < AT_A_TABLE:
        found = group.table_message()
        if found is not None and found[1] == "hand":
            with suppress(NoSuchComponent):  # the message was replaced meanwhile
                await group.look_at_hands(found[0], found[2])


def resident(process: BotProcess) -> int:
    """Give the resident memory of a bot's own process, in bytes."""
    command = ["ps", "-o", "rss=", "-p", str(process.pid)]
    listed = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(listed.stdout) * _KIB
