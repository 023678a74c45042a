"""A computer that draws slowly: tables are shown in words at once, and pictures follow."""

import asyncio
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from bot.render.worker import PooledRenderer
from tests.bot.workers import AtOnce
from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.test_looks import drawing, pictured

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MOMENT = 0.6
"""Seconds in which whoever looks at a table is shown what has happened."""

SLOWLY = 1.5
"""Seconds that a picture takes here."""


class Slow(AtOnce):
    """Takes its time with everything."""

    async def run(self, work: Callable[[*Ts], T], *arguments: *Ts) -> T:
        """Do it, after a while."""
        await asyncio.sleep(SLOWLY)
        return await super().run(work, *arguments)


async def test_a_play_waited_for_its_picture(server: Server, ada: Player) -> None:
    """What someone does is in the channel within a moment; its picture comes when it is drawn."""
    drawing(server)
    await server.four()
    drawing(server, PooledRenderer(Slow()))
    before = server.says()
    await server.turn()
    await server.env.advance_time(MOMENT)
    assert server.says() != before
    assert pictured(server.message()) == []
    await server.env.advance_time(2 * SLOWLY)
    assert len(pictured(server.message())) == 1


async def test_a_lobby_waited_for_its_picture(server: Server, ada: Player) -> None:
    """A command is answered within a moment, in words, and the picture comes when it is drawn."""
    drawing(server, PooledRenderer(Slow()))
    opened = await ada.slash("new")
    await server.env.advance_time(MOMENT)
    assert opened.message.id == server.message().id
    assert pictured(server.message()) == []
    await server.env.advance_time(2 * SLOWLY)
    assert len(pictured(server.message())) == 1


async def test_the_end_of_a_game_gets_its_picture(server: Server, ada: Player) -> None:
    """A table that has ended is not forgotten before it is shown as it should be."""
    drawing(server)
    await server.alone(rules="quick")
    drawing(server, PooledRenderer(Slow()))
    ended = await server.play_out()
    await server.env.advance_time(10 * SLOWLY)
    assert ended.status.ended
    assert len(pictured(server.last)) == 1
