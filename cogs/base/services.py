"""What commands and presses work with, and the client that carries it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

import discord
from discord import ui
from discord.ext import commands

from bot.newcomers import Newcomers
from bot.preferences import Preferences
from bot.tables.model import Table
from bot.tables.ports import Advisor, Clock
from bot.tables.records import Records
from bot.tables.rulesets import RuleSets
from bot.tables.service import Tables
from bot.texts.translator import Translator
from cogs.base.access import Sight
from cogs.base.faces import Faces
from cogs.base.memory import Deliveries, Drafts

Send = Callable[[ui.LayoutView, Sequence[discord.File]], Awaitable[int]]
"""Sends a message with its files, and gives its id."""

Change = Callable[[ui.LayoutView, Sequence[discord.File] | None], Awaitable[None]]
"""Changes a message; without files it keeps its own."""


@dataclass(slots=True)
class SpadesCommands:
    """The commands of the bot as Discord knows them, so that texts can name them for a tap.

    Attributes:
        ids: their ids by name, empty until Discord has said them.
    """

    ids: dict[str, int] = field(default_factory=dict)


class PrivateAnswer(Protocol):
    """An answer that one person sees, which can be changed while its token lives."""

    @property
    def interaction(self) -> "Interaction":
        """What it answers."""
        ...

    @property
    def shown_id(self) -> int | None:
        """The message with it; None before there is one."""
        ...

    @property
    def expired(self) -> bool:
        """Whether its token is too old to be used."""
        ...

    async def redraw(self, layout: ui.LayoutView) -> None:
        """Change it.

        Raises:
            discord.HTTPException: it is gone, or Discord cannot serve it now.
        """
        ...

    async def take_away(self) -> None:
        """Remove it.

        Raises:
            discord.HTTPException: it is gone, or Discord cannot serve it now.
        """
        ...


class Hands(Protocol):
    """Keeps the hands that people have open up to date."""

    def opened(self, table: Table, answer: PrivateAnswer, shown: ui.LayoutView) -> None:
        """Note that a person has just been shown a hand; an older one of theirs goes away."""
        ...

    def aside(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note that the message of an open hand shows something else, until its way back."""
        ...

    def answered(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note an answer to a press on a public message; the person's last such one goes away."""
        ...

    def answering(self, table_id: int, user_id: int) -> AbstractContextManager[None]:
        """Let a press on a hand be answered, while nothing else begins to edit that hand."""
        ...

    def table_changed(self, table: Table) -> None:
        """Bring every open hand of a table up to date."""
        ...

    async def close(self) -> bool:
        """Stop refreshing; say whether all edits under way came to an end."""
        ...


class TableMessages(Protocol):
    """Shows every table to everyone in its channel."""

    def shows_pictures(self, guild_id: int) -> bool:
        """Say whether the tables of a server are drawn."""
        ...

    def pressed(self, table_id: int, user_id: int) -> None:
        """Note that a person has pressed something at a table, and so needs no mention yet."""
        ...

    def words(self, table: Table) -> Translator:
        """Give the language of the server that a table is in."""
        ...

    async def open_with(self, table: Table, send: Send) -> None:
        """Show a table that was just opened by an answer.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer cannot be given.
            NotSaved: which message shows the table could not be saved.
        """
        ...

    async def change_with(self, table: Table, message_id: int, change: Change) -> None:
        """Show a table as it is now by the answer to a press on its message.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer cannot be given.
        """
        ...

    def show_again(self, table: Table) -> None:
        """Post the message of a table anew, where the old one cannot be seen any more."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one running bot."""

    tables: Tables
    records: Records
    rule_sets: RuleSets
    preferences: Preferences
    newcomers: Newcomers
    advisor: Advisor
    faces: Faces
    commands: SpadesCommands
    hands: Hands
    presenter: TableMessages
    clock: Clock
    sight: Sight
    deliveries: Deliveries = field(default_factory=Deliveries)
    drafts: Drafts = field(default_factory=Drafts)


class Client(commands.Bot):
    """A Discord client that carries the services."""

    services: Services


Interaction = discord.Interaction[Client]


def services_of(interaction: Interaction) -> Services:
    """Give the services of the bot that an interaction came to."""
    return interaction.client.services
