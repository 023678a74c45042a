"""The lobby: seats, computer players, ready and start, and what the host alone may do."""

import discord
import pytest
from simcord import SetupError

from bot.tables.model import Status
from tests.cogs.club import Club
from tests.cogs.player import Player
from tests.cogs.reading import buttons_of, labels_of, text_of

HOUR = 3600


def holders(club: Club, table_id: int = 1) -> list[str]:
    """Name whoever holds each seat; computer players in brackets, nobody as a dash."""
    return [
        chair.person.name if chair.person else f"({chair.computer})" if chair.computer else "-"
        for chair in club.table(table_id).chairs
    ]


async def test_the_lobby_says_what_is_played(club: Club, ada: Player) -> None:
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
    commitment = club.table().commitment
    assert f"Hash of the deals: `{commitment[:12]}\N{HORIZONTAL ELLIPSIS}`" in said.text
    assert commitment not in said.text
    assert said.labels[:4] == ["1 Ada", "3 sit here", "2 sit here", "4 sit here"]
    assert said.labels[4:] == [
        "Ready", "Start", "Leave", "Add computer", "Rules", "Remove computer", "House rules",
        "Who may join", "Fair deals",
    ]  # fmt: skip


async def test_the_hash_stands_behind_fair_deals(club: Club, eve: Player) -> None:
    """Anyone can read the whole hash before the game, and what it is good for."""
    await club.lobby()
    said = await eve.press_table("Fair deals")
    assert said.private
    assert f"`{club.table().commitment}`" in said.text
    assert "nobody has chosen the cards" in said.text


async def test_a_solo_lobby_has_no_sides(club: Club, ada: Player) -> None:
    """Everyone plays alone, so the seats are one list."""
    said = await ada.slash("new", rules="hero_solo")
    assert "Side" not in said.text
    assert "🔶\N{NO-BREAK SPACE}Seat 2: *free seat*" in said.text
    assert "Seat 1: **Ada** · host\n" in said.text


async def test_sitting_down_redraws_the_lobby_itself(club: Club, ben: Player) -> None:
    """The press is answered by the lobby with the new name on it: no second message."""
    table_id = await club.lobby()
    lobby = club.message(table_id)
    said = await ben.press(lobby, label="3 sit here")
    assert said.message.id == lobby.id
    assert "Seat 3: **Ben**" in said.text
    assert len(club.messages()) == 1
    with pytest.raises(SetupError, match="disabled"):
        await club.people[2].press(club.message(table_id), label="3 Ben")


async def test_a_person_changes_seat(club: Club, ben: Player) -> None:
    """Pressing another free seat moves the person there and frees the old one."""
    await club.lobby()
    await ben.press_table("2 sit here")
    await ben.press_table("4 sit here")
    assert holders(club) == ["Ada", "-", "-", "Ben"]


async def test_a_person_takes_a_computers_seat(club: Club, ben: Player) -> None:
    """The seat of a computer player is free for people."""
    await club.lobby(computers=3)
    assert labels_of(club.message())[:4] == [
        "1 Ada", "3 take Finch's seat", "2 take Wren's seat", "4 take Lark's seat"
    ]  # fmt: skip
    await ben.press_table("3 take Finch's seat")
    assert holders(club) == ["Ada", "(Wren)", "Ben", "(Lark)"]


async def test_four_who_are_ready_begin(club: Club) -> None:
    """The game begins by itself with the fourth "Ready", and shows that person the hand."""
    table_id = await club.lobby(*club.people[1:4])
    for person in club.people[:3]:
        said = await person.press_table("Ready")
        assert said.message.id == club.message(table_id).id
    assert club.says().count("ready ✅") == 3
    assert club.table().status is Status.LOBBY
    last = await club.people[3].press_table("Ready")
    assert club.table().status is Status.PLAYING
    assert last.private
    assert "Your hand at table 1" in last.text


async def test_people_and_computers_who_are_ready_begin(
    club: Club, ada: Player, ben: Player
) -> None:
    """Computer players are always ready; people say so each."""
    await club.lobby(ben, computers=2)
    await ada.press_table("Ready")
    await ben.press_table("Ready")
    assert club.table().status is Status.PLAYING


async def test_the_host_starts_and_computers_fill_the_gaps(
    club: Club, ada: Player, ben: Player
) -> None:
    """Start needs nobody else: free seats go to computer players, and the host sees the hand."""
    await club.lobby(ben)
    said = await ada.press_table("Start")
    assert holders(club) == ["Ada", "Ben", "(Wren)", "(Finch)"]
    assert said.private
    assert said.labels


async def test_only_the_host_starts(club: Club, ben: Player) -> None:
    """A person who is not the host is told who is."""
    await club.lobby(ben)
    said = await ben.press_table("Start")
    assert said.private
    assert said.text == f"Only the host, {club.people[0].mention}, can do that."
    assert club.table().status is Status.LOBBY


async def test_a_moderator_without_a_seat_starts_and_is_told_so(club: Club, ben: Player) -> None:
    """Nothing is left "thinking": a moderator who starts a table gets one sentence."""
    boss = club.guild.create_role("boss", permissions=discord.Permissions(manage_channels=True))
    mod = club.newcomer("Mo", roles=[boss])
    await club.lobby(ben)
    said = await mod.slash("start")
    assert said.private
    assert not said.result.deferred
    assert said.text == "The game at table 1 has begun."
    assert club.table().status is Status.PLAYING


async def test_a_moderator_starts_by_the_button(club: Club) -> None:
    """The same by the button of the lobby."""
    boss = club.guild.create_role("boss", permissions=discord.Permissions(manage_channels=True))
    mod = club.newcomer("Mo", roles=[boss])
    await club.lobby()
    said = await mod.press_table("Start")
    assert said.private
    assert said.text == "The game at table 1 has begun."


async def test_computers_come_and_go_at_the_hosts_word(
    club: Club, ada: Player, ben: Player
) -> None:
    """The host adds and removes computer players; others are told that the host does."""
    await club.lobby(ben)
    await ada.press_table("Add computer")
    await ada.press_table("Add computer")
    assert holders(club) == ["Ada", "Ben", "(Wren)", "(Finch)"]
    assert next(b for b in buttons_of(club.message()) if b.label == "Add computer").disabled
    await ada.press_table("Remove computer")
    assert holders(club) == ["Ada", "Ben", "(Wren)", "-"]
    for label in ("Add computer", "Remove computer"):
        said = await ben.press_table(label)
        assert said.text == f"Only the host, {ada.mention}, can do that."
    assert holders(club) == ["Ada", "Ben", "(Wren)", "-"]


async def test_there_is_nothing_to_remove_at_first(club: Club) -> None:
    """Without a computer player the button cannot be pressed."""
    await club.lobby()
    assert next(b for b in buttons_of(club.message()) if b.label == "Remove computer").disabled


async def test_leaving_passes_the_host_on(club: Club, ada: Player, ben: Player) -> None:
    """The first person left is the host then, and may start."""
    await club.lobby(ben, club.people[2])
    said = await ada.press_table("Leave")
    assert said.message.id == club.message().id
    assert "Seat 2: **Ben** · host" in club.says()
    assert holders(club) == ["-", "Ben", "Chidi", "-"]
    await ben.press_table("Start")
    assert club.table().status is Status.PLAYING


async def test_a_table_that_everybody_has_left_stays_open(
    club: Club, ada: Player, ben: Player
) -> None:
    """A lobby without people waits; whoever sits down first is the host."""
    await club.lobby()
    await ada.press_table("Leave")
    said = await ada.press_table("Start")
    assert said.text == "Somebody has to sit down before the game can begin."
    await ben.press_table("2 sit here")
    assert "Seat 2: **Ben** · host" in club.says()
    await ben.press_table("Start")
    assert holders(club) == ["(Wren)", "Ben", "(Finch)", "(Lark)"]


async def test_leaving_without_a_seat(club: Club, eve: Player) -> None:
    """Who holds no seat is pointed to the buttons of the free ones, in this very message."""
    await club.lobby()
    for label in ("Leave", "Ready"):
        said = await eve.press_table(label)
        assert said.text == (
            "You have no seat at this table yet. Press **sit here** at a free one first."
        )


async def test_the_rules_are_read_in_the_lobby(club: Club, eve: Player) -> None:
    """Anyone may read the rules, for themselves alone, with the pace of this table."""
    await club.lobby(rules="one_page", pace="relaxed")
    said = await eve.press_table("Rules")
    assert said.private
    assert said.text.startswith("### One-page sheet\n- 52 cards, and everyone is dealt 13")
    assert said.text.endswith("-# 180 s to bid and 90 s to play.")


async def test_a_lobby_where_nothing_happens_is_closed(club: Club) -> None:
    """After an hour the lobby says that it was closed, and has no buttons any more."""
    await club.lobby()
    lobby = club.message()
    await club.env.advance_time(HOUR + 1)
    assert not club.is_open()
    left = club.message_by_id(club.channel.id, lobby.id)
    assert "This table was closed without a result." in text_of(left)
    assert labels_of(left) == []


async def test_every_change_keeps_a_lobby_open(club: Club, ben: Player) -> None:
    """The hour begins again whenever something happens."""
    await club.lobby()
    await club.env.advance_time(HOUR - 10)
    await ben.press_table("2 sit here")
    await club.env.advance_time(HOUR - 10)
    assert club.is_open()


async def test_the_lobby_is_reduced_when_the_game_begins(club: Club, ada: Player) -> None:
    """A fresh message shows the game; of the lobby only its rules and the hash stay."""
    await club.lobby()
    lobby, table = club.message(), club.table()
    await ada.press_table("Start")
    left = club.message_by_id(club.channel.id, lobby.id)
    assert labels_of(left) == []
    assert f"The game has begun below. Hash of the deals: `{table.commitment}`" in text_of(left)
    assert club.message().id != lobby.id
    assert labels_of(club.message()) == ["My hand", "Score", "Last trick", "More"]
