"""Reasons in a rule's own terms: each is true by its own condition whenever it is given."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest

from engine.actions import Bid, Play
from engine.contracts import contracts
from engine.deals import SECRET_BYTES, Seeds, deal
from engine.game import Game
from engine.notation import parse_card
from engine.players.computers import ByRules
from engine.players.player import Budget, Choice, Reason
from engine.players.reading import Reading, read
from engine.players.rule_reasons import of_a_set, of_an_over, why_bid
from engine.positions import Start
from engine.presets import CARDCOUCH, PRESETS
from engine.round import Round
from engine.rules import Rules
from engine.seats import SEATS, Side
from engine.tally import Tally
from engine.views import SeatView, seat_view
from tests.engine.tools import hand

TABLES = [
    PRESETS["lodge"],
    PRESETS["campus"],
    PRESETS["kings_league"],
    PRESETS["jokers_wild"],
    PRESETS["contest"],
    PRESETS["barracks"],
    CARDCOUCH.changed(table_minimum=12, table_short="made", nil="none"),
    CARDCOUCH.changed(rounds=1),
    CARDCOUCH.changed(spread=150, minimum_contract=5),
    CARDCOUCH.changed(bag_points=-2, bag_limit=None, nil="none"),
    CARDCOUCH.changed(double_taken="set", nil="none"),
    CARDCOUCH.changed(maximum_contract=5, nil="none"),
]


def played(rules: Rules, rng: random.Random, tallies: list[Tally]) -> Iterator[tuple[Game, Choice]]:
    """Play one deal, and give each choice with the game in which it was made."""
    game = Game.new(rules, rng.choice(rules.seats), tallies)
    game = game.apply(deal(Seeds(rng.randbytes(SECRET_BYTES)), 1, game.next_dealer, rules))
    player = ByRules(misjudges=0.3)
    while game.to_act is not None:
        choice = player.choose(seat_view(game, game.to_act), Budget(0), rng)
        yield game, choice
        game = game.apply(choice.action)


def tallies_of(rules: Rules, rng: random.Random) -> list[Tally]:
    """Draw points and sets with which the game is not over."""
    most = (rules.sets_lose or 2) - 1
    in_a_row = (rules.sets_in_a_row_lose or 2) - 1
    return [
        Tally(rng.randrange(-70, 71), 0, sets := rng.randint(0, most), min(sets, in_a_row))
        for _ in rules.sides
    ]


@dataclass(frozen=True)
class Seen:
    """A choice, the game before and after it, and what its rule may be held against."""

    game: Game
    choice: Choice

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.game.rules

    @property
    def number(self) -> int:
        """The number that the reason tells."""
        return self.choice.why.rule

    @property
    def before(self) -> Round:
        """The round before the choice."""
        assert self.game.round is not None
        return self.game.round

    @cached_property
    def after(self) -> Round:
        """The round after it."""
        after = self.game.apply(self.choice.action).round
        assert after is not None
        return after

    @property
    def side(self) -> Side:
        """The side that chose."""
        return self.rules.side_of(self.before.turn)

    @property
    def of_sides(self) -> list[int]:
        """The contracts after the choice."""
        found = contracts(self.rules, self.after.bids, self.before.dealer)
        return [each or 0 for each in found]

    @property
    def taken(self) -> int:
        """The tricks of the side before the choice."""
        return sum(self.before.taken[seat] for seat in self.rules.seats_of(self.side))

    @property
    def opened(self) -> int:
        """What the partner opened with."""
        partner = self.rules.partner_of(self.before.turn)
        bid = None if partner is None else self.before.bids[partner]
        return -1 if bid is None or self.rules.side_bid == "sum" else bid.tricks

    @property
    def lost_by_a_set(self) -> list[bool]:
        """By side, whether one more set loses."""
        limits = self.rules.sets_lose, self.rules.sets_in_a_row_lose
        return [
            tally.sets + 1 == limits[0] or tally.run + 1 == limits[1] for tally in self.game.tallies
        ]

    @property
    def lead(self) -> int:
        """The lead of the better side."""
        points = [tally.points for tally in self.game.tallies]
        return max(points) - min(points)


HOLDS: dict[Reason, Callable[[Seen], bool]] = {
    Reason.TO_THE_BOARD: lambda s: s.of_sides[s.side] == s.number == s.rules.minimum_contract,
    Reason.AT_MOST: lambda s: s.of_sides[s.side] == s.number == s.rules.maximum_contract,
    Reason.TO_THE_TABLE: lambda s: sum(s.of_sides) == s.number == s.rules.table_minimum,
    Reason.STAYS_SHORT: lambda s: (
        s.after.thrown_in and sum(s.of_sides) < s.number == s.rules.table_minimum
    ),
    Reason.SHORT_IS_MADE: lambda s: s.after.unplayed and not s.after.thrown_in,
    Reason.CLOSES: lambda s: s.number == s.opened,
    Reason.SET_WOULD_LOSE: lambda s: s.lost_by_a_set[s.side],
    Reason.LAST_ROUND: lambda s: s.rules.rounds == s.game.round_number,
    Reason.SPREAD_ENDS: lambda s: s.number == s.rules.spread and s.lead >= s.number - 100,
    Reason.FIRST_ROUND: lambda s: (
        s.game.round_number == 1 and s.taken < s.number == s.rules.first_round_least
    ),
    Reason.TEN_A_TRICK: lambda s: s.before.bids_itself and sum(s.after.taken) > sum(s.before.taken),
    Reason.SET_ENDS: lambda s: s.lost_by_a_set[1 - s.side],
    Reason.AVOIDS_TWICE: lambda s: (
        s.rules.double_taken != "nothing" and s.number == 2 * s.of_sides[s.side] == s.taken + 1
    ),
    Reason.OVER_COSTS: lambda s: s.rules.bag_points == -s.number < 0,
    Reason.OVER_IS_NOTHING: lambda s: s.rules.bag_points == 0 and s.rules.bag_limit is None,
    Reason.AVOIDS_BAG: lambda s: s.rules.bag_limit is not None,
}
"""By reason, the condition under which it is true, from the game alone."""


def test_each_rule_is_named_where_it_decides_and_nowhere_else() -> None:
    """Over rounds of many sheets every reason comes up, and each is true whenever it does."""
    rng = random.Random(5)
    found: Counter[Reason] = Counter()
    for number in range(300):
        rules = TABLES[number % len(TABLES)]
        for game, choice in played(rules, rng, tallies_of(rules, rng)):
            reason = choice.why.reason
            found[reason] += 1
            if reason in HOLDS:
                assert HOLDS[reason](Seen(game, choice)), (rules, choice)
    assert HOLDS.keys() - found.keys() <= RARE


RARE = {Reason.SPREAD_ENDS, Reason.AVOIDS_TWICE, Reason.LAST_ROUND, Reason.SET_WOULD_LOSE}
"""What few rounds bring about, and the tests below."""


def bidding_view(rules: Rules, tallies: tuple[Tally, Tally], bids: tuple[int, ...]) -> SeatView:
    """Give the view of the seat whose turn it is after these bids, in the first round."""
    rng = random.Random(1)
    game = Game.new(rules, SEATS[3], tallies)
    game = game.apply(deal(Seeds(rng.randbytes(SECRET_BYTES)), 1, game.next_dealer, rules))
    for tricks in bids:
        assert game.to_act is not None
        game = game.apply(Bid(game.to_act, tricks))
    assert game.to_act is not None
    return seat_view(game, game.to_act)


@pytest.mark.parametrize(
    ("rules", "tallies", "reason"),
    [
        ({"rounds": 1}, (Tally(), Tally()), Reason.LAST_ROUND),
        ({"sets_lose": 2}, (Tally(0, 0, 1, 1), Tally()), Reason.SET_WOULD_LOSE),
        ({"sets_in_a_row_lose": 2}, (Tally(0, 0, 1, 1), Tally()), Reason.SET_WOULD_LOSE),
        ({"spread": 150}, (Tally(-30), Tally(40)), Reason.SPREAD_ENDS),
        ({"spread": 150}, (Tally(-30), Tally(0)), None),
        ({"sets_lose": 3}, (Tally(0, 0, 1, 1), Tally()), None),
        ({}, (Tally(), Tally()), None),
    ],
)
def test_what_ends_the_game_decides_a_bid(
    rules: dict[str, object], tallies: tuple[Tally, Tally], reason: Reason | None
) -> None:
    """A bid far below the count is explained by the rule that makes its risk too great."""
    view = bidding_view(CARDCOUCH.changed(**rules), tallies, ())
    why = why_bid(view, Bid(view.seat, 2), 4.0)
    assert (None if why is None else why.reason) is reason
    assert why_bid(view, Bid(view.seat, 4), 4.0) is None


def last_seat(taken: int, bid: int, other: int, **rules: object) -> Reading:
    """Set up the last seat's turn to a trick that it can take, with tricks that its side has."""
    table = CARDCOUCH.changed(**rules)
    hands = [hand("2C 3C"), hand("4C 5C"), hand("6C 7C"), hand("2D AC")]
    bids = [Bid(seat, bid if seat % 2 else other) for seat in SEATS]
    tricks = (13 - 2 - taken, 0, 0, taken)
    tallies = [Tally(0, 0, 1, 1), Tally()]
    current = Round.position(table, SEATS[3], hands, bids, Start(SEATS[0], tricks, broken=True))
    game = Game(table, SEATS[3], tuple(tallies), round=current)
    for card in ("2C", "4C", "6C"):
        assert game.to_act is not None
        game = game.apply(Play(game.to_act, parse_card(card)))
    return read(seat_view(game, SEATS[3]), hands[3])


@pytest.mark.parametrize(
    ("taken", "rules", "said"),
    [
        (3, {"double_taken": "set"}, (Reason.AVOIDS_TWICE, 4)),
        (2, {"double_taken": "set"}, (Reason.AVOIDS_BAG, 0)),
        (3, {"bag_points": -2}, (Reason.OVER_COSTS, 2)),
        (3, {"bag_points": 0, "bag_limit": None}, (Reason.OVER_IS_NOTHING, 0)),
        (3, {"bag_limit": None}, None),
        (3, {}, (Reason.AVOIDS_BAG, 0)),
    ],
)
def test_what_an_over_is_worth(
    taken: int, rules: dict[str, object], said: tuple[Reason, int] | None
) -> None:
    """Where overs are no bags, nobody is told of bags."""
    facts = last_seat(taken, 1, 2, **rules)
    assert of_an_over(facts) == said


@pytest.mark.parametrize(
    ("rules", "said"),
    [({"sets_lose": 2}, Reason.SET_ENDS), ({"sets_lose": 3}, Reason.SETS_CONTRACT)],
)
def test_a_set_that_ends_the_game(rules: dict[str, object], said: Reason) -> None:
    """The other side has been set once, and needs every trick that is left."""
    facts = last_seat(3, 1, 5, **rules)
    assert of_a_set(facts) is said
