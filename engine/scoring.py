"""A round's score, itemised; bags and their penalty.

The order within a round is that of the published sets: contract and nil points, bags, and the
penalty. The test for the end follows, see `engine.ending`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from engine.actions import Bid
from engine.contracts import contract_of, settled
from engine.rules import PENALTY_PER_BAG, POINTS_PER_TRICK, Rules
from engine.score_sheet import Item, Line, RoundScore, SideScore
from engine.seats import Seat, Side
from engine.tally import Tally


def score_round(
    rules: Rules,
    bids: Sequence[Bid | None],
    taken: Sequence[int],
    tallies: Sequence[Tally],
    number: int = 1,
    dealer: Seat | None = None,
    *,
    unplayed: bool = False,
) -> RoundScore:
    """Score a finished round.

    Args:
        rules: the rules of the table.
        bids: by seat; None for every seat in a round that bid itself.
        taken: tricks taken, by seat.
        tallies: by side, at the start of the round.
        number: the round, from 1.
        dealer: the dealer; by default the last seat, so that seat 0 bid first.
        unplayed: whether the bids count as made, without play.
    """
    counted = settled(rules, bids, rules.seats[-1] if dealer is None else dealer)
    sides = tuple(
        score_side(
            rules,
            side,
            [(counted[seat], taken[seat]) for seat in rules.seats_of(side)],
            tally,
            first=number == 1,
            unplayed=unplayed,
        )
        for side, tally in zip(rules.sides, tallies, strict=True)
    )
    bostons = [score.side for score in sides if is_boston(rules, score)]
    return RoundScore(number, tuple(bids), tuple(taken), sides, bostons[0] if bostons else None)


def is_boston(rules: Rules, score: SideScore) -> bool:
    """Say whether a side has taken every trick, and bid them if the rules require that."""
    return _boston(rules, score.contract, score.towards, score.taken)


def _boston(rules: Rules, contract: int | None, towards: int, taken: int) -> bool:
    every = rules.hand_size
    return contract == towards == every or (rules.boston_unbid and taken == every)


def score_side(
    rules: Rules,
    side: Side,
    results: Sequence[tuple[Bid | None, int]],
    before: Tally,
    *,
    first: bool = False,
    unplayed: bool = False,
) -> SideScore:
    """Score one side of a round.

    Args:
        rules: the rules of the table.
        side: who.
        results: the bid, as `contracts.settled` gives it, and the tricks of each seat of the side.
        before: the tally at the start of the round.
        first: whether this is the first round of the game.
        unplayed: whether the contract counts as made, without play.
    """
    made = [(bid, took) for bid, took in results if bid is not None]
    taken = sum([took for _, took in results])
    if not made:
        return _score_unbid(rules, side, taken, before, first=first)
    nils = [(bid, took) for bid, took in made if bid.is_nil]
    contract = contract_of([bid for bid, _ in made])
    towards, from_nils = _counted(rules, contract, taken, nils) if nils else (taken, 0)
    if unplayed and contract is not None:
        towards = contract
    boston = _boston(rules, contract, towards, taken)
    blind = any(bid.is_blind_number for bid, _ in made)
    result = _score_contract(rules, contract, towards, blind=blind, boston=boston)
    if unplayed:
        result = result.as_unplayed()
    bag_lines, bags = _score_bags(rules, result.over, from_nils, before.bags)
    bostons = _score_boston(rules) if boston else []
    nil_lines = _score_nils(rules, nils) if nils else []
    lines = (*result.lines, *bostons, *nil_lines, *bag_lines)
    points = before.points + sum([line.points for line in lines])
    run = before.run + 1 if result.is_set else 0
    after = Tally(points, bags, before.sets + result.is_set, run)
    return SideScore(side, contract, taken, towards, lines, before, after)


def _score_unbid(rules: Rules, side: Side, taken: int, before: Tally, *, first: bool) -> SideScore:
    """Score one side of a round that bid itself."""
    least = rules.first_round_least
    if first and rules.first_round_short == "set" and taken < least:
        line = Line(Item.FIRST_ROUND_SHORT, -POINTS_PER_TRICK * least, taken)
    else:
        line = Line(Item.TRICKS, POINTS_PER_TRICK * taken, taken)
    bostons = _score_boston(rules) if _boston(rules, None, 0, taken) else []
    lines = (line, *bostons)
    points = before.points + sum([line.points for line in lines])
    after = Tally(points, before.bags, before.sets, 0)
    return SideScore(side, None, taken, 0, lines, before, after)


def _counted(
    rules: Rules, contract: int | None, taken: int, nils: Sequence[tuple[Bid, int]]
) -> tuple[int, int]:
    """Give the tricks that count towards the contract, and the bags from failed nils."""
    from_nils = sum([took for _, took in nils])
    if contract is not None and rules.failed_nil_tricks == "help_partner":
        return taken, 0
    if rules.failed_nil_tricks == "ignored" or _is_double_nil(rules, nils):
        return taken - from_nils, 0
    return taken - from_nils, from_nils


class _Result(NamedTuple):
    """What came of a contract.

    Attributes:
        lines: its lines.
        over: the tricks over it.
        is_set: whether it was missed.
    """

    lines: tuple[Line, ...] = ()
    over: int = 0
    is_set: bool = False

    def as_unplayed(self) -> "_Result":
        """Say of a contract made that it was not played."""
        return _Result(tuple(replace(line, item=Item.MADE_UNPLAYED) for line in self.lines))


def _score_contract(
    rules: Rules, contract: int | None, towards: int, *, blind: bool, boston: bool
) -> _Result:
    if contract is None:
        return _Result()
    twice = rules.double_taken != "nothing" and towards >= 2 * contract > 0 and not boston
    if twice and rules.double_taken == "minus_100":
        return _Result((Line(Item.TWICE_THE_BID, -TWICE_COSTS, contract),))
    made, missed = _worth(rules, contract, blind=blind)
    if twice:
        return _Result((Line(Item.TWICE_THE_BID, -missed, contract),), is_set=True)
    made_item, set_item = _items(rules, contract, blind=blind)
    if towards < contract:
        return _Result((Line(set_item, -missed, contract),), is_set=True)
    return _Result((Line(made_item, made, contract),), towards - contract)


TEN: Final = 10
"""The contract of "ten for two hundred"."""

TWICE_COSTS: Final = 100
"""The fixed cost of taking twice the bid."""

MISSED: Final = {"minus": 1, "zero": 0, "double": 2}
"""By `missed_contract`, how often the points of a missed contract count against a side."""
_BLIND_MISSED: Final = {"doubled": 2, "plain": 1, "nothing": 0}


def _worth(rules: Rules, contract: int, *, blind: bool) -> tuple[int, int]:
    """Give the points for making a contract, and those against missing it."""
    made = missed = POINTS_PER_TRICK * contract
    if contract >= TEN and rules.ten_contracts == "doubled":
        made = missed = 2 * made
    elif contract >= TEN and _is_ten(rules, contract):
        made, missed = max(made, rules.ten_made), max(missed, rules.ten_missed)
    missed *= MISSED[rules.missed_contract]
    if blind:
        made, missed = 2 * made, _BLIND_MISSED[rules.blind_bid_missed] * missed
    return made, missed


def _is_ten(rules: Rules, contract: int) -> bool:
    """Say whether a contract of ten or more counts as ten."""
    return contract == TEN or rules.ten_contracts == "ten_or_more"


def _items(rules: Rules, contract: int, *, blind: bool) -> tuple[Item, Item]:
    """Give the items of a contract made, and of one missed."""
    if blind:
        return Item.BLIND_BID_MADE, Item.BLIND_BID_SET
    if contract < TEN:
        return Item.CONTRACT_MADE, Item.CONTRACT_SET
    counts_more = (rules.ten_made, rules.ten_missed) != (100, 100) and _is_ten(rules, contract)
    if counts_more or rules.ten_contracts == "doubled":
        return Item.TEN_MADE, Item.TEN_SET
    return Item.CONTRACT_MADE, Item.CONTRACT_SET


def _score_boston(rules: Rules) -> list[Line]:
    if rules.boston != "bonus":
        return []
    return [Line(Item.BOSTON, rules.boston_bonus, rules.hand_size)]


def _score_nils(rules: Rules, nils: Sequence[tuple[Bid, int]]) -> list[Line]:
    lines = []
    if _is_double_nil(rules, nils):
        worth = sum(_nil_value(rules, bid) for bid, _ in nils)
        took = sum(took for _, took in nils)
        item = Item.DOUBLE_NIL_FAILED if took else Item.DOUBLE_NIL_MADE
        lines.append(Line(item, -worth if took else worth, took))
    else:
        lines += [_score_nil(rules, bid, took) for bid, took in nils]
    if len(nils) > 1 and rules.double_nil_bonus and not any(took for _, took in nils):
        lines.append(Line(Item.DOUBLE_NIL_BONUS, rules.double_nil_bonus, 0))
    return lines


def _score_nil(rules: Rules, bid: Bid, took: int) -> Line:
    worth = _nil_value(rules, bid)
    if took and not bid.blind and rules.nil_missed is not None:
        worth = rules.nil_missed
    made, failed = (
        (Item.BLIND_NIL_MADE, Item.BLIND_NIL_FAILED)
        if bid.blind
        else (Item.NIL_MADE, Item.NIL_FAILED)
    )
    return Line(failed if took else made, -worth if took else worth, took, bid.seat)


def _is_double_nil(rules: Rules, nils: Sequence[tuple[Bid, int]]) -> bool:
    """Say whether two nils count as one bid, without bags."""
    return len(nils) > 1 and rules.double_nil == "unit"


def _nil_value(rules: Rules, bid: Bid) -> int:
    return rules.blind_nil_value if bid.blind else rules.nil_value


def _score_bags(rules: Rules, over: int, from_nils: int, before: int) -> tuple[list[Line], int]:
    """Give the lines of the bags, and the remaining count.

    Reaching the limit exactly counts, and it costs each time that it is reached.
    """
    new = over + from_nils
    points = rules.bag_points * (over + from_nils * rules.failed_nil_bag_points)
    lines = [Line(Item.BAGS, points, new)] if new else []
    running = before + new
    if rules.bag_limit is None:
        return lines, running
    times, rest = divmod(running, rules.bag_limit)
    if times:
        removed = times * rules.bag_limit
        lines.append(Line(Item.BAG_PENALTY, -times * bag_penalty(rules), removed))
        if not rules.bag_points_kept:
            lines.append(Line(Item.BAG_POINTS_TAKEN_BACK, -removed, removed))
    if times and rules.bag_count == "reset":
        return lines, 0
    return lines, rest


def bag_penalty(rules: Rules) -> int:
    """Give the penalty each time the bags reach the limit; 0 without one."""
    if rules.bag_penalty is not None:
        return rules.bag_penalty
    return PENALTY_PER_BAG * (rules.bag_limit or 0)
