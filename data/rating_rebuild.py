"""The part of a rebuild that is about ratings and leaderboards: one server after the other."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Final

from data import rating_statements as sql
from data.database import Database
from data.rating_schema import STANDING_COUNTERS
from data.ratings import hold, number_next, rate_next
from data.rows import Row
from data.transaction import Unit, run

_TOGETHER: Final = 20
"""Games that are rated in one transaction, for some ten milliseconds."""


class Standings:
    """What leaderboards count in one server, added up."""

    def __init__(self, guild_id: int) -> None:
        """Start with nothing."""
        self._guild_id = guild_id
        self._counts: dict[tuple[int, int], Counter[str]] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Add what games add."""
        for row in rows:
            counts = self._counts.setdefault((row["season"], row["person"]), Counter())
            counts.update({name: row[name] for name in STANDING_COUNTERS})

    def hold(self) -> Unit[None]:
        """Keep the ratings of the server as they are until the end of the unit of work."""
        yield from hold(self._guild_id)

    def write(self) -> Unit[None]:
        """Write the standings in place of what was there, and forget all ratings."""
        here = {"guild_id": self._guild_id}
        for statement in sql.EMPTY_RATINGS:
            yield from run(statement, [here])
        rows = [
            {**here, "season": season, "person": person, **counts}
            for (season, person), counts in sorted(self._counts.items())
        ]
        if rows:
            yield from run(sql.RANK_BY_KEY, rows)
        yield from run(sql.NOTE_RATED, [{"at_guild": self._guild_id, "rated": 0}])


async def rate_again(database: Database, guild_id: int) -> None:
    """Rate the games of a server in their order, after `Standings.write`.

    A game that ends meanwhile is rated after those before it.

    Raises:
        StoreError: the database cannot be written now; the bot goes on with the rest.
    """
    while await database.write(partial(number_next, guild_id)):
        pass
    while await database.write(partial(rate_next, guild_id, _TOGETHER)):
        pass
