"""The services that commands and presses use, and the client that carries them."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

import discord
from discord import ui
from discord.ext import commands

from bot.newcomers import Newcomers
from bot.own_data import OwnData
from bot.preferences import Preferences
from bot.render.worker import Renderer
from bot.tables.history import History
from bot.tables.model import Table
from bot.tables.ports import Advisor, Clock
from bot.tables.puzzles import Puzzles
from bot.tables.records import Records
from bot.tables.reviewing import Reviewer
from bot.tables.rulesets import RuleSets
from bot.tables.service import Tables
from bot.texts.translator import Translator
from cogs.base.access import Sight
from cogs.base.callbacks import Deliveries
from cogs.base.calls import Calls
from cogs.base.faces import Faces

Send = Callable[[ui.LayoutView, Sequence[discord.File]], Awaitable[int]]
"""Sends a message with its files, and gives its id."""

Change = Callable[[ui.LayoutView, Sequence[discord.File] | None], Awaitable[None]]
"""Edits a message; without files it keeps its own."""


@dataclass(slots=True)
class SpadesCommands:
    """The ids of the bot's commands, by which texts show them as links.

    Attributes:
        ids: the ids by name, empty until Discord has sent them.
    """

    ids: dict[str, int] = field(default_factory=dict)


class PrivateAnswer(Protocol):
    """An answer that one person sees, which can be edited while its token is valid."""

    @property
    def interaction(self) -> "Interaction":
        """The interaction that it answers."""
        ...

    @property
    def shown_id(self) -> int | None:
        """The id of its message; None before there is one."""
        ...

    @property
    def pressed_id(self) -> int | None:
        """The id of the private message that was pressed; None if it was another, or a command."""
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
        """Note that a person has just been shown a hand; remove an older one of theirs."""
        ...

    def aside(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note that the message of an open hand shows something else until the person goes back."""
        ...

    def answered(self, table_id: int, answer: PrivateAnswer) -> None:
        """Note an answer in a message of its own; remove the person's last one to the same."""
        ...

    def answering(self, table_id: int, user_id: int) -> AbstractContextManager[None]:
        """Keep a hand from being refreshed while a press on it is answered."""
        ...

    def table_changed(self, table: Table) -> None:
        """Bring every open hand of a table up to date."""
        ...

    def release(self, table_id: int) -> bool:
        """Let go of a table that is to leave memory; say whether nobody has a hand open there."""
        ...

    def drop(self, table_id: int) -> None:
        """Let go of the hands of a table, whatever they show."""
        ...

    async def close(self) -> bool:
        """Stop refreshing; say whether all edits under way were finished."""
        ...


class TableMessages(Protocol):
    """Shows every table to everyone in its channel."""

    def shows_pictures(self, guild_id: int) -> bool:
        """Say whether a server wants pictures."""
        ...

    def pressed(self, table_id: int, user_id: int) -> None:
        """Note that a person has pressed something at a table, and so needs no mention yet."""
        ...

    def words(self, table: Table) -> Translator:
        """Give the language of a table's server."""
        ...

    async def open_with(self, table: Table, send: Send) -> None:
        """Show a new table by the answer to a command or press.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer cannot be given.
            NotSaved: the id of the message could not be saved.
        """
        ...

    async def change_with(self, table: Table, message_id: int, change: Change) -> None:
        """Show a table's present state by the answer to a press on its message.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer cannot be given.
        """
        ...

    def show_again(self, table: Table) -> None:
        """Post a new message of a table whose old one cannot be seen any more."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one running bot."""

    tables: Tables
    records: Records
    rule_sets: RuleSets
    preferences: Preferences
    own_data: OwnData
    newcomers: Newcomers
    advisor: Advisor
    faces: Faces
    commands: SpadesCommands
    hands: Hands
    presenter: TableMessages
    clock: Clock
    sight: Sight
    calls: Calls
    history: History
    reviewer: Reviewer
    puzzles: Puzzles
    renderer: Renderer
    deliveries: Deliveries = field(default_factory=Deliveries)


class Client(commands.AutoShardedBot):
    """A Discord client that carries the services.

    Attributes:
        services: what commands and presses use.
        named: the shards of which Discord has named every server.
    """

    services: Services
    named: set[int]


Interaction = discord.Interaction[Client]


def services_of(interaction: Interaction) -> Services:
    """Give the services of the bot that an interaction came to."""
    return interaction.client.services
