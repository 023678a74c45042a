"""The computer players' bids: the bid with the best expected utility for their side.

The tricks of the hand are estimated as a distribution, and every legal bid is scored by the table's
own rules at the present score. So bags, the target, ten for two hundred, nil and the minimum need
no special treatment.
"""

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import Bid
from engine.cards import CardSet
from engine.players.nil import AVERAGE_BID, has_top_spade, nil_chance
from engine.players.packing import Packing, packing_of
from engine.players.passing import without_danger
from engine.players.player import Reason, Why
from engine.players.utility import worth
from engine.players.values import side_worth, spade_worth
from engine.rules import Rules
from engine.scoring import score_side
from engine.seats import Seat, Side
from engine.tally import Tally
from engine.views import PublicView, SeatView

SPREAD: Final = 1.0
"""The standard deviation of a hand's tricks around its count."""
SLOPE: Final = 0.9
SHIFT: Final = 0.7
BID_SHORT: Final = 0.5
"""How many tricks more than its bid a partner can take, on average."""
CROWDED: Final = 0.25
"""Tricks lost per trick that the others have bid above their share."""
FAR: Final = 4
"""Bids further from the count are not considered."""
SHED: Final = 0.55
"""The share of the overtricks that cannot be avoided."""
BLIND_HOLDS: Final = 0.16
BLIND_PER_CARD: Final = 0.07
"""The chance of a blind nil, and how much each exchanged card adds."""
PARTNERS_NIL_HOLDS: Final = 0.75
UNCOVERED_NIL_HOLDS: Final = 0.5
"""The chance of the partner's nil if this seat covers it, and if it bids nil as well."""
UNKNOWN_BID: Final = 30
"""The points expected from a partner who has not bid yet."""
USUAL_BID: Final = 3
"""The bid expected of another seat that has not bid yet, plus or minus one."""
SET: Final = 0.2
"""The chance that a side misses a contract that decides the game: of 78 hands that could be saved
by that or by a hopeless nil, a number won 20."""
UNCOVERED: Final = 0.1
"""How much less a nil is worth if the partner also plays for a nil."""
HOPELESS: Final = 0.35
"""Below this chance the fitted estimate of nils is too high: of 78 nils with a chance of 30 % or
less in the last round of self-played games, 5 won the game, while numbers bid from the same hands
won 20."""
ALONE: Final = 0.8
"""The reduction of the spread before the partner has bid, who evens out some of it."""
NIL_DRAIN: Final = 0.3
"""Tricks that covering a nil costs the partner."""

Ways: TypeAlias = tuple[tuple[float, list[Tally | None]], ...]
"""The possible scores of the sides after a round, each with its chance; None for the own side."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """How a style departs from the best bid.

    Attributes:
        tricks: added to the count.
        nil: added to the chance of a nil.
    """

    tricks: float = 0.0
    nil: float = 0.0


def count_tricks(packing: Packing, hand: CardSet, rules: Rules) -> float:
    """Count the tricks of a hand: honors by exact chances, spades, ruffs."""
    packed = packing.pack(hand.bits)
    fields = [(packed >> (16 * field)) & 0xFFFF for field in range(4)]
    spades = fields[0].bit_count()
    total = spade_worth(fields[0], packing.sizes[0])
    ruffs = 0.0
    for field in (1, 2, 3):
        total += side_worth(fields[field], packing.sizes[field], rules.players, rules.mode)
        length = fields[field].bit_count()
        ruffs += {0: 0.9, 1: 0.5, 2: 0.1}.get(length, 0.0)
    return total + min(ruffs, 0.45 * min(spades, 3))


@dataclass(frozen=True, slots=True)
class _Bidding:
    """One turn to bid, and the data that it depends on."""

    view: SeatView
    hand: CardSet
    leaning: Leaning
    others: Ways

    @property
    def public(self) -> PublicView:
        return self.view.public

    @property
    def rules(self) -> Rules:
        return self.view.public.rules

    @property
    def side(self) -> Side:
        return self.rules.side_of(self.view.seat)

    @property
    def partner(self) -> Seat | None:
        return self.rules.partner_of(self.view.seat)

    @property
    def partner_bid(self) -> Bid | None:
        return None if self.partner is None else self.public.bids[self.partner]

    @property
    def share(self) -> float:
        """The average bid of a seat."""
        return 0.83 * self.rules.hand_size / self.rules.players

    def count(self) -> float:
        """Count the tricks of the hand, reduced if the others have bid much."""
        count = SHIFT + SLOPE * count_tricks(
            packing_of(self.rules.deck_in_play), self.hand, self.rules
        )
        others = [bid.tricks for bid in self.public.bids if bid is not None]
        crowd = sum(others) - self.share * len(others)
        return max(0.3, count - CROWDED * crowd) + self.leaning.tricks

    def chance(self) -> float:
        bid = self.partner_bid
        cover = AVERAGE_BID if bid is None else float(bid.tricks)
        packing = packing_of(self.rules.deck_in_play)
        passes = self.partner is not None and self.rules.exchange_when == "any_nil"
        kept = without_danger(self.hand, self.rules) if passes else self.hand
        if has_top_spade(packing, kept.bits):
            return 0.0
        chance = nil_chance(packing, kept.bits, None if self.partner is None else cover)
        if bid is not None and bid.is_nil:
            chance -= UNCOVERED
        chance *= min(1.0, max(0.0, chance) / HOPELESS)
        return min(0.98, max(0.02, chance + self.leaning.nil))


def choose_bid(
    view: SeatView,
    hand: CardSet,
    leaning: Leaning = Leaning(),
) -> tuple[Bid, Why]:
    """Choose a bid from the cards.

    Args:
        view: what the seat sees; it is its turn to bid.
        hand: its cards.
        leaning: how its style departs from the best bid.
    """
    side = view.public.rules.side_of(view.seat)
    turn = _Bidding(view, hand, leaning, _others_after(view.public, side))
    count, chance = turn.count(), turn.chance()
    allowed = [bid for bid in view.bids if not bid.blind]
    if len(allowed) == 1:
        return allowed[0], Why(Reason.FORCED_BID, round(10 * count))
    likely = [bid for bid in allowed if bid.is_nil or abs(bid.tricks - count) <= FAR] or allowed
    best = max(likely, key=lambda bid: _expected(turn, bid, count, chance))
    return best, _why(turn, best, count, chance)


def _why(turn: _Bidding, bid: Bid, count: float, chance: float) -> Why:
    tenths, hundredths = round(10 * count), round(100 * chance)
    points = [tally.points for tally in turn.public.tallies]
    if bid.is_nil:
        daring = chance < 0.7 and points[turn.side] < max(points)  # noqa: PLR2004 - two in three
        return Why(Reason.DARING_NIL if daring else Reason.SAFE_NIL, tenths, hundredths)
    partner = turn.partner_bid
    if partner is not None and partner.is_nil:
        return Why(Reason.BESIDE_NIL, tenths)
    far = abs(bid.tricks - count) > 1 and any(points)
    return Why(Reason.COUNTED_FOR_SCORE if far else Reason.COUNTED, tenths)


def _expected(turn: _Bidding, bid: Bid, count: float, chance: float) -> float:
    """Give the expected utility of a bid."""
    if not bid.is_nil:
        return _with_contract(turn, bid, count, own_nil=None)
    return chance * _with_contract(turn, bid, 0.0, own_nil=True) + (1 - chance) * _with_contract(
        turn, bid, 1.3, own_nil=False
    )


def _with_contract(turn: _Bidding, bid: Bid, count: float, *, own_nil: bool | None) -> float:
    """Average over the tricks of the side, and over the partner's nil if there is one."""
    partner = turn.partner_bid
    if turn.partner is None:
        return _spread(turn, bid, None, count, SPREAD, own_nil)
    if partner is None:
        # The partner will bid with this bid in mind, so only this hand counts.
        return _spread(turn, bid, None, count, ALONE * SPREAD, own_nil)
    if not partner.is_nil:
        mean = partner.tricks + BID_SHORT + count - (NIL_DRAIN if bid.is_nil else 0.0)
        return _spread(turn, bid, (partner, 0), mean, 1.15 * SPREAD, own_nil)
    holds = _spread(turn, bid, (partner, 0), count - NIL_DRAIN, SPREAD, own_nil)
    fails = _spread(turn, bid, (partner, 1), count - NIL_DRAIN, SPREAD, own_nil)
    chance = UNCOVERED_NIL_HOLDS if bid.is_nil else PARTNERS_NIL_HOLDS
    return chance * holds + (1 - chance) * fails


def _spread(
    turn: _Bidding,
    bid: Bid,
    partner: tuple[Bid, int] | None,
    mean: float,
    spread: float,
    own_nil: bool | None,  # noqa: FBT001 - a third value says that there is none
) -> float:
    contract = bid.tricks + (0 if partner is None else partner[0].tricks)
    total = 0.0
    for tricks in range(turn.rules.hand_size + 1):
        low = (tricks - 0.5 - mean) / spread if tricks else -9.0
        high = (tricks + 0.5 - mean) / spread if tricks < turn.rules.hand_size else 9.0
        chance = (math.erf(high / math.sqrt(2)) - math.erf(low / math.sqrt(2))) / 2
        if chance > 0.004:  # noqa: PLR2004 - what is so rare decides nothing
            total += chance * _score(turn, bid, partner, _taken(tricks, contract), own_nil)
    return total


def _taken(tricks: int, contract: int) -> int:
    """Give the tricks that a side takes, which avoids some of its bags."""
    over = max(0, tricks - contract)
    return tricks - over + round(SHED * over)


def _score(
    turn: _Bidding,
    bid: Bid,
    partner: tuple[Bid, int] | None,
    tricks: int,
    own_nil: bool | None,  # noqa: FBT001 - as above
) -> int:
    rules = turn.rules
    failed = 1 if own_nil is False else 0
    results: list[tuple[Bid | None, int]]
    if partner is None:
        results = [(bid, failed if bid.is_nil else tricks)]
    elif bid.is_nil:
        results = [(bid, failed), (partner[0], tricks)]
    else:
        results = [(bid, tricks), partner]
    before = turn.public.tallies[turn.side]
    if partner is None and turn.partner is not None:
        before = Tally(before.points + UNKNOWN_BID, before.bags)
    own = score_side(rules, turn.side, results, before)
    every_trick = own.contract == own.taken == rules.hand_size
    boston = turn.side if every_trick else None
    return round(_expected_worth(rules, turn.others, own.after, turn.side, boston))


def _expected_worth(
    rules: Rules, others: Ways, own: Tally, side: Side, boston: Side | None = None
) -> float:
    """Average the utility of a tally over the possible scores of the other sides."""
    return sum(
        chance * worth(rules, [own if each is None else each for each in tallies], side, boston)
        for chance, tallies in others
    )


def _others_after(public: PublicView, own: Side) -> Ways:
    """Give the possible scores of the other sides after the round, each with its chance.

    Every contract may be made or missed: a side that must win this round does not depend on its own
    bid alone.

    Args:
        public: what everyone sees during the bidding.
        own: the side to leave out, with None in its place.
    """
    rules = public.rules
    ways: list[tuple[float, list[Tally | None]]] = [(1.0, [])]
    for side in rules.sides:
        if side == own:
            ways = [(chance, [*tallies, None]) for chance, tallies in ways]
            continue
        before = public.tallies[side]
        bids = [public.bids[seat] for seat in rules.seats_of(side)]
        contract = sum(USUAL_BID if bid is None else bid.tricks for bid in bids)
        unknown = sum(bid is None for bid in bids)
        contracts = [contract - unknown, contract + unknown] if unknown else [contract]
        results = [
            ((1 - SET) / len(contracts), Tally(before.points + 10 * each, before.bags + 1))
            for each in contracts
        ]
        results.append((SET, Tally(before.points - 10 * contract, before.bags)))
        ways = [
            (chance * share, [*tallies, tally])
            for chance, tallies in ways
            for share, tally in results
        ]
    return tuple(ways)


def wants_blind_nil(view: SeatView) -> bool:
    """Say whether a seat should bid blind nil: only when little else can win."""
    public = view.public
    rules = public.rules
    if not any(bid.blind and bid.is_nil for bid in view.bids):
        return False
    side = rules.side_of(view.seat)
    partner = rules.partner_of(view.seat)
    if partner is not None and (said := public.bids[partner]) is not None and said.is_nil:
        return False
    chance = BLIND_HOLDS + BLIND_PER_CARD * (rules.exchange if partner is not None else 0)
    rest = 30 if partner is not None else 0
    usual = 55 if partner is not None else 30

    before = public.tallies[side]
    others = _others_after(public, side)

    def after(points: int) -> float:
        own = Tally(before.points + points, before.bags)
        return _expected_worth(rules, others, own, side)

    value = rules.blind_nil_value
    blind = chance * after(rest + value) + (1 - chance) * after(rest - value)
    return blind > (1 - SET) * after(usual) + SET * after(-usual)
