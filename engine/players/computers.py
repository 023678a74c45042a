"""The computer players: one that searches, in two strengths, and one with rules of thumb."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Look, Play
from engine.cards import Card, CardSet
from engine.phases import Phase
from engine.players import rules_of_thumb
from engine.players.bid_turn import BALANCED, Leaning
from engine.players.bidding import choose_bid
from engine.players.blind import choose_blind
from engine.players.blunders import allowed, doubts, sensible
from engine.players.drawing import choose_draw
from engine.players.findings import Findings
from engine.players.passing import choose_pass
from engine.players.player import Budget, Choice, Reason, Why
from engine.players.reading import Reading, read
from engine.players.reasons import why_card
from engine.players.search import Effort, compare, distinct
from engine.players.utility import POINT
from engine.views import SeatView

LATE: Final = 6
MOST_LATE: Final = 400
"""With so few cards in hand, more deals than these hardly ever change the choice; and normal
players take their share of no more from the first card on."""
REMEMBERED_TRICKS: Final = 3
"""How many tricks back an easy player remembers the cards."""

_PlayCard = Callable[[SeatView, CardSet, Budget, random.Random], Choice]


def _choose(
    view: SeatView, budget: Budget, rng: random.Random, leaning: Leaning, play: _PlayCard
) -> Choice:
    """Make the choices that are the same for all strengths; leave the card to `play`.

    Without worlds in the budget no bid is played out.
    """
    if not view.legal:
        raise ValueError("the seat has nothing to do")
    if view.offered is not None:
        return Choice(*choose_draw(view))
    if view.hand is None:
        blind = choose_blind(view)
        if blind is not None:
            return Choice(blind, Why(Reason.BLIND_BEHIND))
        return Choice(Look(view.seat), Why(Reason.LOOKS))
    if view.bids:
        return Choice(*choose_bid(view, view.hand, leaning, plays_out=budget.worlds > 0))
    if view.public.phase == Phase.EXCHANGING:
        bid = view.public.bids[view.seat]
        gives = bid is not None and bid.is_nil
        why = Why(Reason.PASSES_DANGER if gives else Reason.PASSES_LOW)
        return Choice(choose_pass(view, view.hand), why)
    return play(view, view.hand, budget, rng)


def _by_rule(facts: Reading, cards: tuple[Card, ...], rng: random.Random) -> Card:
    if len(cards) == 1:
        return cards[0]
    return rules_of_thumb.choose_card(replace(facts, legal=cards), rng)


@dataclass(frozen=True, slots=True)
class Searching:
    """Plays the card that does best over sampled deals: strong, or normal with less effort.

    Attributes:
        share: the share of the budget to use, 0 to 1.
        weighs: whether deals are weighted by how well they explain the bids and plays.
        leaning: how its bids deviate from the best.
    """

    share: float = 1.0
    weighs: bool = True
    leaning: Leaning = BALANCED

    def choose(self, view: SeatView, budget: Budget, rng: random.Random) -> Choice:
        """Choose an action; see `Player.choose`."""
        return _choose(view, budget, rng, self.leaning, self._play)

    def _play(self, view: SeatView, hand: CardSet, budget: Budget, rng: random.Random) -> Choice:
        facts = read(view, hand)
        good = sensible(facts)
        rule = _by_rule(facts, good, rng)
        different = distinct(view, hand, allowed(facts))
        if len(different) == 1 or not budget.worlds:
            card = rule if not budget.worlds else different[0]
            hard = 0.0 if len(different) == 1 else 0.5
            return Choice(Play(view.seat, card), why_card(facts, card), hard=hard)
        all_of_it = len(hand) > LATE and self.share == 1.0
        worlds = budget.worlds if all_of_it else min(budget.worlds, MOST_LATE)
        effort = Effort(
            max(1, round(self.share * worlds)), round(self.share * budget.nodes), self.weighs
        )
        found = compare(view, hand, different, effort, rng)
        worth = dict(zip(different, found.worth, strict=True))
        card = _pick(worth, doubts(facts), rule)
        of_card = Findings(facts, found, card)
        why = why_card(facts, card, of_card)
        return Choice(Play(view.seat, card), why, found.worlds, of_card.hard)


def _pick(worth: Mapping[Card, float], margins: Mapping[Card, float], rule: Card) -> Card:
    """Take the best card, a doubted one only by its margin; ties go to the rule of thumb's card."""

    def value(card: Card) -> float:
        return worth[card] - margins[card] * POINT

    best = max(worth, key=value)
    tied = rule in worth and value(rule) >= value(best)
    return rule if tied else best


@dataclass(frozen=True, slots=True)
class ByRules:
    """Plays by rules of thumb, remembers only the last tricks, and misjudges its hand a little.

    Attributes:
        misjudges: the standard deviation of the error in counting tricks.
        leaning: how its bids deviate from the best.
    """

    misjudges: float = 0.6
    leaning: Leaning = BALANCED

    def choose(self, view: SeatView, budget: Budget, rng: random.Random) -> Choice:
        """Choose an action; see `Player.choose`."""
        error = rng.gauss(0.0, self.misjudges)
        leaning = Leaning(self.leaning.tricks + error, self.leaning.nil + 0.1 * error)
        return _choose(view, replace(budget, worlds=0), rng, leaning, self._play)

    def _play(self, view: SeatView, hand: CardSet, budget: Budget, rng: random.Random) -> Choice:
        del budget
        facts = read(view, hand)
        forgotten = CardSet.of(
            card for trick in view.public.tricks[:-REMEMBERED_TRICKS] for card in trick.cards
        )
        vague = replace(facts, unseen=facts.unseen | forgotten.bits)
        card = _by_rule(vague, sensible(facts), rng)
        return Choice(Play(view.seat, card), why_card(facts, card))
