"""The parts of a running bot, started and closed in an order that loses nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import structlog

from bot.client import SpadesBot
from bot.ending import closed
from bot.handover import ShardKeeper
from bot.leading import Leading
from bot.outages import persist
from bot.render.worker import Renderer
from bot.settings import Settings
from bot.syncing import Facts, synced
from bot.tables.computers import ComputerPlayers
from bot.tables.ports import StoreError
from bot.tables.shards import Shards
from bot.tables.thinking import ThinkingPlayers
from bot.tidying import Tidying
from cogs.base.faces import bring_faces
from cogs.base.outgoing import Outgoing
from cogs.base.services import Services
from cogs.events import Events
from cogs.spades import setup
from cogs.table_message.presenter import Presenter
from cogs.table_message.prompts import Prompts

log = structlog.get_logger(__name__)

SECONDS_TO_RATE_AGAIN: Final = 60.0
"""Seconds until earlier games are tried again that could not be rated."""

SECONDS_TO_SHOW: Final = 4.0
"""Seconds that messages under way may take at the end; the next start shows the rest."""

SECONDS_TO_HAND_OVER: Final = 18.0
"""Seconds for which a process that ends waits for others to take its shards. Each of them needs a
session at Discord, of which one may begin every five seconds."""


class Closable(Protocol):
    """Holds a resource until it is closed."""

    async def close(self) -> None:
        """Release it."""
        ...


@dataclass(slots=True, kw_only=True)
class RunningParts:
    """The parts of a running bot.

    Attributes:
        bot: the client.
        settings: what the operator has set.
        services: what the cogs use.
        presenter: shows tables, until it is closed.
        database: the open file.
        shards: the parts of the servers that this process holds.
        keeper: serves them.
        leading: does what one of several processes does for all; None if there is only one.
        facts: remembers which commands were sent last.
        events: handles Discord's events.
        prompts: calls people to the table.
        outgoing: the way out to Discord.
        renderer: draws.
        players: play the computers' seats.
        rate_earlier: rates the games that ended before ratings were kept; gives for how many
            servers it could not.
        tidying: puts tables away, and drops names.
    """

    bot: SpadesBot
    settings: Settings
    services: Services
    presenter: Presenter
    database: Closable
    shards: Shards
    keeper: ShardKeeper
    leading: Leading | None
    facts: Facts
    events: Events
    prompts: Prompts
    outgoing: Outgoing
    renderer: Renderer
    players: ComputerPlayers | ThinkingPlayers
    rate_earlier: Callable[[], Awaitable[int]]
    tidying: Tidying
    _errands: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        """Take up the tables; send the commands to Discord, as far as no other process does that.

        Where several processes share the servers, a shard's tables are taken up with its lease.
        """
        services = self.services
        await setup(self.bot)
        await self.bot.add_cog(self.events)
        if self.leading is None:
            services.commands.ids |= await persist("sending the commands", self._synced)
        await services.preferences.start()
        await services.newcomers.start()
        if self.leading is None:
            await self.prompts.start()
            await services.tables.start()
            self.prompts.taken_up(services.tables.is_open)
        await self.shards.start(self.keeper)
        self._begin("pictures", self.renderer.start())
        self._begin("players", self.players.start())
        self._begin("ratings", self._rated())
        self._begin("tidying", self.tidying.run())
        if self.leading is not None:
            self._begin("known", self.leading.follow())
            await self.leading.commands_sent()
        elif self.settings.card_emojis:
            self._begin("faces", bring_faces(self.bot, services.faces, self.outgoing))

    @property
    def shard_count(self) -> int:
        """How many shards there are, for all processes."""
        return self.shards.count

    def recount(self, shards: int) -> bool:
        """Serve so many shards from now on, and open them; say whether the operator allows that."""
        return self.settings.shard_count is None and self.keeper.recount(shards)

    async def _rated(self) -> None:
        """Rate earlier games; those of servers that others serve may be this process's later."""
        left = True
        while left:
            try:
                left = bool(await self.rate_earlier())
            except StoreError as fault:
                log.warning("earlier_games_not_rated", cause=str(fault))
            if left:
                await asyncio.sleep(SECONDS_TO_RATE_AGAIN)

    async def _synced(self) -> dict[str, int]:
        return await synced(self.bot, self.facts, self.settings.dev_guild_id)

    def _begin(self, name: str, errand: Coroutine[Any, Any, None]) -> None:
        self._errands.append(asyncio.create_task(errand, name=name))

    async def missing(self) -> str:
        """Say what is missing before people can be served; nothing if they can."""
        try:
            await self.facts.fact("anything")
        except StoreError:
            return "the database cannot be read"
        if self.keeper.coming:
            return "not all tables are read"
        return ""

    async def leave(self) -> None:
        """Hand the shards over to other processes, as far as there are several."""
        if self.leading is not None:
            await closed("shards", self.shards.leave(), SECONDS_TO_HAND_OVER)

    async def close(self) -> None:
        """Stop the clocks, finish saving and showing, release the file.

        A part that hangs or fails is given up, so that the file is released in any case.
        """
        for errand in self._errands:
            errand.cancel()
        await closed("errands", asyncio.gather(*self._errands, return_exceptions=True))
        await closed("shards", self.keeper.close())
        await closed("tables", self.services.tables.close())
        await closed("messages", self.presenter.close(), SECONDS_TO_SHOW)
        await closed("database", self.database.close())
        await asyncio.gather(
            closed("pictures", self.renderer.close()), closed("players", self.players.close())
        )
