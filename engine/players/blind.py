"""Blind bids: made when they gain by a player's own reckoning, which is when it is far behind."""

from typing import Final

from engine.actions import Bid
from engine.bidding import is_far_behind
from engine.contracts import COVERED
from engine.players.bidding import likely_tricks
from engine.players.other_sides import SET, expected_worth, others_after
from engine.players.utility import End, stage_of
from engine.scoring import is_boston, score_side
from engine.views import SeatView

BLIND_HOLDS: Final = 0.16
BLIND_PER_CARD: Final = 0.07
"""The chance of a blind nil, and how much each exchanged card adds."""
FAR_BEHIND: Final = 100
"""How far behind a side must be to bid a number unseen, whatever it would gain: nobody likes a
partner who gambles while all is well."""
SIDE_SPREAD: Final = 2.0
"""The standard deviation of the tricks that a side takes with cards that it has not seen."""


def choose_blind(view: SeatView) -> Bid | None:
    """Choose a blind bid, or None where to look at the cards is worth more.

    Args:
        view: what the seat sees, its cards hidden; it is its turn to bid.
    """
    behind = is_far_behind(view.public.rules, view.seat, view.public.tallies, FAR_BEHIND)
    offered = [bid for bid in view.bids if bid.blind and (bid.is_nil or behind)]
    worths = {bid: _worth_of(view, bid) for bid in offered if not _beside_nil(view, bid)}
    best = max(worths, key=worths.__getitem__, default=None)
    return best if best is not None and worths[best] > _worth_of_looking(view) else None


def _beside_nil(view: SeatView, bid: Bid) -> bool:
    """Say whether two nils of one side would have to hold."""
    partner = view.public.rules.partner_of(view.seat)
    said = None if partner is None else view.public.bids[partner]
    return bid.is_nil and said is not None and said.is_nil


def _worth_of(view: SeatView, bid: Bid) -> float:
    """Give the expected utility of a blind bid."""
    rules = view.public.rules
    if not bid.is_nil:
        mean = rules.hand_size / len(rules.sides)
        likely = likely_tricks(mean, SIDE_SPREAD, rules.hand_size)
        return sum(chance * _after_number(view, bid, taken) for chance, taken in likely)
    paired = rules.partner_of(view.seat) is not None
    chance = BLIND_HOLDS + BLIND_PER_CARD * (rules.exchange if paired else 0)
    rest = 30 if paired else 0
    value = rules.blind_nil_value
    return chance * _after(view, rest + value) + (1 - chance) * _after(view, rest - value)


def _worth_of_looking(view: SeatView) -> float:
    """Give the expected utility of an ordinary bid."""
    usual = 55 if view.public.rules.partner_of(view.seat) is not None else 30
    return (1 - SET) * _after(view, usual) + SET * _after(view, -usual)


def _after(view: SeatView, points: int) -> float:
    """Give the utility of so many points in this round."""
    public = view.public
    side = public.rules.side_of(view.seat)
    before = public.tallies[side]
    own = before._replace(points=before.points + points)
    others = others_after(public, side)
    return expected_worth(public.rules, others, own, side, End(stage=stage_of(public)))


def _after_number(view: SeatView, bid: Bid, taken: int) -> float:
    """Give the utility of a blind number where the side takes so many tricks."""
    public = view.public
    rules, side = public.rules, public.rules.side_of(view.seat)
    partner = rules.partner_of(view.seat)
    covered = [] if partner is None else [(COVERED[partner], 0)]
    first = public.round_number == 1
    results = [(bid, taken), *covered]
    own = score_side(rules, side, results, public.tallies[side], first=first)
    ended = End(side if is_boston(rules, own) else None, stage_of(public))
    return expected_worth(rules, others_after(public, side), own.after, side, ended)
