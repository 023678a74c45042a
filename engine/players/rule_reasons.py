"""Reasons in the terms of the table's own rules, where one of them decides a bid or a card."""

from typing import Final

from engine.actions import Bid
from engine.contracts import contracts, is_short
from engine.players.player import Reason, Why
from engine.players.reading import Reading, need_of
from engine.seats import Side
from engine.views import PublicView, SeatView

_APART: Final = 0.5
"""By how many tricks a bid must differ from the count before a rule is its reason."""
_FAR_APART: Final = 1.0
"""The same where the rule only makes a risk more or less worth taking."""
_NEAR_SPREAD: Final = 100
"""Points to the difference that ends the game: a round can bring them."""


def why_bid(view: SeatView, bid: Bid, count: float) -> Why | None:
    """Give the rule that decides a bid, or None if the cards and the score alone do.

    Args:
        view: what the seat sees; it is its turn to bid.
        bid: the bid.
        count: the tricks that its hand is worth.
    """
    if bid.is_nil or bid.blind:
        return None
    opening = view.opening
    about = count if opening is None else count + opening.tricks
    tenths = round(10 * count)
    for reason_of in (_by_table, _by_contract, _by_end):
        found = reason_of(view, bid, about)
        if found is not None:
            return Why(found[0], tenths, rule=found[1])
    if opening is None or abs(10 * bid.tricks - round(10 * about)) > 10 * _APART:
        return None
    return Why(Reason.CLOSES, tenths, rule=opening.tricks)


_Found = tuple[Reason, int] | None


def _with(view: SeatView, bid: Bid) -> tuple[Bid | None, ...]:
    return tuple(bid if seat == view.seat else said for seat, said in enumerate(view.public.bids))


def _by_table(view: SeatView, bid: Bid, about: float) -> _Found:
    """Look at what both sides together must bid."""
    public, bids = view.public, _with(view, bid)
    least = public.rules.table_minimum
    if None in bids or not least:
        return None
    if is_short(public.rules, bids, public.dealer):
        made = public.rules.table_short == "made"
        return Reason.SHORT_IS_MADE if made else Reason.STAYS_SHORT, least
    together = sum(each or 0 for each in contracts(public.rules, bids, public.dealer))
    if together == least and bid.tricks > about + _APART:
        return Reason.TO_THE_TABLE, least
    return None


def _by_contract(view: SeatView, bid: Bid, about: float) -> _Found:
    """Look at what a side must bid, and may bid; only the last of its bids is held to that."""
    public, rules, bids = view.public, view.public.rules, _with(view, bid)
    if any(bids[seat] is None for seat in rules.seats_of(rules.side_of(view.seat))):
        return None
    contract = contracts(rules, bids, public.dealer)[rules.side_of(view.seat)] or 0
    if contract == rules.minimum_contract and bid.tricks > about + _APART:
        return Reason.TO_THE_BOARD, contract
    if contract == rules.maximum_contract and bid.tricks < about - _APART:
        return Reason.AT_MOST, contract
    return None


def _by_end(view: SeatView, bid: Bid, about: float) -> _Found:
    """Look at what ends the game, and makes the same risk worth more or less than usual."""
    public, rules = view.public, view.public.rules
    if bid.tricks < about - _APART and next_set_loses(public, rules.side_of(view.seat)):
        return Reason.SET_WOULD_LOSE, 0
    if abs(bid.tricks - about) <= _FAR_APART:
        return None
    if public.time_out or (rules.rounds is not None and public.round_number >= rules.rounds):
        return Reason.LAST_ROUND, 0
    points = sorted(tally.points for tally in public.tallies)
    if rules.spread is not None and points[-1] - points[-2] >= rules.spread - _NEAR_SPREAD:
        return Reason.SPREAD_ENDS, rules.spread
    return None


def next_set_loses(public: PublicView, side: Side) -> bool:
    """Say whether one more set loses the game for a side."""
    rules, tally = public.rules, public.tallies[side]
    return tally.sets + 1 == rules.sets_lose or tally.run + 1 == rules.sets_in_a_row_lose


def scores_by_itself(facts: Reading) -> tuple[Reason, int] | None:
    """Say what a trick is worth beside the contract, with the number of the rule; mostly None.

    Args:
        facts: a turn in last seat.
    """
    public, rules = facts.public, facts.public.rules
    side = rules.seats_of(rules.side_of(facts.seat))
    taken = sum(public.taken[seat] for seat in side)
    short = public.round_number == 1 and taken < rules.first_round_least
    if short and (public.bids_itself or facts.need <= 0):
        return Reason.FIRST_ROUND, rules.first_round_least
    return (Reason.TEN_A_TRICK, 0) if public.bids_itself else None


def of_a_set(facts: Reading) -> Reason:
    """Say of a trick that may set another side whether that would end the game.

    Args:
        facts: a turn in which a trick may set somebody.
    """
    public, rules = facts.public, facts.public.rules
    own = rules.side_of(facts.seat)
    needs = {side: need_of(public, side) for side in rules.sides if side != own}
    set_now = [side for side, need in needs.items() if facts.left - 1 <= need <= facts.left]
    loses = any(needs[side] > 0 and next_set_loses(public, side) for side in set_now)
    return Reason.SET_ENDS if loses else Reason.SETS_CONTRACT


def of_an_over(facts: Reading) -> tuple[Reason, int] | None:
    """Say what one more trick over the contract costs here, with the number of the rule.

    None where it brings points.

    Args:
        facts: a turn of a side that needs no more tricks.
    """
    public, rules = facts.public, facts.public.rules
    contract = public.contract_of(rules.side_of(facts.seat))
    if rules.double_taken != "nothing" and contract and contract - facts.need + 1 == 2 * contract:
        return Reason.AVOIDS_TWICE, 2 * contract
    if rules.bag_points < 0:
        return Reason.OVER_COSTS, -rules.bag_points
    if rules.bag_limit is not None:
        return Reason.AVOIDS_BAG, 0
    return None if rules.bag_points else (Reason.OVER_IS_NOTHING, 0)
