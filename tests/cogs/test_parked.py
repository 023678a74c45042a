"""Tables whose channel is gone, and which nobody brings to another."""

import sqlite3
from contextlib import closing

import pytest

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.server import Server

DAY = 86400


async def channel_goes(server: Server) -> None:
    """Let someone delete the channel that everything happens in."""
    server.env.backend.delete_channel(server.channel.id)
    await server.env.settle()
    await server.rest()


def to_bring_back(server: Server) -> list[int]:
    """List the tables that the next start would take up, from the file."""
    with closing(sqlite3.connect(server.path)) as connection:
        found = connection.execute(
            "SELECT id FROM tables WHERE message_id IS NOT NULL OR status NOT IN "
            "('finished', 'closed')"
        )
        return [table_id for (table_id,) in found]


@pytest.mark.parametrize("settings", [{"parked_table_days": 2}])
async def test_a_parked_table_was_never_closed(server: Server, ada: Player) -> None:
    """After some days it is closed without a result, a restart in between or not."""
    await server.four(rules="cardcouch")
    lounge = server.guild.create_text_channel("lounge")
    await channel_goes(server)
    assert server.table().status is Status.PARKED
    await server.env.advance_time(DAY)
    await server.restart()
    await server.env.advance_time(DAY - 60)
    assert server.table().status is Status.PARKED
    await server.env.advance_time(120)
    assert not server.is_open()
    said = await ada.slash("join", lounge, table=1)
    assert said.text == "This table was closed without a result. Open a new one with /spades new."


@pytest.mark.parametrize("played", [False, True])
async def test_an_end_in_a_channel_that_is_gone_was_shown_at_each_start(
    server: Server, ada: Player, played: bool
) -> None:
    """Where there is nothing left to show an end in, no later process tries to."""
    lounge = server.guild.create_text_channel("lounge")
    await (server.four() if played else server.lobby())
    await channel_goes(server)
    if played:
        await server.end(channel=lounge)
    await server.rest()
    assert not server.is_open()
    assert to_bring_back(server) == []
