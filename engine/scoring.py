"""A round's score, itemised; bags and their penalty; the end of the game; places.

The order within a round is that of the published sets: contract and nil points, bags, the
penalty, and only then the test for the end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Bid
from engine.rules import PENALTY_PER_BAG, POINTS_PER_TRICK, Rules
from engine.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Tally:
    """What a side has so far: its points, and its bags towards the next penalty."""

    points: int = 0
    bags: int = 0


class Item(StrEnum):
    """What a line of a score sheet is for."""

    CONTRACT_MADE = "contract_made"
    CONTRACT_SET = "contract_set"
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
        item: what it is for.
        points: what it is worth, with its sign.
        count: the tricks bid (contract), the tricks taken (nil), or the bags.
        seat: the seat that a nil belongs to, else None.
    """

    item: Item
    points: int
    count: int
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's score for one round.

    Attributes:
        side: who.
        contract: the tricks bid together, or None when every seat of the side bid nil.
        taken: the tricks that the side took, all seats together.
        lines: every point, in the order in which it is counted.
        before: the tally at the start of the round.
        after: the tally at its end.
    """

    side: Side
    contract: int | None
    taken: int
    lines: tuple[Line, ...]
    before: Tally
    after: Tally

    @property
    def points(self) -> int:
        """What the round changed in the side's total, the penalty included."""
        return self.after.points - self.before.points

    @property
    def bags(self) -> int:
        """The bags of this round, before any penalty removed some."""
        return sum(line.count for line in self.lines if line.item is Item.BAGS)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The score sheet of one round.

    Attributes:
        number: the round, from 1.
        bids: by seat.
        taken: tricks by seat.
        sides: by side.
    """

    number: int
    bids: tuple[Bid, ...]
    taken: tuple[int, ...]
    sides: tuple[SideScore, ...]

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies at the end of the round, by side."""
        return tuple(side.after for side in self.sides)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winner: the side that alone holds the best total.
        places: by side, 1 for the winner; None where the rules name only the winner.
    """

    winner: Side
    places: tuple[int, ...] | None


def score_round(
    rules: Rules,
    bids: Sequence[Bid],
    taken: Sequence[int],
    tallies: Sequence[Tally],
    number: int = 1,
) -> RoundScore:
    """Score a finished round.

    Args:
        rules: the rules of the table.
        bids: by seat.
        taken: tricks taken, by seat.
        tallies: by side, at the start of the round.
        number: the round, from 1.
    """
    sides = tuple(
        score_side(rules, side, [(bids[seat], taken[seat]) for seat in rules.seats_of(side)], tally)
        for side, tally in zip(rules.sides, tallies, strict=True)
    )
    return RoundScore(number, tuple(bids), tuple(taken), sides)


def score_side(
    rules: Rules, side: Side, results: Sequence[tuple[Bid, int]], before: Tally
) -> SideScore:
    """Score one side of a round.

    Args:
        rules: the rules of the table.
        side: who.
        results: the bid and the tricks of each seat of the side.
        before: the tally at the start of the round.
    """
    nils = [(bid, took) for bid, took in results if bid.is_nil]
    numbers = [(bid, took) for bid, took in results if not bid.is_nil]
    contract = sum(bid.tricks for bid, _ in numbers) if numbers else None
    towards = sum(took for _, took in numbers)
    from_nils = sum(took for _, took in nils)
    if _is_double_nil(rules, nils):
        from_nils = 0
    if contract is not None and rules.failed_nil_tricks == "help_partner":
        towards, from_nils = towards + from_nils, 0
    elif rules.failed_nil_tricks == "ignored":
        from_nils = 0
    contract_lines, over = _score_contract(contract, towards)
    bag_lines, bags = _score_bags(rules, over, from_nils, before.bags)
    lines = (*contract_lines, *_score_nils(rules, nils), *bag_lines)
    after = Tally(before.points + sum(line.points for line in lines), bags)
    return SideScore(side, contract, sum(took for _, took in results), lines, before, after)


def _score_contract(contract: int | None, towards: int) -> tuple[list[Line], int]:
    """Give the line of the contract and the tricks over it."""
    if contract is None:
        return [], 0
    points = POINTS_PER_TRICK * contract
    if towards < contract:
        return [Line(Item.CONTRACT_SET, -points, contract)], 0
    return [Line(Item.CONTRACT_MADE, points, contract)], towards - contract


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
    """Say whether two nils are one bid, worth its points whole and never any bags."""
    return len(nils) > 1 and rules.double_nil == "unit"


def _nil_value(rules: Rules, bid: Bid) -> int:
    return rules.blind_nil_value if bid.blind else rules.nil_value


def _score_bags(rules: Rules, over: int, from_nils: int, before: int) -> tuple[list[Line], int]:
    """Give the lines of the bags and the count that stays.

    The limit counts when it is reached exactly, and costs as often as it is reached.
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
    return lines, rest


def outcome_of(rules: Rules, tallies: Sequence[Tally]) -> Outcome | None:
    """Say how the game stands after a round: None while it goes on.

    It is over when the best total is at the target or more, or some total is at the losing
    score or less, and exactly one side holds the best total. A tie for the best total means
    another round.
    """
    points = [tally.points for tally in tallies]
    best = max(points)
    lost = rules.losing_score is not None and min(points) <= rules.losing_score
    if (best < rules.target and not lost) or points.count(best) > 1:
        return None
    places = places_of(tallies) if rules.places == "points_then_bags" else None
    return Outcome(Side(points.index(best)), places)


def places_of(tallies: Iterable[Tally]) -> tuple[int, ...]:
    """Rank sides by points, then by fewer bags; exact ties share a place (1, 2, 2, 4)."""
    keys = [(-tally.points, tally.bags) for tally in tallies]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
