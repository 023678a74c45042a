"""Many tables whose people play on whichever process serves them."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy import URL

from tests.loopback.api import LoopbackDiscord, WaitedTooLong
from tests.process.books import Books, read_server_books
from tests.process.checks import Auditor
from tests.process.community import AT_LEISURE, ENDED
from tests.process.group import Group, Playground

TABLES_OF_A_SERVER: Final = 10

GIVEN_UP_AFTER: Final = 4.0
"""Seconds after which people press again; Discord takes no answer after three."""

_SHOWN_WITHIN: Final = 60.0
"""Seconds within which a new process shows what it has taken over, on a busy machine."""

_MARKS: Final = ("start", "hand")


@dataclass(slots=True)
class Crowd:
    """People at tables in servers of every shard.

    Attributes:
        ground: what they share.
        groups: those of each table.
        url: the database.
        auditor: knows what they did and were told.
    """

    ground: Playground
    groups: tuple[Group, ...]
    url: URL
    auditor: Auditor

    @classmethod
    def gathered(
        cls,
        discord: LoopbackDiscord,
        url: URL,
        seed: int,
        *,
        tables: int,
        shards: int,
        thinking: tuple[float, float],
    ) -> "Crowd":
        """Gather people for so many tables; the seed determines every choice."""
        ground = Playground(
            discord,
            random.Random(f"crowd {seed}"),
            gives_up_after=GIVEN_UP_AFTER,
            thinking=thinking,
            patience=5.0,
            glance=0.5,
        )
        servers = [
            discord.add_guild(f"Server {number}", shard=(number % shards, shards))
            for number in range(max(shards, tables // TABLES_OF_A_SERVER))
        ]
        groups = []
        for number in range(tables):
            rules, size = AT_LEISURE[number % len(AT_LEISURE)]
            people = tuple(discord.add_user(f"P{number}.{each}") for each in range(size))
            channel = discord.add_channel(servers[number % len(servers)], f"table-{number}")
            groups.append(Group(ground, channel, people, rules))
        return cls(ground, tuple(groups), url, Auditor(ground.diary))

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let everyone play; at the end they finish what they have begun, and begin nothing new.

        They come one after the other, within the time that people think.
        """
        self.ground.open = True
        tasks = [asyncio.create_task(self._play(group)) for group in self.groups]
        try:
            yield
        finally:
            self.ground.open = False
            await asyncio.gather(*tasks)

    async def _play(self, group: Group) -> None:
        if await self.ground.think(0.0, self.ground.thinking[1]):
            await group.play()

    async def until_done(self, presses: int, within: float = 120.0) -> None:
        """Wait until that many more presses have been acknowledged.

        Raises:
            WaitedTooLong: they have not.
        """
        deeds = self.ground.diary.deeds
        begun = len(deeds)

        async def enough() -> None:
            done = 0
            while done < presses:
                await asyncio.sleep(0.1)
                done = sum(each.offer is not None and each.done for each in deeds[begun:])

        try:
            await asyncio.wait_for(enough(), within)
        except TimeoutError:
            raise WaitedTooLong(f"{presses} presses: not within {within:g} s") from None

    async def check(self) -> Books:
        """Check the database, and that each table has one message, while nobody presses.

        Raises:
            AssertionError: something is lost, done twice, or shown twice.
        """
        books = await read_server_books(self.url)
        await asyncio.to_thread(self.auditor.check, books)
        wrong: list[str] = []
        try:
            async with asyncio.timeout(_SHOWN_WITHIN):
                wrong = self._wrongly_shown(books)
                while wrong:
                    await asyncio.sleep(1.0)
                    wrong = self._wrongly_shown(await read_server_books(self.url))
        except TimeoutError:
            raise AssertionError("; ".join(wrong)) from None
        return books

    def _wrongly_shown(self, books: Books) -> list[str]:
        """Give the open tables whose one message is not the one that the database knows."""
        found = []
        for table_id, row in books.tables.items():
            if row["status"] in ENDED:
                continue
            channel = self.ground.discord.world.channels[row["channel_id"]]
            marks = {f"s:{mark}:{table_id}" for mark in _MARKS}
            shown = [
                each.id
                for each in self.ground.discord.messages(channel)
                if marks & set(each.custom_ids)
            ]
            if shown != [row["message_id"]]:
                found.append(f"table {table_id} has message {row['message_id']}, shown is {shown}")
        return found

    def answered(self, begun: int = 0) -> "Answers":
        """Sum up what became of what people sent, from some deed on."""
        return Answers.of(self, begun)


@dataclass(frozen=True, slots=True)
class Answers:
    """What became of presses and commands.

    Attributes:
        sent: how many there were.
        unanswered: how many got no answer.
        done: how many were acknowledged as done in the game.
        slowest: seconds until the latest answer.
        heard: of the unanswered, how many processes had heard of each.
    """

    sent: int
    unanswered: int
    done: int
    slowest: float
    heard: Counter[int]

    @classmethod
    def of(cls, crowd: Crowd, begun: int) -> "Answers":
        """Sum up what became of the deeds of a crowd, from some deed on."""
        deeds = crowd.ground.diary.deeds[begun:]
        waits = [
            each.result.callback.arrived - (each.result.interaction.dispatched or 0.0)
            for each in deeds
            if each.result.callback is not None
        ]
        silent = [each for each in deeds if not each.result.answered]
        return cls(
            sent=len(deeds),
            unanswered=len(silent),
            done=sum(each.offer is not None and each.done for each in deeds),
            slowest=max(waits, default=0.0),
            heard=Counter(len(each.result.interaction.heard_by) for each in silent),
        )

    def __str__(self) -> str:
        """Say it in one line."""
        heard = ", ".join(f"{n} by {by}" for by, n in sorted(self.heard.items()))
        return (
            f"{self.sent} sent, {self.done} done, {self.unanswered} unanswered"
            f"{f' (heard of {heard} processes)' if heard else ''}, slowest {self.slowest:.2f} s"
        )
