"""Several groups of people on one bot, and checks of their screens against the database."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.loopback.api import Message, User
from tests.process.books import Books, open_tables, read_books, snapshot
from tests.process.checks import Auditor
from tests.process.faces import Offer
from tests.process.group import SOON, Group, Playground
from tests.process.host import Host
from tests.process.screens import Screens

GROUPS: Final = (
    ("cardcouch", 4),
    ("hero_solo", 4),
    ("hero_partners", 4),
    ("one_page", 2),
    ("hero_solo", 1),
    ("hero_partners", 3),
)
"""The rules that each group plays by, and how many people it has beside computer players."""

AT_LEISURE: Final = (("cardcouch", 4), ("one_page", 2), ("cardcouch", 1), ("one_page", 1))
"""Rules without clocks, for people who may have to wait."""

ENDED: Final = frozenset({"finished", "closed"})


@dataclass(frozen=True, slots=True)
class Community:
    """Groups that play on the bot of a host, each in a channel of its own.

    Attributes:
        host: runs the bot.
        ground: what the groups share.
        groups: who plays.
        auditor: knows everything that they did and were told.
    """

    host: Host
    ground: Playground
    groups: tuple[Group, ...]
    auditor: Auditor

    @classmethod
    def gathered(
        cls, host: Host, seed: object, groups: Sequence[tuple[str, int]] = GROUPS
    ) -> "Community":
        """Gather a community; the seed determines every choice."""
        discord = host.discord
        guild = discord.add_guild("Community")
        ground = Playground(discord, random.Random(f"people {seed}"))
        gathered = []
        for number, (rules, size) in enumerate(groups):
            people = tuple(discord.add_user(f"P{number}{place}") for place in range(size))
            channel = discord.add_channel(guild, f"table-{number}")
            gathered.append(Group(ground, channel, people, rules))
        return cls(host, ground, tuple(gathered), Auditor(ground.diary))

    @property
    def copies(self) -> Path:
        """A folder for copies of the database."""
        return self.host.folder / "copies"

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let everyone play; at the end they finish what they have begun, and begin nothing new."""
        self.ground.open = True
        tasks = [asyncio.create_task(group.play()) for group in self.groups]
        try:
            yield
        finally:
            self.ground.open = False
            await asyncio.gather(*tasks)

    async def until_done(self, presses: int) -> None:
        """Wait until that many more presses have been acknowledged."""
        deeds = self.ground.diary.deeds
        begun = len(deeds)

        def enough() -> bool:
            done = sum(deed.offer is not None and deed.done for deed in deeds[begun:])
            return done >= presses

        await self.ground.discord.until(enough, SOON * 3, f"{presses} presses")

    async def someone_to_act(self) -> tuple[Group, User, Message, Offer]:
        """Give someone to act at an otherwise idle table, and what to press.

        Raises:
            AssertionError: nobody is to act anywhere.
        """
        await self.settle()
        self.ground.open = True
        for group in self.groups:
            found = group.table_message()
            if found is None or found[1] != "hand":
                continue
            await group.look_at_hands(found[0], found[2])
            choice = group.choose(found[2])
            if choice is not None:
                return group, *choice
        raise AssertionError("nobody is to act anywhere")

    async def settle(self) -> None:
        """Wait until every table waits for a person."""

        def settled() -> bool:
            books = read_books(self.host.database)
            return all(map(books.waits_for_people, books.tables))

        await self.ground.discord.until(settled, SOON, "the computer players' turns")
        await self.ground.discord.idle()

    async def check(self, started: float = 0.0) -> int:
        """Check the database, and every screen against it, while nothing happens.

        Args:
            started: when the bot was started (Unix seconds), after which every clock began.

        Returns:
            How many screens were checked.

        Raises:
            AssertionError: something is wrong.
        """
        books = self.auditor.audit(snapshot(self.host.database, self.copies))
        screens = Screens(self.ground.discord, self.groups, self.host.database)
        await screens.check_ends(books.tables[one] for one in self.ended(books))
        stored = await open_tables(self.host.database, self.copies)
        return await screens.check([one for one in stored if not one.status.ended], started)

    def ended(self, books: Books) -> set[int]:
        """Give the tables that have ended."""
        return {one for one, row in books.tables.items() if row["status"] in ENDED}
