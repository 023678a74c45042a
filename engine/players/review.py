"""Judges the decisions of a seat in a round that is over, by what the seat could know then.

Nobody is judged by hindsight: cards are compared over deals that agree with the seat's own view, as
a strong player compares them before it plays. The best of many estimates is too good by chance, so
each half of the deals names the best card for the other half, and what stands out is compared again
with other deals.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Bid, Play, SeatAction
from engine.cards import Card, CardSet
from engine.game import Game
from engine.players import rules_of_thumb
from engine.players.bidding import choose_bid, worths_of_bids
from engine.players.blunders import allowed, doubts, sensible
from engine.players.findings import Findings
from engine.players.played_out import lost_by
from engine.players.player import Why
from engine.players.reading import Reading, read
from engine.players.reasons import why_card
from engine.players.search import Compared, Effort, compare, distinct
from engine.players.utility import POINT, SCALE
from engine.seats import Seat
from engine.turns import Turn, turns_of
from engine.views import SeatView

DEALS: Final = 600
"""Deals that every card is compared in at first, with the compiled core."""

NODES: Final = 200_000
"""Positions that may be solved for a card at the end of a round."""

STANDS_OUT: Final = 5.0
"""The points from which on a loss is measured again: one run of 600 deals has a standard deviation
of 3.75 points."""

PLAYED_OUT: Final = 40
"""Deals over which a bid that stands out is played out."""

RUNS_AGAIN: Final = 2
"""How often what stands out is measured again, with other deals."""

MISTAKE: Final = 6.0
"""The points from which on a decision is called a mistake."""

FIND: Final = 6.0
"""The points by which a card beats what the rule of thumb plays, to be called a find."""

FULL: Final = 20.0
"""The points a decision at which accuracy has fallen to a third."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision was worth.

    Attributes:
        turn: the decision.
        best: what a strong player does instead, or the same.
        why: the strong player's reason for it.
        points: how many points it lost against the best, about; 0 or more.
        chance: the same as a share of games that are lost by it.
        better: by how many points it was better than the obvious; 0 unless it was the best.
    """

    turn: Turn
    best: SeatAction
    why: Why
    points: float
    chance: float
    better: float = 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether it lost much, and lost it again with other deals."""
        return self.points >= MISTAKE

    @property
    def is_find(self) -> bool:
        """Whether it was the best, and not the obvious."""
        return self.better >= FIND

    @property
    def gain(self) -> float:
        """What it was better than the obvious, as a share of games."""
        return self.better * POINT / SCALE


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of a seat in one round.

    Attributes:
        seat: whose they are.
        number: the deal, from 1.
        judgements: each decision where there was a choice, in order.
    """

    seat: Seat
    number: int
    judgements: tuple[Judgement, ...]

    @property
    def accuracy(self) -> float | None:
        """How near the decisions were to the best, 0 to 100; None where there was no choice."""
        return accuracy_of([each.points for each in self.judgements])

    @property
    def mistakes(self) -> tuple[Judgement, ...]:
        """The mistakes, the dearest first."""
        found = [each for each in self.judgements if each.is_mistake]
        return tuple(sorted(found, key=lambda each: -each.chance))

    @property
    def finds(self) -> tuple[Judgement, ...]:
        """The finds, the best first."""
        found = [each for each in self.judgements if each.is_find]
        return tuple(sorted(found, key=lambda each: -each.better))


def accuracy_of(points: Sequence[float]) -> float | None:
    """Give the accuracy of decisions by the points that each lost, 0 to 100; None without any."""
    if not points:
        return None
    return 100.0 / (1.0 + 2.0 * sum(points) / len(points) / FULL)


def review(game: Game, number: int, seat: Seat, seed: str, deals: int = DEALS) -> Review:
    """Judge the decisions of a seat in a round.

    Args:
        game: the game, in which the round is over.
        number: the deal, from 1.
        seat: the seat.
        seed: the same seed gives the same review, with or without the compiled core.
        deals: how many deals each card is compared in.

    Raises:
        ValueError: there was no such deal.
    """
    judged = (judge(turn, seed, deals) for turn in turns_of(game, number, seat))
    return Review(seat, number, tuple(each for each in judged if each is not None))


def judge(turn: Turn, seed: str, deals: int = DEALS) -> Judgement | None:
    """Judge one decision; give None where there was none: one choice, or cards passed or drawn."""
    view, action = turn.view, turn.action
    if view.hand is None:
        return None
    if isinstance(action, Bid):
        return _of_bid(turn, action, view.hand, f"{seed}/{view.public.moves}")
    if isinstance(action, Play):
        return _of_card(turn, action.card, view.hand, _Runs(view, view.hand, seed, deals))
    return None


def judge_again(judgement: Judgement, seed: str, deals: int) -> float:
    """Compare a card or a bid with the best again over other deals.

    Returns:
        The loss in utility; 0 where nothing can be compared.
    """
    turn, best = judgement.turn, judgement.best
    if isinstance(turn.action, Bid) and isinstance(best, Bid):
        return lost_by(turn.view, turn.action, best, seed, deals) or 0.0
    if turn.view.hand is None or not isinstance(turn.action, Play) or not isinstance(best, Play):
        return 0.0
    facts = read(turn.view, turn.view.hand)
    cards = distinct(turn.view, turn.view.hand, facts.legal)
    played, better = alike(facts, cards, turn.action.card), alike(facts, cards, best.card)
    runs = _Runs(turn.view, turn.view.hand, seed, deals)
    return _loss(runs.again([better, played])[0], better, played)


def _of_bid(turn: Turn, bid: Bid, hand: CardSet, seed: str) -> Judgement | None:
    """Judge a bid by what each would be worth: its own chances of contract and nil.

    What stands out has to lose as well where it is played out.
    """
    said = Bid(bid.seat, bid.tricks) if bid.possible else bid
    worths = worths_of_bids(turn.view, hand)
    if len(worths) < 2 or said not in worths:  # noqa: PLR2004 - no choice, or one without counting
        return None
    best, why = choose_bid(turn.view, hand)
    if not isinstance(best, Bid):
        # The strong player throws the hand in, which is worth what a new deal is: no bid is judged.
        return None
    counted = Bid(best.seat, best.tricks) if best.possible else best
    lost = max(0.0, worths.get(counted, max(worths.values())) - worths[said])
    if lost >= STANDS_OUT * POINT:
        played = lost_by(turn.view, bid, best, seed, PLAYED_OUT)
        lost = lost if played is None else max(0.0, min(lost, played))
    return Judgement(turn, best if lost else bid, why, lost / POINT, lost / SCALE)


def _of_card(turn: Turn, card: Card, hand: CardSet, runs: "_Runs") -> Judgement | None:
    facts = read(turn.view, hand)
    cards = distinct(turn.view, hand, facts.legal)
    if len(cards) == 1:
        return None
    played = alike(facts, cards, card)
    candidates = [each for each in cards if each == played or each in allowed(facts)]
    if len(candidates) == 1:
        return None
    halves = runs.halves(candidates)
    first, second = map(_worths, halves)
    margins = doubts(facts)
    best = _best({each: first[each] + second[each] for each in candidates}, margins)
    lost = (
        _loss(second, _best(first, margins), played) + _loss(first, _best(second, margins), played)
    ) / 2
    if best != played and lost >= STANDS_OUT * POINT:
        lost = sum(_loss(again, best, played) for again in runs.again([best, played])) / RUNS_AGAIN
    # The halves' best card may be worse than the one played: then nothing was lost.
    lost = 0.0 if best == played else max(0.0, lost)
    obvious = alike(facts, cards, _obvious(facts))
    better = _gain(runs, played, obvious) if best == played != obvious else 0.0
    shown = card if best == played else best
    return Judgement(
        turn,
        Play(turn.view.seat, shown),
        why_card(facts, shown, Findings(facts, _together(*halves), best)),
        lost / POINT,
        lost / SCALE,
        better / POINT,
    )


def _gain(runs: "_Runs", played: Card, obvious: Card) -> float:
    """Give how much better a card is than the obvious one, by deals that named neither."""
    again = runs.again([played, obvious])
    return sum(_loss(worth, played, obvious) for worth in again) / RUNS_AGAIN


def _loss(worth: Mapping[Card, float], best: Card, played: Card) -> float:
    return worth[best] - worth[played]


def _worths(found: Compared) -> Mapping[Card, float]:
    return dict(zip(found.cards, found.worth, strict=True))


def _together(first: Compared, second: Compared) -> Compared:
    """Put the two halves of a comparison together."""

    def mean(values: Sequence[float], others: Sequence[float]) -> tuple[float, ...]:
        return tuple((one + two) / 2 for one, two in zip(values, others, strict=True))

    return replace(
        first,
        worth=mean(first.worth, second.worth),
        made=mean(first.made, second.made),
        marked=mean(first.marked, second.marked),
        worlds=first.worlds + second.worlds,
        deals=first.deals + second.deals,
        weights=first.weights + second.weights,
    )


def _best(worth: Mapping[Card, float], margins: Mapping[Card, float]) -> Card:
    """Give the card that a strong player takes: a doubted one must be better by its margin."""
    return max(worth, key=lambda card: worth[card] - margins.get(card, 0.0) * POINT)


def _obvious(facts: Reading) -> Card:
    """Give the card of the rule of thumb."""
    chance = random.Random(0)  # noqa: S311 - it only breaks ties
    good = sensible(facts)
    return good[0] if len(good) == 1 else rules_of_thumb.choose_card(facts, chance)


def alike(facts: Reading, cards: Sequence[Card], card: Card) -> Card:
    """Give the card that stands for another among those that differ: the next one not above it."""
    strength, same = facts.deck.strength, facts.deck.same_suit[card.index]
    below = [
        each
        for each in cards
        if same >> each.index & 1 and strength[each.index] <= strength[card.index]
    ]
    return max(below, key=lambda each: strength[each.index])


class _Runs:
    """Comparisons of the same turn over different deals."""

    def __init__(self, view: SeatView, hand: CardSet, seed: str, deals: int) -> None:
        self._view = view
        self._hand = hand
        self._seed = f"{seed}/{view.public.moves}"
        self._deals = deals

    def halves(self, cards: list[Card]) -> tuple[Compared, Compared]:
        """Compare cards over two times half of the deals."""
        return self._run(cards, "first", 2), self._run(cards, "second", 2)

    def again(self, cards: list[Card]) -> list[Mapping[Card, float]]:
        """Compare cards over all of the deals, with other deals each time."""
        return [_worths(self._run(cards, f"again {number}", 1)) for number in range(RUNS_AGAIN)]

    def _run(self, cards: list[Card], name: str, parts: int) -> Compared:
        chance = random.Random(f"{self._seed}/{name}")  # noqa: S311 - deals, not a secret
        effort = Effort(max(1, self._deals // parts), NODES)
        return compare(self._view, self._hand, cards, effort, chance)
