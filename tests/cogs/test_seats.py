"""`/spades join`, `leave`, `start` and `hand`."""

import pytest
from simcord import SetupError

from bot.tables.model import Status
from tests.cogs.player import Player
from tests.cogs.server import Server


async def test_join_takes_the_first_free_seat(server: Server, ben: Player) -> None:
    """Without options: the only table here, its first free seat."""
    await server.lobby()
    said = await ben.slash("join")
    assert said.private
    assert said.text == "You sit in seat 2 of table 1."
    assert "Seat 2: **Ben**" in server.says()


async def test_join_takes_the_seat_that_was_asked_for(
    server: Server, ben: Player, chidi: Player
) -> None:
    """The option seat is the number that people see; the partner is named."""
    await server.lobby()
    said = await ben.slash("join", seat=3)
    assert said.text == "You sit in seat 3 of table 1, with Ada."
    said = await ben.slash("join", seat=4)
    assert said.text == "You sit in seat 4 of table 1."
    said = await chidi.slash("join", seat=4)
    assert said.text == "Ben sits there. Take a free seat, or watch."


@pytest.mark.parametrize("seat", [0, 5])
async def test_there_are_four_seats(server: Server, ben: Player, seat: int) -> None:
    """Discord itself holds the range of the option."""
    await server.lobby()
    with pytest.raises(SetupError):
        await ben.slash("join", seat=seat)


async def test_join_shows_the_hand_where_a_game_is_on(server: Server, ben: Player) -> None:
    """Who takes a computer player's seat in mid-game sees the cards at once, and may play them."""
    await server.alone(rules="cardcouch")
    await server.turn()
    said = await ben.slash("join", seat=2)
    assert said.private
    assert "You sit in seat 2 of table 1, with 🤖\N{NO-BREAK SPACE}Lark." in said.text
    assert "Your hand at table 1" in said.text
    assert len([label for label in said.labels if len(label) < 6]) >= 12


async def test_autocomplete_offers_the_open_tables(
    server: Server, ada: Player, ben: Player, eve: Player
) -> None:
    """Open tables of the server by number, state, rules and people; one's own come first."""
    await server.lobby(ben)
    await eve.slash("new", rules="hero_solo")
    assert await ada.choices("join", "table") == [
        ("Table 1 · waits for people · CardCouch · Ada, Ben", 1),
        ("Table 2 · waits for people · Spades Hero, solo · Eve", 2),
    ]
    assert [value for _, value in await eve.choices("join", "table")] == [2, 1]
    assert [value for _, value in await eve.choices("start", "table", "ben")] == [1]
    for command in ("start", "hand", "score", "rules", "resume", "end"):
        assert [value for _, value in await ada.choices(command, "table")] == [1, 2]
    assert [value for _, value in await ada.choices("leave", "table")] == [1]


async def test_leave_and_join_again(server: Server, ben: Player) -> None:
    """A seat that was left in the lobby is free; the person may sit down again."""
    await server.lobby(ben)
    said = await ben.slash("leave")
    assert said.private
    assert said.text == "You have left table 1."
    assert "Ben" not in server.says()
    assert (await ben.slash("join")).text == "You sit in seat 2 of table 1."


async def test_leave_in_mid_game_hands_the_seat_to_a_computer(
    server: Server, ada: Player, ben: Player
) -> None:
    """The game goes on, nobody is moved, and the person may come back to that seat alone."""
    await server.four(rules="cardcouch")
    await server.bidding()
    said = await ben.leave()
    assert said.text == (
        "You have left table 1. A computer player keeps your seat; you can take it back while "
        "nobody else has, with /spades join."
    )
    names = [chair.name for chair in server.table().chairs]
    assert names == ["Ada", "Wren", "Chidi", "Dana"]
    await server.turn()
    back = await ben.slash("join")
    assert "You sit in seat 2 of table 1, with Dana." in back.text
    assert "Your hand at table 1" in back.text


async def test_who_has_played_one_hand_plays_no_other(
    server: Server, ben: Player, chidi: Player
) -> None:
    """After leaving, only the old seat may be taken: the others' cards are no secret to you."""
    await server.four(rules="cardcouch")
    await ben.leave()
    await chidi.leave()
    said = await ben.slash("join", seat=3)
    assert said.text == (
        "You have played another seat in this game, so you can only return to that one."
    )
    assert "seat 2" in (await ben.slash("join")).text


async def test_start_by_command(server: Server, ada: Player, ben: Player) -> None:
    """The host starts by command as by the button."""
    await server.lobby(ben)
    assert (await ben.slash("start")).text == f"Only the host, {ada.mention}, can do that."
    said = await ada.slash("start")
    assert said.private
    assert "Your hand at table 1" in said.text
    assert server.table().status is Status.PLAYING
    again = await ada.slash("start")
    assert again.text == "The game has begun, so that can no longer be changed."


async def test_hand_by_command(server: Server, ada: Player, eve: Player) -> None:
    """`/spades hand` shows what "My hand" shows, and that only to people at the table."""
    await server.four(rules="cardcouch")
    said = await ada.slash("hand")
    assert said.private
    assert said.text == (await ada.open_hand()).text
    said = await eve.slash("hand")
    assert said.private
    assert said.text == (
        "You have no seat at this table; Ada, Ben, Chidi, Dana are playing. You can watch it here."
    )


async def test_hand_before_the_game(server: Server, ada: Player) -> None:
    """In the lobby there are no cards yet."""
    await server.lobby()
    said = await ada.slash("hand")
    assert said.text.endswith("The game has not begun yet.")
    assert said.labels == []


COMMANDS = ("join", "leave", "start", "hand", "score", "rules show", "resume", "end")
"""Every command that means a table."""


async def test_without_a_table_there_is_one_sentence(server: Server, ada: Player) -> None:
    """Every command that needs a table says how to get one."""
    for command in COMMANDS:
        said = await ada.slash(command)
        assert said.private
        assert said.text == "There is no open table in this channel. Open one with /spades new."


async def test_a_number_that_no_table_has(server: Server, ada: Player) -> None:
    """Autocomplete is only an offer: any number can be sent."""
    await server.lobby()
    for command in COMMANDS:
        assert (await ada.slash(command, table=77)).text == "I do not know this table."
