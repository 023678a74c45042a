"""Wires the bot together: the one module that knows every concrete class."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

import discord
import structlog

from bot import metrics
from bot.client import SpadesBot
from bot.clock import DiscordTime, SteadyClock
from bot.core import leave_outdated_out
from bot.ending import leave_anyway
from bot.handover import ShardKeeper
from bot.health import answering
from bot.heartbeat import heartbeat_of, keep_beating
from bot.leading import Leading
from bot.newcomers import Newcomers
from bot.own_data import OwnData
from bot.parts import RunningParts
from bot.preferences import Preferences
from bot.processes import Processes
from bot.render.worker import NoPictures, PooledRenderer, Renderer
from bot.served import ServedTables
from bot.serving import serve
from bot.settings import Settings
from bot.startup import ExitCode
from bot.tables import lifecycle
from bot.tables.computers import ComputerPlayers
from bot.tables.deadlines import Timing
from bot.tables.ports import Clock, News, Publisher, Secrets, Store
from bot.tables.puzzles import Puzzles
from bot.tables.reviewing import Reviewer
from bot.tables.service import Tables
from bot.tables.shards import AllShards, Shards
from bot.tables.thinking import ThinkingPlayers, warm_up_presets
from bot.tidying import Tidying
from cogs.base.access import Sight
from cogs.base.calls import Calls
from cogs.base.faces import Faces
from cogs.base.limits import InvalidRequests
from cogs.base.outgoing import Outgoing
from cogs.base.services import Services, SpadesCommands
from cogs.base.tree import SpadesTree
from cogs.events import Events
from cogs.hand.open_hands import OpenHands
from cogs.table_message.avatars import Avatars
from cogs.table_message.presenter import Presenter
from cogs.table_message.prompts import Prompts
from cogs.table_message.public_appearance import PublicAppearance
from cogs.table_message.public_messages import PublicMessages
from data.catching_up import catch_up
from data.database import Database, Place, place_of
from data.history import SqlHistory
from data.own_data import SqlOwnData
from data.prompts import SqlPrompts
from data.records import SqlRecords
from data.remembered import SqlFacts, SqlPreferences
from data.rulesets import SqlRuleSets
from data.store import SqlStore
from engine.deals import SECRET_BYTES

log = structlog.get_logger(__name__)

THINKING_NICENESS: Final = 5
"""Computer players' processes yield the CPU to the one that answers presses."""


class DiscordClock:
    """Takes the time from discord.py, so that a simulated Discord can move it."""

    def now(self) -> datetime:
        """Give the present moment (aware, UTC)."""
        return discord.utils.utcnow()


class SystemSecrets:
    """Draws secrets from the operating system."""

    def secret(self) -> bytes:
        """Give fresh random bytes, enough for a game."""
        return secrets.token_bytes(SECRET_BYTES)


@dataclass(frozen=True, slots=True)
class _Publishers:
    """Several publishers as one: each gets the news in turn."""

    all: tuple[Publisher, ...]

    def publish(self, news: News) -> None:
        """Publish to each."""
        for each in self.all:
            each.publish(news)

    def release(self, table_id: int) -> bool:
        """Let go of a table if all can; one that has done so takes it up with the next news."""
        return all(each.release(table_id) for each in self.all)

    def drop(self, table_id: int) -> None:
        """Let go of a table everywhere."""
        for each in self.all:
            each.drop(table_id)


@dataclass(frozen=True, slots=True)
class Pacing:
    """How long messages wait, in seconds; a simulated Discord needs no waiting.

    Attributes:
        between_edits: between two edits of one public message; Discord allows about five in five
            seconds per channel.
        before_edit: before the first of several edits: long enough for an answer to arrive, too
            short to be noticed.
        between_hands: between two edits of one open hand; the newest state wins.
        limited: whether requests are kept within Discord's limit per second.
    """

    between_edits: float = 1.1
    before_edit: float = 0.2
    between_hands: float = 0.8
    limited: bool = True


def build(
    settings: Settings,
    pacing: Pacing | None = None,
    chance: Secrets | None = None,
    clock: Clock | None = None,
) -> SpadesBot:
    """Build the bot; it opens the database after logging in, and closes it on `close`.

    Args:
        settings: what the operator has set.
        pacing: how long messages wait; by default, within Discord's limits.
        chance: the source of the secrets behind the deals; by default, the operating system.
        clock: the tables' clock; by default, discord.py's time.

    Raises:
        BadAddressError: the settings name a database that is none.
    """
    steady = clock or DiscordClock()
    time = DiscordTime(steady)
    pace = pacing or Pacing()
    invalid = InvalidRequests()
    outgoing = Outgoing(invalid, paced=pace.limited, processes=settings.process_count)
    place = place_of(settings.database_path, settings.database_address)
    setup = _Setup(settings, pace, chance or SystemSecrets(), place, steady, time, outgoing)

    def heard(status: int, moment: datetime | None) -> None:
        invalid.heard(status)
        if moment is not None:
            time.heard(moment)

    return SpadesBot(partial(_assemble, setup), heard, SpadesTree)


@dataclass(frozen=True, slots=True)
class _Setup:
    """What exists before the bot logs in; see `build`."""

    settings: Settings
    pacing: Pacing
    secrets: Secrets
    place: Place
    clock: Clock
    time: DiscordTime
    outgoing: Outgoing


async def _assemble(setup: _Setup, bot: SpadesBot) -> RunningParts:
    settings = setup.settings
    late = metrics.RENEWALS_LATE.inc
    database = await Database.open(setup.place, plan=settings.shard_plan(), late=late)
    bot.identifying.take_turns(database.shards.turn)
    players, store = _players(settings), SqlStore(database, setup.clock)
    services, messages = _services(setup, bot, database, store, players)
    facts, shards = SqlFacts(database), database.shards
    leading = None
    if not isinstance(shards, AllShards):
        leading = Leading(bot, services, facts, setup.outgoing, settings)
    served = ServedTables(shards, services.tables, messages.prompts)
    keeper = ShardKeeper(shards, bot.gate, bot.connections, setup.outgoing, served, leading)
    _watch(bot, services.tables, messages.hands, setup.outgoing, shards)
    return RunningParts(
        bot=bot,
        settings=settings,
        services=services,
        presenter=messages.presenter,
        database=database,
        shards=shards,
        keeper=keeper,
        leading=leading,
        facts=facts,
        events=Events(services.tables, messages.presenter),
        prompts=messages.prompts,
        outgoing=setup.outgoing,
        renderer=services.renderer,
        players=players,
        rate_earlier=lambda: catch_up(database),
        tidying=Tidying(store, SqlOwnData(database), setup.clock, lambda: shards.leading),
    )


def _services(
    setup: _Setup,
    bot: SpadesBot,
    database: Database,
    store: SqlStore,
    players: ComputerPlayers | ThinkingPlayers,
) -> tuple[Services, "_Messages"]:
    """Build what the cogs use, and what shows tables; both hear what other processes change."""
    preferences = Preferences(SqlPreferences(database), setup.settings.turn_prompt_seconds)
    records, games = SqlRecords(database), SqlHistory(database)
    newcomers = Newcomers(records)
    renderer: Renderer = PooledRenderer() if setup.settings.table_pictures else NoPictures()
    messages = _messages(setup, bot, preferences, renderer, database, lambda: tables)
    publisher = _Publishers((newcomers, messages.presenter))
    tables = _tables(setup, store, publisher, players, preferences)
    reviewer = Reviewer(players.processes if isinstance(players, ThinkingPlayers) else None)
    own_data = OwnData(SqlOwnData(database), store, tables, preferences)
    for each in (preferences, own_data):
        database.hearing.listen(each.heard, each.missed)
    services = Services(
        tables=tables,
        records=records,
        newcomers=newcomers,
        rule_sets=SqlRuleSets(database),
        preferences=preferences,
        own_data=own_data,
        advisor=players,
        faces=messages.faces,
        commands=messages.commands,
        hands=messages.hands,
        presenter=messages.presenter,
        clock=setup.clock,
        sight=Sight(setup.clock),
        calls=Calls(bot, setup.outgoing, preferences),
        history=games,
        reviewer=reviewer,
        puzzles=Puzzles(tables, games, reviewer),
        renderer=renderer,
    )
    return services, messages


@dataclass(frozen=True, slots=True)
class _Messages:
    """What shows tables, and how messages show cards and commands."""

    faces: Faces
    commands: SpadesCommands
    hands: OpenHands
    prompts: Prompts
    presenter: Presenter


def _messages(
    setup: _Setup,
    bot: SpadesBot,
    preferences: Preferences,
    renderer: Renderer,
    database: Database,
    tables: Callable[[], Tables],
) -> _Messages:
    """Build what shows tables; `tables` is called once there is news of a table."""

    async def note(table_id: int, message_id: int | None, number: int) -> None:
        await tables().note_message(table_id, message_id, number)

    async def park(table_id: int) -> None:
        await tables().change(table_id, lifecycle.park)

    outgoing, pacing, records = setup.outgoing, setup.pacing, SqlRecords(database)
    faces, commands = Faces(), SpadesCommands()
    avatars = Avatars(bot.http.get_from_cdn)
    appearance = PublicAppearance(
        bot, preferences, renderer, avatars, faces, commands, setup.time, records=records
    )
    prompts = Prompts(bot, appearance, outgoing, SqlPrompts(database))
    hands = OpenHands(outgoing, pacing.between_hands)
    presenter = Presenter(
        PublicMessages(bot, appearance, outgoing, prompts, note),
        hands,
        prompts,
        appearance,
        outgoing,
        park,
        seconds_between_edits=pacing.between_edits,
        seconds_before_edit=pacing.before_edit,
    )
    return _Messages(faces, commands, hands, prompts, presenter)


def _tables(
    setup: _Setup,
    store: Store,
    publisher: Publisher,
    players: ComputerPlayers | ThinkingPlayers,
    preferences: Preferences,
) -> Tables:
    return Tables(
        store=store,
        players=players,
        publisher=publisher,
        clock=setup.clock,
        secrets=setup.secrets,
        timing=_timing(setup.settings),
        patience=lambda guild_id: preferences.of_server(guild_id).patience,
    )


def _watch(
    bot: SpadesBot,
    tables: Tables,
    hands: OpenHands,
    outgoing: Outgoing,
    shards: Shards,
) -> None:
    """Let the gauges of monitoring show the bot as it is when they are asked."""
    metrics.TABLES.set_function(lambda: tables.count)
    metrics.HANDS.set_function(lambda: len(hands))
    metrics.WAITING.set_function(lambda: len(outgoing))
    metrics.GUILDS.set_function(lambda: len(bot.guilds))
    metrics.CONNECTED.set_function(lambda: bot.connected)
    metrics.SHARDS.set_function(lambda: len(shards.held))
    metrics.SHARD_COUNT.set_function(lambda: shards.count)


def _players(settings: Settings) -> ComputerPlayers | ThinkingPlayers:
    """Run computer players in processes of their own, unless the operator wants none."""
    # Rules of thumb use the core too, in this process.
    if leave_outdated_out():
        log.warning("fast_core_outdated", remedy="make core")
    workers = settings.computer_processes
    if not workers:
        return ComputerPlayers()
    processes = Processes(count=workers, niceness=THINKING_NICENESS, warm_up=warm_up_presets)
    metrics.WORKERS.set_function(lambda: processes.running)
    return ThinkingPlayers(processes, workers, ComputerPlayers())


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
        pacing: how long messages wait; by default, within Discord's limits.

    Raises:
        StartupError: the token is refused, or the database cannot be used.
    """
    return asyncio.run(_run(settings, pacing))


async def _run(settings: Settings, pacing: Pacing | None) -> int:
    token = settings.require_token()
    bot = build(settings, pacing, clock=SteadyClock())
    # The bot may wait long for Discord before it opens the database, and is healthy meanwhile.
    beating = asyncio.create_task(keep_beating(heartbeat_of(settings.database_path)))
    try:
        async with answering(settings.health_port, bot.missing):
            await serve(bot, token, leave_anyway, shared=settings.database_url is not None)
    finally:
        beating.cancel()
    return ExitCode.OK
