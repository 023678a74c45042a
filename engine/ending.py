"""The end of a game: who has won, who has lost, and the places."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.rules import Rules
from engine.seats import Side
from engine.tally import Tally


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: the side that has won.
        places: by side, 1 for the winner; None if the rules name only the winner.
        resigned: the side that resigned, or None.
    """

    winner: Side
    places: tuple[int, ...] | None
    resigned: Side | None = None


def outcome_of(
    rules: Rules,
    tallies: Sequence[Tally],
    boston: Side | None = None,
    *,
    rounds: int = 0,
    first_taken: Sequence[int] | None = None,
    time_out: bool = False,
) -> Outcome | None:
    """Give the outcome after a round, or None while the game goes on.

    A Boston that wins comes first, then the tricks of the first round that win. Then the best of
    those who have not lost wins where some have. Otherwise the game is over at the target, the
    losing score or the spread, after the last round, or once the time is out; and whatever ends
    it, a tie for the best total means another round.

    Args:
        rules: the rules of the table.
        tallies: by side, at the end of the round.
        boston: the side that made a Boston in the round, or None.
        rounds: how many rounds have been scored.
        first_taken: tricks by side if the round was the first, else None.
        time_out: whether the time of the game is out.
    """
    lost = _lost(rules, tallies, first_taken)
    winner = _at_once(rules, boston, first_taken)
    if winner is None and lost:
        winner = _alone_best(tallies, [side for side in rules.sides if side not in lost] or lost)
    elif winner is None and (time_out or _is_over(rules, tallies, rounds)):
        winner = _alone_best(tallies, rules.sides)
    if winner is None:
        return None
    ranked = rules.places == "points_then_bags"
    return Outcome(winner, places_of(tallies, winner, lost) if ranked else None)


def outcome_of_resigning(rules: Rules, tallies: Sequence[Tally], side: Side) -> Outcome:
    """Give the outcome of a game of two sides when one of them resigns.

    Args:
        rules: the rules of the table.
        tallies: by side, as of the last finished round.
        side: the side that resigns.
    """
    winner = Side(1 - side)
    ranked = rules.places == "points_then_bags"
    return Outcome(winner, places_of(tallies, winner) if ranked else None, side)


def _at_once(rules: Rules, boston: Side | None, first_taken: Sequence[int] | None) -> Side | None:
    """Give the side that has won by tricks alone."""
    if boston is not None and rules.boston == "wins":
        return boston
    wins = rules.first_round_wins
    if wins is None or first_taken is None:
        return None
    return next((side for side in rules.sides if first_taken[side] >= wins), None)


def _lost(rules: Rules, tallies: Sequence[Tally], first_taken: Sequence[int] | None) -> list[Side]:
    """Give the sides that have lost, whatever their points."""
    lost = []
    decides = first_taken is not None and rules.first_round_short == "loses"
    for side in rules.sides:
        tally = tallies[side]
        by_sets = rules.sets_lose is not None and tally.sets >= rules.sets_lose
        by_run = rules.sets_in_a_row_lose is not None and tally.run >= rules.sets_in_a_row_lose
        short = decides and first_taken is not None and first_taken[side] < rules.first_round_least
        if by_sets or by_run or short:
            lost.append(side)
    return lost


def _is_over(rules: Rules, tallies: Sequence[Tally], rounds: int) -> bool:
    points = sorted([tally.points for tally in tallies])
    worst, best = points[0], points[-1]
    return (
        (rules.target is not None and best >= rules.target)
        or (rules.losing_score is not None and worst <= rules.losing_score)
        or (rules.spread is not None and best - points[-2] >= rules.spread)
        or (rules.rounds is not None and rounds >= rules.rounds)
    )


def _alone_best(tallies: Sequence[Tally], sides: Sequence[Side]) -> Side | None:
    """Give the side that alone holds the best total of some sides, or None for a tie."""
    best = max(tallies[side].points for side in sides)
    held = [side for side in sides if tallies[side].points == best]
    return held[0] if len(held) == 1 else None


def places_of(
    tallies: Iterable[Tally], winner: Side | None = None, lost: Sequence[Side] = ()
) -> tuple[int, ...]:
    """Rank sides by points, then by fewer bags; exact ties share a place (1, 2, 2, 4).

    Args:
        tallies: by side.
        winner: a side that is first whatever its points, or None.
        lost: sides that come after all others.
    """
    keys = [
        (side != winner, side in lost, -tally.points, tally.bags)
        for side, tally in enumerate(tallies)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
