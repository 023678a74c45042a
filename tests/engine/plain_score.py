"""A round's score, written from the rules a second time, one step after the other.

Of the engine it takes the fields of the rules alone, so that a mistake in scoring would have to
be made twice to go unseen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.rules import Rules
from tests.engine import plain_bids
from tests.engine.plain_bids import NILS, PlainBid


@dataclass(frozen=True)
class Standing:
    """What a side has: its points, bags, contracts missed, and those of them in a row."""

    score: int = 0
    bags: int = 0
    sets: int = 0
    run: int = 0


def side_after(
    rules: Rules,
    bids: Sequence[PlainBid],
    tricks: Sequence[int],
    before: Standing,
    *,
    first: bool = False,
    unplayed: bool = False,
) -> Standing:
    """Give what a side has after a round.

    Args:
        rules: the rules of the table.
        bids: of the seats of the side, as they were made; none in a round that bids itself.
        tricks: taken by the same seats.
        before: what it had before the round.
        first: whether it is the first round.
        unplayed: whether the bids were scored without play.
    """
    taken = sum(tricks)
    bonus = rules.boston_bonus if rules.boston == "bonus" else 0
    if len(bids) == 0:
        gained = 10 * taken
        if first and rules.first_round_short == "set" and taken < rules.first_round_least:
            gained = -10 * rules.first_round_least
        if rules.boston_unbid and taken == plain_bids.most(rules):
            gained += bonus
        return replace(before, score=before.score + gained, run=0)
    contract = plain_bids.contract(rules, bids)
    of_nils = sum(took for bid, took in zip(bids, tricks, strict=True) if bid in NILS)
    counted = taken if rules.failed_nil_tricks == "help_partner" else taken - of_nils
    if unplayed and contract is not None:
        counted = contract
    boston = is_boston(rules, bids, tricks)
    gained, over, missed = 0, 0, False
    if contract is not None:
        blind = any(str(bid).startswith("blind ") for bid in bids)
        gained, over, missed = _of_contract(rules, contract, counted, blind, boston)
    gained += bonus if boston else 0
    gained += _of_nils(rules, bids, tricks)
    as_one = rules.double_nil == "unit" and all(bid in NILS for bid in bids) and len(bids) == 2
    helped = rules.failed_nil_tricks == "help_partner" and contract is not None
    nil_bags = 0 if as_one or helped or rules.failed_nil_tricks == "ignored" else of_nils
    gained += rules.bag_points * (over + nil_bags * rules.failed_nil_bag_points)
    score, bags = _after_penalties(rules, before.score + gained, before.bags + over + nil_bags)
    run = before.run + 1 if missed else 0
    return Standing(score, bags, before.sets + missed, run)


def _of_contract(
    rules: Rules, contract: int, counted: int, blind: bool, boston: bool
) -> tuple[int, int, bool]:
    """Give the points of a contract, the tricks over it, and whether it was missed."""
    twice = contract >= 1 and counted >= 2 * contract and not boston
    if twice and rules.double_taken == "minus_100":
        return -100, 0, False
    if counted < contract or (twice and rules.double_taken == "set"):
        cost = 10 * contract
        if contract >= 10 and rules.ten_contracts == "doubled":
            cost = 20 * contract
        elif contract == 10 or (contract > 10 and rules.ten_contracts == "ten_or_more"):
            cost = max(cost, rules.ten_missed)
        if rules.missed_contract == "zero":
            cost = 0
        if rules.missed_contract == "double":
            cost = cost + cost
        if blind:
            cost = {"doubled": cost + cost, "plain": cost, "nothing": 0}[rules.blind_bid_missed]
        return -cost, 0, True
    gain = 10 * contract
    if contract >= 10 and rules.ten_contracts == "doubled":
        gain = 20 * contract
    elif contract == 10 or (contract > 10 and rules.ten_contracts == "ten_or_more"):
        gain = max(gain, rules.ten_made)
    return gain + gain if blind else gain, counted - contract, False


def _of_nils(rules: Rules, bids: Sequence[PlainBid], tricks: Sequence[int]) -> int:
    nils = [(bid, took) for bid, took in zip(bids, tricks, strict=True) if bid in NILS]
    both_hold = len(nils) == 2 and all(took == 0 for _, took in nils)
    gained = rules.double_nil_bonus if both_hold else 0
    if len(nils) == 2 and rules.double_nil == "unit":
        worth = sum(_worth(rules, bid) for bid, _ in nils)
        return gained + (worth if both_hold else -worth)
    for bid, took in nils:
        if took == 0:
            gained += _worth(rules, bid)
        elif bid == "nil" and rules.nil_missed is not None:
            gained -= rules.nil_missed
        else:
            gained -= _worth(rules, bid)
    return gained


def _after_penalties(rules: Rules, score: int, bags: int) -> tuple[int, int]:
    while rules.bag_limit is not None and bags >= rules.bag_limit:
        bags -= rules.bag_limit
        score -= 10 * rules.bag_limit if rules.bag_penalty is None else rules.bag_penalty
        if not rules.bag_points_kept:
            score -= rules.bag_limit
        if rules.bag_count == "reset" and bags < rules.bag_limit:
            bags = 0
    return score, bags


def is_boston(rules: Rules, bids: Sequence[PlainBid], tricks: Sequence[int]) -> bool:
    """Say whether a side took every trick of the round, and bid it where it must."""
    every = plain_bids.most(rules)
    if rules.boston_unbid and sum(tricks) == every:
        return True
    helpers = rules.failed_nil_tricks == "help_partner"
    counted = sum(
        took for bid, took in zip(bids, tricks, strict=False) if helpers or bid not in NILS
    )
    return plain_bids.contract(rules, bids) == every == counted


def _worth(rules: Rules, bid: PlainBid) -> int:
    return rules.blind_nil_value if bid == "blind_nil" else rules.nil_value


@dataclass(frozen=True)
class End:
    """What besides the tallies can end a game.

    Attributes:
        boston: the side that has just made a Boston, if one has.
        rounds: how many rounds are scored.
        first_taken: tricks by side, where the round was the first.
        time_out: whether the time is out.
    """

    boston: int | None = None
    rounds: int = 0
    first_taken: Sequence[int] = ()
    time_out: bool = False


def lost(rules: Rules, sides: Sequence[Standing], end: End = End()) -> list[int]:
    """List the sides that have lost by sets or by their first round."""
    found = []
    for side, has in enumerate(sides):
        short = len(end.first_taken) > side and end.first_taken[side] < rules.first_round_least
        if (
            has.sets >= (rules.sets_lose or 999)
            or has.run >= (rules.sets_in_a_row_lose or 999)
            or (short and rules.first_round_short == "loses")
        ):
            found.append(side)
    return found


def winner(rules: Rules, sides: Sequence[Standing], end: End = End()) -> int | None:
    """Give the side that has won, or None while the game goes on."""
    if end.boston is not None and rules.boston == "wins":
        return end.boston
    for side, took in enumerate(end.first_taken):
        if took >= (rules.first_round_wins or 999):
            return side
    losers = lost(rules, sides, end)
    left = [side for side in range(len(sides)) if side not in losers]
    if not losers and not _reached_an_end(rules, [has.score for has in sides], end):
        return None
    scores = {side: sides[side].score for side in left or losers}
    best = max(scores.values())
    holders = [side for side, score in scores.items() if score == best]
    return holders[0] if len(holders) == 1 else None


def _reached_an_end(rules: Rules, scores: Sequence[int], end: End) -> bool:
    ranked = sorted(scores, reverse=True)
    ends = [
        end.time_out,
        rules.target is not None and ranked[0] >= rules.target,
        rules.losing_score is not None and ranked[-1] <= rules.losing_score,
        rules.spread is not None and ranked[0] >= ranked[1] + rules.spread,
        rules.rounds is not None and end.rounds >= rules.rounds,
    ]
    return any(ends)


def places(
    sides: Sequence[Standing], first: int | None = None, last: Sequence[int] = ()
) -> list[int]:
    """Rank the sides by points, then by fewer bags; exact ties share the better place.

    Args:
        sides: what each has.
        first: a side that has won whatever its points, or None.
        last: sides that come after the others.
    """
    worst_first = [(side != first, side in last, -has.score, has.bags)
                   for side, has in enumerate(sides)]  # fmt: skip
    return [1 + sum(other < own for other in worst_first) for own in worst_first]
