"""The cases of the house rules that sheets on a wall have: each kind is tried where it belongs."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.actions import Bid, Deal, Keep, Time, Toss
from engine.basis import Terms
from engine.bidding import Bidder, legal_bids
from engine.cards import Card, CardSet, iter_cards
from engine.contracts import bidding_order, contract_of, contracts, settled
from engine.ending import outcome_of
from engine.errors import BadRules
from engine.game import Game
from engine.phases import Phase
from engine.presets import PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.score_sheet import Item, SideScore
from engine.scoring import score_round
from engine.seats import SEATS, Side
from engine.tally import Tally
from engine.throwing import MOST_IN_A_ROW, may_throw_in
from engine.tricks import first_leader, playable, winning_index
from tests.engine.tools import BLIND, fresh_deal, hand_of, load, names, rebased

FILE = load("house_rules_added")
PENALTIES = {Item.BAG_PENALTY, Item.BAG_POINTS_TAKEN_BACK}


def every(kind: str) -> pytest.MarkDecorator:
    """Give each case of a kind to a test."""
    cases = [case for case in FILE["cases"] if case["kind"] == kind]
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


def rules_of(case: Mapping[str, Any]) -> Rules:
    """Make the rules of a case."""
    return Rules().changed(**case["options"])


def bid_of(seat: int, value: int | str | None) -> Bid | None:  # noqa: PLR0911 - one a kind
    """Make a bid from a case."""
    where = SEATS[seat]
    match value:
        case None:
            return None
        case int():
            return Bid(where, value)
        case "zero":
            return Bid(where, 0, zero=True)
        case "+":
            return Bid(where, 0, covered=True)
        case "nil":
            return Bid(where, 0)
        case _ if value == BLIND:
            return Bid(where, 0, blind=True)
        case _:
            return Bid(where, int(value.removeprefix("blind ")), blind=True)


def plain(bid: Bid) -> int | str:
    """Write a bid as a case does."""
    if bid.is_blind_number:
        return f"blind {bid.tricks}"
    return bid.tricks or (BLIND if bid.blind else "zero" if bid.zero else "nil")


def bids_of(values: Sequence[int | str | None]) -> list[Bid | None]:
    """Make bids by seat."""
    return [bid_of(seat, value) for seat, value in enumerate(values)]


def score(rules: Rules, case: Mapping[str, Any], number: int) -> SideScore:
    """Score the side of a case, with the whole table around it; its first seat bids first."""
    first = case["seats_scored"][0]
    side = rules.side_of(SEATS[first])
    tallies = [Tally()] * len(rules.sides)
    before = ("score_before", "bags_before", "sets_before", "run_before")
    tallies[side] = Tally(*(case[name] for name in before))
    dealer = SEATS[(first - 1) % len(rules.seats)]
    return score_round(
        rules,
        bids_of(case["bids"]),
        case["tricks"],
        tallies,
        number,
        dealer,
        unplayed=case["made_without_play"],
    ).sides[side]


@every("scoring")
def test_scoring(case: dict[str, Any]) -> None:
    """A side's round comes out as the case says: points, penalty, bags, sets and contract."""
    got = score(rules_of(case), case, case["round"])
    penalty = sum(line.points for line in got.lines if line.item in PENALTIES)
    assert got.points == case["expected_hand_points"]
    assert got.points - penalty == case["expected_points_before_bag_penalty"]
    assert penalty == case["expected_bag_penalty"]
    after = ("score_after", "bags_after", "sets_after", "run_after")
    assert got.after == Tally(*(case[f"expected_{name}"] for name in after))
    assert (got.contract, got.is_set) == (case["expected_contract"], case["expected_set"])


@every("scoring")
def test_scoring_under_published_presets(case: dict[str, Any]) -> None:
    """What is played with the added rules has its own value where they are off."""
    for name, value in (case["value_under_preset"] or {}).items():
        if value is not None and "blind" not in str(case["bids"]) and "zero" not in case["bids"]:
            got = score(PRESETS[name], case, 2)
            assert (got.points, got.after.bags) == (value["hand_points"], value["bags_after"])


@every("end")
def test_end(case: dict[str, Any]) -> None:
    """The game ends, or goes on, as the case says, with its winner and places."""
    rules = rules_of(case)
    nothing = [0] * len(rules.sides)
    parts = [case["totals"], *(case.get(name, nothing) for name in ("bags", "sets", "runs"))]
    tallies = [Tally(*each) for each in zip(*parts, strict=True)]
    boston = case.get("boston")
    outcome = outcome_of(
        rules,
        tallies,
        None if boston is None else Side(boston),
        rounds=case["rounds_scored"],
        first_taken=case.get("first_taken"),
        time_out=case.get("time_out", False),
    )
    assert (outcome is not None) == case["expected_over"]
    assert (None if outcome is None else outcome.winner) == case["expected_winner_index"]


@every("bidding")
def test_bidding(case: dict[str, Any]) -> None:
    """A seat may make the bids of the case, in its order, and no others."""
    rules, seat, seen = rules_of(case), SEATS[case["seat"]], case["seen"]
    bids: list[Bid | None] = [None] * len(rules.seats)
    for other, value in case["made"]:
        bids[other] = bid_of(other, value)
    partner = rules.partner_of(seat)
    partners = None if partner is None else bids[partner]
    sides = contracts(rules, bids, SEATS[case["dealer"]])
    own = rules.side_of(seat)
    bidder = Bidder(
        seat,
        0,
        partners,
        partner is None or partners is not None,
        seen.get("entitled_nil", False),
        seen.get("entitled_number", False),
        not seen.get("unseen", False),
        seen.get("side_unseen", False),
        bids.count(None) - 1,
        sum(each or 0 for side, each in enumerate(sides) if side != own),
    )
    assert [plain(bid) for bid in legal_bids(rules, bidder)] == case["expected_legal"]


@every("order")
def test_order(case: dict[str, Any]) -> None:
    """Seats bid in the order of the case."""
    order = bidding_order(rules_of(case), SEATS[case["dealer"]])
    assert list(order) == case["expected_order"]


@every("contract")
def test_contract(case: dict[str, Any]) -> None:
    """The bids of a side, the first of it first, come to the contract of the case."""
    rules, (first, second) = rules_of(case), case["bids_in_order"]
    bids = bids_of([first, 1, second, 1])
    counted = settled(rules, bids, SEATS[3])
    assert contract_of(counted[::2]) == case["expected_contract"]


def must_play(rules: Rules, case: Mapping[str, Any]) -> Terms:
    """Give the terms of a deal after so many that were thrown in."""
    return Terms.usual(rules)._replace(must_play=case["thrown_in_before"] >= MOST_IN_A_ROW)


@every("after_bids")
def test_after_bids(case: dict[str, Any]) -> None:
    """Once everyone has bid the deal is played, or thrown in, as the case says."""
    rules, dealer = rules_of(case), SEATS[case["dealer"]]
    game = Game.new(rules, dealer)
    current = Round.dealt_by(rules, dealer, fresh_deal(game), terms=must_play(rules, case))
    bids = bids_of(case["bids"])
    while not current.finished and (bid := bids[current.turn]) != current.bids[current.turn]:
        assert bid is not None
        current = current.apply(bid)
    outcome = "thrown_in" if current.thrown_in else "made" if current.unplayed else "played"
    assert outcome == case["expected_outcome"]


@every("throw_in")
def test_throw_in(case: dict[str, Any]) -> None:
    """A hand may be thrown in, or not, as the case says."""
    rules, held = rules_of(case), hand_of(case["hand"])
    rest = [card for card in iter_cards(rules.deck_in_play.cards) if card not in held]
    others = [CardSet.of(rest[at : at + 13]) for at in range(0, 39, 13)]
    deal = Deal((*others[:2], held, others[2]))
    current = Round.dealt_by(
        rules, SEATS[1], deal, terms=must_play(rules, case), bids_itself=case["bids_itself"]
    )
    throws = [action for action in current.legal_actions if type(action).__name__ == "Throw"]
    assert bool(throws) == case["expected_may"]
    assert may_throw_in(rules, held.bits) >= case["expected_may"]


@every("deck")
def test_deck(case: dict[str, Any]) -> None:
    """A deck has the trumps of the case from the top, and leaves out what it says."""
    rules = rules_of(case)
    deck = rules.deck_in_play
    trumps = sorted(iter_cards(deck.trumps), key=lambda card: -deck.strength[card.index])
    jokers = set() if "BJ" in case["expected_trumps"] else {"BJ", "LJ"}
    assert [str(card) for card in trumps] == case["expected_trumps"]
    assert names(~deck.cards & (1 << 54) - 1) - jokers == set(case["expected_left_out"])
    assert (deck.size, rules.hand_size) == (case["expected_size"], case["expected_hand_size"])
    assert str(deck.lowest_club) == case["expected_lowest_club"]


@every("draw")
def test_draw(case: dict[str, Any]) -> None:
    """Two seats have drawn the hands of the case, and each has seen the cards that it put away."""
    rules, first = rules_of(case), SEATS[case["first"]]
    stock = tuple(map(Card.parse, case["stock"]))
    current = Round.dealt_by(rules, SEATS[1 - first], Deal((), stock))
    for keep in case["keeps"]:
        draw = Keep if keep else Toss
        current = current.apply(draw(current.turn))
    assert current.drawing is not None
    turns = [current.drawing.turns_of(seat) for seat in rules.seats]
    assert [[str(turn.taken) for turn in own] for own in turns] == case["expected_hands"]
    assert [[str(turn.put_away) for turn in own] for own in turns] == case["expected_seen_discards"]
    assert [names(hand) for hand in current.hands] == [set(own) for own in case["expected_hands"]]
    assert (current.phase, current.turn) == (Phase.BIDDING, first)


@every("trick")
def test_trick(case: dict[str, Any]) -> None:
    """The card of the case wins the trick."""
    cards = [Card.parse(name) for name in case["cards"]]
    assert winning_index(rules_of(case), cards) == case["expected_winner"]


@every("first_trick")
def test_first_trick(case: dict[str, Any]) -> None:
    """The cards of the case may be played to the first trick, and no others."""
    led = None if case["led"] is None else Card.parse(case["led"])
    legal = playable(rules_of(case), hand_of(case["hand"]).bits, led, broken=False, first=True)
    assert sorted(names(legal)) == case["expected_legal"]


@every("leader")
def test_leader(case: dict[str, Any]) -> None:
    """The seat of the case leads the first trick."""
    hands = [hand_of(each).bits for each in case["hands"]]
    dealer = SEATS[case["dealer"]]
    leader = first_leader(rules_of(case), dealer, hands, bids_of(case["bids"]))
    assert leader == case["expected_leader"]


@every("contradiction")
def test_contradiction(case: dict[str, Any]) -> None:
    """A mixture is refused, or not, as the case says."""
    if case["expected_refused"]:
        with pytest.raises(BadRules):
            rules_of(case)
    else:
        assert rules_of(case) is not None


@every("game")
def test_game(case: dict[str, Any]) -> None:
    """Deals in a row leave the totals, bags, sets and the end that the case says."""
    rules = rules_of(case)
    game = Game.new(rules, SEATS[case["first_dealer"]])
    for given, expected in zip(case["deals"], case["expected_deals"], strict=True):
        game = game.apply(fresh_deal(game))
        game = after_deal(game, given)
        assert game.dealer == expected["dealer"]
        assert game.round is not None
        assert game.round.thrown_in == (expected["outcome"] == "thrown_in")
        assert [tally.points for tally in game.tallies] == expected["totals"]
        if not game.round.thrown_in:
            assert [tally.bags for tally in game.tallies] == expected["bags"]
            assert [tally.sets for tally in game.tallies] == expected["sets"]
            assert [tally.run for tally in game.tallies] == expected["runs"]
        assert (game.outcome is not None) == expected["over"]
        assert (None if game.outcome is None else game.outcome.winner) == expected["winner"]


def after_deal(game: Game, given: Mapping[str, Any]) -> Game:
    """Bid as a case says, and let the tricks fall as it says without playing them.

    The last card is what scores a round, so all but one trick are given, and one is played out of
    hands of one card, of which the winner of that trick holds the highest trump.
    """
    current = game.round
    assert current is not None
    if given.get("time") and game.time_out is None:
        game = game.apply(Time())
    entitled = Terms.usual(game.rules)
    game = game._replace(round=rebased(current, terms=entitled))
    for seat in current.bidding_order:
        bid = bid_of(seat, given["bids"][seat])
        if bid is not None and not bid.covered:
            assert game.round is not None
            unseen = bid.blind and tuple(False for _ in game.rules.seats)
            game = game._replace(round=rebased(game.round, seen=unseen or game.round.seen))
            game = game.apply(bid)
    return game if given["tricks"] is None else _played(game, given["tricks"])


def _played(game: Game, tricks: Sequence[int]) -> Game:
    current, rules = game.round, game.rules
    assert current is not None
    winner = next(seat for seat in rules.seats if tricks[seat])
    trumps = sorted(
        iter_cards(rules.deck_in_play.trumps),
        key=lambda card: rules.deck_in_play.strength[card.index],
    )
    hands = [card.bit for card in trumps[:3]]
    hands.insert(winner, trumps[-1].bit)
    taken = tuple(took - (seat == winner) for seat, took in enumerate(tricks))
    current = rebased(current, held=tuple(hands))
    current = current._replace(taken=taken, playable=hands[current.turn], broken=True)
    game = game._replace(round=current)
    while game.to_act is not None:
        game = game.apply(game.legal_actions[0])
    return game


@pytest.mark.parametrize("name", FILE["presets"])
def test_preset(name: str) -> None:
    """A preset made from a sheet has the fields of the list, and the default of every other."""
    assert PRESETS[name] == Rules().changed(**FILE["presets"][name])


def test_every_case_is_tried() -> None:
    """Each kind of case has its test here."""
    kinds = {case["kind"] for case in FILE["cases"]}
    assert kinds <= {name.removeprefix("test_") for name in globals()}
