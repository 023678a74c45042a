"""Tables in the middle of games, put into a database without Discord."""

import asyncio
import random
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from bot.tables import lifecycle, seating
from bot.tables.computers import ComputerPlayers
from bot.tables.deadlines import Timing
from bot.tables.model import Pace, Person, Place, Table
from bot.tables.opening import NewTable
from bot.tables.ports import News
from bot.tables.service import Tables
from data.database import Database
from data.store import SqlStore
from engine.actions import SeatAction
from engine.presets import CARDCOUCH
from engine.seats import Seat
from tests.loopback.api import Channel, LoopbackDiscord
from tests.process.group import Group, Playground

AT_A_TABLE: Final = 4
IN_A_GUILD: Final = 100

ENDLESS: Final = CARDCOUCH.changed(target=2000, losing_score=None)
"""Rules by which no game ends while anything is measured."""

_AT_ONCE: Final = 64


class _Clock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class _Secrets:
    def __init__(self) -> None:
        self._chance = random.Random(1)

    def secret(self) -> bytes:
        return self._chance.randbytes(32)


class _Nobody:
    def publish(self, news: News) -> None:
        """Show nothing."""

    def release(self, table_id: int) -> bool:
        """Let every table go."""
        return True

    def drop(self, table_id: int) -> None:
        """Know no table anyway."""


def groups(discord: LoopbackDiscord, count: int) -> list[Group]:
    """Make groups of four people, each with a channel of its own."""
    ground = Playground(discord, random.Random(1))
    found: list[Group] = []
    for began in range(0, count, IN_A_GUILD):
        guild = discord.add_guild(f"Club {began // IN_A_GUILD}")
        for number in range(began, min(count, began + IN_A_GUILD)):
            channel = discord.add_channel(guild, f"table-{number}")
            found.append(_group(ground, channel, f"P{number}"))
    return found


def sharing(discord: LoopbackDiscord, count: int) -> list[Group]:
    """Make groups of four people who all play in one channel."""
    ground = Playground(discord, random.Random(1))
    channel = discord.add_channel(discord.add_guild("Crowded"), "everybody")
    return [_group(ground, channel, f"Q{number}") for number in range(count)]


def _group(ground: Playground, channel: Channel, name: str) -> Group:
    people = tuple(ground.discord.add_user(f"{name}-{seat}") for seat in range(AT_A_TABLE))
    return Group(ground, channel, people, "cardcouch")


async def fill(path: Path, filled: Sequence[Group], moves: int) -> None:
    """Open a table for each group and play it.

    Args:
        path: the database; it is made.
        filled: the groups.
        moves: bids and plays at each table.
    """
    async with await Database.open(path) as database:
        tables = Tables(
            store=SqlStore(database, _Clock()),
            players=ComputerPlayers(),
            publisher=_Nobody(),
            clock=_Clock(),
            secrets=_Secrets(),
            timing=Timing(1.2, 0.0, 3600.0, 600.0, 604800.0),
        )
        for begin in range(0, len(filled), _AT_ONCE):
            some = filled[begin : begin + _AT_ONCE]
            await asyncio.gather(*(_fill(tables, group, moves) for group in some))
        await tables.close()


async def _fill(tables: Tables, group: Group, moves: int) -> None:
    host, *others = (Person(user.id, user.name) for user in group.people)
    name = f"room-{host.id}"
    place = Place(group.channel.guild_id or 0, group.channel.id)
    table = await tables.open(NewTable(place, host, ENDLESS, Pace.NONE), name)
    for other in others:
        await tables.change(table.id, partial(_sit, other))
    table = await tables.step(table.id, lambda t: lifecycle.start(t, host.id, f"{name}-start"))
    for move in range(moves):
        while table.turn is None:
            await asyncio.sleep(0.001)
            table = await tables.get(table.id)
        who = table.chairs[table.turn].person
        if who is None or table.game is None:
            raise ValueError("a computer player is to move, whom nothing moves here")
        action = table.game.legal_actions[0]
        acted = await tables.act(table.id, who.id, f"{name}-{move}", partial(_always, action))
        table = acted.table


def _sit(person: Person, table: Table) -> Table:
    return seating.sit(table, person, None)


def _always(action: SeatAction, _: Seat) -> SeatAction:
    return action
