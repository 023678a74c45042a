"""Tables without a clock that people walk away from, as those who stay see them."""

import discord
import pytest

from bot.tables.model import Status
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, menus_of, text_of
from tests.cogs.server import Server

HOUR = 3600
DAY = 86_400
OFFER = "Let a computer player play"


@pytest.fixture
def mo(server: Server) -> Player:
    """Give someone who may manage the server."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return server.newcomer("Mo", roles=[boss])


async def test_whoever_waits_may_let_a_computer_play(server: Server) -> None:
    """After twelve hours the hand of the others offers it; the one who is back finds the seat."""
    await server.four(rules="cardcouch")
    gone = server.actor()
    other = next(person for person in server.people[:4] if person is not gone)
    await server.env.advance_time(11 * HOUR)
    assert OFFER not in (await other.press_table("My hand")).labels
    await server.env.advance_time(HOUR)
    said = await other.press_table("My hand")
    assert "The table waits for Ada, who was last here <t:" in said.text
    said = await other.press(said.message, label=OFFER)
    assert "Your hand at table 1" in said.text
    await server.rest()
    assert server.table().version > 1
    assert "stands in" in server.says()
    said = await gone.press_table("My hand")
    await gone.press(said.message, label="I'm back")
    assert not server.table().chairs[0].away


async def test_more_offers_it_too(server: Server, ada: Player, ben: Player, eve: Player) -> None:
    """To those who sit there; not to the one who is waited for, nor to who watches."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(13 * HOUR)
    assert OFFER not in (await eve.press_table("More")).labels
    more = await ben.press_table("More")
    assert OFFER in more.labels
    assert OFFER not in (await ada.press_table("More")).labels
    said = await ben.press(more.message, label=OFFER)
    assert (
        "The person in that seat has not been away for long enough, so a computer player cannot "
        "take over yet."
    ) in said.text


async def test_for_who_has_left_the_server_an_hour_is_enough(
    server: Server, ada: Player, ben: Player
) -> None:
    """Whether somebody has left is asked of Discord when it makes a difference."""
    await server.four(rules="cardcouch")
    server.guild.remove_member(ada.member)
    await server.env.advance_time(HOUR - 60)
    assert OFFER not in (await ben.press_table("More")).labels
    await server.env.advance_time(60)
    more = await ben.press_table("More")
    await ben.press(more.message, label=OFFER)
    assert server.table().chairs[0].away


async def test_a_seat_that_there_is_not(server: Server, ada: Player, ben: Player) -> None:
    """A forged button changes nothing and is answered."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(13 * HOUR)
    for custom_id in ("s:stand_in:1:7", "s:stand_in:1"):
        said = await forge(server, ben, server.message(), custom_id)
        assert "older version" in said.text
    assert "not been away" in (await forge(server, ben, server.message(), "s:stand_in:1:3")).text
    assert not any(chair.away for chair in server.table().chairs)


async def test_an_abandoned_table_is_warned_and_closed(server: Server) -> None:
    """After six days a fresh message warns; a day later the table says why it was closed."""
    await server.four(rules="cardcouch")
    old = server.message()
    await server.env.advance_time(6 * DAY + 60)
    warned = server.message()
    assert warned.id > old.id
    assert "Nobody has played here for days. This table closes <t:" in text_of(warned)
    assert "My hand" in labels_of(warned)
    assert labels_of(server.message_by_id(server.channel.id, old.id)) == []
    await server.env.advance_time(DAY)
    assert not server.is_open()
    assert text_of(server.message_by_id(server.channel.id, warned.id)).endswith(
        "This table was closed because nobody had played here for days. The game does not count."
    )
    assert (await server.tables.get(1)).status is Status.CLOSED


async def test_any_press_stops_the_end(server: Server, ben: Player) -> None:
    """A look at the hand takes the warning out of the message, and the table stays."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(6 * DAY + 60)
    warned = server.message()
    await ben.press(warned, label="Score")
    assert server.message().id == warned.id
    assert "This table closes" not in server.says()
    await server.env.advance_time(5 * DAY)
    assert server.is_open()


async def test_a_command_is_presence_as_well(server: Server, ben: Player) -> None:
    """Whoever asks for the score by a command is there."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(6 * DAY + 60)
    await ben.slash("score")
    assert server.table().warned_at is None


async def test_a_restart_keeps_the_days(server: Server) -> None:
    """How long nobody has acted is known to the next process too."""
    await server.four(rules="cardcouch")
    await server.env.advance_time(5 * DAY)
    await server.restart()
    await server.env.advance_time(DAY + 60)
    assert server.table().warned_at is not None
    await server.restart()
    assert "This table closes <t:" in server.says()
    await server.env.advance_time(DAY)
    assert not server.is_open()


async def test_a_server_chooses_its_patience(server: Server, mo: Player, ben: Player) -> None:
    """Hours and days are chosen in the settings, and hold for open tables too."""
    await server.four(rules="cardcouch")
    shown = await mo.slash("settings")
    menus = {menu["custom_id"]: menu for menu in menus_of(shown.message)}
    assert [option["label"] for option in menus["ms:absent:0"]["options"]] == [
        "1 hour", "3 hours", "6 hours", "12 hours", "24 hours", "48 hours",
    ]  # fmt: skip
    await mo.choose(shown.message, "3", custom_id="ms:absent:0")
    await mo.choose(shown.message, "14", custom_id="ms:abandoned:0")
    settings = server.bot.services.preferences.of_server(server.guild.id)
    assert (settings.absent_hours, settings.abandoned_days) == (3, 14)
    await forge(server, mo, shown.message, "ms:absent:0", values=["1000"])
    assert server.bot.services.preferences.of_server(server.guild.id) == settings
    await server.env.advance_time(3 * HOUR)
    assert OFFER in (await ben.press_table("More")).labels
    await server.env.advance_time(12 * DAY)
    assert server.table().warned_at is None
    await server.env.advance_time(DAY)
    assert server.table().warned_at is not None
