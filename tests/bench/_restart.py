"""A bot that is killed among very many tables, and starts again on a Discord with all its limits.

Everybody at the tables has gone: clocks run out, and the bot has to show it and to mention whose
turn it is. A few people press buttons all the while, and four play at a table whose channel is
beside one that many tables share.
"""

import asyncio
import math
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.tables.model import Pace
from tests.bench._tables import fill, groups, sharing
from tests.loopback.api import (
    BotProcess,
    Delivery,
    LoopbackDiscord,
    Message,
    NoSuchComponent,
    NotVisible,
    User,
    WaitedTooLong,
)
from tests.loopback.ban import INVALID
from tests.process.faces import offers
from tests.process.group import Group

LONG: Final = 300.0
MOVES: Final = 14
READY_AFTER: Final = 0.2
GUILD_AFTER: Final = 0.01
GIVEN_UP_AFTER: Final = 10.0
PRESSED_TABLES: Final = 20
MESSAGES: Final = "/channels/{channel_id}/messages"
MESSAGE: Final = "/channels/{channel_id}/messages/{message_id}"
_LOOK: Final = 0.1
_PAUSE: Final = 1.5


@dataclass(frozen=True, slots=True)
class Scale:
    """How large a run is.

    Attributes:
        tables: tables that have a channel of their own.
        crowd: further tables, which share one channel.
        seconds: how long the bot is watched once it is back.
        before: how long it runs before it is killed, once every table is shown.
        walkers: how many people press buttons here and there.
        settings: of the bot, beside those that it has without any.
    """

    tables: int
    crowd: int
    seconds: float
    before: float = 10.0
    walkers: int = 3
    settings: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Seen:
    """What was seen of one run, from the second start on; times in seconds.

    Attributes:
        scale: how large it was.
        outcomes: answers by method, route and status.
        banned: whether Discord shut the address out.
        files: the most files that the bot had open at once, sockets included.
        connections: the most connections that stood open to Discord at once.
        answers: how long people waited for the answers to their presses; infinite without one.
        neighbour: how long after each play of theirs the four beside the crowd saw it in the
            channel.
        shown: tables whose message has been brought up to date, of those with a channel of their
            own and of the crowd.
        loads: the machine's load average before and after.
        ended: the exit code, and how long the bot took to stop.
        output: what it wrote.
    """

    scale: Scale
    outcomes: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    banned: bool = False
    files: int = 0
    connections: int = 0
    answers: list[float] = field(default_factory=list)
    neighbour: list[float] = field(default_factory=list)
    shown: tuple[int, int] = (0, 0)
    loads: tuple[float, float] = (0.0, 0.0)
    ended: tuple[int, float] = (0, 0.0)
    output: str = ""

    @property
    def invalid(self) -> int:
        """Answers that Discord counts towards the ban of an address."""
        return sum(number for (_, _, status), number in self.outcomes.items() if status in INVALID)

    def done(self, method: str, route: str) -> int:
        """Requests of that kind that were granted."""
        return sum(
            number
            for (how, where, status), number in self.outcomes.items()
            if (how, where) == (method, route) and status in {200, 204}
        )

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        scale = self.scale
        refused = {
            status: sum(n for (_, _, one), n in self.outcomes.items() if one == status)
            for status in sorted({one for _, _, one in self.outcomes if one not in {200, 201, 204}})
        }
        code, seconds = self.ended
        return "\n".join(
            (
                (
                    f"{scale.tables} tables and {scale.crowd} in one channel, killed, then "
                    f"{scale.seconds:.0f} s; load {self.loads[0]:.1f} to {self.loads[1]:.1f}"
                ),
                (
                    f"  answers of 401, 403, 429       {self.invalid}"
                    f"{', and the address was banned' if self.banned else ''}"
                ),
                f"  answers that were refusals     {refused}",
                f"  open files, connections        {self.files}, {self.connections} at most",
                f"  people waited for an answer    {spread(self.answers)}",
                f"  beside the crowd a play showed {spread(self.neighbour)}",
                (
                    f"  messages sent, edited, deleted {self.done('POST', MESSAGES)}, "
                    f"{self.done('PATCH', MESSAGE)}, {self.done('DELETE', MESSAGE)}"
                ),
                (
                    f"  tables shown since the start   {self.shown[0]} of {scale.tables}, "
                    f"{self.shown[1]} of {scale.crowd}"
                ),
                f"  it stopped with code {code} after {seconds:.1f} s",
            )
        )


def percentile_99(times: Sequence[float]) -> float:
    """Give the time that 99 of 100 do not exceed."""
    return sorted(times)[math.ceil(len(times) * 0.99) - 1]


def spread(times: Sequence[float]) -> str:
    """Say how times are spread."""
    if not times:
        return "nothing"
    return (
        f"median {statistics.median(times):.3f} s, 99 % below {percentile_99(times):.3f} s, "
        f"at most {max(times):.3f} s ({len(times)})"
    )


@dataclass(slots=True)
class _Run:
    """One run under way."""

    discord: LoopbackDiscord
    scale: Scale
    seen: Seen
    alone: list[Group]
    crowd: list[Group]
    chance: random.Random = field(default_factory=lambda: random.Random(2))

    async def walk(self) -> None:
        """Press here and there, as one person after another."""
        while True:
            group = self.chance.choice(self.alone[1 : PRESSED_TABLES + 1])
            found, person = group.table_message(), self.chance.choice(group.people)
            if found is not None and found[1] == "hand":
                hand = await self._press(person, found[0], f"s:hand:{found[2]}")
                if hand is not None and (offered := offers(hand.custom_ids)):
                    await self._press(person, hand, offered[0].custom_id)
            await asyncio.sleep(self.chance.uniform(0.2, 1.0))

    async def _press(self, person: User, message: Message, custom_id: str) -> Message | None:
        try:
            result = await self.discord.press(
                person, message, custom_id, delivery=Delivery(within=GIVEN_UP_AFTER)
            )
        except (NoSuchComponent, NotVisible):
            return None  # it changed under the finger
        except WaitedTooLong:
            self.seen.answers.append(math.inf)
            return None
        if result.latency is not None:
            self.seen.answers.append(result.latency if result.answered else math.inf)
        return result.original

    async def play_beside(self) -> None:
        """Play a card now and then at the first table, and see when the channel shows it."""
        group = self.alone[0]
        while True:
            with suppress(NoSuchComponent, NotVisible, WaitedTooLong):
                found = group.table_message()
                if found is not None and found[1] == "hand":
                    await self._play(group, *found)
            await asyncio.sleep(_PAUSE)

    async def _play(self, group: Group, table: Message, _: str, table_id: int) -> None:
        choice = group.choose(table_id)
        if choice is None:
            await group.look_at_hands(table, table_id)
            choice = group.choose(table_id)
        if choice is None:
            return
        person, hand, offer = choice
        before = table.edits
        deed = await group.press(person, hand, offer.custom_id, offer=offer)
        if not deed.done:
            return
        answered = deed.result.attempts[0].arrived
        await self.discord.until(lambda: table.edits > before, LONG, "the play in the channel")
        self.seen.neighbour.append(time.perf_counter() - answered)

    async def count_files(self, process: BotProcess) -> None:
        """Look again and again how many files the bot has open."""
        while True:
            self.seen.files = max(self.seen.files, _open_files(process.pid))
            await asyncio.sleep(_LOOK)

    def tables_shown(self, since: float) -> tuple[int, int]:
        """Count the tables whose messages have been made or edited since a moment."""
        places = [group.channel for group in self.alone]
        alone = sum(any(_fresh(m, since) for m in self.discord.messages(one)) for one in places)
        shared = self.discord.messages(self.crowd[0].channel) if self.crowd else []
        return alone, sum(_fresh(one, since) for one in shared)


def _open_files(pid: int) -> int:
    try:
        return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return 0


def _fresh(message: Message, since: float) -> bool:
    shows = any(one.startswith("s:hand:") for one in message.custom_ids)
    return shows and (message.edited or message.created) > since


async def restarted(scale: Scale) -> Seen:
    """Fill a database, let a bot show it, kill the bot, and watch the next one."""
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as folder:
        database = Path(folder) / "spades.sqlite"
        async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
            alone, crowd = groups(discord, scale.tables), sharing(discord, scale.crowd)
            run = _Run(discord, scale, Seen(scale), alone, crowd)
            alone[0].ground.gives_up_after = GIVEN_UP_AFTER
            await fill(database, [*alone, *crowd], MOVES)
            set_pace(database, Pace.QUICK)
            settings = {"DATABASE_PATH": str(database), **scale.settings}
            async with await discord.process("run", extra=settings) as process:
                await process.ready(LONG)
                await discord.until(
                    lambda: discord.outcomes["POST", MESSAGES, 200] >= scale.tables + scale.crowd,
                    LONG,
                    "the message of every table",
                )
                await asyncio.sleep(scale.before)
                await process.kill()
            discord.limits.realistic()
            discord.gateway.welcome.ready_after = READY_AFTER
            discord.gateway.welcome.guild_after = GUILD_AFTER
            await _watch(run, settings)
    return run.seen


async def _watch(run: _Run, settings: dict[str, str]) -> None:
    discord, seen = run.discord, run.seen
    outcomes, since, load = discord.outcomes.copy(), discord.clock.now(), os.getloadavg()[0]
    discord.connections.most = 0
    async with await discord.process("run", extra=settings) as process:
        tasks = [asyncio.create_task(run.count_files(process))]
        await process.ready(LONG)
        tasks += [asyncio.create_task(run.walk()) for _ in range(run.scale.walkers)]
        tasks += [asyncio.create_task(run.play_beside())]
        async with _running(tasks):
            await asyncio.sleep(run.scale.seconds)
        seen.outcomes = discord.outcomes - outcomes
        seen.banned = discord.ban.began is not None
        seen.connections = discord.connections.most
        seen.shown = run.tables_shown(since)
        seen.loads = load, os.getloadavg()[0]
        stopping = time.perf_counter()
        code = await process.terminate(LONG)
        seen.ended = code, time.perf_counter() - stopping
        seen.output = process.output


@asynccontextmanager
async def _running(tasks: Sequence[asyncio.Task[None]]) -> AsyncIterator[None]:
    """Let tasks run for the time of a block; what ends one early ends the block."""
    try:
        yield
    finally:
        broken = [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in broken:
        task.result()


def set_pace(database: Path, pace: Pace) -> None:
    """Give every table of a database that nobody serves another pace."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE tables SET pace = ?", (pace.value,))
