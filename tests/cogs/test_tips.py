"""Tips: what people are told at each step until they have finished a game."""

from tests.cogs.player import Player
from tests.cogs.server import Server

BIDDING = "Bid the tricks that you expect to take"
FIRST_CARD = "/spades me can have you asked before each card."


async def test_a_newcomer_is_told_what_a_step_is_about(server: Server, ada: Player) -> None:
    """One line above the bids, and one above the cards; the first names the question of a card."""
    await server.alone()
    while server.table().game is not None and server.phase() == "bidding":
        assert BIDDING in ada.hand_text()
        await server.turn()
    assert FIRST_CARD in ada.hand_text()
    await server.turn()
    assert "> " in ada.hand_text()
    assert FIRST_CARD not in ada.hand_text()


async def test_tips_are_put_away_for_good(server: Server, ada: Player, ben: Player) -> None:
    """A press ends them in the same message, also after a restart; others keep theirs."""
    await server.four()
    person = server.actor()
    other = next(each for each in (ada, ben) if each is not person)
    said = await person.press(person.hand(), label="No more tips")
    assert said.message.id == person.hand().id
    assert BIDDING not in person.hand_text()
    assert "No more tips" not in said.labels
    assert "Tips for beginners: off" in (await person.slash("me")).labels
    assert "Tips for beginners: on" in (await other.slash("me")).labels
    await server.restart()
    await person.open_hand()
    assert BIDDING not in person.hand_text()


async def test_whoever_has_finished_a_game_is_told_nothing(server: Server, ada: Player) -> None:
    """From the next game on there are no tips, and none after a restart."""
    await server.alone(target=50)
    table = await server.play_out()
    assert table.game is not None
    await server.restart()
    table_id = await server.alone()
    assert BIDDING not in (await ada.open_hand(table_id)).text
