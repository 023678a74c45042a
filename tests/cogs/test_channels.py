"""Messages that are deleted, channels that go away, permissions that are missing or lost."""

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model import Status
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of

PARKED = "The table is parked. Bring it to a channel with /spades resume."
QUARTER = 15 * 60


async def delete(club: Club, message: discord.Message) -> None:
    """Let someone delete a message."""
    club.env.backend.delete_message(message.channel.id, message.id)
    await club.env.settle()


async def delete_channel(club: Club, channel: simcord.ChannelHandle) -> None:
    """Let someone delete a channel."""
    club.env.backend.delete_channel(channel.id)
    await club.env.settle()
    await club.rest()


def deny(club: Club, *permissions: str, channel: simcord.ChannelHandle | None = None) -> None:
    """Take permissions from everybody in a channel, the bot among them."""
    overwrite = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    allow, refused = overwrite.pair()
    where = channel or club.channel
    everybody = Overwrite(club.guild.id, OverwriteType.ROLE, allow.value, refused.value)
    club.env.backend.set_overwrite(where.id, everybody)


async def test_a_deleted_table_message_is_posted_anew(club: Club) -> None:
    """The next change finds the message gone and posts a fresh one, with all its buttons."""
    await club.four(rules="cardcouch")
    old = club.message()
    await delete(club, old)
    await club.turn()
    assert club.message().id > old.id
    assert "bid" in club.says()
    assert labels_of(club.message()) == ["My hand", "Score", "Last trick", "More"]
    await club.bidding()
    await club.turn()
    assert "**Trick 1**" in club.says()


async def test_a_deleted_lobby_is_posted_anew(club: Club, ben: Player) -> None:
    """The same before the game, at the next change by a command."""
    await club.lobby()
    await delete(club, club.message())
    await ben.slash("join")
    assert "Seat 2: **Ben**" in club.says()
    await ben.press_table("Leave")
    assert "Ben" not in club.says()


async def test_a_result_whose_message_was_deleted_is_posted_anew(club: Club) -> None:
    """The end of a game is shown, even if the message goes just before the last press."""
    await club.four(rules="hero_partners", target=50)
    while not _last_press(club):
        await club.step()
    await delete(club, club.message())
    await club.turn()
    assert not club.is_open()
    assert "won" in text_of(club.last)
    assert labels_of(club.last) == ["Rematch", "Score", "Verify"]


def _last_press(club: Club) -> bool:
    """Say whether the cards after the next one play themselves."""
    game = club.table().game
    assert game is not None
    held = () if game.round is None else game.round.hands
    return sum(map(int.bit_count, held)) == 5


async def test_a_closed_table_whose_message_was_deleted_stays_gone(club: Club, ada: Player) -> None:
    """Nobody needs to be told of the end of a table whose message was taken away."""
    await club.alone()
    await delete(club, club.message())
    before = len(club.messages())
    await club.end()
    assert len(club.messages()) == before


async def test_a_fresh_message_for_every_round(club: Club) -> None:
    """Each round has its own message; of the one before, the score sheet stays."""
    await club.four(rules="cardcouch")
    first = club.message()
    await club.until_round_ends()
    assert club.message().id == first.id
    assert "The next round is dealt <t:" in club.says()
    await club.env.advance_time(club.between_rounds)
    second = club.message()
    assert second.id > first.id
    assert "Table 1, round 2" in club.says()
    left = club.message_by_id(club.channel.id, first.id)
    assert text_of(left).startswith("-# Table 1, round 1\n**Ada & Chidi** ")
    assert labels_of(left) == []


async def test_a_deleted_channel_parks_its_table(club: Club, ada: Player, ben: Player) -> None:
    """The game waits until someone brings it to another channel, and goes on where it was."""
    await club.four(rules="cardcouch")
    await club.bidding()
    await club.turn()
    before = club.table()
    lounge = club.guild.create_text_channel("lounge")
    await delete_channel(club, club.channel)
    assert club.table().status is Status.PARKED
    said = await ada.slash("hand", lounge)
    assert said.text.endswith(PARKED)
    said = await ben.slash("resume", lounge)
    assert said.text == "Table 1 goes on here."
    table = club.table()
    assert table.status is Status.PLAYING
    assert (table.version, table.turn) == (before.version, before.turn)
    assert club.message().channel.id == lounge.id
    for person in club.people[:4]:
        await person.open_hand()
    await club.until_round_ends()
    assert "The next round is dealt" in club.says()


async def test_a_deleted_channel_closes_its_lobby(club: Club) -> None:
    """A lobby without a channel has nobody to wait for."""
    await club.lobby()
    await delete_channel(club, club.channel)
    assert not club.is_open()


async def test_a_deleted_thread_parks_its_table(club: Club, ada: Player) -> None:
    """The same for a thread; the table comes back in the channel."""
    await ada.slash("new", thread="public", computers=3)
    await ada.press_table("Start")
    (thread,) = club.channel.threads
    await delete_channel(club, thread)
    assert club.table().status is Status.PARKED
    assert (await ada.slash("resume")).text == "Table 1 goes on here."
    assert "to bid" in club.says() or "to lead" in club.says()


async def test_a_parked_table_is_found_by_its_people(club: Club, ada: Player, eve: Player) -> None:
    """It is listed as parked, offered by autocomplete, and `/spades resume` means it by itself."""
    await club.four()
    lounge = club.guild.create_text_channel("lounge")
    await delete_channel(club, club.channel)
    assert "**Table 1** · parked" in (await ada.slash("tables", lounge)).text
    assert "No table is open" in (await eve.slash("tables", lounge)).text
    assert [value for _, value in await ada.choices("resume", "table", channel=lounge)] == [1]


async def test_a_parked_table_has_no_clock(club: Club, ada: Player) -> None:
    """Nobody loses a turn while nobody can play; the clock is full after the return."""
    await club.four(rules="hero_solo")
    lounge = club.guild.create_text_channel("lounge")
    version = club.table().version
    await delete_channel(club, club.channel)
    await club.env.advance_time(QUARTER)
    assert club.table().version == version
    await ada.slash("resume", lounge)
    due = club.table().due
    assert due is not None
    assert (due.at - club.env.now()).total_seconds() == pytest.approx(30, abs=0.1)


async def test_removed_from_the_server(club: Club, ada: Player) -> None:
    """All tables of the server are parked, its lobbies closed; another server's go on."""
    guild = club.env.create_guild("Other")
    channel = guild.create_text_channel("elsewhere")
    zoe = club.newcomer("Zoe", guild)
    await club.four()
    await club.lobby()
    opened = await zoe.slash("new", channel, computers=3)
    club.env.backend.remove_guild(club.guild.id)
    await club.env.settle()
    await club.rest()
    assert club.table(1).status is Status.PARKED
    assert not club.is_open(2)
    await zoe.press(opened.message, label="Start")
    assert club.table(3).status is Status.PLAYING


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
    club: Club, ada: Player, denied: list[str], options: dict[str, str], named: str
) -> None:
    """One sentence names what is missing, only for the person, and nothing is opened."""
    deny(club, *denied)
    said = await ada.slash("new", **options)
    assert said.private
    assert said.text == (
        f"I cannot host a table here: I need the permissions {named} in this channel."
    )
    assert club.tables.open_tables == ()
    assert club.channel.threads == []


async def test_a_table_is_not_brought_where_it_cannot_be_shown(club: Club, ada: Player) -> None:
    """`/spades resume` checks the same, and leaves the table where it is."""
    await club.four()
    lounge = club.guild.create_text_channel("lounge")
    deny(club, "send_messages", channel=lounge)
    said = await ada.slash("resume", lounge)
    assert said.text.startswith("I cannot host a table here: I need the permissions Send Messages")
    assert club.table().place.channel_id == club.channel.id


async def test_a_rematch_needs_the_permissions_too(club: Club, ada: Player) -> None:
    """The button on a result opens nothing that could not be shown."""
    await club.alone(rules="hero_partners", target=50)
    await club.play_out()
    result = club.last
    deny(club, "send_messages")
    said = await ada.press(result, label="Rematch")
    assert said.text.startswith("I cannot host a table here")
    assert club.tables.open_tables == ()


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003)])
async def test_permissions_that_are_lost_in_mid_game(
    club: Club, ada: Player, status: int, code: int
) -> None:
    """The table is parked; who presses "My hand" or a card is told how to go on."""
    await club.four(rules="cardcouch")
    await club.bidding()
    table_message = club.message()
    club.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await club.turn()
    club.env.backend.faults.clear()
    assert club.table().status is Status.PARKED
    said = await ada.press(table_message, label="My hand")
    assert said.private
    assert said.text.endswith(PARKED)
    version = club.table().version
    actor = club.actor()
    assert actor.hand_text().endswith(PARKED)
    await ada.slash("resume")
    assert club.table().status is Status.PLAYING
    await actor.open_hand()
    await club.turn()
    assert club.table().version == version + 1


async def test_a_card_pressed_at_a_parked_table(club: Club) -> None:
    """A hand that was not refreshed any more: the card is not played, and the person is told."""
    await club.four(rules="cardcouch")
    await club.bidding()
    await club.env.advance_time(QUARTER)
    actor = club.actor()
    old = actor.hand()
    await club.people[0].slash("resume")
    await delete_channel_quietly(club)
    version = club.table().version
    legal = [button for button in actor.of_verb("play") if not button.disabled]
    said = await actor.press(old, custom_id=legal[-1].custom_id)
    assert said.text == PARKED
    assert club.table().version == version


async def delete_channel_quietly(club: Club) -> None:
    """Let Discord refuse the table's message, so that the table is parked."""
    club.env.inject_error("PATCH", "/channels/*", status=403, code=50001)
    ada = club.people[0]
    await ada.slash("join")
    await club.people[1].slash("leave")
    assert club.table().status is Status.PARKED


async def test_a_round_that_cannot_be_posted(club: Club, ada: Player) -> None:
    """Permission to send is lost between two rounds: parked, with the cards dealt and kept."""
    await club.four(rules="cardcouch")
    await club.until_round_ends()
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await club.env.advance_time(club.between_rounds)
    club.env.backend.faults.clear()
    assert club.table().status is Status.PARKED
    game = club.table().game
    assert game is not None
    assert game.number == 2
    await ada.slash("resume")
    assert "Table 1, round 2" in club.says()
    assert club.table().game == game


async def test_an_old_message_that_cannot_be_reduced_is_left(club: Club) -> None:
    """A fresh message matters more than what becomes of the old one."""
    await club.four(rules="cardcouch")
    await club.until_round_ends()
    await delete(club, club.message())
    await club.env.advance_time(club.between_rounds)
    assert "Table 1, round 2" in club.says()
    assert club.table().status is Status.PLAYING
