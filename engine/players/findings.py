"""What a search has found, in words' reach: shares of the deals, in tenths, and the next card."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.cards import Card, CardSet
from engine.players.kernel import FIELD, MASKS
from engine.players.packing import packing_of
from engine.players.reading import Reading
from engine.players.search import Compared
from engine.players.utility import POINT
from engine.seats import Seat

_HONOR: Final = 11
"""The lowest rank whose fall is worth telling."""

ENOUGH: Final = 50
"""Fewer deals say nothing in tenths."""

FAR_BETTER: Final = 20
"""Points from which on nobody has to think about a choice."""

PLAIN: Final = 0.05
"""The least difference of two shares that is told: half of what the tenths of a sentence show."""

Deal = tuple[int, int, int, int]


class Shares(NamedTuple):
    """Shares of the deals, in tenths.

    Attributes:
        of_card: after the card that was chosen.
        of_other: after the next one.
    """

    of_card: int
    of_other: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a comparison says of one of its cards.

    Attributes:
        facts: the turn.
        compared: the comparison, of two cards at least.
        card: the one that was chosen.
    """

    facts: Reading
    compared: Compared
    card: Card

    @property
    def enough(self) -> bool:
        """Whether there were deals enough to tell shares of them."""
        return sum(self.compared.weights[: self.compared.worlds]) >= ENOUGH

    @property
    def other(self) -> Card:
        """The best of the other cards."""
        worth = dict(zip(self.compared.cards, self.compared.worth, strict=True))
        return max((each for each in worth if each != self.card), key=worth.__getitem__)

    @property
    def margin(self) -> int:
        """By how many points the card is better than the best other one; negative if it is not."""
        return round((self._worth(self.card) - self._worth(self.other)) / POINT)

    @property
    def hard(self) -> float:
        """How close the choice was: 0 where it makes no difference or one card is far better."""
        return 0.0 if self.all_alike else max(0.0, 1 - abs(self.margin) / FAR_BETTER)

    @property
    def all_alike(self) -> bool:
        """Whether it is all the same which of the cards is played, to a point."""
        return round((max(self.compared.worth) - min(self.compared.worth)) / POINT) == 0

    def _worth(self, card: Card) -> float:
        return self.compared.worth[self.compared.cards.index(card)]

    def made(self) -> Shares | None:
        """Give how often the side makes its contract after the card and after the next one.

        None where the card makes no plain difference.
        """
        return self._told(self.compared.made)

    def marked(self) -> Shares | None:
        """Give how often the mark is met after the card and after the next one.

        None where the card makes no plain difference.
        """
        return self._told(self.compared.marked)

    def met(self) -> int:
        """Give in how many of ten deals the mark is met after the card."""
        return round(10 * self.compared.marked[self.compared.cards.index(self.card)])

    def _told(self, shares: tuple[float, ...]) -> Shares | None:
        """Give two shares in tenths if they differ in tenths, and not by rounding alone."""
        cards = self.compared.cards
        mine, other = shares[cards.index(self.card)], shares[cards.index(self.other)]
        told = Shares(round(10 * mine), round(10 * other))
        return told if mine - other >= PLAIN and told.of_card > told.of_other else None

    def holds(self) -> int:
        """Give in how many of ten deals no opponent that is yet to play can beat the card."""
        facts = self.facts
        packing = packing_of(facts.deck)
        led = packing.field[(facts.led or self.card).index]
        suit, bit = packing.field[self.card.index], packing.bit[self.card.index]
        behind = [seat for seat in self._rivals() if facts.still_to_play(seat)]
        ruffs = facts.public.rules.plain_first_trick or any(facts.public.taken)

        def beaten_by(hand: int) -> bool:
            follows = hand & MASKS[led]
            if follows:
                return suit == led and follows > 2 * bit - 1
            trumps = hand & FIELD if ruffs else 0
            return trumps > (2 * bit - 1 if suit == 0 else 0)

        return self._tenths(lambda deal: not any(beaten_by(deal[seat]) for seat in behind))

    def partner_holds(self) -> tuple[Card | None, int]:
        """Give the suit's highest card out, and in how many of ten deals the partner has it."""
        top, partner = self._highest_out(), self.facts.partner
        bit = 0 if top is None else packing_of(self.facts.deck).bit[top.index]
        return top, self._tenths(lambda deal: partner is not None and bool(deal[partner] & bit))

    def falls(self) -> tuple[Card | None, int]:
        """Give the highest card out in the suit, and how often an opponent has it alone.

        Only of an honor; in tenths of the deals.
        """
        top = self._highest_out()
        if top is None or top.rank < _HONOR:
            return None, 0
        packing = packing_of(self.facts.deck)
        bit, mask = packing.bit[top.index], MASKS[packing.field[top.index]]
        rivals = self._rivals()
        return top, self._tenths(lambda deal: any(deal[seat] & mask == bit for seat in rivals))

    def _rivals(self) -> list[Seat]:
        facts = self.facts
        return [
            each for each in facts.public.rules.seats if each not in {facts.seat, facts.partner}
        ]

    def _highest_out(self) -> Card | None:
        facts = self.facts
        out = CardSet(facts.unseen & facts.deck.same_suit[self.card.index])
        return max(out, key=lambda each: facts.deck.strength[each.index], default=None)

    def _tenths(self, holds: Callable[[Deal], bool]) -> int:
        """Weigh the deals in which something holds; give it in tenths."""
        deals, weights = self.compared.deals, self.compared.weights
        met = 0
        for number, weight in enumerate(weights):
            first, second, third, fourth = deals[4 * number : 4 * number + 4]
            met += weight * holds((first, second, third, fourth))
        return round(10 * met / sum(weights))
