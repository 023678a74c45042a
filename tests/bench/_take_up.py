"""A bot that is killed among very many tables of every kind, and starts again."""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.tables.model import Due, DueKind, Pace, Person, Place, Status
from data.database import Database
from engine.presets import CARDCOUCH
from tests.bench._restart_figures import spread
from tests.bench._stored import Played, Written, by_chance, played, seated, write
from tests.bench._watched import FILE_VARIABLE
from tests.bench.memory import resident
from tests.loopback.api import (
    BotProcess,
    Channel,
    Delivery,
    LoopbackDiscord,
    Message,
    NoSuchComponent,
    NotVisible,
    User,
    WaitedTooLong,
)
from tests.loopback.model import MessageFlags
from tests.process.faces import offers

if TYPE_CHECKING:
    from sqlalchemy import URL

    from tests.data.cluster import Cluster

ENTRIES: Final = 133
GAMES: Final = 40
IN_A_GUILD: Final = 100
LONG: Final = 1200.0
OLD: Final = timedelta(days=2)
SOON: Final = timedelta(minutes=20)
RULES: Final = CARDCOUCH.changed(target=2000, losing_score=None)
PATIENCE: Final = 10.0
AGAIN: Final = 4.0
"""Seconds after which people press again; Discord takes no answer after three."""
TAKEN: Final = "shard_taken"
QUIET: Final = 15
"""Of twenty tables, those where nothing has happened for days."""

_PAUSE: Final = 0.1
_LOOK: Final = 0.2


@dataclass(slots=True)
class Seen:
    """What was seen of the second start; times in seconds.

    Attributes:
        tables: how many there are.
        where: which database they are in.
        ready: from the start of the process to READY, and to the lease of its only shard.
        first: from then to the answer to the first press.
        answers: how long people waited.
        stills: how late a callback of the event loop came that is due every two milliseconds, from
            READY until it was told to end.
        own: the processor time of the loop's own thread before each.
        ending: the most of that once it was told to end.
        memory: the most resident bytes of the bot's process.
        wanted: tables that have to be shown anew, since their clock or their message may be wrong.
        shown: how many of them were.
        all_shown: from READY to the last of these.
        load: the machine's load average at the end.
    """

    tables: int
    where: str
    ready: float = 0.0
    first: float = 0.0
    answers: list[float] = field(default_factory=list)
    stills: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    ending: float = 0.0
    memory: int = 0
    wanted: int = 0
    shown: int = 0
    all_shown: float = 0.0
    load: float = 0.0

    def __str__(self) -> str:
        """Give the figures as lines to read."""
        return "\n".join(
            (
                f"{self.tables} tables in {self.where}, killed; load {self.load:.1f}",
                f"  start to READY                 {self.ready:.2f} s",
                f"  READY to the first answer      {self.first:.3f} s",
                f"  people waited for an answer    {spread(self.answers)}",
                f"  the loop was late              {spread(self.stills)}",
                f"  its own part in that           {spread(self.own)}",
                f"  and at most, while it ended     {self.ending:.3f} s",
                f"  resident memory at most        {self.memory / 2**20:.0f} MiB",
                (
                    f"  tables shown anew              {self.shown} of {self.wanted}, the last "
                    f"after {self.all_shown:.0f} s"
                ),
            )
        )


@dataclass(slots=True)
class _Place:
    """One table's channel, people and message."""

    channel: Channel
    people: Sequence[User]
    message: Message | None = None


async def watched(tables: int, server: "Cluster | None" = None) -> Seen:
    """Fill a database, let a bot take it up, kill the bot, and watch the next one.

    Args:
        tables: how many.
        server: where the database is; None for a file.
    """
    seen = Seen(tables, "SQLite" if server is None else "PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="spades-bench-") as name:
        folder = Path(name)
        settings = {"DATABASE_PATH": str(folder / "spades.sqlite"), "TABLE_PICTURES": "false"}
        place: Path | URL = folder / "spades.sqlite"
        if server is not None:
            place = await server.emptied()
            address = place.set(drivername="postgresql").render_as_string(hide_password=False)
            settings["DATABASE_URL"] = address
        async with LoopbackDiscord(validate=False, keep_bodies=False) as discord:
            places = list(_places(discord, tables))
            async with await Database.open(place) as database:
                await write(database, _tables(discord, places), datetime.now(UTC))
            discord.limits.realistic()
            discord.gateway.welcome.ready_after = 0.2
            async with await discord.process("run", extra=settings) as process:
                await process.ready(LONG)
                await process.kill()
            await _watch(seen, discord, places, settings, folder / "stalls.json")
    seen.load = os.getloadavg()[0]
    return seen


def _places(discord: LoopbackDiscord, tables: int) -> Iterator[_Place]:
    people: list[User] = []
    guild = discord.add_guild("Club")
    for number in range(tables):
        if number % IN_A_GUILD == IN_A_GUILD - 1:
            guild = discord.add_guild(f"Club {number // IN_A_GUILD}")
        if number % 4 == 0:
            people = [discord.add_user(f"P{number}-{seat}") for seat in range(4)]
        yield _Place(discord.add_channel(guild, f"table-{number}"), people)


def _tables(discord: LoopbackDiscord, places: Sequence[_Place]) -> Iterator[Written]:
    now, chance = datetime.now(UTC), random.Random(1)
    games = [by_chance(RULES, ENTRIES, number) for number in range(GAMES)]
    for number, place in enumerate(places):
        place.message = _message(discord, place.channel, number + 1)
        yield _table(number, place, chance.choice(games), now)


def _message(discord: LoopbackDiscord, channel: Channel, table_id: int) -> Message:
    """Put the message of a table into its channel, as the bot has sent it once."""
    world = discord.world
    button = {"type": 2, "id": 2, "style": 1, "label": "My hand", "custom_id": f"s:hand:{table_id}"}
    message = Message(world.ids.next(), channel.id, world.bot.id, discord.clock.now())
    message.flags |= MessageFlags.COMPONENTS_V2
    message.components = [{"type": 1, "id": 1, "components": [button]}]
    world.add_message(message)
    return message


def _table(number: int, place: _Place, past: Played, now: datetime) -> Written:
    """Give a table of one of the kinds that there are."""
    people = [Person(user.id, user.name) for user in place.people]
    where = Place(place.channel.guild_id or 0, place.channel.id)
    assert place.message is not None
    kind = number % 20
    age = SOON if kind >= QUIET else OLD + timedelta(minutes=number % 1000)
    begun = seated(where, people, RULES, f"table-{number}", now - age - timedelta(hours=1))
    if kind == 19:
        due = Due(DueKind.CLOSE, now + timedelta(minutes=30))
        return begun, replace(begun, message_id=place.message.id, due=due), ()
    opened, after, entries = played(begun, past)
    due = Due(DueKind.CLOSE, now - age + timedelta(days=6))
    pace = Pace.NONE
    if kind == 18:
        pace, due = Pace.QUICK, Due(DueKind.TURN, now + timedelta(seconds=number % 15))
    after = replace(
        after,
        status=Status.PLAYING,
        pace=pace,
        due=due,
        moved_at=now - age,
        message_id=place.message.id,
        message_round=0 if after.game is None else after.game.number,
    )
    return opened, after, entries


async def _watch(
    seen: Seen,
    discord: LoopbackDiscord,
    places: Sequence[_Place],
    settings: dict[str, str],
    stalls: Path,
) -> None:
    extra = {**settings, FILE_VARIABLE: str(stalls)}
    begun = time.perf_counter()
    waiting = [place.message for number, place in enumerate(places) if number % 20 >= QUIET]
    seen.wanted = len(waiting)
    before = sum(_edited(each) for each in waiting)
    async with await discord.process(
        "run", main="tests.bench._watched:main", extra=extra
    ) as process:
        await process.ready(LONG)
        # At a server it may be ready before the lease of the killed one has run out.
        while seen.where == "PostgreSQL" and TAKEN not in process.output:  # noqa: ASYNC110
            await asyncio.sleep(_LOOK / 10)
        ready, ready_at = time.perf_counter(), time.time()
        seen.ready = ready - begun
        async with _running(_walk(seen, discord, places), _weigh(seen, process)):
            while time.perf_counter() - ready - seen.all_shown < PATIENCE:
                await asyncio.sleep(_LOOK)
                shown = sum(_edited(each) for each in waiting) - before
                if shown > seen.shown:
                    seen.shown, seen.all_shown = shown, time.perf_counter() - ready
        told_at = time.time()
        await process.terminate(LONG)
    noted = _noted(stalls)
    served = [each for each in noted if ready_at <= each[0] <= told_at]
    seen.stills, seen.own = [each[1] for each in served], [each[2] for each in served]
    seen.ending = max((each[2] for each in noted if each[0] > told_at), default=0.0)


def _noted(stalls: Path) -> list[tuple[float, float, float]]:
    noted: list[tuple[float, float, float]] = json.loads(stalls.read_text("utf-8"))
    return noted


def _edited(message: Message | None) -> bool:
    return message is not None and message.edits > 0


async def _weigh(seen: Seen, process: BotProcess) -> None:
    while True:
        seen.memory = max(seen.memory, await asyncio.to_thread(resident, process))
        await asyncio.sleep(1.0)


async def _walk(seen: Seen, discord: LoopbackDiscord, places: Sequence[_Place]) -> None:
    """Open the hand at one table after another where nothing has happened for days, and play."""
    quiet = [place for number, place in enumerate(places) if number % 20 < QUIET]
    begun = time.perf_counter()
    for number, place in enumerate(quiet):
        assert place.message is not None
        message = place.message
        person = place.people[number % 4]
        hand = await _press(seen, discord, person, message, message_id(message))
        while not seen.answers:
            hand = await _press(seen, discord, person, message, message_id(message))
        if not seen.first:
            seen.first = time.perf_counter() - begun
        if hand is not None and (offered := offers(hand.custom_ids)):
            await _press(seen, discord, person, hand, offered[0].custom_id)
        await asyncio.sleep(_PAUSE)


def message_id(message: Message) -> str:
    """Give the custom id of the button that opens the hand."""
    return next(each for each in message.custom_ids if each.startswith("s:hand:"))


async def _press(
    seen: Seen, discord: LoopbackDiscord, person: User, message: Message, custom_id: str
) -> Message | None:
    try:
        result = await discord.press(person, message, custom_id, delivery=Delivery(within=AGAIN))
    except (NoSuchComponent, NotVisible, WaitedTooLong):
        return None
    if result.latency is not None:
        seen.answers.append(result.latency)
    return result.original


@asynccontextmanager
async def _running(*works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(each) for each in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
    for each in done:
        if isinstance(each, Exception):
            raise each
