"""`/spades end` and its button: a question first, then a vote of those who play."""

import discord
import pytest

from bot.tables.model import Status
from tests.cogs.forging import forge
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server


async def test_a_slip_ended_the_game(server: Server, ada: Player) -> None:
    """The command and the button ask, also where one plays alone; going on changes nothing."""
    await server.alone()
    before = server.table()
    more = await ada.press_table("More")
    for said in (
        await ada.slash("end"),
        await ada.press(more.message, label="End without a result"),
    ):
        assert said.private
        assert said.labels[:2] == ["End the game", "Go on playing"]
        assert server.table().game == before.game
    gone_on = await ada.press(said.message, label="Go on playing")
    assert gone_on.text == "The game goes on."
    assert server.table().status is Status.PLAYING
    ended = await ada.press((await ada.slash("end")).message, label="End the game")
    assert ended.text == "Table 1 is closed without a result."
    assert not server.is_open()


async def test_the_host_alone_ended_the_game_of_four(
    server: Server, ada: Player, ben: Player
) -> None:
    """Everyone sees who wants the end and how many it takes; three of four end it."""
    await server.four()
    message = server.message()
    asked = await ada.slash("end")
    assert "it takes 3 votes" in asked.text
    said = await ada.press(asked.message, label="End the game")
    assert said.text.startswith("You want to end this game: 1 of 3.")
    assert said.labels == ["Go on playing", "My hand"]
    assert "Ada wants to end this game: 1 of 3." in server.says()
    await ben.press((await ben.press_table("End it too")).message, label="End the game")
    assert "Ada, Ben want to end this game: 2 of 3." in server.says()
    chidi = server.people[2]
    asked = await chidi.press_table("End it too")
    said = await chidi.press(asked.message, label="End the game")
    assert said.text == "Table 1 is closed without a result."
    assert not server.is_open()
    left = server.message_by_id(server.channel.id, message.id)
    assert "Ada, Ben, Chidi ended this game without a result." in text_of(left)
    assert labels_of(left) == []
    assert "Games ended without a result: 1" in (await ada.slash("stats")).text
    assert "has not finished a round" in (await server.people[3].slash("stats")).text


async def test_a_vote_is_taken_back(server: Server, ada: Player) -> None:
    """After a restart too: the button under the vote works, and everyone sees that it is gone."""
    await server.four()
    voted = await ada.press((await ada.slash("end")).message, label="End the game")
    await server.restart()
    assert "Ada wants to end this game" in server.says()
    assert (await ada.slash("end")).labels == ["Go on playing"]
    said = await ada.press(voted.message, label="Go on playing")
    assert said.text == "The game goes on."
    assert "wants to end" not in server.says()


async def test_a_moderator_ends_a_table(server: Server, ada: Player) -> None:
    """Whoever may manage the channel ends any game in it, is asked first, and is named."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_channels=True))
    mod = server.newcomer("Mo", roles=[boss])
    await server.four()
    message = server.message()
    asked = await mod.slash("end")
    assert "it takes" not in asked.text
    said = await mod.press(asked.message, label="End the game")
    assert said.text == "Table 1 is closed without a result."
    left = text_of(server.message_by_id(server.channel.id, message.id))
    assert f"{mod.mention} ended this game without a result." in left


async def test_a_guest_ends_nothing(server: Server, eve: Player) -> None:
    """Who has no seat is not even asked."""
    await server.four()
    assert "You have no seat at this table" in (await eve.slash("end")).text


async def test_a_lobby_is_closed_at_its_hosts_word(
    server: Server, ada: Player, ben: Player
) -> None:
    """Where others wait, the host is asked first; nobody is named, and others cannot close it."""
    await server.lobby(ben)
    assert (await ben.slash("end")).text == f"Only the host, {ada.mention}, can do that."
    asked = await ada.slash("end")
    assert asked.text == "**Close table 1?** Ben would have to find another one."
    kept = await ada.press(asked.message, label="Keep it open")
    assert kept.text == "The table stays open."
    assert server.is_open()
    said = await ada.press((await ada.slash("end")).message, label="Close it")
    assert said.text == "Table 1 is closed without a result."
    assert not server.is_open()


async def test_an_empty_lobby_is_closed_at_once(server: Server, ada: Player) -> None:
    """Nobody loses anything, so nothing is asked."""
    await server.lobby()
    assert (await ada.slash("end")).text == "Table 1 is closed without a result."


async def test_a_slip_left_the_game(server: Server, ada: Player) -> None:
    """The command and the button ask, and say what becomes of the seat; staying changes nothing."""
    await server.alone()
    more = await ada.press_table("More")
    for said in (
        await ada.slash("leave"),
        await ada.press(more.message, label="Leave the table"),
    ):
        assert said.private
        assert said.labels[:2] == ["Leave the table", "Stay"]
        assert "A computer player goes on in your seat." in said.text
        assert "the game stops when you leave" in said.text
    stayed = await ada.press(said.message, label="Stay")
    assert "Your hand at table 1" in stayed.text
    assert server.table().seat_of(ada.id) is not None
    asked = await ada.slash("leave")
    gone = await ada.press(asked.message, label="Leave the table")
    assert "You have left table 1." in gone.text
    assert server.table().seat_of(ada.id) is None
    assert "You have no seat at this table" in (await ada.slash("leave")).text


async def test_who_leaves_four_is_told_only_of_the_seat(server: Server, ben: Player) -> None:
    """Where others play on, the game does not stop."""
    await server.four()
    assert "the game stops" not in (await ben.slash("leave")).text


@pytest.mark.parametrize("by_hand", [False, True])
async def test_next_by_all_deals_at_once(server: Server, by_hand: bool) -> None:
    """On the table or in the hand: the last press deals, and shows the cards."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    people = server.people[:4]
    said = None
    for number, person in enumerate(people, start=1):
        message = person.hand() if by_hand else server.message()
        said = await person.press(message, label="Next round")
        if number < 4:
            assert server.table().turn is None
            named = ", ".join(("Ada", "Ben", "Chidi")[:number])
            assert f"-# Ready for it: {named}" in server.says()
    assert said is not None
    assert "Your hand at table 1" in said.text
    assert server.table().turn_key == (2, 0)
    assert people[3].hand() if by_hand else said.private


async def test_a_hand_says_whom_the_next_round_waits_for(server: Server, ada: Player) -> None:
    """Whoever has pressed Next reads there who has not."""
    await server.four(rules="cardcouch")
    await server.until_round_ends()
    said = await ada.press(ada.hand(), label="Next round")
    assert said.text.endswith("-# Waiting for Ben, Chidi, Dana.")
    assert said.labels == []


async def test_an_old_next_shows_the_hand(server: Server, ada: Player) -> None:
    """A press that comes after the deal brings the fresh cards and asks for nothing more."""
    await server.alone(rules="cardcouch")
    await server.until_round_ends()
    hand = ada.hand()
    await server.env.advance_time(server.between_rounds)
    old = "s:next:1:1"
    said = await forge(server, ada, hand, old)
    assert "Your hand at table 1" in said.text
    assert not any(chair.ready for chair in server.table().chairs)
    assert "older version" in (await forge(server, ada, hand, "s:next:1:x")).text
