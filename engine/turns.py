"""The turns of a round that is over, each as its seat saw it."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import Action, Bid, Look, Play, SeatAction
from engine.game import Game
from engine.round_notation import actions_of
from engine.score_sheet import RoundScore
from engine.seats import Seat
from engine.views import SeatView, seat_view


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a seat.

    Attributes:
        place: its place among the actions of the round, from 1 (the deal is 0).
        view: what the seat saw then, and nothing else.
        action: what it did.
    """

    place: int
    view: SeatView
    action: SeatAction


def before_deal(game: Game, number: int) -> Game:
    """Give a game as it was before a deal.

    Args:
        game: the game, at any later point.
        number: the deal, from 1.

    Raises:
        ValueError: there was no such deal.
    """
    rounds = game.deals
    if not 1 <= number <= len(rounds):
        msg = f"a game of {len(rounds)} deals has no deal {number}"
        raise ValueError(msg)
    earlier = rounds[: number - 1]
    sheets = game.sheets[: sum(not each.thrown_in for each in earlier)]
    if sheets:
        tallies = tuple(side.after for side in sheets[-1].sides)
    elif game.sheets:
        tallies = tuple(side.before for side in game.sheets[0].sides)
    else:
        tallies = game.tallies
    known = game.time_out is not None and game.time_out < number
    return game._replace(
        tallies=tallies,
        round=earlier[-1] if earlier else None,
        past=earlier[:-1],
        sheets=sheets,
        outcome=None,
        time_out=game.time_out if known else None,
    )


def steps_of(game: Game, number: int) -> Iterator[tuple[Game, Action]]:
    """Give each action of a deal in order, after the game as it stood before it.

    The deal comes first. Where the time ran out in it, that is told right after the deal.

    Raises:
        ValueError: there was no such deal.
    """
    state = before_deal(game, number)
    ran_out = game.time_out == number
    for action in actions_of(game.deals[number - 1], time_out=ran_out):
        yield state, action
        state = state.apply(action)


def turns_of(game: Game, number: int, seat: Seat) -> Iterator[Turn]:
    """Give the turns of a seat in a deal, in order.

    Args:
        game: the game.
        number: the deal, from 1.
        seat: the seat.

    Raises:
        ValueError: there was no such deal.
    """
    for place, (state, action) in enumerate(steps_of(game, number)):
        if isinstance(action, SeatAction) and action.seat == seat:
            yield Turn(place, seat_view(_looked(state, action), seat), action)


def _looked(state: Game, action: SeatAction) -> Game:
    """Give the game as a seat saw it that has bid: a look before a bid is not recorded."""
    looks = Look(action.seat)
    if (
        isinstance(action, Bid)
        and not action.blind
        and looks in state.legal_actions_of(action.seat)
    ):
        return state.apply(looks)
    return state


def is_over(game: Game, number: int) -> bool:
    """Say whether a deal is over, so that all of its cards may be shown."""
    rounds = game.deals
    if not 1 <= number <= len(rounds):
        return False
    return number < len(rounds) or rounds[-1].finished


def sheet_of(game: Game, number: int) -> RoundScore | None:
    """Give the score sheet of a deal, from 1; None where it was thrown in, or is not scored."""
    if not is_over(game, number) or game.deals[number - 1].thrown_in:
        return None
    scored = sum(not each.thrown_in for each in game.deals[:number])
    return game.sheets[scored - 1]


def after_plays(game: Game, number: int) -> tuple[Game, ...]:
    """Give a game as the first card of a deal was led, and after each card.

    What came of a claim is left out: the cards that were left are not played. A deal without any
    card is given once, as it ended.

    Raises:
        ValueError: there was no such deal.
    """
    steps = list(steps_of(game, number))
    plays = [(state, action) for state, action in steps if isinstance(action, Play)]
    state, action = (plays or steps)[-1]
    return (*(before for before, _ in plays), state.apply(action))
