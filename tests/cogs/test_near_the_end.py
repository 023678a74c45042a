"""What a table says of its end: time and rounds that are left, sets, a first round that decides."""

from engine.presets import CAMPUS, CONTEST, HALF_HOUR
from engine.tally import Tally
from tests.cogs.dealing import begin
from tests.cogs.server import Server


async def test_the_minutes_of_a_game(server: Server) -> None:
    """Everyone sees how long a game may go on, and then that the round is the last."""
    await begin(server, HALF_HOUR)
    assert "time is up <t:" in server.says()
    await server.env.advance_time(30 * 60)
    await server.turn()
    assert "last round" in server.says()
    assert "time is up" not in server.says()


async def test_the_rounds_of_a_game(server: Server) -> None:
    """A game of so many rounds says which this is, and that it is the last."""
    await begin(server, CONTEST.changed(minutes=None, rounds=1))
    assert "last round" in server.says()


async def test_sets_so_far(server: Server) -> None:
    """Sets stand beside points and bags, on the table, in hands and in the score."""
    await begin(server, CONTEST, tallies=(Tally(-40, 0, 1, 1), Tally(60)))
    said = "sets 1/3 \N{MIDDLE DOT} sets in a row 1/2 \N{MIDDLE DOT} one more set loses"
    score = await server.people[0].press_table("Score")
    for text in (server.says(), server.people[0].hand_text(), score.text):
        assert said in text
        assert "sets 0/3 \N{MIDDLE DOT} sets in a row 0/2" in text


async def test_a_first_round_that_decides(server: Server) -> None:
    """As long as it goes on, the table says what the first round decides."""
    await begin(server, CAMPUS)
    assert "A side with fewer than 4 tricks in the first round loses the game." in server.says()
