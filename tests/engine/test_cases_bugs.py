"""Bugs seen in other programs, as far as they concern the engine; each is a test by its id.

Seats in a lobby, reconnects and timers (BUG49, BUG51, BUG63, BUG64, BUG65) belong to the tables
layer and are not tried here.
"""

from typing import Any

import pytest

from engine.actions import Bid, Look, Play
from engine.cards import Card
from engine.ending import outcome_of
from engine.errors import (
    BlindNilNotAllowed,
    CardNotHeld,
    HandAlreadySeen,
    MustFollowSuit,
)
from engine.events import CardPlayed, TrickTaken, TurnPassed, what_happened
from engine.game import Game
from engine.game_notation import parse_game, print_game
from engine.phases import Phase
from engine.positions import Start
from engine.presets import CARDCOUCH, HERO_PARTNERS, ONE_PAGE, PRESETS, PUBLISHED
from engine.round import Round
from engine.round_notation import parse_round, print_round
from engine.rules import Rules, parse_rules
from engine.score_sheet import Item, SideScore
from engine.scoring import score_round, score_side
from engine.seats import SEATS, Seat, Side
from engine.tally import Tally
from engine.tricks import playable, winning_index
from engine.views import public_view, seat_view
from tests.engine.tools import STANDARD_PRESETS, SUITS, bid_of, hand_of, load, names, spread

BUGS = {bug["id"]: bug for bug in load("bugs")}
OF_TABLES = {"BUG49", "BUG51", "BUG63", "BUG64", "BUG65"}
PARTNER_PRESETS = [name for name in PUBLISHED if PRESETS[name].mode == "partners"]
EVERY_PRESET = pytest.mark.parametrize("preset", STANDARD_PRESETS)

ENDS = ["BUG52", "BUG53", "BUG54", "BUG57", "BUG58"]
SIDE_SCORES = ["BUG01", "BUG03", "BUG04", "BUG05", "BUG08", "BUG11", "BUG19", "BUG22", "BUG23"]


def one_side(rules: Rules, given: dict[str, Any]) -> SideScore:
    """Score the side of a bug's input."""
    results = [
        (bid_of(2 * place, bid), took)
        for place, (bid, took) in enumerate(zip(given["bids"], given["tricks"], strict=True))
    ]
    before = Tally(given.get("score_before", 0), given.get("bags_before", 0))
    return score_side(rules, Side(0), results, before)


def expected_by_preset(bug: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Find the values by preset, which stand at one of two depths."""
    expected = bug["expected"]
    found: dict[str, dict[str, int]] = expected.get("values", expected)
    return {preset: value for preset, value in found.items() if preset in PRESETS}


SCORED = [
    pytest.param(BUGS[bug], preset, value, id=f"{bug}-{preset}")
    for bug in SIDE_SCORES
    for preset, value in expected_by_preset(BUGS[bug]).items()
]


@pytest.mark.parametrize(("bug", "preset", "value"), SCORED)
def test_scores(bug: dict[str, Any], preset: str, value: dict[str, int]) -> None:
    """A side's score is right where the other program's was wrong."""
    given = bug["test_input"]
    options = given.get("options")
    fields = options if isinstance(options, dict) else {}
    rules = PRESETS[preset].changed(**fields)
    got = one_side(rules, given)
    assert got.points == value["hand_points"]
    assert got.after.bags == value["bags_after"]
    if "score_after" in bug["expected"]:
        assert got.after.points == bug["expected"]["score_after"]


def test_every_bug_has_a_place() -> None:
    """Each bug of the list is tried in this file, or belongs to the tables layer."""
    tried = {name[5:10].upper() for name in globals() if name.startswith("test_bug")}
    assert set(BUGS) == tried | set(SIDE_SCORES) | set(ENDS) | OF_TABLES


def test_bug03_summary_shows_the_penalty_as_it_was() -> None:
    """The score sheet shows the penalty that was taken, not a fixed -100."""
    bug = BUGS["BUG03"]
    rules = CARDCOUCH.changed(**bug["test_input"]["options"])
    lines = one_side(rules, bug["test_input"]).lines
    shown = [line.points for line in lines if line.item is Item.BAG_PENALTY]
    assert shown == [bug["expected"]["summary_must_show_penalty"]]


@pytest.mark.parametrize("preset", PARTNER_PRESETS)
def test_bug06_penalty_of_a_running_count(preset: str) -> None:
    """The count runs over two rounds, and the penalty is taken from the score as well."""
    bug = BUGS["BUG06"]
    tally = Tally(bug["test_input"]["score_before"], bug["test_input"]["bags_before"])
    for number, given in enumerate(bug["test_input"]["hands"], start=1):
        before = {"score_before": tally.points, "bags_before": tally.bags}
        tally = one_side(PRESETS[preset], given | before).after
        after = bug["expected"][f"after_hand_{number}"]
        assert tally == Tally(after["score"], after["bags"])


@pytest.mark.parametrize("preset", PARTNER_PRESETS)
def test_bug14_partner_is_the_seat_opposite(preset: str) -> None:
    """A nil's tricks are read at the partner's seat, not at the next one."""
    bug = BUGS["BUG14"]
    rules = PRESETS[preset]
    bids = [bid_of(seat, bid) for seat, bid in enumerate(bug["test_input"]["seats_bids"])]
    sheet = score_round(rules, bids, bug["test_input"]["seats_tricks"], [Tally(), Tally()])
    expected = bug["expected"]["side_0_2"][preset]
    assert rules.seats_of(Side(0)) == tuple(bug["test_input"]["side"])
    assert sheet.sides[0].points == expected["hand_points"]
    assert sheet.sides[0].after.bags == expected["bags_after"]


def bidding_round(preset: str, dealer: int) -> Round:
    """Deal a round in suits."""
    return Round.dealt_by(PRESETS[preset], SEATS[dealer], SUITS)


def test_bug21_nil_and_blind_nil_differ() -> None:
    """Rounds that differ in a blind nil alone are not equal, in memory and in notation."""
    both = []
    for blind in (False, True):
        current = bidding_round("hero_partners", dealer=3)
        current = current.apply(Bid(SEATS[0], 0, blind))
        for number in (4, 3, 3):
            current = current.apply(Bid(current.turn, number))
        both.append(current)
    assert both[0] != both[1]
    assert hash(both[0]) != hash(both[1])
    assert print_round(both[0]) != print_round(both[1])
    assert [parse_round(print_round(each), HERO_PARTNERS) for each in both] == both


@pytest.mark.parametrize("preset", PARTNER_PRESETS)
def test_bug22_preset_is_the_same_after_save_and_load(preset: str) -> None:
    """Stored and loaded again, a preset scores a failed nil the same."""
    bug = BUGS["BUG22"]
    loaded = parse_rules(PRESETS[preset].model_dump_json())
    assert loaded == PRESETS[preset]
    got = one_side(loaded, bug["test_input"])
    assert got.points == bug["expected"][preset]["hand_points"]


def test_bug27_forbidden_bid_is_refused_by_the_engine() -> None:
    """Blind nil at a table that does not play it is refused, not merely left out of the list."""
    attempt = BUGS["BUG27"]["test_input"]
    current = bidding_round(attempt["preset"], dealer=3)
    bid = bid_of(current.turn, attempt["attempt_bid"])
    assert bid not in current.legal_actions
    with pytest.raises(BlindNilNotAllowed):
        current.apply(bid)


def test_bug29_look_forfeits_blind_nil_for_good() -> None:
    """After a look blind nil is refused, in the same process and after a restart."""
    bug = BUGS["BUG29"]
    game = Game.new(PRESETS[bug["test_input"]["preset"]], SEATS[0]).apply(SUITS)
    game = game.apply(Look(SEATS[1]))
    for again in (game, parse_game(print_game(game))):
        refusal = again.explain(Bid(SEATS[1], 0, blind=True))
        assert isinstance(refusal, HandAlreadySeen)


@EVERY_PRESET
def test_bug32_a_trump_breaks_spades(preset: str) -> None:
    """After a trick was trumped, spades may be led from a mixed hand."""
    bug = BUGS["BUG32"]
    given, expected = bug["test_input"], bug["expected"]
    rules = PRESETS[preset]
    trick = [Card.parse(name) for name in given["trick_1"]["cards"]]
    leader = given["trick_1"]["leader"]
    fixed = {SEATS[(leader + n) % 4]: hand_of([str(c)]) for n, c in enumerate(trick)}
    fixed[SEATS[2]] = hand_of([*given["hand"], str(trick[2])])
    current = position(rules, fixed, shun="H", leader=leader, broken=given["spades_broken_before"])
    for card in trick:
        current = current.apply(Play(current.turn, card))
    assert current.turn == expected["winner"] == given["then_lead_by"]
    assert current.broken is expected["spades_broken"]
    assert names(current.playable) == set(expected["legal"])


def position(
    rules: Rules, fixed: dict[Seat, Any], *, shun: str, leader: int = 0, broken: bool = False
) -> Round:
    """Set up a round from some hands; the other cards avoid the suit named."""
    shunned = hand_of(rank + shun for rank in "23456789TJQKA").bits
    hands = spread(rules, fixed, shunned)
    bids = [Bid(seat, 3) for seat in rules.seats]
    taken = (rules.hand_size - len(hands[0]), 0, 0, 0)
    return Round.position(rules, SEATS[3], hands, bids, Start(SEATS[leader], taken, broken))


@EVERY_PRESET
def test_bug35_spade_while_the_led_suit_is_held(preset: str) -> None:
    """A spade is refused to a seat that holds the led suit."""
    bug = BUGS["BUG35"]
    given = bug["test_input"]
    led = Card.parse("9" + given["led"])
    fixed = {SEATS[0]: hand_of([str(led)]), SEATS[1]: hand_of(given["hand"])}
    current = position(PRESETS[preset], fixed, shun="D").apply(Play(SEATS[0], led))
    with pytest.raises(MustFollowSuit):
        current.apply(Play(SEATS[1], Card.parse(given["attempt"])))
    assert names(current.playable) == set(bug["expected"]["legal"])


@EVERY_PRESET
def test_bug36_first_card_fixes_the_suit(preset: str) -> None:
    """The suit to follow is that of the first card, whatever came behind it."""
    given = BUGS["BUG36"]["test_input"]
    fixed = {SEATS[n]: hand_of([name]) for n, name in enumerate(given["trick"])}
    fixed[SEATS[2]] = hand_of(given["hand"])
    current = position(PRESETS[preset], fixed, shun="H")
    for name in given["trick"]:
        current = current.apply(Play(current.turn, Card.parse(name)))
    assert names(current.playable) == set(BUGS["BUG36"]["expected"]["legal"])


def test_bug38_a_card_is_played_once() -> None:
    """A card that was played is out of the hand and cannot be played again."""
    bug = BUGS["BUG38"]
    given = bug["test_input"]
    card = Card.parse(given["play"])
    fixed = {SEATS[0]: hand_of(given["hand"])}
    current = position(CARDCOUCH, fixed, shun="H").apply(Play(SEATS[0], card))
    assert names(current.hand(SEATS[0])) == set(bug["expected"]["hand_after"])
    while current.turn != SEATS[0]:
        current = current.apply(current.legal_actions[0])
    with pytest.raises(CardNotHeld):
        current.apply(Play(SEATS[0], Card.parse(given["then_attempt"])))


@EVERY_PRESET
def test_bug39_follow_suit_looks_at_the_present_trick(preset: str) -> None:
    """The suit to follow is that of the present trick, not of the one before."""
    given = BUGS["BUG39"]["test_input"]
    earlier = given["previous_trick"]
    now = given["trick_at_decision"][0]
    fixed = {SEATS[n]: hand_of([name]) for n, name in enumerate(earlier)}
    fixed[SEATS[0]] = hand_of([earlier[0], now])
    fixed[SEATS[1]] = hand_of([earlier[1], *given["hand"]])
    current = position(PRESETS[preset], fixed, shun="H")
    for name in (*earlier, now):
        current = current.apply(Play(current.turn, Card.parse(name)))
    assert names(current.playable) == set(BUGS["BUG39"]["expected"]["legal"])


def test_bug40_joker_leads_spades() -> None:
    """A joker that is led asks for spades."""
    given = BUGS["BUG40"]["test_input"]
    rules = CARDCOUCH.changed(deck="jokers")
    got = playable(rules, hand_of(given["hand"]).bits, Card.parse(given["trick"][0]), broken=True)
    assert names(got) == set(BUGS["BUG40"]["expected"]["legal"])


def test_bug42_order_of_play_is_kept() -> None:
    """A trick is kept in the order of play, so that the card led is known for what it was."""
    bug = BUGS["BUG42"]
    plays = sorted(bug["test_input"]["plays"], key=lambda play: play["order"])
    fixed = {SEATS[play["seat"]]: hand_of([play["card"]]) for play in plays}
    current = position(CARDCOUCH, fixed, shun="H", leader=plays[0]["seat"])
    for play in plays:
        current = current.apply(Play(SEATS[play["seat"]], Card.parse(play["card"])))
    trick = current.last_trick
    assert trick is not None
    assert [(play.seat, str(play.card)) for play in trick.plays] == [
        (play["seat"], play["card"]) for play in plays
    ]
    assert trick.cards[0].suit.letter == bug["expected"]["led_suit"]
    assert trick.winner == bug["expected"]["winner_seat"]


def test_bug43_ace_is_high() -> None:
    """The ace beats the king of its suit."""
    given = BUGS["BUG43"]["test_input"]
    trick = [Card.parse(name) for name in given["cards"]]
    winner = (given["leader"] + winning_index(CARDCOUCH, trick)) % 4
    assert winner == BUGS["BUG43"]["expected"]["winner_seat"]


def test_bug44_turn_passes_to_the_winner() -> None:
    """The seat that won the trick leads the next."""
    bug = BUGS["BUG44"]
    trick = [name.replace("10", "T") for name in bug["test_input"]["cards"]]
    fixed = {SEATS[n]: hand_of([name]) for n, name in enumerate(trick)}
    fixed[SEATS[0]] = hand_of([trick[0], "2C"])
    current = position(CARDCOUCH, fixed, shun="D", leader=bug["test_input"]["leader"])
    for name in trick:
        current = current.apply(Play(current.turn, Card.parse(name)))
    assert current.tricks[-1].winner == bug["expected"]["winner_seat"]
    assert current.turn == bug["expected"]["next_to_play"]


def test_bug46_left_of_the_dealer_leads() -> None:
    """After the bidding the seat on the dealer's left leads the first trick."""
    bug = BUGS["BUG46"]
    current = bidding_round("cardcouch", dealer=bug["test_input"]["dealer"])
    while current.phase == Phase.BIDDING:
        current = current.apply(Bid(current.turn, 3))
    assert current.turn == current.leader == bug["expected"]["next_to_play"]


def test_bug47_dealer_follows_the_last_dealer() -> None:
    """The next dealer sits left of the last one, whoever that was, not at a counted seat."""
    bug = BUGS["BUG47"]
    override = bug["test_input"]["hand_3_dealer_override"]
    finished = play_out(bidding_round("one_page", dealer=override))
    past = tuple(
        bidding_round("one_page", dealer) for dealer in bug["test_input"]["dealers_so_far"]
    )
    game = Game(ONE_PAGE, SEATS[0], (Tally(), Tally()), finished, past)
    assert game.next_dealer == bug["expected"]["hand_4_dealer"]
    after = game.apply(SUITS)
    assert after.dealer == bug["expected"]["hand_4_dealer"]


def play_out(current: Round) -> Round:
    """Finish a round with the first legal action each time."""
    while current.legal_actions:
        current = current.apply(current.legal_actions[0])
    return current


def test_bug50_bids_are_kept_by_seat() -> None:
    """Whoever looks, bids stand at the seat that made them, not at a place on a screen."""
    bug = BUGS["BUG50"]
    game = Game.new(CARDCOUCH, SEATS[3])
    game = game.apply(SUITS)
    for seat, bid in enumerate(bug["test_input"]["bids_by_seat"]):
        game = game.apply(Bid(SEATS[seat], bid))
    for viewer in SEATS:
        shown = seat_view(game, viewer).public.bids
        assert [bid.tricks for bid in shown if bid] == bug["expected"]["displayed_for_seat"]


@pytest.mark.parametrize("bug", ENDS)
def test_end_of_game(bug: str) -> None:
    """The best side wins, whatever its place in the list; a tie goes on; the sunken lose."""
    given, expected = BUGS[bug]["test_input"], BUGS[bug]["expected"]
    tallies = [Tally(points) for points in given["scores"]]
    outcome = outcome_of(PRESETS[given["preset"]], tallies)
    assert (outcome is not None) == expected["over"]
    assert (None if outcome is None else outcome.winner) == expected.get("winner_side")
    if "one_page_default" in expected:
        assert outcome_of(ONE_PAGE, tallies) is None


def test_bug56_the_running_total_ends_the_game() -> None:
    """The target is tested on the total and not on the points of the round."""
    given, expected = BUGS["BUG56"]["test_input"], BUGS["BUG56"]["expected"]
    tallies = [
        Tally(before + points)
        for before, points in zip(given["score_before"], given["hand_points"], strict=True)
    ]
    assert [tally.points for tally in tallies] == expected["scores"]
    outcome = outcome_of(PRESETS[given["preset"]], tallies)
    assert outcome is not None
    assert outcome.winner == expected["winner_side"]


def test_bug60_final_scores_hold_the_last_round() -> None:
    """What is shown at the end, the tallies and the last sheet, holds the last round's points."""
    given, expected = BUGS["BUG60"]["test_input"], BUGS["BUG60"]["expected"]
    sides = []
    for side, results in enumerate((((2, 4), (3, 3)), ((3, 3), (3, 4)))):
        bids = [(Bid(SEATS[side], bid), took) for bid, took in results]
        before = Tally(given["score_before"][side])
        sides.append(score_side(CARDCOUCH, Side(side), bids, before))
    assert [side.points for side in sides] == given["hand_points"]
    assert [side.after.points for side in sides] == expected["final_summary_scores"]


def test_bug60_the_last_view_holds_the_last_round() -> None:
    """Once a game is over its view shows the tallies with the last round's points in them."""
    before = [Tally(490), Tally(400)]
    game = Game.new(CARDCOUCH, SEATS[3], before).apply(SUITS)
    for seat, bid in zip(SEATS, (1, 4, 4, 8), strict=True):
        game = game.apply(Bid(seat, bid))
    while game.legal_actions:
        game = game.apply(game.legal_actions[0])
    shown = public_view(game)
    assert game.outcome is not None
    assert shown.tallies == game.sheets[-1].tallies
    assert shown.tallies == (Tally(440, 0, 1, 1), Tally(521, 1))


def test_bug67_fourth_card_is_seen() -> None:
    """The fourth card, the complete trick and the turn come as events in this order."""
    game = Game.new(CARDCOUCH, SEATS[3])
    game = game.apply(SUITS)
    for seat in SEATS:
        game = game.apply(Bid(seat, 3))
    events = []
    for _ in SEATS:
        action = game.legal_actions[0]
        after = game.apply(action)
        events = list(what_happened(game, action, after))
        game = after
    played, _, taken, turn = events
    assert isinstance(played, CardPlayed)
    assert isinstance(taken, TrickTaken)
    assert len(taken.trick.cards) == 4
    assert played.card == taken.trick.cards[-1]
    assert turn == TurnPassed(taken.trick.winner)
    assert public_view(game).last_trick == taken.trick
