"""The one place that knows every concrete class, and joins them."""

import asyncio
import secrets
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import discord

from bot.client import SpadesBot
from bot.clock import DiscordTime, SteadyClock
from bot.heartbeat import heartbeat_of, keep_beating
from bot.outages import persist
from bot.preferences import Preferences
from bot.processes import pool_of
from bot.render.worker import NoPictures, PooledRenderer, Renderer
from bot.serving import serve
from bot.settings import Settings
from bot.startup import ExitCode
from bot.syncing import synced
from bot.tables import course
from bot.tables.computers import ComputerPlayers
from bot.tables.deadlines import Timing
from bot.tables.ports import Clock, Secrets
from bot.tables.service import Tables
from bot.tables.thinking import ThinkingPlayers
from cogs.access import Sight
from cogs.base.outgoing import InvalidRequests, Outgoing
from cogs.emojis import bring_faces
from cogs.events import Events
from cogs.services import Services
from cogs.spades import setup
from cogs.table_message.presenter import Presenter
from cogs.table_message.prompts import Prompts
from cogs.table_message.public_messages import PublicMessages
from cogs.ui.command import SpadesCommands
from cogs.ui.deliveries import Deliveries
from cogs.ui.faces import Faces
from cogs.ui.hands import OpenHands
from cogs.ui.public import PublicLook
from data.database import Database
from data.facts import SqlFacts
from data.preferences import SqlPreferences
from data.prompts import SqlPrompts
from data.records import SqlRecords
from data.rulesets import SqlRuleSets
from data.store import SqlStore
from engine.deals import SECRET_BYTES

THINKING_NICENESS: Final = 5
"""The processes that think give way to the one that answers."""


class DiscordClock:
    """Tells the time as discord.py does, so that a simulated Discord can move it."""

    def now(self) -> datetime:
        """Give the present moment (aware, UTC)."""
        return discord.utils.utcnow()


class SystemSecrets:
    """Draws secrets from the operating system."""

    def secret(self) -> bytes:
        """Give fresh random bytes, enough for a game."""
        return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class Pacing:
    """How long the messages of tables wait, in seconds; a simulated Discord needs no waiting.

    Attributes:
        between_edits: between two edits of one public message.
        before_edit: before the first of several edits.
        between_hands: between two edits of one open hand.
        limited: whether the requests of each second are limited to what Discord lets a bot make.
    """

    between_edits: float = 1.1
    before_edit: float = 0.2
    between_hands: float = 0.8
    limited: bool = True


@dataclass(slots=True)
class _Parts:
    """The parts of a running bot, closed in the order that loses nothing."""

    services: Services
    database: Database
    renderer: Renderer
    players: ComputerPlayers | ThinkingPlayers
    errands: list[asyncio.Task[None]]

    async def close(self) -> None:
        """Stop the clocks, finish what is being saved and shown, let go of the file."""
        for errand in self.errands:
            errand.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)
        await self.services.tables.close()
        await self.services.presenter.close()
        await self.renderer.close()
        await self.players.close()
        await self.database.close()


def build(
    settings: Settings,
    pacing: Pacing | None = None,
    chance: Secrets | None = None,
    clock: Clock | None = None,
    heartbeat: Path | None = None,
) -> SpadesBot:
    """Build the bot; it opens the database when it has logged in, and closes it on `close`.

    Args:
        settings: what the operator has set.
        pacing: how long messages wait; Discord's limits where it is left out.
        chance: where the secrets behind the deals come from; the operating system where it is
            left out.
        clock: the time that tables live by; as discord.py tells it where it is left out.
        heartbeat: the file that shows that the bot lives; none where it is left out.
    """
    given = chance or SystemSecrets()
    time = clock or DiscordClock()
    pace = pacing or Pacing()
    invalid = InvalidRequests()
    outgoing = Outgoing(invalid, paced=pace.limited)

    async def assemble(bot: SpadesBot) -> _Parts:
        parts = await _assemble(bot, settings, pace, given, time, outgoing)
        if heartbeat is not None:
            parts.errands.append(asyncio.create_task(keep_beating(heartbeat), name="heartbeat"))
        return parts

    return SpadesBot(assemble, invalid.heard)


async def _assemble(
    bot: SpadesBot,
    settings: Settings,
    pacing: Pacing,
    chance: Secrets,
    clock: Clock,
    outgoing: Outgoing,
) -> _Parts:
    database = await Database.open(settings.database_path)
    time = DiscordTime(clock)
    hands = OpenHands(outgoing, pacing.between_hands)
    preferences = Preferences(SqlPreferences(database))
    renderer: Renderer = PooledRenderer() if settings.table_pictures else NoPictures()
    faces = Faces()
    commands = SpadesCommands()
    look = PublicLook(bot, preferences, renderer, faces, commands, time)

    async def note(table_id: int, message_id: int | None, number: int) -> None:
        await tables.note_message(table_id, message_id, number)

    async def park(table_id: int) -> None:
        await tables.change(table_id, course.park)

    prompts = Prompts(bot, look, outgoing, SqlPrompts(database), settings.turn_prompt_seconds)
    presenter = Presenter(
        PublicMessages(bot, look, outgoing, prompts, note),
        hands,
        prompts,
        look,
        outgoing,
        park,
        seconds_between_edits=pacing.between_edits,
        seconds_before_edit=pacing.before_edit,
    )
    players = _players(settings)
    tables = Tables(
        store=SqlStore(database, clock),
        players=players,
        publisher=presenter,
        clock=clock,
        secrets=chance,
        timing=_timing(settings),
    )
    services = Services(
        tables=tables,
        records=SqlRecords(database),
        rule_sets=SqlRuleSets(database),
        preferences=preferences,
        advisor=players,
        faces=faces,
        commands=commands,
        hands=hands,
        presenter=presenter,
        clock=clock,
        deliveries=Deliveries(),
        sight=Sight(clock),
    )
    bot.services = services
    try:
        await setup(bot)
        await bot.add_cog(Events(services, time))
        facts = SqlFacts(database)
        commands.ids |= await persist(
            "sending the commands", lambda: synced(bot, facts, settings.dev_guild_id)
        )
        await preferences.start()
        await prompts.start()
        await tables.start()
        prompts.restored()
    except BaseException:
        await database.close()
        raise
    errands = [
        asyncio.create_task(renderer.start(), name="pictures"),
        asyncio.create_task(players.start(), name="players"),
    ]
    if settings.card_emojis:
        errands.append(asyncio.create_task(bring_faces(bot, faces), name="faces"))
    return _Parts(services, database, renderer, players, errands)


def _players(settings: Settings) -> ComputerPlayers | ThinkingPlayers:
    """Let computer players think in processes of their own, unless the operator wants none."""
    workers = settings.computer_processes
    if not workers:
        return ComputerPlayers()
    return ThinkingPlayers(lambda: pool_of(workers, THINKING_NICENESS), workers, ComputerPlayers())


def _timing(settings: Settings) -> Timing:
    return Timing(
        computer_delay=settings.computer_delay_seconds,
        between_rounds=settings.between_rounds_seconds,
        lobby=settings.lobby_minutes * 60,
        empty=settings.empty_table_minutes * 60,
        parked=settings.parked_table_days * 86400,
    )


def run(settings: Settings, pacing: Pacing | None = None) -> int:
    """Run the bot on Discord until it is told to stop; give the exit code.

    Args:
        settings: what the operator has set.
        pacing: how long messages wait; Discord's limits where it is left out.

    Raises:
        StartupError: the token is refused, or the database cannot be used.
    """
    return asyncio.run(_run(settings, pacing))


async def _run(settings: Settings, pacing: Pacing | None) -> int:
    token = settings.require_token()
    heartbeat = heartbeat_of(settings.database_path)
    bot = build(settings, pacing, clock=SteadyClock(), heartbeat=heartbeat)
    await serve(bot, token)
    return ExitCode.OK
