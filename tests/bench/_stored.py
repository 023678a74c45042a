"""Very many tables, written straight into a database by the store's own units of work."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Final

from bot.tables import seating
from bot.tables.model import Added, Pace, Person, Place, Status, Table
from bot.tables.opening import NewTable
from bot.tables.ports import Entry
from data.changes import change_of, new_table_rest, new_table_row
from data.database import Database
from data.people import random_key
from data.statements import ADD_TABLE, APPEND, TABLE_OF_COMMAND
from data.transaction import Unit, find, run
from engine.actions import Action
from engine.deals import Seeds, deal
from engine.game import Game
from engine.rules import Rules

_TOGETHER: Final = 50
"""Tables in one transaction."""

Written = tuple[Table, Table, Sequence[Entry]]
"""A table without an id as it was opened, as it is now, and what has happened between."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that many tables have in common.

    Attributes:
        game: as it stands.
        actions: what led to it.
        seeds: the seeds of its deals.
    """

    game: Game
    actions: tuple[Action, ...]
    seeds: Seeds


def by_chance(rules: Rules, moves: int | None, number: int) -> Played:
    """Play a game at random.

    Args:
        rules: the rules.
        moves: how many actions at most; None for a whole game.
        number: a different game for each.
    """
    chance = random.Random(number)
    seeds = Seeds(chance.randbytes(32))
    game, actions = Game.new(rules, rules.seats[-1]), list[Action]()
    while game.outcome is None and (moves is None or len(actions) < moves):
        if game.to_act is None:
            action: Action = deal(seeds, game.number + 1, game.next_dealer, rules)
        else:
            action = chance.choice(game.legal_actions)
        game = game.apply(action)
        actions.append(action)
    return Played(game, tuple(actions), seeds)


def seated(place: Place, people: Sequence[Person], rules: Rules, name: str, at: datetime) -> Table:
    """Give a new table with its people in their seats."""
    host, *others = people
    table = NewTable(place, host, rules, Pace.NONE).table(
        Added(host.id, name, bytes(16)), bytes(32), at
    )
    for person in others:
        table = seating.sit(table, person, None, Added(person.id, name, bytes(16)))
    return table


def played(table: Table, past: Played) -> Written:
    """Let a game have happened at a table."""
    game = Game.new(past.game.rules, past.game.first_dealer)
    begun = replace(table, seeds=past.seeds, game=game, status=Status.PLAYING)
    entries = [Entry(f"{table.command_id}-{n}", each) for n, each in enumerate(past.actions)]
    status = Status.PLAYING if past.game.outcome is None else Status.FINISHED
    now = replace(begun, game=past.game, version=len(entries), status=status)
    return begun, now, entries


async def write(database: Database, tables: Iterable[Written], now: datetime) -> int:
    """Write tables; give how many."""
    waiting, count = iter(tables), 0
    while some := list(islice(waiting, _TOGETHER)):
        await database.write(partial(_writing, some, now))
        count += len(some)
    return count


def _writing(tables: Sequence[Written], now: datetime) -> Unit[None]:
    for begun, after, entries in tables:
        yield from run(ADD_TABLE, [new_table_row(begun)])
        [(table_id,)] = yield from find(TABLE_OF_COMMAND, {"command_id": begun.command_id})
        opened = replace(begun, id=table_id)
        writes = [*new_table_rest(opened)]
        change = change_of(opened, replace(after, id=table_id), entries, now, random_key)
        if change is not None:
            writes += [change.update, (APPEND, change.log), *change.rest]
        for statement, rows in writes:
            if rows:
                yield from run(statement, rows)
