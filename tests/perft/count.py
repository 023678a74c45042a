"""Counts the ways in which a position can be played on, through the engine."""

from collections.abc import Iterator

from engine.actions import Play
from engine.round import Round
from engine.seats import Seat


def counts(position: Round, most: int | None = None) -> list[int]:
    """Count the positions one card on, two cards on, and so on, up to the last trick.

    The last trick is left out: it adds no choice.

    Args:
        position: where to begin, between two tricks or in one.
        most: stop once there are more positions than this; None goes on.
    """
    found: list[int] = []
    here = [position]
    while not is_last_trick(here[0]) and (most is None or len(here) <= most):
        here = [following for current in here for following in after(current)]
        found.append(len(here))
    return found


def is_last_trick(current: Round) -> bool:
    """Say whether nobody has a choice any more."""
    return not current.trick and all(hand.bit_count() <= 1 for hand in current.hands)


def split(position: Round) -> dict[str, int]:
    """Count the ways to the last trick behind each card that may be played now."""
    ends = {}
    for play in plays(position):
        ends[str(play.card)] = (counts(position.apply(play)) or [1])[-1]
    return ends


def after(current: Round) -> Iterator[Round]:
    """Yield every round that is one card on."""
    return (current.apply(play) for play in plays(current))


def plays(current: Round) -> list[Play]:
    """List the legal plays."""
    return [action for action in current.legal_actions if isinstance(action, Play)]


def bidding_ends(current: Round, seat: Seat) -> int:
    """Count the ways in which the bidding reaches a seat, looks before a bid among them."""
    if current.turn == seat:
        return 1
    return sum(bidding_ends(current.apply(each), seat) for each in current.legal_actions)
