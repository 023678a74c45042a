"""The cards that computer players pass: dangerous ones from a nil, low ones to it."""

from itertools import combinations

from engine.actions import Pass
from engine.cards import Card, CardSet, Suit
from engine.players.nil import has_top_spade, nil_logit
from engine.players.packing import packing_of
from engine.rules import Rules
from engine.views import SeatView


def choose_pass(view: SeatView, hand: CardSet) -> Pass:
    """Choose the cards to pass in the exchange.

    A nil bidder gives away what endangers the nil most. A partner who bid a number gives its
    weakest cards of the side suits, which a nil can duck with.
    """
    rules = view.public.rules
    bid = view.public.bids[view.seat]
    if bid is not None and bid.is_nil:
        return Pass(view.seat, CardSet(hand.bits & ~without_danger(hand, rules).bits))
    strength = rules.deck_in_play.strength
    weakest_first = sorted(hand, key=lambda card: strength[card.index])
    ordered = _side_suits_first(view, weakest_first)
    return Pass(view.seat, CardSet.of(ordered[: rules.exchange]))


def without_danger(hand: CardSet, rules: Rules) -> CardSet:
    """Give a hand without the cards that endanger a nil most.

    Args:
        hand: the cards.
        rules: of the table; 0 to 3 cards are passed.
    """
    packing = packing_of(rules.deck_in_play)

    def safety(left: CardSet) -> tuple[bool, float]:
        return not has_top_spade(packing, left.bits), nil_logit(packing, left.bits)

    ways = combinations(hand, rules.exchange)
    return max((CardSet(hand.bits & ~CardSet.of(way).bits) for way in ways), key=safety)


def _side_suits_first(view: SeatView, weakest_first: list[Card]) -> list[Card]:
    suit_of = view.public.rules.deck_in_play.suit_of
    return sorted(weakest_first, key=lambda card: suit_of[card.index] is Suit.SPADES)
