"""Kill the bot while people play, start it again, and hold everything against everything."""

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.process.books import (
    copied,
    open_tables,
    put_deadlines_back,
    read_books,
    snapshot,
)
from tests.process.checks import Auditor
from tests.process.deeds import Deed
from tests.process.group import SOON, Group, Playground
from tests.process.moments import Moment
from tests.process.quick import MAIN
from tests.process.screens import Screens

HOUR: Final = 3600
ENDED: Final = frozenset({"finished", "closed"})
_FAULT: Final = re.compile(r"Traceback|\[(?:error|critical) *\]")


@dataclass(slots=True)
class Trial:
    """One database, a bot that is killed and started again on it, and people who play.

    Attributes:
        ground: where people play.
        groups: who plays.
        database: the file.
        folder: for copies of it.
        counts: how much was seen of what.
    """

    ground: Playground
    groups: Sequence[Group]
    database: Path
    folder: Path
    auditor: Auditor
    counts: Counter[str]

    @property
    def discord(self) -> LoopbackDiscord:
        """The Discord that all of it happens on."""
        return self.ground.discord

    async def start(self) -> BotProcess:
        """Start the bot, and wait until it has connected."""
        extra = {
            "DATABASE_PATH": str(self.database),
            "COMPUTER_DELAY_SECONDS": "0",
            "BETWEEN_ROUNDS_SECONDS": "0",
            "TURN_PROMPT_SECONDS": "300",
        }
        process = await self.discord.process("run", main=MAIN, extra=extra)
        return await process.ready(SOON)

    async def kill(self, process: BotProcess, moment: Moment, chance: random.Random) -> None:
        """Let people play, kill the bot at a moment, and check what is on disk."""
        self.ground.open = True
        playing = [asyncio.create_task(group.play()) for group in self.groups]
        await moment(self.ground, self.database, chance)
        self.ground.open = False
        await process.kill()
        self.discord.faults.cancel()
        await asyncio.gather(*playing)
        await self.discord.until(lambda: not self.discord.server.in_flight, SOON, "the last bytes")
        assert process.exit_code == -9, process.output
        check_output(process)
        self.auditor.audit(copied(self.database, self.folder))

    async def revive(self, *, after_an_hour: bool) -> BotProcess:
        """Start the bot again, and check that everybody sees and can do what they should."""
        in_flight = self._in_flight()
        if after_an_hour:
            put_deadlines_back(self.database, HOUR)
        started = time.time()
        process = await self.start()
        await self._redeliver(in_flight)
        await self._press_old_buttons()
        await self._settle()
        books = self.auditor.audit(snapshot(self.database, self.folder))
        screens = Screens(self.discord, self.groups)
        await screens.check_ends(row for row in books.tables.values() if row["status"] in ENDED)
        tables = [
            table
            for table in await open_tables(self.database, self.folder)
            if not table.status.ended
        ]
        self.counts["screens"] += await screens.check(tables, started)
        return process

    def _in_flight(self) -> list[Deed]:
        """Give what was under way at the kill, counted by whether it had been saved."""
        commands = read_books(copied(self.database, self.folder)).by_command
        found = [deed for deed in self.ground.diary.deeds if deed.in_flight and not deed.left]
        for deed in found:
            deed.left = True
            self.counts["saved" if deed.command_id in commands else "not saved"] += 1
        return found

    async def _redeliver(self, deeds: Sequence[Deed]) -> None:
        """Send once more what was under way at the kill, and wait until the bot has tried."""
        for deed in deeds:
            await self._redeliver_one(deed)

    async def _redeliver_one(self, deed: Deed) -> None:
        before = len(deed.result.attempts)
        self.discord.redeliver(deed.result)
        await deed.result.until(lambda: len(deed.result.attempts) > before, SOON)

    async def _press_old_buttons(self) -> None:
        """Let everyone press what the bot of before has sent, present and past buttons."""
        pressed = [deed for group in self.groups for deed in await group.press_what_is_left()]
        tables = read_books(self.database).tables
        ended = {one for one, row in tables.items() if row["status"] in ENDED}
        for deed in pressed:
            assert deed.offer is not None
            over = deed.offer.table_id in ended and deed.result.answered
            assert deed.updated or over, f"no hand came: {deed}"
        self.counts["old buttons"] += len(pressed)

    async def _settle(self) -> None:
        """Wait until nothing will happen before a person does something."""

        def settled() -> bool:
            books = read_books(self.database)
            return all(map(books.waits_for_people, books.tables))

        await self.discord.until(settled, SOON, "the computer players' turns")
        await self.discord.idle()


def check_output(process: BotProcess) -> None:
    """Check that a bot has logged no error.

    Raises:
        AssertionError: it has.
    """
    assert not _FAULT.search(process.output), process.output
