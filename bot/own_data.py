"""A person's own data: all of it as one file, and forgetting all of it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

from bot.preferences import Preferences
from bot.tables.errors import ServedElsewhere
from bot.tables.forgetting import without
from bot.tables.model import Table
from bot.tables.ports import FORGOTTEN
from bot.tables.service import Tables
from engine.game_notation import print_game

FORMAT: Final = "spades-person-1"
"""What a file says of its own form; a later form has another number."""


class Kept(Protocol):
    """What is stored of people. Every call may raise a StoreError."""

    async def naming(self, user_id: int) -> list[tuple[int, bool]]:
        """Give the tables that name a person by id, each with whether it has ended."""
        ...

    async def forget(self, user_id: int) -> None:
        """Forget a person whom no table names by id any more, at once and on disk."""
        ...

    async def games(self, user_id: int) -> list[int]:
        """Give the tables where a person has sat in a game, oldest first."""
        ...

    async def totals(self, user_id: int) -> list[dict[str, Any]]:
        """Give a person's totals, each with its server."""
        ...

    async def rule_sets(self, user_id: int) -> list[dict[str, Any]]:
        """Give the rule sets that a person has saved, each with its server."""
        ...

    async def met(self, user_id: int) -> str | None:
        """Give the name under which a person was last known, or None."""
        ...


class Shelf(Protocol):
    """Puts tables away that have ended."""

    async def put_away(self, table_id: int) -> bool:
        """Make a table that has ended a record without ids; say whether it was none yet."""
        ...


class OwnData:
    """Gives people their data, and forgets them."""

    def __init__(self, kept: Kept, shelf: Shelf, tables: Tables, preferences: Preferences) -> None:
        """Use what is stored, and what is in memory."""
        self._kept = kept
        self._shelf = shelf
        self._tables = tables
        self._preferences = preferences

    async def export(self, user_id: int) -> bytes:
        """Give all that is stored of a person: JSON in UTF-8, see docs/privacy.md.

        Raises:
            StoreError: it cannot be read now.
            NotSaved: a table cannot be read now.
        """
        return await exported(self._kept, self._tables.get, self._preferences, user_id)

    async def forget(self, user_id: int) -> None:
        """Forget a person everywhere, at once.

        Raises:
            ServedElsewhere: another process serves an open table; nothing has changed.
            TableError: a table cannot be changed now; the person may have left others already.
            StoreError: the store cannot be written now.
        """
        named = await self._kept.naming(user_id)
        at_tables = [table_id for table_id, ended in named if not ended]
        if not all(map(self._tables.is_open, at_tables)):
            raise ServedElsewhere
        for table_id in at_tables:
            await self._tables.change(table_id, lambda table: without(table, user_id))
        for table_id, _ in await self._kept.naming(user_id):
            await self._shelf.put_away(table_id)
        await self._kept.forget(user_id)
        self._tables.drop_ended()
        self._preferences.drop_person(user_id)

    def heard(self, told: str) -> None:
        """Keep nothing in memory that may name a person whom another process has forgotten."""
        if told == FORGOTTEN:
            self._tables.drop_ended()

    def missed(self) -> None:
        """Do so too when something may have been told unheard."""
        self._tables.drop_ended()


async def exported(
    kept: Kept,
    load: Callable[[int], Awaitable[Table | None]],
    preferences: Preferences,
    user_id: int,
) -> bytes:
    """Give all that is stored of a person, see `OwnData.export`."""
    games, open_tables = [], []
    for table_id in await kept.games(user_id):
        table = await load(table_id)
        if table is not None and table.status.ended:
            games.append(_game(table, user_id))
        else:
            open_tables.append(table_id)
        await asyncio.sleep(0)
    everything = {
        "format": FORMAT,
        "user": user_id,
        "name": await kept.met(user_id),
        "settings": preferences.of_person(user_id).model_dump(mode="json"),
        "totals": await kept.totals(user_id),
        "rule_sets": await kept.rule_sets(user_id),
        "open_tables": open_tables,
        "games": games,
    }
    return (json.dumps(everything, ensure_ascii=False, indent=1) + "\n").encode()


def _game(table: Table, user_id: int) -> dict[str, Any]:
    """Describe a game that is over; other people are not named."""
    game = table.game
    outcome = None if game is None else game.outcome
    return {
        "table": table.id,
        "server": table.place.guild_id,
        "opened_at": table.created_at.isoformat(),
        "ended_at": None if table.moved_at is None else table.moved_at.isoformat(),
        "seats": sorted(int(seat) for user, seat in table.sat if user == user_id),
        "points": [] if game is None else [tally.points for tally in game.tallies],
        "winner": None if outcome is None else int(outcome.winner),
        "game": None if game is None else print_game(game),
    }
