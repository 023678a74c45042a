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
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.tables.model import Pace
from tests.bench._restart_figures import MESSAGES, Scale, Seen
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
from tests.process.faces import offers
from tests.process.group import Group

LONG: Final = 300.0
MOVES: Final = 14
READY_AFTER: Final = 0.2
GUILD_AFTER: Final = 0.01
GIVEN_UP_AFTER: Final = 10.0
PRESSED_TABLES: Final = 20
_LOOK: Final = 0.1
_PAUSE: Final = 1.5


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
        except WaitedTooLong as late:
            self.seen.answers.append(math.inf)
            self.seen.unanswered.append(f"{custom_id}: {late}")
            return None
        if result.latency is not None:
            self.seen.answers.append(result.latency if result.answered else math.inf)
            if not result.answered:
                self.seen.unanswered.append(f"{custom_id}: {result.attempts}")
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
        # The play that ends a round is shown by a new message.
        await self.discord.until(
            lambda: table.edits > before or _shown_by_another(group, table),
            LONG,
            "the play in the channel",
        )
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


def _shown_by_another(group: Group, table: Message) -> bool:
    found = group.table_message()
    return found is not None and found[0] is not table


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
