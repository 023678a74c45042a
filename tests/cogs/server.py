"""A server on a simulated Discord: a channel, five people, and the real bot."""

import asyncio
import hashlib
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, Final

import discord
import simcord

from bot import app
from bot.client import SpadesBot
from bot.clock import SteadyClock
from bot.local.simulation import SteppedEnv
from bot.settings import Settings
from bot.tables.model import Table
from bot.tables.service import Tables
from data.database import Database
from data.store import SqlStore
from engine.actions import SeatAction
from engine.players import rules_of_thumb
from engine.presets import PRESETS
from engine.seats import Seat
from engine.views import seat_view
from tests.cogs import audit
from tests.cogs.journal import Journal
from tests.cogs.logbook import read_logs
from tests.cogs.player import Player
from tests.cogs.reading import text_of

NAMES: Final = ("Ada", "Ben", "Chidi", "Dana", "Eve")
"""Ada opens tables; the first four sit in this order; Eve watches."""

BETWEEN_ROUNDS: Final = 12.0
"""Seconds between two rounds, as they are set unless a test sets others."""

AT_ONCE: Final = 0.01
"""Seconds in which everything is done that waits for nothing."""

NO_WAITING: Final = app.Pacing(0, 0, 0, limited=False)
"""Messages are edited at once."""

QUIET: Final = {
    "computer_delay_seconds": 0,
    "turn_prompt_seconds": 300,
    "computer_processes": 0,
    "card_emojis": False,
    "table_pictures": False,
}
"""Computer players act at once and by rules of thumb, nobody is prompted, and nothing is drawn,
unless a test sets it otherwise."""


class CountedSecrets:
    """Secrets that are the same in every run, so that every run plays the same games."""

    def __init__(self, seed: str) -> None:
        """Begin to count."""
        self._seed = seed
        self._given = 0

    def secret(self) -> bytes:
        """Give the next secret."""
        self._given += 1
        return hashlib.sha256(f"{self._seed}:{self._given}".encode()).digest()


def on_disk(path: Path, table_id: int) -> Table:
    """Read a table from the file, by a loop of its own, whoever serves the file."""

    async def load() -> Table:
        async with await Database.read_only(path) as database:
            table = await SqlStore(database, SteadyClock()).load(table_id)
        assert table is not None
        return table

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, load()).result()


class Server:
    """The simulated Discord, the bot in it, and everybody."""

    env: SteppedEnv

    def __init__(
        self,
        path: Path,
        settings: dict[str, Any],
        pacing: app.Pacing = NO_WAITING,
        seed: str = "club",
    ) -> None:
        """Furnish the server; `start` brings the bot."""
        self.path = path
        self._pacing = pacing
        self._settings = QUIET | settings
        self._secrets = CountedSecrets(seed)
        self._users = count(1)
        self._rng = random.Random(seed)
        self.env = SteppedEnv(
            self.build(), approved_intents=discord.Intents(guilds=True), settle_timeout=30
        )
        self.guild = self.env.create_guild("Club")
        self.channel = self.guild.create_text_channel("spades")
        self.people = tuple(self.newcomer(name) for name in NAMES)
        self.journal = Journal(self)

    def newcomer(
        self,
        name: str,
        guild: simcord.GuildHandle | None = None,
        roles: Sequence[simcord.RoleHandle] = (),
    ) -> Player:
        """Let someone join the server, who is called `name` there."""
        user = self.env.create_user(f"user{next(self._users)}", global_name=name)
        return Player(self, (guild or self.guild).add_member(user, roles=roles))

    def build(self, path: Path | None = None, **changed: Any) -> SpadesBot:  # noqa: ANN401
        """Build a bot for the server's database, or for another one."""
        settings = Settings(
            database_path=path or self.path, _env_file=None, **self._settings | changed
        )
        return app.build(settings, self._pacing)

    async def start(self) -> None:
        """Bring the bot in."""
        await self.env.start()
        self._take_secrets()

    async def restart(self, bot: SpadesBot | None = None) -> None:
        """Stop the bot in good order and start it again."""
        await self.env.bot.close()
        await self.replace_bot(bot or self.build())

    async def replace_bot(self, bot: SpadesBot) -> None:
        """Start another bot in place of the one that runs."""
        await self.env.restart_bot(bot)
        self._take_secrets()

    def _take_secrets(self) -> None:
        self.tables._secrets = self._secrets

    async def stop(self) -> None:
        """Let everybody go home; what the bot raised meanwhile is raised here."""
        await self.env.shutdown()
        async with asyncio.timeout(10):
            await self.env.bot.close()
        self.env._raise_errors_since(self.env._errors_acknowledged)

    async def rest(self) -> None:
        """Let happen what happens at once: computer players, edits of messages."""
        await self.env.advance_time(AT_ONCE)

    def problems(self) -> list[str]:
        """List what was wrong with anything that the bot has sent."""
        sent = self.journal.sent
        return [
            *audit.leaks(sent, read_logs(self.path)),
            *audit.refusals(sent),
            *audit.mentions(sent),
            *audit.too_long(sent),
            *audit.formatted_labels(sent),
        ]

    @property
    def bot(self) -> SpadesBot:
        """The bot that runs."""
        bot = self.env.bot
        assert isinstance(bot, SpadesBot)
        return bot

    @property
    def tables(self) -> Tables:
        """The tables of the bot that runs."""
        tables: Tables = self.bot.services.tables
        return tables

    def table(self, table_id: int = 1) -> Table:
        """Give an open table as it stands, in memory or not."""
        assert self.is_open(table_id), f"table {table_id} is not open"
        table = self.tables.open_table(table_id)
        return table or on_disk(self.path, table_id)

    def is_open(self, table_id: int = 1) -> bool:
        """Say whether a table has not ended."""
        return self.tables.is_open(table_id)

    def messages(self, channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
        """List the public messages of a channel, oldest first."""
        return (channel or self.channel).history()

    def message(self, table_id: int = 1) -> discord.Message:
        """Give the public message of an open table."""
        table = self.table(table_id)
        return self.message_by_id(table.place.channel_id, table.message_id)

    def message_by_id(self, channel_id: int, message_id: int | None) -> discord.Message:
        """Give a public message."""
        assert message_id is not None
        stored = self.env.backend.get_message(channel_id, message_id)
        return simcord.ResponseMessage(self.env, stored).message

    def says(self, table_id: int = 1) -> str:
        """Give the text of a table's public message."""
        return text_of(self.message(table_id))

    @property
    def last(self) -> discord.Message:
        """The newest public message of the channel."""
        message = self.channel.last_message
        assert message is not None
        return message

    def at(self, seat: int, table_id: int = 1) -> Player:
        """Give the person who holds a seat."""
        person = self.table(table_id).chairs[seat].person
        assert person is not None
        return next(each for each in self.people if each.id == person.id)

    def actor(self, table_id: int = 1) -> Player:
        """Give the person whose turn it is."""
        turn = self.table(table_id).turn
        assert turn is not None, "nobody is to act"
        return self.at(turn, table_id)

    def suggestion(self, table_id: int = 1) -> SeatAction:
        """Give what a sensible player would do in the place of the seat to act."""
        table = self.table(table_id)
        assert table.game is not None
        assert table.turn is not None
        return rules_of_thumb.choose(seat_view(table.game, table.turn), self._rng)

    async def lobby(self, *people: Player, **options: Any) -> int:  # noqa: ANN401
        """Let Ada open a table and others sit down by button, and give its number."""
        opened = await self.people[0].slash("new", **options)
        table_id = int(text_of(opened.message).split("Table ")[1].split("\n")[0])
        for person in people:
            await person.press(opened.message, label=f"{self._free(table_id) + 1} sit here")
        return table_id

    def _free(self, table_id: int) -> Seat:
        table = self.table(table_id)
        return next(seat for seat in table.rules.seats if table.chairs[seat].empty)

    async def four(self, **options: Any) -> int:  # noqa: ANN401
        """Begin a game of as many people as there are seats, who look at their hands at once."""
        seats = PRESETS[options.get("rules", "cardcouch")].players
        table_id = await self.lobby(*self.people[1:seats], **options)
        await self.people[0].press(self.message(table_id), label="Start")
        for person in self.people[:seats]:
            await person.open_hand(table_id)
        return table_id

    async def alone(self, **options: Any) -> int:  # noqa: ANN401
        """Begin a game of Ada and three computer players."""
        table_id = await self.lobby(**options, computers=3)
        await self.people[0].press(self.message(table_id), label="Start")
        await self.people[0].open_hand(table_id)
        return table_id

    async def end(self, table_id: int = 1, channel: simcord.ChannelHandle | None = None) -> None:
        """Let as many people as it takes end a game without a result."""
        for person in self.people:
            if self.is_open(table_id):
                asked = await person.slash("end", channel, table=table_id)
                await person.press(asked.message, label="End the game")

    async def turn(self, table_id: int = 1) -> Player:
        """Let the person to act do something sensible, and say who it was."""
        person = self.actor(table_id)
        await person.do(self.suggestion(table_id), table_id)
        return person

    async def bidding(self, table_id: int = 1) -> None:
        """Let everyone bid."""
        while self.phase(table_id) == "bidding":
            await self.turn(table_id)

    def phase(self, table_id: int = 1) -> str:
        """Give the phase of a table's game."""
        game = self.table(table_id).game
        return "lobby" if game is None else game.phase

    async def step(self, table_id: int = 1) -> None:
        """Let the table go one step on: a person's turn, or the next deal."""
        if self.table(table_id).turn is None:
            await self.env.advance_time(self.between_rounds)
        else:
            await self.turn(table_id)

    @property
    def between_rounds(self) -> float:
        """Seconds that a score sheet stands."""
        return float(self._settings.get("between_rounds_seconds", BETWEEN_ROUNDS))

    async def until_round_ends(self, table_id: int = 1) -> None:
        """Let everyone play until the round is over."""
        while self.is_open(table_id) and self.table(table_id).turn is not None:
            await self.turn(table_id)

    async def play_out(self, table_id: int = 1) -> Table:
        """Let everyone play to the end of the game, and give the table as it ended."""
        while self.is_open(table_id):
            await self.step(table_id)
        return await self.tables.get(table_id)

    async def until(self, done: Sequence[object], table_id: int = 1) -> None:
        """Let everyone play until the phase of the game is one of these."""
        while self.phase(table_id) not in done:
            await self.step(table_id)
