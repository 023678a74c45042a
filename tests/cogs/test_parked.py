"""Tables whose channel is gone, and which nobody brings to another."""

import sqlite3
from contextlib import closing

import pytest

from bot.tables.model import Status
from tests.cogs.club import Club
from tests.cogs.player import Player

DAY = 86400


async def channel_goes(club: Club) -> None:
    """Let someone delete the channel that everything happens in."""
    club.env.backend.delete_channel(club.channel.id)
    await club.env.settle()
    await club.rest()


def to_bring_back(club: Club) -> list[int]:
    """List the tables that the next start would take up, from the file."""
    with closing(sqlite3.connect(club.path)) as connection:
        found = connection.execute(
            "SELECT id FROM tables WHERE message_id IS NOT NULL OR status NOT IN "
            "('finished', 'closed')"
        )
        return [table_id for (table_id,) in found]


@pytest.mark.parametrize("settings", [{"parked_table_days": 2}])
async def test_a_parked_table_was_never_closed(club: Club, ada: Player) -> None:
    """After some days it is closed without a result, a restart in between or not."""
    await club.four(rules="cardcouch")
    lounge = club.guild.create_text_channel("lounge")
    await channel_goes(club)
    assert club.table().status is Status.PARKED
    await club.env.advance_time(DAY)
    await club.restart()
    await club.env.advance_time(DAY - 60)
    assert club.table().status is Status.PARKED
    await club.env.advance_time(120)
    assert not club.is_open()
    said = await ada.slash("join", lounge, table=1)
    assert said.text == "This table was closed without a result. Open a new one with /spades new."


@pytest.mark.parametrize("played", [False, True])
async def test_an_end_in_a_channel_that_is_gone_was_shown_at_each_start(
    club: Club, ada: Player, played: bool
) -> None:
    """Where there is nothing left to show an end in, no later process tries to."""
    lounge = club.guild.create_text_channel("lounge")
    await (club.four() if played else club.lobby())
    await channel_goes(club)
    if played:
        await club.end(channel=lounge)
    await club.rest()
    assert not club.is_open()
    assert to_bring_back(club) == []
