"""Kills the bot while people play, restarts it, and runs all checks."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tests.loopback.api import BotProcess, LoopbackDiscord
from tests.process.books import copied, put_deadlines_back, read_books
from tests.process.community import Community
from tests.process.deeds import Deed
from tests.process.group import SOON
from tests.process.host import check_output
from tests.process.kill_times import Moment

HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class Trial:
    """A community whose bot is killed and started again.

    Attributes:
        community: who plays.
        counts: how much was seen of what.
    """

    community: Community
    counts: Counter[str]

    @property
    def discord(self) -> LoopbackDiscord:
        """The loopback Discord."""
        return self.community.ground.discord

    async def kill(self, process: BotProcess, moment: Moment, chance: random.Random) -> None:
        """Let people play, kill the bot at a moment, and check what is on disk."""
        ground, database = self.community.ground, self.community.host.database
        async with self.community.playing():
            await moment(ground, database, chance)
            ground.open = False
            await process.kill()
            self.discord.faults.cancel()
        await self.discord.until(lambda: not self.discord.server.in_flight, SOON, "the last bytes")
        assert process.exit_code == -9, process.output
        check_output(process)
        self.community.auditor.audit(copied(database, self.community.copies))

    async def revive(self, *, after_an_hour: bool) -> BotProcess:
        """Restart the bot, and check that everyone sees and can do what they should."""
        in_flight = self._in_flight()
        if after_an_hour:
            put_deadlines_back(self.community.host.database, HOUR)
        started = time.time()
        process = await self.community.host.start()
        for deed in in_flight:
            await self._redeliver(deed)
        await self._press_old_buttons()
        await self.community.settle()
        self.counts["screens"] += await self.community.check(started)
        return process

    def _in_flight(self) -> Sequence[Deed]:
        """Count the deeds under way at the kill, by whether they were saved."""
        commands = read_books(
            copied(self.community.host.database, self.community.copies)
        ).by_command
        deeds = self.community.ground.diary.deeds
        found = [deed for deed in deeds if deed.in_flight and not deed.left]
        for deed in found:
            deed.left = True
            self.counts["saved" if deed.command_id in commands else "not saved"] += 1
        return found

    async def _redeliver(self, deed: Deed) -> None:
        """Send once more what was under way at the kill, and wait until the bot has tried."""
        before = len(deed.result.attempts)
        self.discord.redeliver(deed.result)
        await deed.result.until(lambda: len(deed.result.attempts) > before, SOON)

    async def _press_old_buttons(self) -> None:
        """Let everyone press buttons of the previous bot's messages, present and past ones."""
        groups = self.community.groups
        pressed = [deed for group in groups for deed in await group.press_what_is_left()]
        ended = self.community.ended(read_books(self.community.host.database))
        for deed in pressed:
            assert deed.offer is not None
            over = deed.offer.table_id in ended and deed.result.answered
            assert deed.updated or over, f"no hand came: {deed}"
        self.counts["old buttons"] += len(pressed)
