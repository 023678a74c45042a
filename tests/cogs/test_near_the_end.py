"""What a table says of its end: time and rounds that are left, sets, a first round that decides."""

from engine.presets import CAMPUS, CONTEST, HALF_HOUR
from engine.tally import Tally
from tests.cogs.dealing import begin
from tests.cogs.server import Server


async def test_the_minutes_of_a_game(server: Server) -> None:
    """Everyone sees how long a game may go on, and then that the round is the last."""
    await begin(server, HALF_HOUR)
    ada = server.people[0]
    for text in (server.says(), ada.hand_text(), (await ada.press_table("Score")).text):
        assert "time is up <t:" in text
    await server.env.advance_time(30 * 60)
    await ada.open_hand()
    for text in (server.says(), ada.hand_text(), (await ada.press_table("Score")).text):
        assert "last round" in text
        assert "time is up" not in text


async def test_the_rounds_of_a_game(server: Server) -> None:
    """A game of so many rounds says which this is, and that it is the last."""
    await begin(server, CONTEST.changed(minutes=None, rounds=2))
    ada = server.people[0]
    for text in (server.says(), ada.hand_text(), (await ada.press_table("Score")).text):
        assert "round 1 of 2" in text
    await server.until_round_ends()
    assert "round 1 of 2" in ada.hand_text()
    await server.env.advance_time(server.between_rounds)
    for text in (server.says(), ada.hand_text(), (await ada.press_table("Score")).text):
        assert "last round" in text


async def test_sets_so_far(server: Server) -> None:
    """Sets stand beside points and bags, on the table, in hands and in the score."""
    await begin(server, CONTEST, tallies=(Tally(-40, 0, 1, 1), Tally(60)))
    said = "sets 1/3 \N{MIDDLE DOT} sets in a row 1/2 \N{MIDDLE DOT} one more set loses"
    score = await server.people[0].press_table("Score")
    for text in (server.says(), server.people[0].hand_text(), score.text):
        assert said in text
        assert "sets 0/3 \N{MIDDLE DOT} sets in a row 0/2" in text


async def test_a_first_round_that_decides(server: Server) -> None:
    """As long as it goes on, table, hand and score say what the first round decides."""
    await begin(server, CAMPUS)
    ada = server.people[0]
    for text in (server.says(), ada.hand_text(), (await ada.press_table("Score")).text):
        assert "A side with fewer than 4 tricks in the first round loses the game." in text
