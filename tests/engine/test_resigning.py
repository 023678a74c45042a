"""A side resigns: the other has won, and nothing more happens in the game."""

import pytest

from engine.actions import Action, Bid, Claim, Look, Play, Resign
from engine.cards import Card
from engine.ending import Outcome
from engine.errors import CannotResign, GameIsOver, UnknownSide, WrongPhase
from engine.events import GameEnded, SideResigned, what_happened
from engine.game import Game, replay
from engine.game_notation import parse_game, print_game
from engine.notation import parse_action, print_action
from engine.phases import Phase
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.engine.tools import SUITS, fresh_deal, play_lowest

AHEAD, BEHIND = Tally(300, 2), Tally(100, 7)
FIRST, SECOND = Side(0), Side(1)


def dealt() -> Game:
    """Give a game with points in which seat 0 is to bid."""
    return Game.new(CARDCOUCH, SEATS[3], [AHEAD, BEHIND]).apply(SUITS)


def playing() -> Game:
    """Give the same game once seat 0 has led."""
    bids = [Bid(seat, 3) for seat in SEATS]
    return replay(dealt(), [*bids, Play(SEATS[0], Card.parse("9C"))])


def between() -> Game:
    """Give a game between two rounds."""
    return play_lowest(replay(dealt(), [Bid(seat, 3) for seat in SEATS]))


@pytest.mark.parametrize("game", [dealt(), playing(), between()], ids=["bid", "play", "between"])
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_the_other_side_wins(game: Game, side: Side) -> None:
    """At any time from the first deal on, whatever the points; they stay as they were."""
    after = game.apply(Resign(side))
    winner = Side(1 - side)
    assert after.outcome == Outcome(winner, None, side)
    assert (after.tallies, after.sheets, after.round) == (game.tallies, game.sheets, game.round)
    events = what_happened(game, Resign(side), after)
    assert events == (SideResigned(side), GameEnded(Outcome(winner, None, side)))


@pytest.mark.parametrize("game", [dealt(), playing(), between()], ids=["bid", "play", "between"])
def test_nothing_follows(game: Game) -> None:
    """Nobody is to act, nothing is legal, and each action is refused as after any other end."""
    over = game.apply(Resign(FIRST))
    assert (over.phase, over.to_act, over.certain) == (Phase.OVER, None, None)
    assert tuple(over.legal_actions) == ()
    actions: list[Action] = [SUITS, Resign(SECOND), Resign(FIRST)]
    for seat in SEATS:
        assert tuple(over.legal_actions_of(seat)) == ()
        actions += [Look(seat), Bid(seat, 3), Play(seat, Card.parse("2C")), Claim(seat)]
    for action in actions:
        assert isinstance(over.explain(action), GameIsOver)
        with pytest.raises(GameIsOver):
            over.apply(action)


def test_places_put_the_winner_first() -> None:
    """Where the rules give places, whoever resigns comes after the winner, whatever the points."""
    game = Game.new(HERO_PARTNERS, SEATS[3], [AHEAD, BEHIND]).apply(SUITS).apply(Resign(FIRST))
    assert game.outcome == Outcome(SECOND, (2, 1), FIRST)


def test_only_one_of_two_sides_resigns() -> None:
    """Not before the first deal, and no side that the table has not; in solo four would lose."""
    before = Game.new(CARDCOUCH, SEATS[3])
    assert isinstance(before.explain(Resign(FIRST)), WrongPhase)
    assert isinstance(dealt().explain(Resign(Side(2))), UnknownSide)
    solo = Game.new(HERO_SOLO, SEATS[3])
    assert isinstance(solo.apply(fresh_deal(solo)).explain(Resign(FIRST)), CannotResign)
    assert dealt().explain(Resign(FIRST)) is None


@pytest.mark.parametrize("game", [dealt(), playing(), between()], ids=["bid", "play", "between"])
def test_it_is_written_and_read_back(game: Game) -> None:
    """As an action of the log, and at the end of the line of a game."""
    assert print_action(Resign(SECOND)) == "resign 1"
    assert parse_action("resign 1") == Resign(SECOND)
    over = game.apply(Resign(SECOND))
    line = print_game(over)
    assert line == print_game(game) + " | resign 1"
    assert parse_game(line) == over
