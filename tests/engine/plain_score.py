"""A round's score, written from the rules a second time, one step after the other.

Of the engine it takes the fields of the rules alone, so that a mistake in scoring would have to
be made twice to go unseen.
"""

from collections.abc import Sequence

from engine.rules import Rules
from tests.engine.plain_bids import PlainBid


def side_after(
    rules: Rules,
    bids: Sequence[PlainBid],
    tricks: Sequence[int],
    score: int,
    bags: int,
) -> tuple[int, int]:
    """Give a side's score and bags after a round, from those before it.

    Args:
        rules: the rules of the table.
        bids: of the seats of the side; none at all in a round that bids itself.
        tricks: taken by the same seats.
        score: before the round.
        bags: before the round.
    """
    if len(bids) == 0:
        return score + 10 * sum(tricks), bags
    nil_seats = [seat for seat, bid in enumerate(bids) if isinstance(bid, str)]
    contract = sum(bid for bid in bids if isinstance(bid, int))
    taken = sum(tricks)
    of_nils = sum(tricks[seat] for seat in nil_seats)
    as_one = rules.double_nil == "unit" and len(nil_seats) == 2
    if as_one:
        worth = sum(_worth(rules, bid) for bid in bids)
        score += worth if of_nils == 0 else -worth
    else:
        for seat in nil_seats:
            score += _worth(rules, bids[seat]) * (1 if tricks[seat] == 0 else -1)
    free_bags = 0
    if contract > 0:
        counted = taken if rules.failed_nil_tricks == "help_partner" else taken - of_nils
        free_bags = max(0, counted - contract)
        score += _of_contract(rules, contract, counted)
    bags_of_nils = of_nils
    if rules.failed_nil_tricks == "ignored" or as_one:
        bags_of_nils = 0
    if rules.failed_nil_tricks == "help_partner" and contract > 0:
        bags_of_nils = 0
    score += free_bags + bags_of_nils * rules.failed_nil_bag_points
    return _after_penalties(rules, score, bags + free_bags + bags_of_nils)


def _of_contract(rules: Rules, contract: int, counted: int) -> int:
    if counted < contract:
        return -rules.ten_missed if contract == 10 else -10 * contract
    if contract == (17 if rules.players == 3 else 13) and rules.boston == "bonus":
        return 10 * contract + rules.boston_bonus
    return rules.ten_made if contract == 10 else 10 * contract


def _after_penalties(rules: Rules, score: int, bags: int) -> tuple[int, int]:
    while rules.bag_limit is not None and bags >= rules.bag_limit:
        bags -= rules.bag_limit
        score -= 10 * rules.bag_limit
        if not rules.bag_points_kept:
            score -= rules.bag_limit
        if rules.bag_count == "reset" and bags < rules.bag_limit:
            bags = 0
    return score, bags


def is_boston(rules: Rules, bids: Sequence[PlainBid], tricks: Sequence[int]) -> bool:
    """Say whether a side bid every trick of the round and made it."""
    every = 17 if rules.players == 3 else 13
    helpers = rules.failed_nil_tricks == "help_partner"
    counted = sum(
        took for bid, took in zip(bids, tricks, strict=False) if helpers or isinstance(bid, int)
    )
    return sum(bid for bid in bids if isinstance(bid, int)) == every == counted


def _worth(rules: Rules, bid: PlainBid) -> int:
    return rules.blind_nil_value if bid == "blind_nil" else rules.nil_value


def winner(rules: Rules, scores: Sequence[int], boston: int | None = None) -> int | None:
    """Give the side that has won, or None while the game goes on.

    Args:
        rules: the rules of the table.
        scores: by side.
        boston: the side that has just bid and made every trick, if one has.
    """
    if boston is not None and rules.boston == "wins":
        return boston
    reached = any(score >= rules.target for score in scores)
    sunk = rules.losing_score is not None and any(score <= rules.losing_score for score in scores)
    if not reached and not sunk:
        return None
    ranked = sorted(scores, reverse=True)
    return None if ranked[0] == ranked[1] else list(scores).index(ranked[0])


def places(scores: Sequence[int], bags: Sequence[int], first: int | None = None) -> list[int]:
    """Rank the sides by points, then by fewer bags; exact ties share the better place.

    Args:
        scores: by side.
        bags: by side.
        first: a side that has won whatever its points, or None.
    """
    best_first = sorted(
        range(len(scores)), key=lambda side: (side != first, -scores[side], bags[side])
    )
    ranks = [0] * len(scores)
    for place, side in enumerate(best_first, start=1):
        before = best_first[place - 2] if place > 1 else side
        tied = place > 1 and (scores[before], bags[before]) == (scores[side], bags[side])
        ranks[side] = ranks[before] if tied and before != first else place
    return ranks
