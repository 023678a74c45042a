"""Holds the reasons of computer players against what their seat sees, and against fresh deals.

It reads views by code of its own. Where a reason tells shares of deals, other deals are drawn than
those of the choice, so a share may be off by chance: by `OFF` tenths.
"""

import random
import statistics
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Final

from engine.actions import Bid, Play
from engine.cards import Card, CardSet, Suit
from engine.players import core, search
from engine.players.bidding import choose_bid
from engine.players.knowledge import know
from engine.players.packing import bits_of, packing_of
from engine.players.player import Choice, Reason, Why
from engine.players.utility import POINT
from engine.presets import CARDCOUCH
from engine.seats import Seat
from engine.tally import Tally
from engine.views import SeatView
from tests.bench.players_process import Telling

OFF: Final = 2
"""Tenths by which shares of other deals may differ."""
POINTS_OFF: Final = 4
"""Points by which a margin may differ from the mean of other runs, beside `SPREADS` times their
standard deviation: with a nil, or near the end of a game, one run says little to the point."""
SPREADS: Final = 3
TELLING: Final = 8
"""Points below which a margin is not told."""
A_LITTLE: Final = 6
"""Points that stand for a margin that is not told."""
RUNS: Final = 5
EFFORT: Final = search.Effort(worlds=400, nodes=200_000)
MANY: Final = search.Effort(worlds=1600, nodes=0)


class Seen:
    """A choice of a card as its seat sees it, in the standard deck with partners."""

    def __init__(self, view: SeatView, card: Card, why: Why) -> None:
        """Read a view without the players' own code."""
        assert view.hand is not None
        public = view.public
        self.view, self.hand, self.why = view, view.hand, why
        self.card, self.seat, self.public = card, view.seat, public
        self.legal = sorted(view.playable, key=lambda each: each.rank)
        self.partner = Seat((view.seat + 2) % 4)
        self.rivals = (Seat((view.seat + 1) % 4), Seat((view.seat + 3) % 4))
        gone = {play.card for trick in public.tricks for play in trick.plays}
        gone |= {play.card for play in public.trick}
        whole = CardSet(CARDCOUCH.deck_in_play.cards)
        self.out = [each for each in whole if each not in gone and each not in view.hand]
        self.best = next((p.card for p in public.trick if p.seat == public.winning), None)
        self.last = len(public.trick) == 3
        self.need = self.need_of(self.seat)

    def is_nil(self, seat: Seat) -> bool:
        """Whether a seat bid nil."""
        bid = self.public.bids[seat]
        return bid is not None and bid.is_nil

    def helps(self, seat: Seat) -> bool:
        """Whether its tricks count for its side."""
        return not self.is_nil(seat) or self.public.rules.failed_nil_tricks == "help_partner"

    def bid_of(self, seat: Seat) -> int:
        """The contract of a seat's side."""
        mine = (seat, Seat((seat + 2) % 4))
        return sum(bid.tricks for each in mine if (bid := self.public.bids[each]))

    def need_of(self, seat: Seat) -> int:
        """What the side of a seat still needs."""
        mine = (seat, Seat((seat + 2) % 4))
        taken = sum(self.public.taken[each] for each in mine if self.helps(each))
        return self.bid_of(seat) - taken

    def alive(self, seat: Seat) -> bool:
        """Whether its nil is alive."""
        return self.is_nil(seat) and not self.public.taken[seat]

    def wins(self, card: Card) -> bool:
        """Whether a card takes the lead in the trick."""
        return self.best is None or beats(card, self.best)

    def top(self, card: Card) -> bool:
        """Whether no higher card of its suit is out."""
        return not any(each.suit is card.suit and each.rank > card.rank for each in self.out)

    def plays_later(self, seat: Seat) -> bool:
        """Whether a seat is yet to play to the trick."""
        return seat != self.seat and all(play.seat != seat for play in self.public.trick)

    @property
    def hunted(self) -> bool:
        """Whether a nil of the other side could get the trick."""
        return any(
            self.alive(each) and (self.plays_later(each) or self.public.winning == each)
            for each in self.rivals
        )

    @property
    def led(self) -> Suit:
        """The suit of the trick."""
        return self.public.trick[0].card.suit if self.public.trick else self.card.suit

    @property
    def leads(self) -> bool:
        """Whether the seat leads."""
        return not self.public.trick

    @property
    def follows(self) -> bool:
        """Whether the card is of the suit led."""
        return not self.leads and self.card.suit is self.led

    @property
    def behind_partner(self) -> bool:
        """Whether the partner wins the trick so far."""
        return self.public.winning == self.partner

    @property
    def highest_out(self) -> Card:
        """The highest card of the suit that other seats hold."""
        return max((e for e in self.out if e.suit is self.card.suit), key=lambda e: e.rank)

    @property
    def sets_somebody(self) -> bool:
        """Whether the other side needs all tricks but one, or all."""
        return 0 <= len(self.hand) - self.need_of(self.rivals[0]) <= 1

    @cached_property
    def deals(self) -> list[tuple[list[list[Card]], int]]:
        """Other deals than those of the choice, with their weights."""
        facts = know(self.view, self.hand)
        drawn = search.draw_worlds(self.view, facts, MANY, random.Random(len(self.hand)))
        card = packing_of(CARDCOUCH.deck_in_play).card
        hands = [[card[bit] for bit in bits_of(packed)] for packed in drawn[0]]
        return [(hands[4 * n : 4 * n + 4], weight) for n, weight in enumerate(drawn[1])]

    def about(self, holds: Callable[[list[list[Card]]], bool]) -> bool:
        """Whether something holds in about as many deals as is told."""
        total = sum(weight for _, weight in self.deals)
        met = sum(weight for deal, weight in self.deals if holds(deal))
        return abs(10 * met / total - self.why.tenths) <= OFF

    def unbeaten(self, hands: list[list[Card]]) -> bool:
        """Whether no opponent that plays later can beat the card."""
        for seat in filter(self.plays_later, self.rivals):
            held = hands[seat]
            may = [each for each in held if each.suit is self.led] or held
            if any(beats(each, self.card) for each in may):
                return False
        return True

    def alone(self, hands: list[list[Card]]) -> bool:
        """Whether an opponent holds the highest card out of the suit, and no other of it."""
        top = self.highest_out
        return any([e for e in hands[s] if e.suit is top.suit] == [top] for s in self.rivals)

    def results(self, card: Card, seed: int) -> Counter[tuple[int, ...]]:
        """Give how often each result, by seat, comes of a card in other deals."""
        told: Counter[int] = Counter()
        real = core.kernel
        core.kernel = Telling(real, told)  # type: ignore[assignment]
        try:
            search.compare(self.view, self.hand, [card], EFFORT, random.Random(seed))
        finally:
            core.kernel = real
        found: Counter[tuple[int, ...]] = Counter()
        for place, weight in told.items():
            first = (place // 324, place // 18 % 18, place % 18)
            found[*first, 13 - sum(first)] += weight
        return found

    def shares(self, holds: Callable[[tuple[int, ...]], bool]) -> bool:
        """Whether the shares told of the card and of the next one are about right."""
        cards = [(self.card, self.why.tenths)]
        if self.why.card is not None:
            cards.append((self.why.card, self.why.others))
        for card, told in cards:
            results = self.results(card, len(self.hand))
            if not _about(told, results, holds):
                # One run may itself be off by a tenth and more: several decide.
                for seed in range(RUNS):
                    results += self.results(card, seed)
                if not _about(told, results, holds):
                    return False
        return self.why.card is None or self.why.tenths > self.why.others

    def makes(self, seat: Seat, taken: tuple[int, ...]) -> bool:
        """Whether the side of a seat makes its contract with the tricks of each seat."""
        mine = (seat, (seat + 2) % 4)
        return sum(taken[each] for each in mine if self.helps(Seat(each))) >= self.bid_of(seat)

    def better_by(self, points: int, other: Card | None = None) -> bool:
        """Whether the card is about so many points better than another: the one that is named."""
        cards = [self.card, other or self.why.card or self.card]
        runs = []
        for seed in range(RUNS):
            found = search.compare(self.view, self.hand, cards, EFFORT, random.Random(seed))
            runs.append((found.worth[0] - found.worth[1]) / POINT)
        off = abs(statistics.fmean(runs) - points)
        return off <= POINTS_OFF + SPREADS * statistics.stdev(runs)

    def told(self) -> int:
        """Give the points that are told, or about those that "a little" means."""
        if not self.why.margin:
            return A_LITTLE
        assert self.why.margin >= TELLING, "so few points are noise"
        return self.why.margin

    def all_alike(self) -> bool:
        """Whether all cards are worth about the same."""
        return all(self.better_by(0, each) for each in self.legal if each != self.card)

    def parts(self, kept: Card) -> bool:
        """Whether cards of other seats are between the card and a higher one."""
        return any(
            each.suit is self.card.suit and self.card.rank < each.rank < kept.rank
            for each in self.out
        )


def _about(
    told: int, results: Counter[tuple[int, ...]], holds: Callable[[tuple[int, ...]], bool]
) -> bool:
    """Whether what is told in tenths holds in about so many of the results."""
    met = sum(weight for taken, weight in results.items() if holds(taken))
    return abs(10 * met / results.total() - told) <= OFF


def beats(card: Card, other: Card) -> bool:
    """Whether a card beats one that is winning."""
    return card.rank > other.rank if card.suit is other.suit else card.suit is Suit.SPADES


TRUE: Final[dict[Reason, Callable[[Seen], bool]]] = {
    Reason.ONLY_CHOICE: lambda s: len(s.legal) == 1,
    Reason.KEEPS_NIL: lambda s: (
        s.alive(s.seat)
        and not s.wins(s.card)
        and s.card.rank >= 9
        and not any(e.rank > s.card.rank and not s.wins(e) for e in s.legal)
    ),
    Reason.STAYS_UNDER: lambda s: s.alive(s.seat) and not s.wins(s.card),
    Reason.NIL_LEADS: lambda s: (
        s.alive(s.seat) and s.leads and (s.card.rank <= s.legal[0].rank + 2 or s.card.rank < 9)
    ),
    Reason.NIL_IN_DANGER: lambda s: s.alive(s.seat) and not s.leads and all(map(s.wins, s.legal)),
    Reason.NIL_HOLDS: lambda s: s.alive(s.seat) and s.shares(lambda t: t[s.seat] == 0),
    Reason.PARTNERS_NIL_HOLDS: lambda s: (
        s.alive(s.partner) and s.shares(lambda t: not t[s.partner])
    ),
    Reason.NIL_FALLS: lambda s: (
        any(map(s.alive, s.rivals))
        and s.shares(lambda t: any(t[each] > 0 for each in s.rivals if s.alive(each)))
    ),
    Reason.SETS_OFTEN: lambda s: s.shares(lambda t: not s.makes(s.rivals[0], t)),
    Reason.MAKES_CONTRACT: lambda s: s.shares(lambda t: s.makes(s.seat, t)),
    Reason.COVERS_NIL: lambda s: (
        s.alive(s.partner) and s.wins(s.card) and (s.behind_partner or s.plays_later(s.partner))
        and (not s.leads or s.top(s.card))
    ),
    Reason.ATTACKS_NIL: lambda s: (
        s.hunted and (not s.top(s.card) if s.leads else not s.wins(s.card))
    ),
    Reason.SETS_CONTRACT: lambda s: s.need <= 0 and s.wins(s.card) and s.sets_somebody,
    Reason.AVOIDS_BAG: lambda s: s.need <= 0 and not s.wins(s.card) and any(map(s.wins, s.legal)),
    Reason.PARTNER_WINS: lambda s: (
        s.behind_partner
        and not s.wins(s.card)
        and (s.last or (s.best is not None and s.best.suit is Suit.SPADES and s.top(s.best)))
    ),
    Reason.PARTNER_SO_FAR: lambda s: s.behind_partner and not s.wins(s.card),
    Reason.OVERTAKES: lambda s: (
        s.behind_partner and s.top(s.card) and s.best is not None and not s.top(s.best)
    ),
    Reason.TAKES_TRICK: lambda s: (
        s.last and s.wins(s.card) and (s.why.needs > 0) == (s.need > 0 and s.helps(s.seat))
    ),
    Reason.TRUMPS: lambda s: (
        s.last and s.card.suit is Suit.SPADES and not s.follows and s.wins(s.card)
        and not any(e.rank < s.card.rank and s.wins(e) for e in s.legal)
    ),
    Reason.TRUMPS_SO_FAR: lambda s: s.wins(s.card) and s.card.suit is Suit.SPADES and not s.follows,
    Reason.LEADS_MASTER: lambda s: s.top(s.card) and s.wins(s.card) and not s.behind_partner,
    Reason.FALLS: lambda s: (
        s.top(s.card) and s.why.card == s.highest_out and s.why.card.rank > 10 and s.about(s.alone)
    ),
    Reason.HOLDS: lambda s: s.wins(s.card) and not s.last and s.about(s.unbeaten),
    Reason.PARTNER_HOLDS: lambda s: (
        s.need > 0
        and s.why.card == s.highest_out
        and s.about(lambda deal: s.why.card in deal[s.partner])
    ),
    Reason.NO_SURE_LEAD: lambda s: s.leads and not any(map(s.top, s.legal)),
    Reason.WINS_SO_FAR: lambda s: s.wins(s.card) and not s.last,
    Reason.PLAYS_LOW: lambda s: (
        s.follows
        and s.why.card == s.legal[-1]
        and s.why.card.suit is s.card.suit
        and s.parts(s.why.card)
        and (s.why.card.rank >= 10 or s.top(s.why.card))
    ),
    Reason.CANNOT_WIN: lambda s: not any(map(s.wins, s.legal)),
    Reason.THROWS_AWAY: lambda s: not s.follows and not s.leads and not s.top(s.card),
    Reason.SHORTENS: lambda s: (
        not s.follows
        and [e for e in s.hand if e.suit is s.card.suit] == [s.card]
        and any(e.suit is Suit.SPADES for e in s.hand)
        and s.card.suit is not Suit.SPADES
    ),
    Reason.SHEDS: lambda s: s.need <= 0 and s.top(s.card) and not s.wins(s.card) and not s.follows,
    Reason.BETTER_BY: lambda s: s.better_by(s.told()),
    Reason.TOO_LITTLE: lambda s: s.better_by(-s.told()),
    Reason.AS_GOOD: lambda s: s.better_by(0),
    Reason.NO_DIFFERENCE: lambda s: s.all_alike(),
    Reason.FEW_DEALS: lambda s: len(s.legal) > 1,
    Reason.BY_RULE: lambda s: len(s.legal) > 1,
}  # fmt: skip
"""By the reason of a card, what must hold for it to be true."""


def bid_is_explained(view: SeatView, choice: Choice) -> bool:
    """Hold the number that is told against the bid: within half a trick, or it says why not."""
    bid, why = choice.action, choice.why
    assert isinstance(bid, Bid)
    assert view.hand is not None
    above = 10 * bid.tricks - why.tricks
    least = min((each.tricks for each in view.bids if not each.is_nil), default=0)
    level = replace(view, public=replace(view.public, tallies=(Tally(), Tally())))
    held: dict[Reason, Callable[[], bool]] = {
        Reason.COUNTED: lambda: abs(above) <= 5,
        Reason.BESIDE_NIL: lambda: abs(above) <= 5,
        Reason.COUNTED_LOWER: lambda: above < -5,
        Reason.COUNTED_HIGHER: lambda: above > 5 and bid.tricks > least,
        Reason.LEAST_BID: lambda: above > 5 and bid.tricks == least,
        Reason.COUNTED_FOR_SCORE: lambda: (
            abs(above) > 5 and choose_bid(level, view.hand or CardSet(0))[0] != bid
        ),
        Reason.SAFE_NIL: lambda: bid.is_nil,
        Reason.DARING_NIL: lambda: (
            bid.is_nil
            and why.chance < 70
            and not getattr(choose_bid(level, view.hand or CardSet(0))[0], "is_nil", False)
        ),
        Reason.FORCED_BID: lambda: len(view.bids) == 1,
        Reason.TO_THE_BOARD: lambda: why.rule == view.public.rules.minimum_contract,
    }
    return held[why.reason]()


def is_true(view: SeatView, choice: Choice) -> bool:
    """Say whether the reason of a bid or a card is true, under rules of the standard deck."""
    if isinstance(choice.action, Play):
        return TRUE[choice.why.reason](Seen(view, choice.action.card, choice.why))
    return not isinstance(choice.action, Bid) or bid_is_explained(view, choice)
