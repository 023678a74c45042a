"""Tables that play, for tests of the store: every change is saved, as the bot would."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Table as SqlTable
from sqlalchemy import select

from bot.tables import lifecycle
from bot.tables.model import Chair, Pace, Person, Place, Status, Table
from bot.tables.ports import Store
from bot.tables.step import Step
from data.database import Database
from engine.actions import Look, SeatAction
from engine.deals import Seeds
from engine.game import Game
from engine.players import rules_of_thumb
from engine.presets import CARDCOUCH, CUTTHROAT, HERO_PARTNERS
from engine.rules import Rules
from engine.views import seat_view

GUILD: Final = 900_000_000_000_000_001
HOUSES: Final[dict[str, Rules]] = {
    "exchange": HERO_PARTNERS.changed(exchange=2, bidding="suicide", blind_nil_deficit=50),
    "no_bids_first": CARDCOUCH.changed(first_round="bids_itself", bag_count="reset", bag_limit=3),
    "ten": CARDCOUCH.changed(ten_made=200, ten_missed=150, minimum_contract=7, boston="bonus"),
    "one_nil": CARDCOUCH.changed(double_nil="unit", nil_value=50, bag_points_kept=False),
    "deuces": CARDCOUCH.changed(deck="deuces", opening="lowest_club", bidding="whiz"),
    "three": CUTTHROAT.changed(blind_nil=True, minimum_contract=3, spade_leads="any_time"),
}
"""Tables whose house rules change what is logged, or what follows from it."""

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
USERS: Final = (101, 102, 103, 104)


class TickingClock:
    """Each look at it is a second later than the one before."""

    def __init__(self) -> None:
        self._at = EPOCH

    def now(self) -> datetime:
        """Give the next second."""
        self._at += timedelta(seconds=1)
        return self._at


def person(user_id: int) -> Person:
    """Name a person after the id."""
    return Person(user_id, f"User {user_id}", f"avatars/{user_id}/hash")


def lobby(
    command_id: str = "open",
    rules: Rules = CARDCOUCH,
    users: Sequence[int] = USERS,
    guild_id: int = GUILD,
) -> Table:
    """Make a table that is not stored yet; seats without a user are empty."""
    chairs = [Chair(person(user)) for user in users[: len(rules.seats)]]
    chairs += [Chair()] * (len(rules.seats) - len(users))
    return Table(
        id=0,
        command_id=command_id,
        place=Place(guild_id, 7_000_000_000_000_000_007),
        host=users[0],
        rules=rules,
        pace=Pace.RULES,
        status=Status.LOBBY,
        chairs=tuple(chairs),
        seeds=Seeds(random.Random(command_id).randbytes(32)),
        created_at=EPOCH,
    )


async def saved(store: Store, before: Table, after: Step | Table) -> Table:
    """Save a step, or a change without an action, and give the table after it."""
    step = after if isinstance(after, Step) else Step(after)
    await store.save(before, step.table, step.entries)
    return step.table


async def begun(store: Store, table: Table) -> Table:
    """Store a lobby and begin its game."""
    stored = await store.create(table)
    return await saved(store, stored, lifecycle.begin(stored, f"begin:{stored.id}"))


def next_step(table: Table, rng: random.Random, wild: float = 1.0) -> Step:
    """Give what happens next: the deal, a sensible action, or by the share `wild` any legal one."""
    command_id = f"{table.id}:{table.version + 1}"
    game = table.game
    assert game is not None
    if game.to_act is None:
        return lifecycle.next_deal(table, command_id)
    action = any_action(game, rng) if rng.random() < wild else sensible_action(game, rng)
    return Step(table).then(command_id, action)


def any_action(game: Game, rng: random.Random) -> SeatAction:
    """Choose any legal action, looks out of turn among them."""
    looks = [seat for seat in game.rules.seats if Look(seat) in game.legal_actions_of(seat)]
    if looks and rng.random() < 0.3:
        return Look(rng.choice(looks))
    return rng.choice(game.legal_actions)


def sensible_action(game: Game, rng: random.Random) -> SeatAction:
    """Choose as the computer players do, so that games end."""
    seat = game.to_act
    assert seat is not None
    return rules_of_thumb.choose(seat_view(game, seat), rng)


async def played(
    store: Store, table: Table, rng: random.Random, steps: int = 10_000, wild: float = 1.0
) -> Table:
    """Play some steps, fewer where the game ends before."""
    for _ in range(steps):
        if table.status.ended:
            break
        table = await saved(store, table, next_step(table, rng, wild))
    return table


async def finished(store: Store, rules: Rules, command_id: str, users: Sequence[int]) -> Table:
    """Play a short game to its end."""
    table = await begun(store, lobby(command_id, rules.changed(target=50), users))
    table = await played(store, table, random.Random(command_id), wild=0.1)
    assert table.status is Status.FINISHED
    return table


async def rows_of(database: Database, table: SqlTable) -> list[tuple[Any, ...]]:
    """Give every row of a table of the database, in the order of its key."""
    async with database.read() as connection:
        found = await connection.execute(select(table).order_by(*table.primary_key))
        return [tuple(row) for row in found]


async def open_tables(store: Store) -> list[Table]:
    """Give every table that a process takes up, its game replayed."""
    found = [await store.load(each.id) for each in await store.resting()]
    return [each for each in found if each is not None]


def moved_on(table: Table) -> Table:
    """Change something about a table that needs no action."""
    return replace(table, message_id=(table.message_id or 0) + 1)
