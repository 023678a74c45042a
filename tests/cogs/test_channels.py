"""Messages that are deleted, channels that go away, permissions that are missing or lost."""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server

PARKED = "The table is parked. Bring it to a channel with /spades resume."
QUARTER = 15 * 60


async def delete(server: Server, message: discord.Message) -> None:
    """Let someone delete a message."""
    server.env.backend.delete_message(message.channel.id, message.id)
    await server.env.settle()


async def delete_channel(server: Server, channel: simcord.ChannelHandle) -> None:
    """Let someone delete a channel."""
    server.env.backend.delete_channel(channel.id)
    await server.env.settle()
    await server.rest()


def deny(server: Server, *permissions: str, channel: simcord.ChannelHandle | None = None) -> None:
    """Take permissions from everybody in a channel, the bot among them."""
    overwrite = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    allow, refused = overwrite.pair()
    where = channel or server.channel
    everybody = Overwrite(server.guild.id, OverwriteType.ROLE, allow.value, refused.value)
    server.env.backend.set_overwrite(where.id, everybody)


async def test_a_deleted_table_message_is_posted_anew(server: Server) -> None:
    """The next change finds the message gone and posts a fresh one, with all its buttons."""
    await server.four(rules="cardcouch")
    old = server.message()
    await delete(server, old)
    await server.turn()
    assert server.message().id > old.id
    assert "bid" in server.says()
    assert labels_of(server.message()) == ["My hand", "Score", "Last trick", "More"]
    await server.bidding()
    await server.turn()
    assert "**Trick 1**" in server.says()


async def test_a_deleted_lobby_is_posted_anew(server: Server, ben: Player) -> None:
    """The same before the game, at the next change by a command."""
    await server.lobby()
    await delete(server, server.message())
    await ben.slash("join")
    assert "Seat 2: **Ben**" in server.says()
    await ben.press_table("Leave")
    assert "Ben" not in server.says()


async def test_a_result_whose_message_was_deleted_is_posted_anew(server: Server) -> None:
    """The end of a game is shown, even if the message goes just before the last press."""
    await server.four(rules="hero_partners", target=50)
    while not _last_press(server):
        await server.step()
    await delete(server, server.message())
    await server.turn()
    assert not server.is_open()
    assert "won" in text_of(server.last)
    assert labels_of(server.last) == ["Rematch", "Score", "Review", "Verify"]


def _last_press(server: Server) -> bool:
    """Say whether the cards after the next one play themselves."""
    game = server.table().game
    assert game is not None
    held = () if game.round is None else game.round.hands
    return sum(map(int.bit_count, held)) == 5


async def test_a_closed_table_whose_message_was_deleted_stays_gone(
    server: Server, ada: Player
) -> None:
    """Nobody needs to be told of the end of a table whose message was taken away."""
    await server.alone()
    await delete(server, server.message())
    before = len(server.messages())
    await server.end()
    assert len(server.messages()) == before


async def test_a_fresh_message_for_every_round(server: Server) -> None:
    """Each round has its own message; of the one before, the score sheet stays."""
    await server.four(rules="cardcouch")
    first = server.message()
    await server.until_round_ends()
    assert server.message().id == first.id
    assert "The next round is dealt <t:" in server.says()
    await server.env.advance_time(server.between_rounds)
    second = server.message()
    assert second.id > first.id
    assert "Table 1, round 2" in server.says()
    left = server.message_by_id(server.channel.id, first.id)
    assert text_of(left).startswith("-# Table 1, round 1\n**Ada & Chidi** ")
    assert labels_of(left) == []


async def test_a_deleted_channel_parks_its_table(server: Server, ada: Player, ben: Player) -> None:
    """The game waits until someone brings it to another channel, and goes on where it was."""
    await server.four(rules="cardcouch")
    await server.bidding()
    await server.turn()
    before = server.table()
    lounge = server.guild.create_text_channel("lounge")
    await delete_channel(server, server.channel)
    assert server.table().status is Status.PARKED
    said = await ada.slash("hand", lounge)
    assert said.text.endswith(PARKED)
    said = await ben.slash("resume", lounge)
    assert said.text == "Table 1 goes on here."
    table = server.table()
    assert table.status is Status.PLAYING
    assert (table.version, table.turn) == (before.version, before.turn)
    assert server.message().channel.id == lounge.id
    for person in server.people[:4]:
        await person.open_hand()
    await server.until_round_ends()
    assert "The next round is dealt" in server.says()


async def test_a_deleted_channel_closes_its_lobby(server: Server) -> None:
    """A lobby without a channel has nobody to wait for."""
    await server.lobby()
    await delete_channel(server, server.channel)
    assert not server.is_open()


async def test_a_deleted_thread_parks_its_table(server: Server, ada: Player) -> None:
    """The same for a thread; the table comes back in the channel."""
    await ada.slash("new", thread="public", computers=3)
    await ada.press_table("Start")
    (thread,) = server.channel.threads
    await delete_channel(server, thread)
    assert server.table().status is Status.PARKED
    assert (await ada.slash("resume")).text == "Table 1 goes on here."
    assert "to bid" in server.says() or "to lead" in server.says()


async def test_a_parked_table_is_found_by_its_people(
    server: Server, ada: Player, eve: Player
) -> None:
    """It is listed as parked, offered by autocomplete, and `/spades resume` means it by itself."""
    await server.four()
    lounge = server.guild.create_text_channel("lounge")
    await delete_channel(server, server.channel)
    assert "**Table 1** · parked" in (await ada.slash("tables", lounge)).text
    assert "No table is open" in (await eve.slash("tables", lounge)).text
    assert [value for _, value in await ada.choices("resume", "table", channel=lounge)] == [1]


async def test_a_parked_table_has_no_clock(server: Server, ada: Player) -> None:
    """Nobody loses a turn while nobody can play; the clock is full after the return."""
    await server.four(rules="hero_solo")
    lounge = server.guild.create_text_channel("lounge")
    version = server.table().version
    await delete_channel(server, server.channel)
    await server.env.advance_time(QUARTER)
    assert server.table().version == version
    await ada.slash("resume", lounge)
    due = server.table().due
    assert due is not None
    assert (due.at - server.env.now()).total_seconds() == pytest.approx(30, abs=0.1)


async def test_removed_from_the_server(server: Server, ada: Player) -> None:
    """All tables of the server are parked, its lobbies closed; another server's go on."""
    guild = server.env.create_guild("Other")
    channel = guild.create_text_channel("elsewhere")
    zoe = server.newcomer("Zoe", guild)
    await server.four()
    await server.lobby()
    opened = await zoe.slash("new", channel, computers=3)
    server.env.backend.remove_guild(server.guild.id)
    await server.env.settle()
    await server.rest()
    assert server.table(1).status is Status.PARKED
    assert not server.is_open(2)
    await zoe.press(opened.message, label="Start")
    assert server.table(3).status is Status.PLAYING


@pytest.mark.parametrize(
    ("denied", "options", "named"),
    [
        (["send_messages"], {}, "Send Messages"),
        (["create_public_threads"], {"thread": "public"}, "Create Public Threads"),
        (["create_private_threads"], {"thread": "private"}, "Create Private Threads"),
        (
            ["send_messages", "send_messages_in_threads"],
            {"thread": "public"},
            "Send Messages, Send Messages In Threads",
        ),
    ],
)
async def test_permissions_that_are_missing_from_the_beginning(
    server: Server, ada: Player, denied: list[str], options: dict[str, str], named: str
) -> None:
    """One sentence names what is missing, only for the person, and nothing is opened."""
    deny(server, *denied)
    said = await ada.slash("new", **options)
    assert said.private
    assert said.text == (
        f"I cannot host a table here: I need the permissions {named} in this channel."
    )
    assert server.tables.open_tables == ()
    assert server.channel.threads == []


async def test_a_table_is_not_brought_where_it_cannot_be_shown(server: Server, ada: Player) -> None:
    """`/spades resume` checks the same, and leaves the table where it is."""
    await server.four()
    lounge = server.guild.create_text_channel("lounge")
    deny(server, "send_messages", channel=lounge)
    said = await ada.slash("resume", lounge)
    assert said.text.startswith("I cannot host a table here: I need the permissions Send Messages")
    assert server.table().place.channel_id == server.channel.id


async def test_a_rematch_needs_the_permissions_too(server: Server, ada: Player) -> None:
    """The button on a result opens nothing that could not be shown."""
    await server.alone(rules="hero_partners", target=50)
    await server.play_out()
    result = server.last
    deny(server, "send_messages")
    said = await ada.press(result, label="Rematch")
    assert said.text.startswith("I cannot host a table here")
    assert server.tables.open_tables == ()


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
async def test_permissions_that_are_lost_in_mid_game(
    server: Server, ada: Player, status: int, code: int
) -> None:
    """The table is parked; who presses "My hand" or a card is told how to go on."""
    await server.four(rules="cardcouch")
    await server.bidding()
    table_message = server.message()
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await server.turn()
    server.env.backend.faults.clear()
    assert server.table().status is Status.PARKED
    said = await ada.press(table_message, label="My hand")
    assert said.private
    assert said.text.endswith(PARKED)
    version = server.table().version
    actor = server.actor()
    assert actor.hand_text().endswith(PARKED)
    await ada.slash("resume")
    assert server.table().status is Status.PLAYING
    await actor.open_hand()
    await server.turn()
    assert server.table().version == version + 1


async def test_a_card_pressed_at_a_parked_table(server: Server) -> None:
    """A hand that was not refreshed any more: the card is not played, and the person is told."""
    await server.four(rules="cardcouch")
    await server.bidding()
    await server.env.advance_time(QUARTER)
    actor = server.actor()
    old = actor.hand()
    await server.people[0].slash("resume")
    await delete_channel_quietly(server)
    version = server.table().version
    legal = [button for button in actor.of_verb("play") if not button.disabled]
    said = await actor.press(old, custom_id=legal[-1].custom_id)
    assert said.message.id == old.id
    assert said.text.endswith(PARKED)
    assert server.table().version == version


async def delete_channel_quietly(server: Server) -> None:
    """Let Discord refuse the table's message, so that the table is parked."""
    server.env.inject_error("PATCH", "/channels/*", status=403, code=50001)
    ada = server.people[0]
    await ada.slash("join")
    await server.people[1].leave()
    assert server.table().status is Status.PARKED


async def test_a_round_that_cannot_be_posted(server: Server, ada: Player) -> None:
    """Permission to send is lost between two rounds: parked, with the cards dealt and kept."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await server.env.advance_time(server.between_rounds)
    server.env.backend.faults.clear()
    assert server.table().status is Status.PARKED
    game = server.table().game
    assert game is not None
    assert game.number == 2
    await ada.slash("resume")
    assert "Table 1, round 2" in server.says()
    assert server.table().game == game


async def test_an_old_message_that_cannot_be_reduced_is_left(server: Server) -> None:
    """A fresh message matters more than what becomes of the old one."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    await delete(server, server.message())
    await server.env.advance_time(server.between_rounds)
    assert "Table 1, round 2" in server.says()
    assert server.table().status is Status.PLAYING
