"""The lobby: seats, computer players, ready and start, and what the host alone may do."""

import discord
import pytest
from simcord import SetupError

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.reading import buttons_of, labels_of, text_of
from tests.cogs.server import Server

HOUR = 3600


def holders(server: Server, table_id: int = 1) -> list[str]:
    """Name whoever holds each seat; computer players in brackets, nobody as a dash."""
    return [
        chair.person.name if chair.person else f"({chair.computer})" if chair.computer else "-"
        for chair in server.table(table_id).chairs
    ]


async def test_the_lobby_says_what_is_played(server: Server, ada: Player) -> None:
    """Rules in one line, the clock, the seats by side, and how the hash of the deals begins."""
    said = await ada.slash("new", rules="hero_partners")
    assert not said.private
    assert said.text.split("\n")[:3] == [
        "## ♠\N{VARIATION SELECTOR-15} Table 1",
        "Spades Hero, partners: to 150 or \N{MINUS SIGN}200",
        "-# 30 s to bid and 15 s to play.",
    ]
    side = "\N{LARGE BLUE CIRCLE}\N{NO-BREAK SPACE}**Side 1**"
    assert f"{side}\nSeat 1: **Ada** · host\nSeat 3: *free seat*" in said.text
    commitment = server.table().commitment
    assert f"Hash of the deals: `{commitment[:12]}\N{HORIZONTAL ELLIPSIS}`" in said.text
    assert commitment not in said.text
    assert said.labels[:4] == ["1 Ada", "3 sit here", "2 sit here", "4 sit here"]
    assert said.labels[4:] == [
        "Ready", "Start", "Leave", "Add computer", "Rules", "Remove computer", "House rules",
        "Who may join", "Fair deals",
    ]  # fmt: skip


async def test_the_hash_stands_behind_fair_deals(server: Server, eve: Player) -> None:
    """Anyone can read the whole hash before the game, and what it is good for."""
    await server.lobby()
    said = await eve.press_table("Fair deals")
    assert said.private
    assert f"`{server.table().commitment}`" in said.text
    assert "nobody has chosen the cards" in said.text


async def test_a_solo_lobby_has_no_sides(server: Server, ada: Player) -> None:
    """Everyone plays alone, so the seats are one list."""
    said = await ada.slash("new", rules="hero_solo")
    assert "Side" not in said.text
    assert "🔶\N{NO-BREAK SPACE}Seat 2: *free seat*" in said.text
    assert "Seat 1: **Ada** · host\n" in said.text


async def test_sitting_down_redraws_the_lobby_itself(server: Server, ben: Player) -> None:
    """The press is answered by the lobby with the new name on it: no second message."""
    table_id = await server.lobby()
    lobby = server.message(table_id)
    said = await ben.press(lobby, label="3 sit here")
    assert said.message.id == lobby.id
    assert "Seat 3: **Ben**" in said.text
    assert len(server.messages()) == 1
    with pytest.raises(SetupError, match="disabled"):
        await server.people[2].press(server.message(table_id), label="3 Ben")


async def test_a_person_changes_seat(server: Server, ben: Player) -> None:
    """Pressing another free seat moves the person there and frees the old one."""
    await server.lobby()
    await ben.press_table("2 sit here")
    await ben.press_table("4 sit here")
    assert holders(server) == ["Ada", "-", "-", "Ben"]


async def test_a_person_takes_a_computers_seat(server: Server, ben: Player) -> None:
    """The seat of a computer player is free for people."""
    await server.lobby(computers=3)
    assert labels_of(server.message())[:4] == [
        "1 Ada", "3 take Finch's seat", "2 take Wren's seat", "4 take Lark's seat"
    ]  # fmt: skip
    await ben.press_table("3 take Finch's seat")
    assert holders(server) == ["Ada", "(Wren)", "Ben", "(Lark)"]


async def test_four_who_are_ready_begin(server: Server) -> None:
    """The game begins by itself with the fourth "Ready", and shows that person the hand."""
    table_id = await server.lobby(*server.people[1:4])
    for person in server.people[:3]:
        said = await person.press_table("Ready")
        assert said.message.id == server.message(table_id).id
    assert server.says().count("ready ✅") == 3
    assert server.table().status is Status.LOBBY
    last = await server.people[3].press_table("Ready")
    assert server.table().status is Status.PLAYING
    assert last.private
    assert "Your hand at table 1" in last.text


async def test_people_and_computers_who_are_ready_begin(
    server: Server, ada: Player, ben: Player
) -> None:
    """Computer players are always ready; people say so each."""
    await server.lobby(ben, computers=2)
    await ada.press_table("Ready")
    await ben.press_table("Ready")
    assert server.table().status is Status.PLAYING


async def test_the_host_starts_and_computers_fill_the_gaps(
    server: Server, ada: Player, ben: Player
) -> None:
    """Start needs nobody else: free seats go to computer players, and the host sees the hand."""
    await server.lobby(ben)
    said = await ada.press_table("Start")
    assert holders(server) == ["Ada", "Ben", "(Wren)", "(Finch)"]
    assert said.private
    assert said.labels


async def test_only_the_host_starts(server: Server, ben: Player) -> None:
    """A person who is not the host is told who is."""
    await server.lobby(ben)
    said = await ben.press_table("Start")
    assert said.private
    assert said.text == f"Only the host, {server.people[0].mention}, can do that."
    assert server.table().status is Status.LOBBY


async def test_a_moderator_without_a_seat_starts_and_is_told_so(
    server: Server, ben: Player
) -> None:
    """Nothing is left "thinking": a moderator who starts a table gets one sentence."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_channels=True))
    mod = server.newcomer("Mo", roles=[boss])
    await server.lobby(ben)
    said = await mod.slash("start")
    assert said.private
    assert not said.result.deferred
    assert said.text == "The game at table 1 has begun."
    assert server.table().status is Status.PLAYING


async def test_a_moderator_starts_by_the_button(server: Server) -> None:
    """The same by the button of the lobby."""
    boss = server.guild.create_role("boss", permissions=discord.Permissions(manage_channels=True))
    mod = server.newcomer("Mo", roles=[boss])
    await server.lobby()
    said = await mod.press_table("Start")
    assert said.private
    assert said.text == "The game at table 1 has begun."


async def test_computers_come_and_go_at_the_hosts_word(
    server: Server, ada: Player, ben: Player
) -> None:
    """The host adds and removes computer players; others are told that the host does."""
    await server.lobby(ben)
    await ada.press_table("Add computer")
    await ada.press_table("Add computer")
    assert holders(server) == ["Ada", "Ben", "(Wren)", "(Finch)"]
    assert next(b for b in buttons_of(server.message()) if b.label == "Add computer").disabled
    await ada.press_table("Remove computer")
    assert holders(server) == ["Ada", "Ben", "(Wren)", "-"]
    for label in ("Add computer", "Remove computer"):
        said = await ben.press_table(label)
        assert said.text == f"Only the host, {ada.mention}, can do that."
    assert holders(server) == ["Ada", "Ben", "(Wren)", "-"]


async def test_there_is_nothing_to_remove_at_first(server: Server) -> None:
    """Without a computer player the button cannot be pressed."""
    await server.lobby()
    assert next(b for b in buttons_of(server.message()) if b.label == "Remove computer").disabled


async def test_leaving_passes_the_host_on(server: Server, ada: Player, ben: Player) -> None:
    """The first person left is the host then, and may start."""
    await server.lobby(ben, server.people[2])
    said = await ada.press_table("Leave")
    assert said.message.id == server.message().id
    assert "Seat 2: **Ben** · host" in server.says()
    assert holders(server) == ["-", "Ben", "Chidi", "-"]
    await ben.press_table("Start")
    assert server.table().status is Status.PLAYING


async def test_a_table_that_everybody_has_left_stays_open(
    server: Server, ada: Player, ben: Player
) -> None:
    """A lobby without people waits; whoever sits down first is the host."""
    await server.lobby()
    await ada.press_table("Leave")
    said = await ada.press_table("Start")
    assert said.text == "Somebody has to sit down before the game can begin."
    await ben.press_table("2 sit here")
    assert "Seat 2: **Ben** · host" in server.says()
    await ben.press_table("Start")
    assert holders(server) == ["(Wren)", "Ben", "(Finch)", "(Lark)"]


async def test_leaving_without_a_seat(server: Server, eve: Player) -> None:
    """Who holds no seat is pointed to the buttons of the free ones, in this very message."""
    await server.lobby()
    for label in ("Leave", "Ready"):
        said = await eve.press_table(label)
        assert said.text == (
            "You have no seat at this table yet. Press **sit here** at a free one first."
        )


async def test_the_rules_are_read_in_the_lobby(server: Server, eve: Player) -> None:
    """Anyone may read the rules, for themselves alone, with the pace of this table."""
    await server.lobby(rules="one_page", pace="relaxed")
    said = await eve.press_table("Rules")
    assert said.private
    assert said.text.startswith("### One-page sheet\n- 52 cards, and everyone is dealt 13")
    assert "\n-# 180 s to bid and 90 s to play.\n" in said.text


async def test_a_lobby_where_nothing_happens_is_closed(server: Server) -> None:
    """After an hour the lobby says that it was closed, and has no buttons any more."""
    await server.lobby()
    lobby = server.message()
    await server.env.advance_time(HOUR + 1)
    assert not server.is_open()
    left = server.message_by_id(server.channel.id, lobby.id)
    assert "This table was closed without a result." in text_of(left)
    assert labels_of(left) == []


async def test_every_change_keeps_a_lobby_open(server: Server, ben: Player) -> None:
    """The hour begins again whenever something happens."""
    await server.lobby()
    await server.env.advance_time(HOUR - 10)
    await ben.press_table("2 sit here")
    await server.env.advance_time(HOUR - 10)
    assert server.is_open()


async def test_the_lobby_is_reduced_when_the_game_begins(server: Server, ada: Player) -> None:
    """A fresh message shows the game; of the lobby only its rules and the hash stay."""
    await server.lobby()
    lobby, table = server.message(), server.table()
    await ada.press_table("Start")
    left = server.message_by_id(server.channel.id, lobby.id)
    assert labels_of(left) == ["Fair deals"]
    assert "The game has begun below." in text_of(left)
    assert f"Hash of the deals: `{table.commitment[:12]}\N{HORIZONTAL ELLIPSIS}`" in text_of(left)
    assert table.commitment not in text_of(left)
    said = await ada.press(left, label="Fair deals")
    assert said.private
    assert f"`{table.commitment}`" in said.text
    assert server.message().id != lobby.id
    assert labels_of(server.message()) == ["My hand", "Score", "Last trick", "More"]
