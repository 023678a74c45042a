"""What happens for a seat whose time has run out."""

import random

from engine.actions import SeatAction
from engine.players import rules_of_thumb
from engine.views import SeatView


def automatic_action(view: SeatView, rng: random.Random) -> SeatAction:
    """Choose the action that is made for a seat whose time has run out.

    A bid from the hand, never nil unless the table leaves nothing else, and never blind; or a
    legal card by the rule of thumb. A seat whose hand is still hidden looks first: apply the
    look, and ask again with the new view.

    Args:
        view: what the seat sees; it must have something to do.
        rng: decides between cards that are as good as each other.

    Raises:
        ValueError: the seat has nothing to do.
    """
    if view.hand is not None and view.bids:
        return rules_of_thumb.choose_bid(view, view.hand, may_be_nil=False)
    return rules_of_thumb.choose(view, rng)
