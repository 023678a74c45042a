"""Rates games that ended before ratings were kept, one by one, while the bot runs."""

from functools import partial

import structlog

from bot.tables.ports import LeaseLostError
from data.database import Database
from data.ratings import number_next, rate_next, waiting

_logger = structlog.get_logger(__name__)


async def catch_up(database: Database) -> int:
    """Rate the games that wait for it; give how many servers are left to other processes.

    Each game is a unit of work of its own, so that tables need not wait.

    Raises:
        StoreError: the database cannot be written now; what was rated stays.
    """
    left = rated = 0
    for guild_id in await database.write(waiting):
        try:
            while await database.write(partial(number_next, guild_id), guild_id):
                pass
            while await database.write(partial(rate_next, guild_id, 1), guild_id):
                rated += 1
        except LeaseLostError:
            left += 1
    if rated:
        _logger.info("games_rated", games=rated)
    return left
