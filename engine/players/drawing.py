"""Which cards of the stock a computer player keeps, and what the draws of the other seat tell."""

import math
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Final

from engine.actions import Keep, Toss
from engine.cards import Bits, CardSet, Deck, iter_cards
from engine.players.knowledge import Knowledge
from engine.players.packing import packing_of
from engine.players.player import Reason, Why
from engine.players.values import card_worths
from engine.views import PublicView, SeatView

if TYPE_CHECKING:
    from array import array

OWN_REASONS: Final = 0.1
"""How often a draw is taken to go against the worth of the top card: people have reasons of their
own, and what is worth more than the next card changes a little from turn to turn."""


def choose_draw(view: SeatView) -> tuple[Keep | Toss, Why]:
    """Keep the top card if it is worth more than the next one is on average.

    Args:
        view: what the seat sees in its turn to draw.
    """
    assert view.offered is not None  # noqa: S101 -- it is its turn
    deck = view.public.rules.deck_in_play
    worths = card_worths(deck)
    own = worths[view.offered.index]
    seen = CardSet.of((view.offered, *(card for turn in view.drawn for card in turn)))
    others = [worths[card.index] for card in iter_cards(deck.cards & ~seen.bits)]
    better = round(100 * sum(worth > own for worth in others) / len(others))
    if own >= sum(others) / len(others):
        return Keep(view.seat), Why(Reason.KEEPS_CARD, chance=better)
    return Toss(view.seat), Why(Reason.TOSSES_CARD, chance=better)


def good_cards(deck: Deck) -> Bits:
    """Give the cards that are worth more than the average card: trumps, aces, kings and queens."""
    worths = card_worths(deck)
    held = list(iter_cards(deck.cards))
    usual = sum(worths[card.index] for card in held) / len(held)
    return CardSet.of(card for card in held if worths[card.index] > usual).bits


def add_unlikely_draws(
    public: PublicView, facts: Knowledge, worlds: "array[int]", scores: "array[int]"
) -> None:
    """Rate how well each world explains what the other seat kept and tossed.

    Most cards that it kept were good ones, and most that it tossed were not. In how many ways that
    can have been, the number of good cards in its hand says.

    Args:
        public: what everyone sees.
        facts: what the seat knows.
        worlds: four hands a world.
        scores: by world, hundredths of a natural logarithm, to be added to.
    """
    other = 1 - facts.seat
    good = packing_of(public.rules.deck_in_play).pack(good_cards(public.rules.deck_in_play))
    played = facts.played[other]
    misfits = _misfits(public, other, ((facts.unseen | played) & good).bit_count())
    for world in range(len(scores)):
        held = worlds[4 * world + other] | played
        scores[world] += misfits[(held & good).bit_count()]


def _misfits(public: PublicView, other: int, good: int) -> list[int]:
    """Give the misfit of a hand by the number of good cards that it was drawn with.

    Args:
        public: what everyone sees.
        other: the seat that has drawn.
        good: how many good cards it holds, has played or has put away.
    """
    size = public.rules.hand_size
    kept = sum(public.keeps[public.order.index(public.rules.seats[other]) :: 2])
    chances = [_chance(size, kept, held, good - held) for held in range(size + 1)]
    most = max(chances)
    return [round(-100 * math.log(max(chance / most, 1e-9))) for chance in chances]


@cache
def _chance(size: int, kept: int, held: int, dead: int) -> float:
    """Give how likely so many keeps are, but for a factor that all hands share.

    Args:
        size: how many cards a hand has, and as many are dead.
        kept: how many top cards were kept.
        held: how many good cards the hand has.
        dead: how many of those put away were good.
    """
    if not 0 <= dead <= size:
        return 0.0
    tossed = size - kept
    return sum(
        comb(held, good)
        * comb(size - held, kept - good)
        * comb(size - dead, poor)
        * comb(dead, tossed - poor)
        * (1 - OWN_REASONS) ** (good + poor)
        * OWN_REASONS ** (size - good - poor)
        for good in range(kept + 1)
        for poor in range(tossed + 1)
    )
