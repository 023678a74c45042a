"""What one of several processes does for all, and how the others know: commands and faces."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import discord
import structlog

from bot.client import SpadesBot
from bot.outages import UNREACHABLE, cause_of, persist
from bot.settings import Settings
from bot.syncing import Facts, listed, synced
from cogs.base.faces import bring_faces, find_faces
from cogs.base.outgoing import Outgoing
from cogs.base.services import Services

log = structlog.get_logger(__name__)

SECONDS_BETWEEN_LOOKS: Final = 5.0
"""Seconds between two looks whether the process that leads has sent everything."""

SECONDS_FOR_COMMANDS: Final = 5.0
"""Seconds for which a start waits until the commands are sent."""

OLD_FACES_SECONDS: Final = 86400.0
"""Seconds after which no process shows the faces of a version before."""


@dataclass(frozen=True, slots=True)
class Leading:
    """Sends the commands and uploads the faces, once for all processes.

    Attributes:
        bot: the client.
        services: learn of both.
        facts: remember what was sent.
        outgoing: gives every request its turn.
        settings: what the operator has set.
    """

    bot: SpadesBot
    services: Services
    facts: Facts
    outgoing: Outgoing
    settings: Settings
    _sent: asyncio.Event = field(default_factory=asyncio.Event)

    async def lead(self) -> None:
        """Send what Discord lacks; without an end while old faces stand.

        Raises:
            StoreError: the database cannot say what was sent.
        """
        services, guild = self.services, self.settings.dev_guild_id

        async def send() -> dict[str, int]:
            return await synced(self.bot, self.facts, guild, services.clock)

        services.commands.ids |= await persist("sending the commands", send)
        self._sent.set()
        if self.settings.card_emojis:
            await bring_faces(self.bot, services.faces, self.outgoing, OLD_FACES_SECONDS)

    async def follow(self) -> None:
        """Wait until commands and faces are there, and learn their ids."""
        while True:
            if await self._know():
                return
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def commands_sent(self) -> None:
        """Wait for the commands, but not for long: those from before work too."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_FOR_COMMANDS):
                await self._sent.wait()

    async def _know(self) -> bool:
        ids, faces = self.services.commands.ids, self.services.faces
        try:
            if not ids:
                ids |= await listed(self.bot, self.settings.dev_guild_id)
            if ids:
                self._sent.set()
            wanted = self.settings.card_emojis and not faces.two_color
            return bool(ids) and (not wanted or await find_faces(self.bot, faces))
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.warning("not_yet_known", cause=cause_of(fault))
            return False
