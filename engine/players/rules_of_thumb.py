"""A computer player with rules of thumb: fast, legal and sensible.

It bids the tricks that it counts, takes them as cheaply as possible while its side needs them, and
ducks once they would only be bags. It never bids blind.
"""

import random
from array import array
from typing import Final

from engine.actions import Bid, Keep, Look, Play, SeatAction, Toss
from engine.cards import Card, CardSet
from engine.phases import Phase
from engine.players import core
from engine.players.estimate import NIL_DRAIN, tricks_for, usual_bid
from engine.players.nil import AVERAGE_BID, has_top_spade, nil_chance
from engine.players.packing import packing_of, setup
from engine.players.passing import choose_pass
from engine.players.reading import Reading, read
from engine.rules import TWO
from engine.views import SeatView

_QUEEN: Final = 12
_FAIR_CHANCE: Final = 0.5
"""The chance from which a nil is bid, if the hand has few tricks."""
_FEW_TRICKS: Final = 2.8


def choose(view: SeatView, rng: random.Random) -> SeatAction:
    """Choose an action for the seat of a view.

    Args:
        view: what the seat sees; it must have something to do.
        rng: chooses between equally good cards, and nothing else.

    Raises:
        ValueError: the seat has nothing to do.
    """
    if not view.legal:
        raise ValueError("the seat has nothing to do")
    if view.offered is not None:
        return choose_draw(view, view.offered)
    if view.hand is None:
        return Look(view.seat)
    if view.bids:
        return choose_bid(view, view.hand, may_be_nil=True)
    if view.public.phase == Phase.EXCHANGING:
        return choose_pass(view, view.hand)
    return Play(view.seat, choose_card(read(view, view.hand), rng))


def automatic_action(view: SeatView, rng: random.Random) -> SeatAction:
    """Choose the action for a seat whose time has run out.

    It is a bid from the hand, never blind and never nil if another bid is legal; or a legal card by
    the rules of thumb. A seat whose hand is still hidden looks first: apply the look, and call
    again with the new view. Of a stock it keeps a trump, an ace, a king or a queen.

    Args:
        view: what the seat sees; it must have something to do.
        rng: chooses between equally good cards.

    Raises:
        ValueError: the seat has nothing to do.
    """
    if view.hand is not None and view.bids:
        return choose_bid(view, view.hand, may_be_nil=False)
    return choose(view, rng)


def choose_draw(view: SeatView, offered: Card) -> Keep | Toss:
    """Keep a trump, an ace, a king or a queen, and toss what is lower."""
    trump = view.public.rules.deck_in_play.trumps & offered.bit
    return Keep(view.seat) if trump or offered.rank >= _QUEEN else Toss(view.seat)


def choose_bid(view: SeatView, hand: CardSet, *, may_be_nil: bool) -> Bid:
    """Choose a bid from the cards.

    Args:
        view: what the seat sees.
        hand: its cards, which it has seen.
        may_be_nil: whether nil may be chosen; if no other bid is legal, nil is bid anyway.
    """
    numbers = [bid for bid in view.bids if not bid.is_nil]
    nils = [bid for bid in view.bids if bid.is_nil]
    if nils and (not numbers or (may_be_nil and _wants_nil(view, hand))):
        return nils[0]
    wanted = _wanted_number(view, hand)
    return min(numbers, key=lambda bid: (abs(bid.tricks - wanted), bid.tricks))


def _wants_nil(view: SeatView, hand: CardSet) -> bool:
    rules = view.public.rules
    packing = packing_of(rules.deck_in_play)
    if _partner_is_nil(view) or has_top_spade(packing, hand.bits):
        return False
    partner = rules.partner_of(view.seat)
    bid = None if partner is None else view.public.bids[partner]
    cover = AVERAGE_BID if bid is None else float(bid.tricks)
    chance = nil_chance(packing, hand.bits, None if partner is None else cover)
    return chance >= _FAIR_CHANCE and tricks_for(hand, rules) <= _FEW_TRICKS


def _partner_is_nil(view: SeatView) -> bool:
    partner = view.public.rules.partner_of(view.seat)
    bid = None if partner is None else view.public.bids[partner]
    return bid is not None and bid.is_nil


def _wanted_number(view: SeatView, hand: CardSet) -> int:
    """Round down, lower opposite a nil and after high bids; a closer adds the opening."""
    rules = view.public.rules
    estimate = tricks_for(hand, rules) - (NIL_DRAIN if _partner_is_nil(view) else 0.0)
    wanted = usual_bid(estimate, rules)
    if rules.players == TWO:
        return wanted
    if view.opening is not None:
        return wanted + view.opening.tricks
    others = sum(bid.tricks for bid in view.public.bids if bid is not None)
    return max(1, wanted - 1) if others + wanted > rules.hand_size else wanted


def choose_card(facts: Reading, rng: random.Random) -> Card:
    """Choose a legal card as the playouts of the search do, at random among equally good ones."""
    packing = packing_of(facts.deck)
    own, unseen = packing.pack(CardSet.of(facts.legal).bits), packing.pack(facts.unseen)
    one = core.kernel.Kernel(setup(facts.public, facts.seat, facts.seat, 0), array("q", [0]))
    card = packing.card[one.rule(own, unseen)]
    equal = [each for each in facts.legal if _alike(facts, each, card)]
    return card if len(equal) == 1 else rng.choice(equal)


def _alike(facts: Reading, card: Card, other: Card) -> bool:
    """Say whether two cards are as strong, and do the same in this trick and in later ones."""
    strength = facts.deck.strength
    return (
        strength[card.index] == strength[other.index]
        and facts.is_trump(card) == facts.is_trump(other)
        and facts.wins(card) == facts.wins(other)
        and facts.is_master(card) == facts.is_master(other)
    )
