"""The score sheet: every point is on it, and it agrees with the plain function."""

from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Bid
from engine.contracts import settled
from engine.ending import outcome_of, places_of
from engine.presets import CARDCOUCH, HERO_PARTNERS, HERO_SOLO
from engine.rules import Rules
from engine.score_sheet import Item, Line
from engine.scoring import score_round, score_side
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.engine import plain_bids, plain_score, strategies
from tests.engine.plain_bids import PlainBid
from tests.engine.plain_score import End, Standing


@st.composite
def finished_rounds(
    draw: st.DrawFn,
) -> tuple[Rules, list[Bid], list[int], list[Tally]]:
    """Draw rules, bids, tricks that add up, and tallies before the round."""
    rules = draw(strategies.rules())
    size, seats = rules.hand_size, len(rules.seats)
    number = st.integers(0, size) | st.sampled_from([0, 10, size])
    numbers = draw(st.lists(number, min_size=seats, max_size=seats))
    blind = [rules.blind_nil and not number and draw(st.booleans()) for number in numbers]
    bids = [
        Bid(seat, numbers[seat], blind[seat], zero=not numbers[seat] and rules.nil != "allowed")
        for seat in rules.seats
    ]
    cuts = sorted(draw(st.lists(st.integers(0, size), min_size=seats - 1, max_size=seats - 1)))
    taken = [b - a for a, b in zip([0, *cuts], [*cuts, size], strict=True)]
    most = (rules.bag_limit or 20) - 1
    tallies = [
        Tally(draw(st.integers(-2500, 2500)), draw(st.integers(0, most))) for _ in rules.sides
    ]
    return rules, bids, taken, tallies


def plain(bid: Bid) -> PlainBid:
    """Write a bid as the plain function reads it."""
    return bid.tricks or ("zero" if bid.zero else "blind_nil" if bid.blind else "nil")


@given(finished_rounds())
def test_plain_function_agrees(
    drawn: tuple[Rules, list[Bid], list[int], list[Tally]],
) -> None:
    """A function written from the rules without a look at the engine gives the same tallies."""
    rules, bids, taken, tallies = drawn
    sheet = score_round(rules, bids, taken, tallies, number=4)
    for side in sheet.sides:
        seats = rules.seats_of(side.side)
        before = tallies[side.side]
        expected = plain_score.side_after(
            rules,
            [plain(bids[seat]) for seat in seats],
            [taken[seat] for seat in seats],
            Standing(*before),
        )
        assert Standing(*side.after) == expected
    assert (sheet.number, sheet.bids, sheet.taken) == (4, tuple(bids), tuple(taken))
    assert sheet.tallies == tuple(side.after for side in sheet.sides)


@given(finished_rounds())
def test_sheet_adds_up(drawn: tuple[Rules, list[Bid], list[int], list[Tally]]) -> None:
    """The total is what was there before and the lines; bags stay below the limit; no line is 0."""
    rules, bids, taken, tallies = drawn
    for side in score_round(rules, bids, taken, tallies).sides:
        seats = rules.seats_of(side.side)
        assert side.before == tallies[side.side]
        assert side.after.points == side.before.points + sum(line.points for line in side.lines)
        assert side.points == side.after.points - side.before.points
        assert side.taken == sum(taken[seat] for seat in seats)
        removed = sum(line.count for line in side.lines if line.item is Item.BAG_PENALTY)
        if not removed or rules.bag_count == "remainder":
            assert side.after.bags == side.before.bags + side.bags - removed
        else:
            assert side.after.bags == 0
        if rules.bag_limit is not None:
            assert 0 <= side.after.bags < rules.bag_limit
            assert removed % rules.bag_limit == 0
        assert side.contract == plain_bids.contract(rules, [plain(bids[seat]) for seat in seats])
        for line in side.lines:
            assert line.points or line.item in MAY_BE_NOTHING
            assert (line.seat is not None) == (line.item in NILS)


MAY_BE_NOTHING = {
    Item.BAGS,
    Item.CONTRACT_MADE,
    Item.CONTRACT_SET,
    Item.TEN_SET,
    Item.TWICE_THE_BID,
    Item.NIL_FAILED,
}
NILS = {Item.NIL_MADE, Item.NIL_FAILED, Item.BLIND_NIL_MADE, Item.BLIND_NIL_FAILED}


@given(finished_rounds())
def test_sides_do_not_touch_each_other(
    drawn: tuple[Rules, list[Bid], list[int], list[Tally]],
) -> None:
    """A side's score follows from its own bids, tricks and tally alone."""
    rules, bids, taken, tallies = drawn
    sheet = score_round(rules, bids, taken, tallies)
    for side in rules.sides:
        counted = settled(rules, bids, rules.seats[-1])
        own = [(counted[seat], taken[seat]) for seat in rules.seats_of(side)]
        assert score_side(rules, side, own, tallies[side], first=True) == sheet.sides[side]


@given(strategies.rules(), st.lists(st.integers(-700, 1200), min_size=4, max_size=4))
def test_end_agrees_with_the_plain_function(rules: Rules, points: list[int]) -> None:
    """Whether it is over, and who has won, is as the plain function says."""
    scores = points[: len(rules.sides)]
    tallies = [Tally(score, place, place, min(place, 2)) for place, score in enumerate(scores)]
    outcome = outcome_of(rules, tallies)
    sides = [Standing(*tally) for tally in tallies]
    assert (None if outcome is None else outcome.winner) == plain_score.winner(rules, sides)
    if outcome is not None and outcome.places is not None:
        assert outcome.places[outcome.winner] == 1
        assert outcome.places.count(1) == 1
    boston = outcome_of(rules, tallies, rules.sides[-1])
    winner = plain_score.winner(rules, sides, End(boston=rules.sides[-1]))
    assert (None if boston is None else boston.winner) == winner


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=4))
def test_places_agree_with_the_plain_function(pairs: list[tuple[int, int]]) -> None:
    """Places go by points, then by fewer bags; equals share the better place."""
    got = places_of([Tally(points, bags) for points, bags in pairs])
    assert list(got) == plain_score.places([Standing(*pair) for pair in pairs])


def lines(rules: Rules, results: list[tuple[Bid, int]], before: Tally) -> tuple[Line, ...]:
    """Score one side and give the lines."""
    return score_side(rules, Side(0), results, before).lines


def test_lines_say_what_each_point_is_for() -> None:
    """Contract, nil, bags and penalty stand on lines of their own, in this order."""
    got = lines(CARDCOUCH, [(Bid(SEATS[0], 4), 6), (Bid(SEATS[2], 0), 1)], Tally(10, 8))
    assert got == (
        Line(Item.CONTRACT_MADE, 40, 4),
        Line(Item.NIL_FAILED, -100, 1, SEATS[2]),
        Line(Item.BAGS, 3, 3),
        Line(Item.BAG_PENALTY, -100, 10),
    )
    assert sum(line.points for line in got) == -157


def test_lines_of_blind_and_double_nils() -> None:
    """Blind nils are named as such, and two nils judged as one bid stand on one line."""
    nils = [(Bid(SEATS[0], 0, blind=True), 0), (Bid(SEATS[2], 0), 2)]
    assert lines(HERO_PARTNERS, nils, Tally()) == (
        Line(Item.BLIND_NIL_MADE, 200, 0, SEATS[0]),
        Line(Item.NIL_FAILED, -100, 2, SEATS[2]),
        Line(Item.BAGS, 2, 2),
    )
    unit = HERO_PARTNERS.changed(double_nil="unit")
    assert lines(unit, nils, Tally()) == (Line(Item.DOUBLE_NIL_FAILED, -300, 2),)
    made = [(bid, 0) for bid, _ in nils]
    assert lines(unit, made, Tally()) == (Line(Item.DOUBLE_NIL_MADE, 300, 0),)
    failed = [(Bid(SEATS[0], 0, blind=True), 1)]
    assert lines(HERO_PARTNERS, failed, Tally())[0].item is Item.BLIND_NIL_FAILED


def test_limit_crossed_twice_costs_twice() -> None:
    """One round can cross the limit twice; both penalties are on the sheet, and the rest stays."""
    got = lines(CARDCOUCH, [(Bid(SEATS[0], 1), 13), (Bid(SEATS[2], 0), 0)], Tally(0, 9))
    assert Line(Item.BAG_PENALTY, -200, 20) in got
    taken_back = CARDCOUCH.changed(bag_points_kept=False, bag_limit=5)
    got = lines(taken_back, [(Bid(SEATS[0], 1), 7), (Bid(SEATS[2], 1), 0)], Tally(0, 2))
    assert got[-2:] == (
        Line(Item.BAG_PENALTY, -50, 5),
        Line(Item.BAG_POINTS_TAKEN_BACK, -5, 5),
    )


def test_without_a_limit_bags_only_add_up() -> None:
    """With the limit off, bags are counted and cost nothing."""
    free = CARDCOUCH.changed(bag_limit=None)
    side = score_side(free, Side(0), [(Bid(SEATS[0], 1), 13), (Bid(SEATS[2], 1), 0)], Tally(0, 40))
    assert side.after == Tally(20 + 11, 51)


def test_what_a_failed_nil_is_worth() -> None:
    """Its tricks are bags, or help the partner, or are ignored; their point can be left out."""
    results = [(Bid(SEATS[0], 0), 2), (Bid(SEATS[2], 4), 3)]
    for tricks, after in (
        ("bags_only", Tally(-40 - 100 + 2, 2, 1, 1)),
        ("help_partner", Tally(40 - 100 + 1, 1)),
        ("ignored", Tally(-40 - 100, 0, 1, 1)),
    ):
        rules = CARDCOUCH.changed(failed_nil_tricks=tricks)
        assert score_side(rules, Side(0), results, Tally()).after == after
    pointless = CARDCOUCH.changed(failed_nil_bag_points=0)
    assert score_side(pointless, Side(0), results, Tally()).after == Tally(-140, 2, 1, 1)


def test_solo_scores_each_seat() -> None:
    """In solo each seat has a score of its own, and there is no partner to look up."""
    bids = [Bid(SEATS[0], 0), Bid(SEATS[1], 4), Bid(SEATS[2], 3), Bid(SEATS[3], 2)]
    sheet = score_round(HERO_SOLO, bids, (1, 4, 5, 3), [Tally()] * 4)
    assert [side.points for side in sheet.sides] == [-99, 40, 32, 21]
    assert [side.after.bags for side in sheet.sides] == [1, 0, 2, 1]
