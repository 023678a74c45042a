"""A table where people act does not wait for tables where nobody does."""

import asyncio
from typing import Final

from cogs.base.outgoing import Outgoing, Priority
from cogs.table_message.presenter import Presenter
from tests.cogs.server import BETWEEN_ROUNDS, Server

OTHER_TABLES: Final = 500
"""More than begin in the time between two rounds, when each takes as long as Discord lets it."""


async def _never_ends(outgoing: Outgoing, place: int) -> None:
    async with outgoing.turn(("edit", place), Priority.TABLE):
        await asyncio.Event().wait()


async def test_a_round_that_ended_beside_a_crowd_held_up_the_next(server: Server) -> None:
    """The old message may wait for its turn to be reduced; the new one is edited all the same."""
    presenter = server.bot.services.presenter
    assert isinstance(presenter, Presenter)
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    crowd = [
        asyncio.create_task(_never_ends(presenter._outgoing, place))
        for place in range(OTHER_TABLES)
    ]
    await server.env.advance_time(BETWEEN_ROUNDS)
    assert server.phase() == "bidding"
    before = server.says()
    await server.turn()
    await server.rest()
    assert server.says() != before
    for each in crowd:
        each.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
