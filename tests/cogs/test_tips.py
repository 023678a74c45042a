"""Tips: what people are told at each step until they have finished a game."""

from tests.cogs.club import Club
from tests.cogs.player import Player

BIDDING = "Bid the tricks that you expect to take"
FIRST_CARD = "/spades me can have you asked before each card."


async def test_a_newcomer_is_told_what_a_step_is_about(club: Club, ada: Player) -> None:
    """One line above the bids, and one above the cards; the first names the question of a card."""
    await club.alone()
    while club.table().game is not None and club.phase() == "bidding":
        assert BIDDING in ada.hand_text()
        await club.turn()
    assert FIRST_CARD in ada.hand_text()
    await club.turn()
    assert "> " in ada.hand_text()
    assert FIRST_CARD not in ada.hand_text()


async def test_tips_are_put_away_for_good(club: Club, ada: Player, ben: Player) -> None:
    """A press ends them in the same message, also after a restart; others keep theirs."""
    await club.four()
    person = club.actor()
    other = next(each for each in (ada, ben) if each is not person)
    said = await person.press(person.hand(), label="No more tips")
    assert said.message.id == person.hand().id
    assert BIDDING not in person.hand_text()
    assert "No more tips" not in said.labels
    assert "Tips for beginners: off" in (await person.slash("me")).labels
    assert "Tips for beginners: on" in (await other.slash("me")).labels
    await club.restart()
    await person.open_hand()
    assert BIDDING not in person.hand_text()


async def test_whoever_has_finished_a_game_is_told_nothing(club: Club, ada: Player) -> None:
    """From the next game on there are no tips, and none after a restart."""
    await club.alone(target=50)
    table = await club.play_out()
    assert table.game is not None
    await club.restart()
    table_id = await club.alone()
    assert BIDDING not in (await ada.open_hand(table_id)).text
