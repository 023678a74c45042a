"""A round's score, itemised; bags and their penalty; the end of the game; places.

The order within a round is that of the published sets: contract and nil points, bags, the penalty,
and only then the check for the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.actions import Bid
from engine.rules import PENALTY_PER_BAG, POINTS_PER_TRICK, Rules
from engine.seats import Seat, Side
from engine.tally import Tally


class Item(StrEnum):
    """The kind of a score sheet's line."""

    CONTRACT_MADE = "contract_made"
    CONTRACT_SET = "contract_set"
    TEN_MADE = "ten_made"
    TEN_SET = "ten_set"
    BOSTON = "boston"
    TRICKS = "tricks"
    NIL_MADE = "nil_made"
    NIL_FAILED = "nil_failed"
    BLIND_NIL_MADE = "blind_nil_made"
    BLIND_NIL_FAILED = "blind_nil_failed"
    DOUBLE_NIL_MADE = "double_nil_made"
    DOUBLE_NIL_FAILED = "double_nil_failed"
    BAGS = "bags"
    BAG_PENALTY = "bag_penalty"
    BAG_POINTS_TAKEN_BACK = "bag_points_taken_back"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score sheet.

    Attributes:
        item: its kind.
        points: its points, with their sign.
        count: the tricks bid (contract, ten, Boston), the tricks taken (nil, or a round that
            bids itself), or the bags.
        seat: the seat that a nil belongs to, else None.
    """

    item: Item
    points: int
    count: int
    seat: Seat | None = None


class SideScore(NamedTuple):
    """A side's score for one round.

    Attributes:
        side: who.
        contract: the tricks bid together, or None if every seat of the side bid nil, or none bid at
            all.
        taken: the tricks that the side took, all seats together.
        towards: the tricks that counted towards the contract.
        lines: the items, in the order of counting.
        before: the tally at the start of the round.
        after: the tally at its end.
    """

    side: Side
    contract: int | None
    taken: int
    towards: int
    lines: tuple[Line, ...]
    before: Tally
    after: Tally

    @property
    def points(self) -> int:
        """The change of the side's total, including the penalty."""
        return self.after.points - self.before.points

    @property
    def bags(self) -> int:
        """The bags of this round, before a penalty."""
        return sum(line.count for line in self.lines if line.item is Item.BAGS)


class RoundScore(NamedTuple):
    """The score sheet of one round.

    Attributes:
        number: the round, from 1.
        bids: by seat; None for every seat in a round that bid itself.
        taken: tricks by seat.
        sides: by side.
        boston: the side that bid and took every trick, or None.
    """

    number: int
    bids: tuple[Bid | None, ...]
    taken: tuple[int, ...]
    sides: tuple[SideScore, ...]
    boston: Side | None = None

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies at the end of the round, by side."""
        return tuple(side.after for side in self.sides)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: the side with the best total.
        places: by side, 1 for the winner; None if the rules name only the winner.
        resigned: the side that resigned, or None.
    """

    winner: Side
    places: tuple[int, ...] | None
    resigned: Side | None = None


def score_round(
    rules: Rules,
    bids: Sequence[Bid | None],
    taken: Sequence[int],
    tallies: Sequence[Tally],
    number: int = 1,
) -> RoundScore:
    """Score a finished round.

    Args:
        rules: the rules of the table.
        bids: by seat; None for every seat in a round that bid itself.
        taken: tricks taken, by seat.
        tallies: by side, at the start of the round.
        number: the round, from 1.
    """
    sides = tuple(
        score_side(rules, side, [(bids[seat], taken[seat]) for seat in rules.seats_of(side)], tally)
        for side, tally in zip(rules.sides, tallies, strict=True)
    )
    boston = next((score.side for score in sides if _is_boston(rules, score)), None)
    return RoundScore(number, tuple(bids), tuple(taken), sides, boston)


def _is_boston(rules: Rules, score: SideScore) -> bool:
    """Say whether a side has bid and taken every trick."""
    return score.contract == score.towards == rules.hand_size


def score_side(
    rules: Rules, side: Side, results: Sequence[tuple[Bid | None, int]], before: Tally
) -> SideScore:
    """Score one side of a round.

    Args:
        rules: the rules of the table.
        side: who.
        results: the bid and the tricks of each seat of the side.
        before: the tally at the start of the round.
    """
    made = [(bid, took) for bid, took in results if bid is not None]
    taken = sum(took for _, took in results)
    if not made:
        line = Line(Item.TRICKS, POINTS_PER_TRICK * taken, taken)
        return SideScore(
            side, None, taken, 0, (line,), before, Tally(before.points + line.points, before.bags)
        )
    nils = [(bid, took) for bid, took in made if bid.is_nil]
    numbers = [(bid, took) for bid, took in made if not bid.is_nil]
    contract = sum(bid.tricks for bid, _ in numbers) if numbers else None
    towards, from_nils = _counted(rules, contract, numbers, nils)
    contract_lines, over = _score_contract(rules, contract, towards)
    bag_lines, bags = _score_bags(rules, over, from_nils, before.bags)
    lines = (*contract_lines, *_score_nils(rules, nils), *bag_lines)
    after = Tally(before.points + sum(line.points for line in lines), bags)
    return SideScore(side, contract, taken, towards, lines, before, after)


def _counted(
    rules: Rules,
    contract: int | None,
    numbers: Sequence[tuple[Bid, int]],
    nils: Sequence[tuple[Bid, int]],
) -> tuple[int, int]:
    """Give the tricks that count towards the contract, and the bags from failed nils."""
    towards = sum(took for _, took in numbers)
    from_nils = sum(took for _, took in nils)
    if contract is not None and rules.failed_nil_tricks == "help_partner":
        return towards + from_nils, 0
    if rules.failed_nil_tricks == "ignored" or _is_double_nil(rules, nils):
        return towards, 0
    return towards, from_nils


def _score_contract(rules: Rules, contract: int | None, towards: int) -> tuple[list[Line], int]:
    """Give the lines of the contract and the overtricks."""
    if contract is None:
        return [], 0
    made = towards >= contract
    if contract == TEN and (rules.ten_made, rules.ten_missed) != (100, 100):
        worth = rules.ten_made if made else -rules.ten_missed
        return [Line(Item.TEN_MADE if made else Item.TEN_SET, worth, contract)], (
            towards - contract if made else 0
        )
    points = POINTS_PER_TRICK * contract
    if not made:
        return [Line(Item.CONTRACT_SET, -points, contract)], 0
    lines = [Line(Item.CONTRACT_MADE, points, contract)]
    if rules.boston == "bonus" and contract == rules.hand_size:
        lines.append(Line(Item.BOSTON, rules.boston_bonus, contract))
    return lines, towards - contract


TEN: Final = 10
"""The contract of "ten for two hundred"."""


def _score_nils(rules: Rules, nils: Sequence[tuple[Bid, int]]) -> list[Line]:
    if _is_double_nil(rules, nils):
        worth = sum(_nil_value(rules, bid) for bid, _ in nils)
        took = sum(took for _, took in nils)
        item = Item.DOUBLE_NIL_FAILED if took else Item.DOUBLE_NIL_MADE
        return [Line(item, -worth if took else worth, took)]
    lines = []
    for bid, took in nils:
        worth = _nil_value(rules, bid)
        made, failed = (
            (Item.BLIND_NIL_MADE, Item.BLIND_NIL_FAILED)
            if bid.blind
            else (Item.NIL_MADE, Item.NIL_FAILED)
        )
        lines.append(Line(failed if took else made, -worth if took else worth, took, bid.seat))
    return lines


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
    points = over + from_nils * rules.failed_nil_bag_points
    lines = [Line(Item.BAGS, points, new)] if new else []
    running = before + new
    if rules.bag_limit is None:
        return lines, running
    times, rest = divmod(running, rules.bag_limit)
    if times:
        removed = times * rules.bag_limit
        lines.append(Line(Item.BAG_PENALTY, -PENALTY_PER_BAG * removed, removed))
        if not rules.bag_points_kept:
            lines.append(Line(Item.BAG_POINTS_TAKEN_BACK, -removed, removed))
    if times and rules.bag_count == "reset":
        return lines, 0
    return lines, rest


def outcome_of(
    rules: Rules, tallies: Sequence[Tally], boston: Side | None = None
) -> Outcome | None:
    """Give the outcome after a round, or None while the game goes on.

    It is over when the best total is at the target or more, or some total is at the losing
    score or less, and exactly one side holds the best total. A tie for the best total means
    another round. Where Boston wins at once, the side that bid and took every trick has won.

    Args:
        rules: the rules of the table.
        tallies: by side, at the end of the round.
        boston: the side that bid and took every trick in the round, or None.
    """
    if boston is not None and rules.boston == "wins":
        return Outcome(boston, _places(rules, tallies, boston))
    points = [tally.points for tally in tallies]
    best = max(points)
    lost = rules.losing_score is not None and min(points) <= rules.losing_score
    if (best < rules.target and not lost) or points.count(best) > 1:
        return None
    winner = Side(points.index(best))
    return Outcome(winner, _places(rules, tallies, winner))


def outcome_of_resigning(rules: Rules, tallies: Sequence[Tally], side: Side) -> Outcome:
    """Give the outcome of a game of two sides when one of them resigns.

    Args:
        rules: the rules of the table.
        tallies: by side, as of the last finished round.
        side: the side that resigns.
    """
    winner = Side(1 - side)
    return Outcome(winner, _places(rules, tallies, winner), side)


def _places(rules: Rules, tallies: Sequence[Tally], winner: Side) -> tuple[int, ...] | None:
    return places_of(tallies, winner) if rules.places == "points_then_bags" else None


def places_of(tallies: Iterable[Tally], winner: Side | None = None) -> tuple[int, ...]:
    """Rank sides by points, then by fewer bags; exact ties share a place (1, 2, 2, 4).

    Args:
        tallies: by side.
        winner: a side that is first regardless of its points, or None.
    """
    keys = [(side != winner, -tally.points, tally.bags) for side, tally in enumerate(tallies)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
