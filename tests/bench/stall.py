"""How long the bot's event loop ever stands still while many tables play.

While it does, nobody is answered. A hundred tables play at once, each with one person, who thinks
for up to two seconds, and three computer players at their usual pace; settings are those that a bot
has without any. The bot is as always, but for a callback that is due every two milliseconds: it
notes how late it comes, and how much processor time the loop's thread has used meanwhile, which is
what the bot itself has to answer for.
"""

import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench._watched import FILE_VARIABLE
from tests.loopback.api import LoopbackDiscord
from tests.process.club import Club
from tests.process.deeds import Deed
from tests.process.host import Host

LONG: Final = 300.0
LATE: Final = 0.05
GLANCE: Final = 0.1
THINKING: Final = (0.3, 2.0)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured.

    Attributes:
        tables: how many tables played.
        seconds: for how long.
        presses: how often people acted.
        delays: how late the callback came each time, in seconds.
        worked: the processor time that went by before each, in seconds.
        answers: how long people waited for their answers, in seconds.
    """

    tables: int
    seconds: float
    presses: int
    delays: tuple[float, ...]
    worked: tuple[float, ...]
    answers: tuple[float, ...]

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        busy = sum(self.worked) / self.seconds
        waited = (
            f"median {statistics.median(self.answers) * 1e3:.0f} ms, "
            f"99 % below {statistics.quantiles(self.answers, n=100)[-1] * 1e3:.0f} ms"
        )
        rate = self.presses / self.seconds
        return "\n".join(
            (
                f"{self.tables} tables, {rate:.0f} presses a second, for {self.seconds:.0f} s",
                f"  the event loop stood still    {_longest(self.delays)}",
                f"  of that its own work was      {_longest(self.worked)}; it was {busy:.0%} busy",
                f"  people waited for an answer   {waited}",
            )
        )


def _longest(times: tuple[float, ...]) -> str:
    often = sum(each > LATE for each in times)
    return f"at most {max(times) * 1e3:.0f} ms, {often} times above {LATE * 1e3:.0f} ms"


def measure(tables: int = 100, seconds: float = 30.0) -> Figures:
    """Let so many tables play for so long."""
    return asyncio.run(_measure(tables, seconds))


async def _measure(tables: int, seconds: float) -> Figures:
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
            file = Path(folder) / "delays.json"
            club = Club.founded(Host(discord, Path(folder)), "stall", (("cardcouch", 1),) * tables)
            process = await discord.process(
                "run",
                main="tests.bench._watched:main",
                extra={"DATABASE_PATH": str(club.host.database), FILE_VARIABLE: str(file)},
            )
            async with process:
                await process.ready(LONG)
                began, deeds = await _play(club, seconds)
                await process.terminate()
            noted = json.loads(file.read_text(encoding="utf-8"))
    noted = [each for each in noted if began <= each[0] <= began + seconds]
    answers = [deed.result.latency for deed in deeds if deed.offer is not None]
    return Figures(
        tables=tables,
        seconds=seconds,
        presses=len(answers),
        delays=tuple(late for _, late, _ in noted),
        worked=tuple(used for _, _, used in noted),
        answers=tuple(filter(None, answers)),
    )


async def _play(club: Club, seconds: float) -> tuple[float, list[Deed]]:
    """Let everybody play; give when that was in full swing, and what people did then."""
    deeds = club.ground.diary.deeds
    club.ground.thinking, club.ground.patience, club.ground.glance = THINKING, LONG, GLANCE
    async with club.playing():
        await club.until_done(3 * len(club.groups))
        began, known = time.time(), len(deeds)
        await asyncio.sleep(seconds)
        return began, deeds[known:]
