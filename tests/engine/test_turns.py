"""A game that is over is gone through again, and each seat sees what it saw."""

import random

import pytest

from engine.actions import Bid, Look, SeatAction, Time
from engine.game import Game
from engine.game_notation import parse_game, print_game
from engine.presets import PRESETS
from engine.seats import Seat
from engine.tally import Tally
from engine.turns import before_deal, sheet_of, steps_of, turns_of
from engine.views import seat_view
from tests.engine.harness import play_game
from tests.engine.strategies import play


@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_is_gone_through_again(preset: str) -> None:
    """Each deal begins as it did, and its actions lead to where the next one began."""
    game = play_game(PRESETS[preset], 3).game
    again = before_deal(game, 1)
    assert (again.round, again.past, again.sheets, again.outcome) == (None, (), (), None)
    for number in range(1, len(game.deals) + 1):
        begun = before_deal(game, number)
        assert begun == again
        for state, action in steps_of(game, number):
            assert state == again
            again = again.apply(action)
    assert print_game(again) == print_game(game)


@pytest.mark.parametrize(("preset", "seed"), [("campus", 2), ("cardcouch", 3)])
def test_each_deal_has_its_sheet(preset: str, seed: int) -> None:
    """Deals that were thrown in have none, and the sheets of the others stay in order."""
    game = play_game(PRESETS[preset], seed).game
    assert any(each.thrown_in for each in game.deals) == (preset == "campus")
    numbers = range(len(game.deals) + 2)
    sheets = [sheet_of(game, number) for number in numbers]
    assert tuple(sheet for sheet in sheets if sheet is not None) == game.sheets
    played = [1 <= number <= len(game.deals) for number in numbers]
    for number, sheet in enumerate(sheets):
        thrown = played[number] and game.deals[number - 1].thrown_in
        assert (sheet is None) == (thrown or not played[number])


def test_a_seat_sees_what_it_saw() -> None:
    """Its turns are its own actions in order, each with its view of that moment."""
    game, _ = play(Game.new(PRESETS["hero_solo"], Seat(0)), 130, random.Random(2))
    for seat in game.rules.seats:
        turns = list(turns_of(game, 1, seat))
        steps = list(steps_of(game, 1))
        assert [turn.action for turn in turns] == [
            action for _, action in steps if isinstance(action, SeatAction) and action.seat == seat
        ]
        for turn in turns:
            state = steps[turn.place][0]
            if turn.view.hand is not None and seat_view(state, seat).hand is None:
                assert isinstance(turn.action, Bid)
                state = state.apply(Look(seat))
            assert turn.view == seat_view(state, seat)
            assert turn.action in turn.view.legal


def test_who_bids_a_number_has_seen_the_cards() -> None:
    """A look before a bid is not recorded, and yet the view of that bid has the cards."""
    for seed in range(20):
        game, _ = play(Game.new(PRESETS["hero_solo"], Seat(0)), 30, random.Random(seed))
        for seat in game.rules.seats:
            for turn in turns_of(game, 1, seat):
                if isinstance(turn.action, Bid):
                    assert (turn.view.hand is None) == turn.action.blind


@pytest.mark.parametrize("steps", [40, 60, 140])
def test_points_from_the_beginning_stay(steps: int) -> None:
    """A game that began with points begins with them again, in and after the first round."""
    game = Game.new(PRESETS["hero_partners"], Seat(1), [Tally(70, 3), Tally(-20, 1)])
    later, _ = play(game, steps, random.Random(1))
    assert before_deal(later, 1) == game


def test_the_time_ran_out_in_the_last_round() -> None:
    """It is told right after the deal of that round, and not in those before."""
    game = Game.new(PRESETS["half_hour"], Seat(0))
    chance = random.Random(4)
    while len(game.sheets) < 2:
        game, _ = play(game, 1, chance)
    game = game.apply(Time()) if game.explain(Time()) is None else game
    while game.outcome is None:
        game, _ = play(game, 1, chance)
    last = len(game.deals)
    told = [action for _, action in steps_of(game, last)]
    assert Time() not in [action for _, action in steps_of(game, 1)]
    assert parse_game(print_game(game)).outcome == game.outcome
    assert (Time() in told) == (game.time_out == last)


@pytest.mark.parametrize("number", [0, 3, -1])
def test_there_is_no_such_deal(number: int) -> None:
    """A deal that was never dealt is refused, with how many there were."""
    game, _ = play(Game.new(PRESETS["cutthroat"], Seat(0)), 80, random.Random(2))
    assert len(game.deals) == 2
    with pytest.raises(ValueError, match="a game of 2 deals"):
        before_deal(game, number)
