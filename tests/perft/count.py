"""Counts the ways in which a position can go on, through the engine."""

from collections.abc import Iterator

from engine.actions import Play
from engine.cards import Bits
from engine.phases import Phase
from engine.round import Round


def counts(position: Round, depth: int | None = None, most: int | None = None) -> list[int]:
    """Count the positions one card on, two cards on, and so on.

    Args:
        position: where to begin, between two tricks or in one.
        depth: how many cards on; None goes up to the last trick, which adds no choice.
        most: stop once there are more positions than this; None goes on.
    """
    found: list[int] = []
    here = [position]
    while not _is_enough(here[0], len(found), depth) and (most is None or len(here) <= most):
        here = [following for current in here for following in after(current)]
        found.append(len(here))
    return found


def _is_enough(current: Round, done: int, depth: int | None) -> bool:
    if depth is not None:
        return done == depth
    return not current.trick and all(hand.bit_count() <= 1 for hand in current.hands)


def split(position: Round, depth: int | None = None) -> dict[str, int]:
    """Count the ways to the end behind each card that may be played now."""
    left = None if depth is None else depth - 1
    return {
        str(play.card): (counts(position.apply(play), left) or [1])[-1] for play in plays(position)
    }


def after(current: Round) -> Iterator[Round]:
    """Yield every round that is one card on."""
    return (current.apply(play) for play in plays(current))


def plays(current: Round) -> list[Play]:
    """List the legal plays."""
    return [action for action in current.legal_actions if isinstance(action, Play)]


def bidding_ends(current: Round, bids: int) -> int:
    """Count the ways in which so many bids are made, looks before a bid among them."""
    if current.phase != Phase.BIDDING or sum(bid is not None for bid in current.bids) == bids:
        return 1
    return sum(bidding_ends(current.apply(each), bids) for each in current.legal_actions)


def exchange_ends(current: Round) -> Iterator[tuple[Bits, ...]]:
    """Yield the hands after each way in which the cards can be passed."""
    if current.phase != Phase.EXCHANGING:
        yield current.hands
        return
    for each in current.legal_actions:
        yield from exchange_ends(current.apply(each))
