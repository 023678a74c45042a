"""`/spades play`: one command to a game, at someone's table or one's own."""

from tests.cogs.player import Player
from tests.cogs.server import Server
from tests.cogs.storing import FailingRecords, locked, recording
from tests.cogs.test_calls import link
from tests.cogs.test_sight import back_room


async def test_who_plays_alone_opens_a_table(server: Server, ada: Player, ben: Player) -> None:
    """With the server's default, and the next who plays sits down there; a second time says so."""
    opened = await ada.slash("play")
    assert not opened.private
    assert "Table 1" in opened.text
    said = await ben.slash("play")
    assert said.private
    assert said.text == f"You sit in seat 2 of table 1.\n{link(server)}"
    assert [person.name for person in server.table().people] == ["Ada", "Ben"]
    again = await ben.slash("play")
    assert again.text == f"You are already waiting at table 1: {link(server)}"
    assert len(server.tables.open_tables) == 1


async def test_the_rules_played_last_decide(server: Server, ada: Player, ben: Player) -> None:
    """Ben has played solo, so he passes by CardCouch; after a restart as well."""
    await server.lobby(ben, rules="hero_solo", target=200)
    await ada.press_table("Start")
    await server.people[2].slash("new")
    await server.people[3].slash("new", rules="hero_solo")
    await server.restart()
    await ben.slash("play")
    assert [table.id for table in await server.tables.of_user(ben.id)] == [1, 3]
    host = server.people[3]
    await host.press((await host.slash("end", table=3)).message, label="Close it")
    await ben.slash("play")
    assert server.table(4).rules == server.table(1).rules


async def test_only_lobbies_that_one_sees(server: Server, ada: Player, eve: Player) -> None:
    """A table in a channel that is hidden from the person, or a private one, is none for them."""
    back = back_room(server, [ada])
    await ada.slash("new", back)
    await ada.slash("new", private=True)
    await eve.slash("play")
    assert server.table(3).host == eve.id


async def test_a_store_that_cannot_be_read(server: Server, ada: Player) -> None:
    """Nothing is opened, and the person is told."""
    recording(server, lambda records: FailingRecords(records, locked))
    assert "could not be saved" in (await ada.slash("play")).text
    assert server.tables.open_tables == ()
