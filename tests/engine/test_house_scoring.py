"""House rules of the score: ten for two hundred, Boston, bags that begin again, no bids at all."""

import pytest

from engine.actions import Bid
from engine.ending import outcome_of
from engine.game import Game, replay
from engine.presets import CARDCOUCH, PRESETS
from engine.rules import Rules
from engine.score_sheet import Item, Line
from engine.scoring import score_round, score_side
from engine.seats import SEATS, Side
from engine.tally import Tally
from tests.engine.tools import SUITS, play_lowest

HELPING = CARDCOUCH.changed(failed_nil_tricks="help_partner")


def lines(rules: Rules, *results: tuple[int, int], before: Tally | None = None) -> tuple[Line, ...]:
    """Score a side from (bid, taken) of each of its seats, and give the lines."""
    return scored(rules, *results, before=before)[0]


def scored(
    rules: Rules, *results: tuple[int, int], before: Tally | None = None
) -> tuple[tuple[Line, ...], Tally]:
    """Score a side from (bid, taken) of each of its seats; give the lines and the tally."""
    seats = rules.seats_of(Side(0))
    made = [(Bid(seat, bid), took) for seat, (bid, took) in zip(seats, results, strict=True)]
    score = score_side(rules, Side(0), made, before or Tally())
    return score.lines, score.after


@pytest.mark.parametrize(("made", "missed"), [(200, 100), (200, 200), (100, 150)])
def test_ten_for_two_hundred(made: int, missed: int) -> None:
    """A contract of exactly ten has its own points, made or missed; nine and eleven have not."""
    rules = CARDCOUCH.changed(ten_made=made, ten_missed=missed)
    assert lines(rules, (6, 6), (4, 4)) == (Line(Item.TEN_MADE, made, 10),)
    assert lines(rules, (6, 6), (4, 5)) == (
        Line(Item.TEN_MADE, made, 10),
        Line(Item.BAGS, 1, 1),
    )
    assert lines(rules, (6, 6), (4, 3)) == (Line(Item.TEN_SET, -missed, 10),)
    assert lines(rules, (6, 6), (3, 3)) == (Line(Item.CONTRACT_MADE, 90, 9),)
    assert lines(rules, (6, 6), (5, 4)) == (Line(Item.CONTRACT_SET, -110, 11),)


def test_ten_beside_a_nil_is_ten() -> None:
    """A seat that bids ten beside a nil makes a contract of ten; the nil has its own line."""
    rules = CARDCOUCH.changed(ten_made=200)
    assert lines(rules, (10, 10), (0, 0)) == (
        Line(Item.TEN_MADE, 200, 10),
        Line(Item.NIL_MADE, 100, 0, SEATS[2]),
    )


def test_plain_ten_is_a_contract_like_any_other() -> None:
    """Where ten is worth a hundred either way, the sheet does not speak of it."""
    assert lines(CARDCOUCH, (6, 6), (4, 4)) == (Line(Item.CONTRACT_MADE, 100, 10),)
    assert lines(CARDCOUCH, (6, 5), (4, 4)) == (Line(Item.CONTRACT_SET, -100, 10),)


def test_boston_bonus() -> None:
    """A side that bids and takes all thirteen scores the bonus besides; twelve are not enough."""
    rules = CARDCOUCH.changed(boston="bonus")
    assert lines(rules, (7, 7), (6, 6)) == (
        Line(Item.CONTRACT_MADE, 130, 13),
        Line(Item.BOSTON, 250, 13),
    )
    assert lines(rules, (7, 7), (5, 6)) == (
        Line(Item.CONTRACT_MADE, 120, 12),
        Line(Item.BAGS, 1, 1),
    )
    assert lines(rules, (7, 7), (6, 5)) == (Line(Item.CONTRACT_SET, -130, 13),)
    assert lines(rules.changed(boston_bonus=500), (13, 13), (0, 0))[1].points == 500
    assert lines(CARDCOUCH, (7, 7), (6, 6)) == (Line(Item.CONTRACT_MADE, 130, 13),)


@pytest.mark.parametrize("boston", ["bonus", "wins"])
def test_boston_must_be_made(boston: str) -> None:
    """All thirteen tricks are no Boston where a failed nil took some that do not count."""
    bids = [Bid(SEATS[0], 13), Bid(SEATS[1], 1), Bid(SEATS[2], 0), Bid(SEATS[3], 1)]
    taken = (12, 0, 1, 0)
    for rules, side in ((CARDCOUCH, None), (HELPING, Side(0))):
        table = rules.changed(boston=boston)
        sheet = score_round(table, bids, taken, [Tally(), Tally()])
        assert sheet.boston == side
        items = [line.item for line in sheet.sides[0].lines]
        assert (Item.BOSTON in items) == (boston == "bonus" and side is not None)


def test_boston_wins_at_once() -> None:
    """It wins whatever the totals, and wins nothing where the table does not play it."""
    wins = PRESETS["hero_solo"].changed(boston="wins")
    tallies = [Tally(-100), Tally(140), Tally(90, 2), Tally(90, 1)]
    outcome = outcome_of(wins, tallies, Side(0))
    assert outcome is not None
    assert (outcome.winner, outcome.places) == (0, (1, 2, 4, 3))
    assert outcome_of(wins, tallies) is None
    assert outcome_of(wins.changed(boston="nothing"), tallies, Side(0)) is None
    game = Game.new(CARDCOUCH.changed(boston="wins"), SEATS[2], [Tally(480), Tally(-190)])
    bids = [Bid(SEATS[3], 13), Bid(SEATS[0], 1), Bid(SEATS[1], 0), Bid(SEATS[2], 1)]
    game = play_lowest(replay(game.apply(SUITS), bids))
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.places) == (1, None)
    assert game.tallies == (Tally(460, 0, 1, 1), Tally(40))


def test_boston_at_a_table_of_three() -> None:
    """With 17 cards each, seventeen tricks are all of them."""
    rules = PRESETS["cutthroat"].changed(boston="bonus")
    assert lines(rules, (17, 17))[1] == Line(Item.BOSTON, 250, 17)
    assert len(lines(rules, (13, 13))) == 1


def test_bag_count_begins_again() -> None:
    """After a penalty the bags beyond the limit stay, or are gone; each crossing costs the same."""
    for count, left in (("remainder", 2), ("reset", 0)):
        rules = CARDCOUCH.changed(bag_limit=5, bag_count=count)
        got, after = scored(rules, (2, 6), (1, 1), before=Tally(100, 3))
        assert got[-1] == Line(Item.BAG_PENALTY, -50, 5)
        assert after == Tally(100 + 30 + 4 - 50, left)
        got, after = scored(rules, (1, 9), (1, 2), before=Tally(0, 3))
        assert got[-1] == Line(Item.BAG_PENALTY, -100, 10)
        assert after.bags == left
    below = CARDCOUCH.changed(bag_count="reset")
    assert scored(below, (2, 6), (1, 1), before=Tally(0, 5))[1].bags == 9


def test_round_without_bids() -> None:
    """Every trick scores ten, nobody has a contract, and the bags stay as they were."""
    rules = CARDCOUCH.changed(first_round="bids_itself")
    before = [Tally(0, 4), Tally(20, 9)]
    sheet = score_round(rules, (None,) * 4, (4, 1, 5, 3), before)
    assert [side.lines for side in sheet.sides] == [
        (Line(Item.TRICKS, 90, 9),),
        (Line(Item.TRICKS, 40, 4),),
    ]
    assert sheet.tallies == (Tally(90, 4), Tally(60, 9))
    assert [(side.contract, side.bags) for side in sheet.sides] == [(None, 0), (None, 0)]
    assert sheet.boston is None


def test_all_tricks_of_a_round_without_bids_are_no_boston() -> None:
    """Nobody bid them."""
    rules = CARDCOUCH.changed(first_round="bids_itself", boston="wins")
    sheet = score_round(rules, (None,) * 4, (7, 0, 6, 0), [Tally(), Tally()])
    assert sheet.boston is None
    assert sheet.tallies == (Tally(130), Tally())


def test_round_without_bids_may_end_a_game() -> None:
    """Its points are points: at a low target they win."""
    rules = CARDCOUCH.changed(first_round="bids_itself", target=130)
    game = play_lowest(Game.new(rules, SEATS[3]).apply(SUITS))
    assert game.outcome is not None
    assert game.tallies == (Tally(), Tally(130))
