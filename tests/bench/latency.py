"""How long a person waits who plays a card, beside what discord.py and one commit need.

The time runs from the moment when the event of the press goes into the gateway's socket to the
arrival of the answer at Discord's side. The answer follows the commit, so it is the time until the
play is safe and known to be. Both bots are processes of their own on loopback Discords of their own
and take turns, press by press, each when both are at rest, so that whatever else the machine does
meets both alike.

The bare bot does one INSERT and COMMIT by aiosqlite and draws a hand of as many cards. The real
one is not done with its answer: it brings the table and three open hands up to date before it is
at rest again.
"""

import asyncio
import random
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench import _bare
from tests.bench._tables import fill, groups
from tests.loopback.api import (
    BotProcess,
    Delivery,
    LoopbackDiscord,
    Message,
    NoSuchComponent,
    User,
)
from tests.process.group import Group

WARM_UP: Final = 40
MOVES: Final = 14
WITHIN: Final = Delivery(within=30.0)
LONG: Final = 300.0
_QUIET: Final = 0.03


@dataclass(frozen=True, slots=True)
class Pair:
    """Times in seconds of both bots, in turns, with so many live tables at the real one."""

    tables: int
    bare: tuple[float, ...]
    real: tuple[float, ...]

    @property
    def median_ratio(self) -> float:
        """The ratio of the medians."""
        return statistics.median(self.real) / statistics.median(self.bare)

    @property
    def ratio_99(self) -> float:
        """The ratio of the 99th percentiles."""
        return percentile_99(self.real) / percentile_99(self.bare)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured, for each number of live tables."""

    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        lines = ["from press to durable answer        median       99 %"]
        for pair in self.pairs:
            lines += [
                f"  bare discord.py, one commit  {_in_millis(pair.bare)}",
                f"  the bot, live tables: {pair.tables:4}   {_in_millis(pair.real)}",
                f"  ratio                        {pair.median_ratio:10.2f} {pair.ratio_99:10.2f}",
            ]
        return "\n".join(lines)


def measure(samples: int = 400, tables: Sequence[int] = (1, 500)) -> Figures:
    """Press so often at each number of live tables."""
    return Figures(tuple(asyncio.run(_measure(samples, count)) for count in tables))


def percentile_99(times: Sequence[float]) -> float:
    """Give the time that 99 of 100 stay below."""
    return statistics.quantiles(times, n=100)[98]


def _in_millis(times: Sequence[float]) -> str:
    return f"{statistics.median(times) * 1e3:7.2f} ms {percentile_99(times) * 1e3:7.2f} ms"


async def _measure(samples: int, count: int) -> Pair:
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        async with (
            LoopbackDiscord(validate=False, keep_bodies=False) as beside,
            LoopbackDiscord(validate=False, keep_bodies=False) as discord,
        ):
            theirs = await _BarePlayer.start(beside, Path(folder) / "bare.sqlite")
            ours = await _RealPlayer.start(discord, Path(folder) / "real.sqlite", count)
            times = [(await theirs.press(), await ours.press()) for _ in range(WARM_UP + samples)]
            await theirs.process.terminate()
            await ours.process.terminate()
    bare, real = zip(*times[WARM_UP:], strict=True)
    return Pair(count, bare, real)


@dataclass(slots=True)
class _BarePlayer:
    discord: LoopbackDiscord
    process: BotProcess
    person: User
    hand: Message

    @classmethod
    async def start(cls, discord: LoopbackDiscord, database: Path) -> "_BarePlayer":
        extra = {_bare.DATABASE_VARIABLE: str(database)}
        channel = discord.add_channel(discord.add_guild())
        person = discord.add_user("Anna")
        process = await discord.process(main="tests.bench._bare:main", extra=extra)
        await process.ready()
        shown = await discord.slash(person, channel, "bare", delivery=WITHIN)
        return cls(discord, process, person, shown.message)

    async def press(self) -> float:
        await self.discord.idle(_QUIET)
        first = self.hand.custom_ids[0]
        result = await self.discord.press(self.person, self.hand, first, delivery=WITHIN)
        if result.latency is None or not result.answered:
            raise RuntimeError(self.process.output)
        return result.latency


@dataclass(slots=True)
class _RealPlayer:
    discord: LoopbackDiscord
    process: BotProcess
    groups: list[Group]
    chance: random.Random

    @classmethod
    async def start(cls, discord: LoopbackDiscord, database: Path, count: int) -> "_RealPlayer":
        seated = groups(discord, count)
        await fill(database, seated, MOVES)
        extra = {
            "DATABASE_PATH": str(database),
            "BETWEEN_ROUNDS_SECONDS": "0",
            "TURN_PROMPT_SECONDS": "300",
        }
        process = await discord.process("run", extra=extra)
        await process.ready(LONG)
        await discord.until(lambda: all(g.table_message() for g in seated), LONG, "the tables")
        await discord.idle(1.0, LONG)
        return cls(discord, process, seated, random.Random(2))

    async def press(self) -> float:
        """Play a card at one of the tables; whatever else has to be done first is not timed."""
        group = self.chance.choice(self.groups)
        while True:
            found = group.table_message()
            if found is None or found[1] != "hand":
                raise RuntimeError(f"a table is gone\n{self.process.output}")
            choice = group.choose(found[2])
            if choice is None:
                with suppress(NoSuchComponent):  # a fresh message has taken this one's place
                    await group.look_at_hands(found[0], found[2])
                await self.discord.idle(_QUIET)
                continue
            person, hand, offer = choice
            await self.discord.idle(_QUIET)
            result = await self.discord.press(person, hand, offer.custom_id, delivery=WITHIN)
            if result.latency is None or not result.answered:
                raise RuntimeError(self.process.output)
            if offer.line.startswith("play"):
                return result.latency
