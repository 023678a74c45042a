"""`/spades tables`, `resume` and `end`; several tables in one channel; which one is meant."""

import discord
import pytest

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.reading import labels_of, text_of
from tests.cogs.server import Server


async def test_tables_lists_what_is_open(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """Each table with its state, rules, people and a link to its message."""
    assert (await eve.slash("tables")).text == (
        "No table is open in this server. Open one with /spades new."
    )
    await server.lobby(ben)
    await server.alone(rules="hero_solo")
    said = await eve.slash("tables")
    assert said.private
    links = [
        f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{server.message(n).id}"
        for n in (1, 2)
    ]
    assert said.text.split("\n") == [
        "**Table 1** · waits for people · CardCouch · Ada, Ben",
        links[0],
        "**Table 2** · plays · Spades Hero, solo · Ada",
        links[1],
    ]


async def test_the_tables_that_wait_for_me_come_first(
    server: Server, ada: Player, ben: Player
) -> None:
    """Each has a button, which turns the list into the hand; the others follow."""
    await server.lobby()
    mine = [await server.alone(rules="hero_solo", pace="slow") for _ in range(2)]
    said = await ada.slash("tables")
    first, others = said.text.split("**Other tables**")
    assert first.startswith("### Your turn\n**Table 2** · plays")
    assert "**Table 3**" in first
    assert "**Table 1** · waits for people" in others
    assert said.labels == ["Table 2 · Ada", "Table 3 · Ada"]
    hand = await ada.press(said.message, label="Table 3 · Ada")
    assert "Your hand at table 3" in hand.text
    assert hand.message.id == said.message.id
    ada.hands[mine[1]] = hand.message
    assert [table.id for table in server.tables.open_tables if table.waits_for(ada.id)] == mine
    assert "Your turn" not in (await ben.slash("tables")).text


async def test_a_long_list_of_tables_waits_for_me(server: Server, ada: Player) -> None:
    """With more than there is room for, the list fits into a message, the newest left out."""
    for number in range(1, 24):
        await ada.slash("new", computers=3)
        await ada.press_table("Start", number)
    said = await ada.slash("tables")
    assert len(said.labels) == 20
    assert len(said.text) < 4000


async def test_a_long_list_of_tables_fits_into_a_message(server: Server, ada: Player) -> None:
    """Where there is no room for all of them, it says how many more there are."""
    for _ in range(40):
        await ada.slash("new")
    said = await ada.slash("tables")
    assert len(said.text) < 4000
    listed = said.text.count("**Table ")
    assert said.text.endswith(f"-# And {40 - listed} more.")
    assert len(await ada.choices("join", "table")) == 25


async def test_tables_of_another_server_are_not_shown(server: Server, ada: Player) -> None:
    """A table belongs to its server: elsewhere it is not listed, offered, joined or read."""
    await server.lobby()
    guild = server.env.create_guild("Other")
    channel = guild.create_text_channel("elsewhere")
    zoe = server.newcomer("Zoe", guild)
    assert "No table is open" in (await zoe.slash("tables", channel)).text
    assert await zoe.choices("join", "table", channel=channel) == []
    for command in ("join", "score", "hand", "end", "resume", "rules"):
        said = await zoe.slash(command, channel, table=1)
        assert said.text == "I do not know this table."
    assert [person.name for person in server.table().people] == ["Ada"]


async def test_two_tables_in_one_channel(server: Server, ada: Player, eve: Player) -> None:
    """Their messages and buttons do not mix: each press counts at its own table."""
    first, second = await server.lobby(), await server.lobby()
    await eve.press(server.message(second), label="2 sit here")
    assert [len(server.table(n).people) for n in (first, second)] == [1, 2]
    await ada.press(server.message(first), label="Start")
    assert server.table(first).status is Status.PLAYING
    assert server.table(second).status is Status.LOBBY
    assert "Table 2" in server.says(second)


async def test_one_person_plays_at_two_tables(server: Server, ada: Player) -> None:
    """Two hands are open side by side and each follows its own table."""
    first = await server.alone(rules="cardcouch")
    second = await server.alone(rules="one_page")
    for _ in range(8):
        await server.turn(first)
        await server.turn(second)
    assert "table 1" in ada.hand_text(first)
    assert "table 2" in ada.hand_text(second)
    assert set(ada.cards(first)) != set(ada.cards(second))


@pytest.mark.parametrize(
    "command", ["join", "leave", "start", "hand", "hint", "score", "rules", "end", "resume"]
)
async def test_which_table_is_meant(server: Server, ada: Player, command: str) -> None:
    """With two own tables in the channel a command asks back with a button each, newest first."""
    await server.lobby()
    await server.lobby()
    before = [server.table(number) for number in (1, 2)]
    said = await ada.slash(command)
    assert said.private
    assert said.text == "Which table do you mean?"
    assert said.labels == ["Table 2 · Ada", "Table 1 · Ada"]
    assert [server.table(number) for number in (1, 2)] == before


async def test_the_button_of_a_table_does_what_the_command_would(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """What was asked for is done at the table that was pressed, and at that alone."""
    await server.lobby(ben)
    await server.lobby(ben)
    said = await ben.slash("leave")
    said = await ben.press(said.message, label="Table 1 · Ada, Ben")
    assert said.text == "You have left table 1."
    said = await ben.slash("join", seat=3)
    assert said.text == "You sit in seat 3 of table 2, with Ada."
    said = await eve.slash("join", seat=4)
    said = await eve.press(said.message, label="Table 1 · Ada")
    assert said.text == "You sit in seat 4 of table 1."
    said = await ada.slash("start")
    said = await ada.press(said.message, label="Table 1 · Ada, Eve")
    assert "Your hand at table 1" in said.text
    said = await ada.slash("score")
    said = await ada.press(said.message, label="Table 1 · Ada, Eve")
    assert "Table 1, round 1" in said.text
    lounge = server.guild.create_text_channel("lounge")
    said = await ada.slash("resume", lounge)
    said = await ada.press(said.message, label="Table 1 · Ada, Eve")
    assert said.text == "Table 1 goes on here."
    assert server.table(1).place.channel_id == lounge.id
    asked = await ada.slash("end")
    assert asked.text.startswith("**Close table 2?**")
    said = await ada.press(asked.message, label="Close it")
    assert said.text == "Table 2 is closed without a result."


async def test_the_rules_of_which_table_are_kept(server: Server) -> None:
    """What needs a name besides cannot be a button: the table is to be named in the command."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    manager = server.newcomer("Mo", roles=[boss])
    await server.lobby()
    await server.lobby()
    said = await manager.slash("rules save", name="ours")
    assert said.text == "You could mean several tables. Name one in the command."


async def test_ones_own_table_is_meant_before_others(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """Among several tables here, the one where the person sits; a guest has to choose."""
    await server.lobby()
    await ben.slash("new", rules="hero_solo")
    assert "Everyone plays alone." in (await ben.slash("rules")).text
    assert (await eve.slash("join")).labels == ["Table 2 · Ben", "Table 1 · Ada"]


async def test_the_only_own_table_elsewhere_is_meant(server: Server, ada: Player) -> None:
    """In a channel without tables a command means the person's only table of the server."""
    await server.lobby(rules="hero_solo")
    other = server.guild.create_text_channel("lounge")
    assert "Everyone plays alone." in (await ada.slash("rules", other)).text


async def test_resume_brings_a_table_here(server: Server, ada: Player, ben: Player) -> None:
    """The table goes on in this channel in a fresh message; of the old one a line is left."""
    await server.four(rules="cardcouch")
    await server.bidding()
    old = server.message()
    lounge = server.guild.create_text_channel("lounge")
    said = await ben.slash("resume", lounge)
    assert said.private
    assert said.text == "Table 1 goes on here."
    left = server.message_by_id(server.channel.id, old.id)
    assert text_of(left) == "-# Table 1 goes on in another message."
    assert labels_of(left) == []
    assert server.message().channel.id == lounge.id
    await ada.open_hand()
    await server.turn()
    assert "**Trick 1**" in server.says()


async def test_resume_in_the_same_channel_posts_anew(server: Server, ada: Player) -> None:
    """A message that is far up comes back to the end of the channel."""
    await server.alone()
    old = server.message()
    await ada.slash("resume")
    assert server.message().id > old.id
    assert labels_of(server.message_by_id(server.channel.id, old.id)) == []


async def test_resume_of_a_lobby(server: Server, ada: Player, ben: Player) -> None:
    """A lobby moves as well, and its buttons work where it is then."""
    await server.lobby()
    lounge = server.guild.create_text_channel("lounge")
    await ada.slash("resume", lounge)
    await ben.press_table("2 sit here")
    assert "Seat 2: **Ben**" in server.says()
    assert server.message().channel.id == lounge.id


async def test_only_people_of_the_table_resume_it(server: Server, ada: Player, eve: Player) -> None:
    """A guest cannot carry a table away."""
    await server.four()
    said = await eve.slash("resume")
    assert said.text.startswith("You have no seat at this table; Ada, Ben, Chidi, Dana are playing")


async def test_leaving_by_the_button(server: Server, ben: Player) -> None:
    """The same from "More", in mid-game."""
    await server.four()
    more = await ben.press_table("More")
    asked = await ben.press(more.message, label="Leave the table")
    assert asked.text.startswith("**Leave the game at table 1?**")
    said = await ben.press(asked.message, label="Leave the table")
    assert "A computer player keeps your seat" in said.text
    assert "🤖\N{NO-BREAK SPACE}Wren" in server.says()
