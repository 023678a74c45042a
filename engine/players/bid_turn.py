"""What a hand is worth when it is to be bid: its tricks, and the chance of a nil."""

from dataclasses import dataclass
from typing import Final

from engine.actions import Bid
from engine.cards import CardSet
from engine.players.estimate import tricks_for
from engine.players.nil import AVERAGE_BID, as_held, has_top_spade, nil_chance
from engine.players.nil_playouts import chance_in_playouts
from engine.players.other_sides import Ways
from engine.players.packing import packing_of
from engine.players.passing import without_danger
from engine.players.two_seats import Foretold
from engine.players.utility import Stage, stage_of
from engine.rules import TWO, Rules
from engine.seats import Seat, Side
from engine.views import PublicView, SeatView

SPREAD: Final = 1.0
"""The standard deviation of a hand's tricks around its count."""
SPREAD_OF_DRAWN: Final = 1.3
SPREAD_OF_DEALT: Final = 1.5
"""The same for two seats, around what playouts foretell; measured in self-played rounds."""
CROWDED: Final = 0.25
"""Tricks lost per trick that the others have bid above their share."""
UNCOVERED: Final = 0.1
"""How much less a nil is worth if the partner also plays for a nil."""
TRIED: Final = 0.45
"""The least counted chance of a nil that is played out: of less promising ones the playouts promise
too much, of 14 that they would bid 9 held."""
HOPELESS: Final = 0.35
"""Below this chance the fitted estimate of nils is too high: of 78 nils with a chance of 30 % or
less in the last round of self-played games, 5 won the game, while numbers bid from the same hands
won 20."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """How a style departs from the best bid.

    Attributes:
        tricks: added to the count.
        nil: added to the chance of a nil.
    """

    tricks: float = 0.0
    nil: float = 0.0


BALANCED: Final = Leaning()
"""No departure."""


@dataclass(frozen=True, slots=True)
class BidTurn:
    """One turn to bid, and what the hand is worth in it.

    Attributes:
        view: what the seat sees.
        hand: its cards.
        leaning: how its style departs from the best bid.
        others: how the other sides may stand after the round.
        foretold: what playouts say of a hand of two seats, else None.
        plays_out: whether a nil is judged by playouts where it can be.
        cautious: whether contracts set and nils lost are taken to cost more than their points.
    """

    view: SeatView
    hand: CardSet
    leaning: Leaning
    others: Ways
    foretold: Foretold | None
    plays_out: bool = True
    cautious: bool = True

    @property
    def public(self) -> PublicView:
        """What everyone sees."""
        return self.view.public

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.view.public.rules

    @property
    def side(self) -> Side:
        """The side of the seat."""
        return self.rules.side_of(self.view.seat)

    @property
    def partner(self) -> Seat | None:
        """The seat opposite, or None where each plays for itself."""
        return self.rules.partner_of(self.view.seat)

    @property
    def partner_bid(self) -> Bid | None:
        """The partner's bid, or None before it."""
        return None if self.partner is None else self.public.bids[self.partner]

    @property
    def spread(self) -> float:
        """The standard deviation of the hand's tricks around its count, where it plays alone."""
        if self.rules.players != TWO:
            return SPREAD
        return SPREAD_OF_DRAWN if self.rules.draws else SPREAD_OF_DEALT

    @property
    def share(self) -> float:
        """The average bid of a seat."""
        return 0.83 * self.rules.hand_size / self.rules.players

    def count(self) -> float:
        """Count the tricks of the hand, reduced if the others have bid much."""
        if self.foretold is not None:
            return max(0.3, self.foretold.tricks) + self.leaning.tricks
        count = tricks_for(self.hand, self.rules)
        if self.partner_bid is not None and not self.partner_bid.is_nil:
            return max(0.3, count) + self.leaning.tricks
        others = [bid.tricks for bid in self.public.counted if bid is not None]
        crowd = sum(others) - self.share * len(others)
        return max(0.3, count - CROWDED * crowd) + self.leaning.tricks

    @property
    def stage(self) -> Stage:
        """How far the game is."""
        return stage_of(self.public)

    def chance(self) -> float:
        """Give the chance of a nil."""
        if self.foretold is not None:
            return min(0.98, max(0.0, self.foretold.nil))
        bid = self.partner_bid
        cover = AVERAGE_BID if bid is None else float(bid.tricks)
        packing = packing_of(self.rules.deck_in_play)
        passes = self.partner is not None and self.rules.exchange_when == "any_nil"
        kept = without_danger(self.hand, self.rules) if passes else self.hand
        if has_top_spade(packing, kept.bits):
            return 0.0
        counted = nil_chance(packing, kept.bits, None if self.partner is None else cover)
        beside_nil = bid is not None and bid.is_nil
        if beside_nil:
            counted -= UNCOVERED
        if self.partner is None:
            chance = max(0.0, counted)
        elif self.plays_out and counted > TRIED and kept == self.hand and not beside_nil:
            chance = chance_in_playouts(self.view, self.hand)
        else:
            chance = as_held(counted)
        chance *= min(1.0, max(0.0, counted) / HOPELESS)
        return min(0.98, max(0.02, chance + self.leaning.nil))
