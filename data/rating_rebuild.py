"""The part of a rebuild that is about ratings and leaderboards: one server after the other."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from data import rating_statements as sql
from data.beside import Beside
from data.ratings import number_next, rate_next
from data.transaction import Unit, run

_TOGETHER: Final = 20
"""Games that are rated in one transaction, for some ten milliseconds."""


def rank_again(guild_id: int, counted: Mapping[tuple[int, int], Mapping[str, int]]) -> Unit[None]:
    """Write the standings of a server in place of what was there, and forget all its ratings.

    Args:
        guild_id: the server, whose ratings are held, see `data.ratings.hold`.
        counted: what leaderboards count, by season and person.
    """
    here = {"guild_id": guild_id}
    for statement in sql.EMPTY_RATINGS:
        yield from run(statement, [here])
    rows = [
        {**here, "season": season, "person": person, **counts}
        for (season, person), counts in sorted(counted.items())
    ]
    if rows:
        yield from run(sql.RANK_BY_KEY, rows)
    yield from run(sql.NOTE_RATED, [{"at_guild": guild_id, "rated": 0}])


async def rate_again(beside: Beside, guild_id: int) -> None:
    """Rate the games of a server in their order, after `rank_again`.

    A game that ends meanwhile is rated after those before it.

    Raises:
        StoreError: the database cannot be written now; the bot goes on with the rest.
    """
    while await beside.write(partial(number_next, guild_id)):
        pass
    while await beside.write(partial(rate_next, guild_id, _TOGETHER)):
        pass
