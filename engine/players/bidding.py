"""The computer players' bids: the bid with the best expected utility for their side.

The tricks of the hand are estimated as a distribution, and every legal bid is scored by the table's
own rules at the present score. So bags, the target, ten for two hundred, nil and the minimum need
no special treatment.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.actions import Bid, Throw
from engine.cards import CardSet
from engine.contracts import COVERED, is_short
from engine.players.bid_turn import BALANCED, SPREAD, BidTurn, Leaning
from engine.players.estimate import NIL_DRAIN
from engine.players.other_sides import expected_worth, others_after
from engine.players.player import Reason, Why
from engine.players.rule_reasons import why_bid
from engine.players.two_seats import foretell
from engine.players.utility import POINT, End, worth
from engine.rules import TWO
from engine.scoring import is_boston, score_round, score_side
from engine.tally import Tally
from engine.views import SeatView

BID_SHORT: Final = 0.5
"""How many tricks more than its bid a partner can take, on average."""
EVENED: Final = 0.25
MOST_EVENED: Final = 0.5
"""How far what both sides can take by their bids is evened out to the tricks that there are, and by
how many tricks at most. Foretold so, the contracts of recorded rounds are off by 3 to 10 % less
(Brier) than by the crowd alone."""
NEAR: Final = 5
"""Tenths of a trick up to which a bid is what was counted."""
FAR: Final = 4
"""Bids further from the count are not considered."""
FEARED: Final = 35 * POINT
"""What a contract set is taken to cost besides its points: a partner minds it more than they say.
At 20 points 5.6 % of the contracts of 535 rounds are missed that the last two seats close, at 30
5.1 %, at 40 4.2 %, at the same points."""
FEARED_EARLY: Final = 110 * POINT
FEARED_LAST: Final = 50 * POINT
SURE: Final = 5
"""The same beside a partner's number with a count below `SURE`, in third and in last seat. Of 923
contracts that these seats close 5.1 % are missed instead of 6.3 % (with 70 and 35 points), by the
tricks that were taken, for 0.4 points a contract; of those with a higher count next to none are."""
FEARED_NIL: Final = 225 * POINT
"""The same of a nil that fails beside a partner. Of 239 nils that were bid without it 77 % held; of
the 158 that it leaves 84 %, at 300 points of 132 87 %."""
SHED: Final = 0.55
"""The share of the overtricks that cannot be avoided."""
PARTNERS_NIL_HOLDS: Final = 0.75
UNCOVERED_NIL_HOLDS: Final = 0.5
"""The chance of the partner's nil if this seat covers it, and if it bids nil as well."""
UNKNOWN_BID: Final = 30
"""The points expected from a partner who has not bid yet."""
USUAL_LOSS: Final = 0.25
"""How much less than its share of the tricks the average hand is counted."""
POSSIBLE: Final = 0.5
"""What an opening leaves out that is told as a possible, in tricks."""
ALONE: Final = 0.8
"""The reduction of the spread before the partner has bid, who evens out some of it."""


def choose_bid(
    view: SeatView,
    hand: CardSet,
    leaning: Leaning = BALANCED,
    *,
    plays_out: bool = True,
) -> tuple[Bid | Throw, Why]:
    """Choose a bid from the cards, or throw them in where a new deal is worth more.

    Args:
        view: what the seat sees; it is its turn to bid.
        hand: its cards.
        leaning: how its style departs from the best bid.
        plays_out: whether a nil may be judged by playouts, which take a few milliseconds, or a
            tenth of a second without the fast core.
    """
    side = view.public.rules.side_of(view.seat)
    two = view.public.rules.players == TWO
    foretold = foretell(view, hand) if two else None
    turn = BidTurn(view, hand, leaning, others_after(view.public, side), foretold, plays_out)
    count, chance = turn.count(), turn.chance()
    throws = [action for action in view.legal if isinstance(action, Throw)]
    allowed = [bid for bid in view.bids if not bid.blind and not bid.possible]
    if len(allowed) == 1 and not throws:
        return allowed[0], Why(Reason.FORCED_BID, round(10 * count))
    best, expected = _best(turn, allowed, count, chance)
    if throws and expected < _worth_of_a_new_deal(turn, allowed):
        return throws[0], Why(Reason.THROWS_IN, round(10 * count))
    why = why_bid(view, best, count) or _why(turn, best, allowed, count, chance)
    return _with_possible(view, best, count), why


def worths_of_bids(view: SeatView, hand: CardSet) -> dict[Bid, float]:
    """Give the expected utility of each bid in reach of a hand, by its own chances.

    It is what the bid is worth, without the caution with which computer players bid. Bids without a
    look at the cards, and possibles, are left out.

    Args:
        view: what the seat sees; it is its turn to bid.
        hand: its cards.
    """
    rules = view.public.rules
    foretold = foretell(view, hand) if rules.players == TWO else None
    others = others_after(view.public, rules.side_of(view.seat))
    turn = BidTurn(view, hand, BALANCED, others, foretold, cautious=False)
    count, chance = turn.count(), turn.chance()
    bids = [bid for bid in view.bids if not bid.blind and not bid.possible]
    return {bid: _expected(turn, bid, count, chance) for bid in bids}


def _best(turn: BidTurn, bids: list[Bid], count: float, chance: float) -> tuple[Bid, float]:
    """Give the bid that is worth most, and its expected utility."""
    worths = {bid: _expected(turn, bid, count, chance) for bid in _likely(turn, bids, count)}
    best = max(worths, key=worths.__getitem__)
    return best, worths[best]


def _likely(turn: BidTurn, bids: list[Bid], count: float) -> list[Bid]:
    """Leave out bids that are far from what the hand, or both hands, can be worth."""
    opening = turn.view.opening
    about = count if opening is None else count + opening.tricks
    return [bid for bid in bids if bid.is_nil or abs(bid.tricks - about) <= FAR] or bids


def _with_possible(view: SeatView, bid: Bid, count: float) -> Bid:
    """Tell the partner of half a trick or more that an opening leaves out."""
    said = Bid(view.seat, bid.tricks, possible=True) if bid.tricks else bid
    return said if said in view.bids and count - bid.tricks >= POSSIBLE else bid


def _worth_of_a_new_deal(turn: BidTurn, bids: list[Bid]) -> float:
    """Give the utility of bidding with the average hand, before anybody has bid."""
    public = replace(turn.public, bids=(None,) * turn.rules.players)
    view = replace(turn.view, public=public)
    fresh = replace(turn, view=view, others=others_after(public, turn.side))
    usual = turn.rules.hand_size / turn.rules.players - USUAL_LOSS
    return max(_expected(fresh, bid, usual, 0.0) for bid in _likely(fresh, bids, usual))


def _why(turn: BidTurn, bid: Bid, allowed: list[Bid], count: float, chance: float) -> Why:
    """Give the reason of a bid: what was counted, or why the bid is not that number."""
    tenths, hundredths = round(10 * count), round(100 * chance)
    if bid.is_nil:
        risky = hundredths < 70  # noqa: PLR2004 - two in three
        daring = risky and not _at_level_score(turn, allowed, count, chance).is_nil
        return Why(Reason.DARING_NIL if daring else Reason.SAFE_NIL, tenths, hundredths)
    opening = turn.view.opening
    above = 10 * (bid.tricks - (0 if opening is None else opening.tricks)) - tenths
    if abs(above) > NEAR:
        return Why(_why_not_counted(turn, bid, allowed, (count, chance), above), tenths)
    partner = turn.partner_bid
    beside_nil = partner is not None and partner.is_nil
    return Why(Reason.BESIDE_NIL if beside_nil else Reason.COUNTED, tenths)


def _why_not_counted(
    turn: BidTurn, bid: Bid, allowed: list[Bid], counted: tuple[float, float], above: int
) -> Reason:
    if _at_level_score(turn, allowed, *counted) != bid:
        return Reason.COUNTED_FOR_SCORE
    if above < 0:
        return Reason.COUNTED_LOWER
    least = min(each.tricks for each in allowed if not each.is_nil)
    return Reason.LEAST_BID if bid.tricks == least else Reason.COUNTED_HIGHER


def _at_level_score(turn: BidTurn, allowed: list[Bid], count: float, chance: float) -> Bid:
    """Give the bid that would be best with no points on either side."""
    public = replace(turn.public, tallies=(Tally(),) * len(turn.public.tallies))
    level = replace(
        turn, view=replace(turn.view, public=public), others=others_after(public, turn.side)
    )
    return _best(level, allowed, count, chance)[0]


def _expected(turn: BidTurn, bid: Bid, count: float, chance: float) -> float:
    """Give the expected utility of a bid."""
    settled = _unplayed(turn, bid)
    if settled is not None:
        return settled
    if not bid.is_nil:
        return _with_contract(turn, bid, count, own_nil=None)
    made = _with_contract(turn, bid, 0.0, own_nil=True)
    failed = _with_contract(turn, bid, 1.3, own_nil=False)
    feared = 0.0 if turn.partner is None or not turn.cautious else FEARED_NIL
    return chance * made + (1 - chance) * (failed - feared)


def _unplayed(turn: BidTurn, bid: Bid) -> float | None:
    """Give the utility of a last bid after which the table is short; None where it is played."""
    public, rules, seat = turn.public, turn.rules, turn.view.seat
    bids = tuple(bid if each == seat else said for each, said in enumerate(public.bids))
    if None in bids or not is_short(rules, bids, public.dealer):
        return None
    if rules.table_short == "thrown_in":
        return worth(rules, public.tallies, turn.side, End(stage=turn.stage))
    scored = score_round(
        rules,
        bids,
        (0,) * rules.players,
        public.tallies,
        public.round_number,
        public.dealer,
        unplayed=True,
    )
    return worth(rules, scored.tallies, turn.side, End(stage=turn.stage))


def _with_contract(turn: BidTurn, bid: Bid, count: float, *, own_nil: bool | None) -> float:
    """Average over the tricks of the side, and over the partner's nil if there is one."""
    partner = turn.partner_bid
    if turn.partner is None:
        return _spread(turn, bid, None, count, turn.spread, own_nil)
    if partner is None:
        # The partner will bid with this bid in mind, so only this hand counts.
        return _spread(turn, bid, None, count, ALONE * SPREAD, own_nil)
    if not partner.is_nil:
        mean = partner.tricks + BID_SHORT + count
        mean = mean - NIL_DRAIN if bid.is_nil else _evened(turn, mean)
        closed = turn.view.opening is not None and not bid.is_nil
        counted = COVERED[partner.seat] if closed else partner
        return _spread(turn, bid, (counted, 0), mean, 1.15 * SPREAD, own_nil)
    holds = _spread(turn, bid, (partner, 0), count - NIL_DRAIN, SPREAD, own_nil)
    fails = _spread(turn, bid, (partner, 1), count - NIL_DRAIN, SPREAD, own_nil)
    chance = UNCOVERED_NIL_HOLDS if bid.is_nil else PARTNERS_NIL_HOLDS
    return chance * holds + (1 - chance) * fails


def _evened(turn: BidTurn, mean: float) -> float:
    """Give the tricks of this side beside those that the other side can take by its bids."""
    bids = [turn.public.counted[seat] for seat in turn.rules.seats if seat % 2 != turn.side]
    others = sum(
        turn.share + BID_SHORT if bid is None else bid.tricks + BID_SHORT * (not bid.is_nil)
        for bid in bids
    )
    over = EVENED * (mean + others - turn.rules.hand_size)
    return mean - max(-MOST_EVENED, min(MOST_EVENED, over))


def _spread(
    turn: BidTurn,
    bid: Bid,
    partner: tuple[Bid, int] | None,
    mean: float,
    spread: float,
    own_nil: bool | None,  # noqa: FBT001 - a third value says that there is none
) -> float:
    contract = bid.tricks + (0 if partner is None else partner[0].tricks)
    total = 0.0
    for chance, tricks in likely_tricks(mean, spread, turn.rules.hand_size):
        if chance > 0.004:  # noqa: PLR2004 - what is so rare decides nothing
            total += chance * _score(turn, bid, partner, _taken(tricks, contract), own_nil)
    return total


def likely_tricks(mean: float, spread: float, most: int) -> Iterator[tuple[float, int]]:
    """Yield each number of tricks from 0 to `most` after its chance, by a normal distribution."""
    for tricks in range(most + 1):
        low = (tricks - 0.5 - mean) / spread if tricks else -9.0
        high = (tricks + 0.5 - mean) / spread if tricks < most else 9.0
        yield (math.erf(high / math.sqrt(2)) - math.erf(low / math.sqrt(2))) / 2, tricks


def _taken(tricks: int, contract: int) -> int:
    """Give the tricks that a side takes, which avoids some of its bags."""
    over = max(0, tricks - contract)
    return tricks - over + round(SHED * over)


def _score(
    turn: BidTurn,
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
        before = before._replace(points=before.points + UNKNOWN_BID)
    own = score_side(rules, turn.side, results, before, first=turn.stage.rounds == 1)
    boston = turn.side if is_boston(rules, own) else None
    result = expected_worth(rules, turn.others, own.after, turn.side, End(boston, turn.stage))
    return round(result - _feared(turn) if own.is_set else result)


def _feared(turn: BidTurn) -> float:
    """Give what a contract set is taken to cost besides its points."""
    if not turn.cautious:
        return 0
    partner = turn.partner_bid
    if partner is None or partner.is_nil or turn.count() >= SURE:
        return FEARED
    return FEARED_LAST if turn.public.bids.count(None) == 1 else FEARED_EARLY
