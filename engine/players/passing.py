"""Which cards a computer player passes: what hurts a nil to its partner, what ducks back to it."""

from engine.actions import Pass
from engine.cards import Card, CardSet, Suit
from engine.views import SeatView


def choose_pass(view: SeatView, hand: CardSet) -> Pass:
    """Choose the cards to pass in the exchange.

    A nil bidder gives away its strongest cards, spades first. A partner who bid a number gives
    its weakest cards of the side suits, which a nil can duck with.
    """
    bid = view.public.bids[view.seat]
    strongest_first = sorted(hand, key=lambda card: _strength(view, card), reverse=True)
    gives_away = bid is not None and bid.is_nil
    ordered = strongest_first if gives_away else _side_suits_first(view, strongest_first[::-1])
    return Pass(view.seat, CardSet.of(ordered[: view.public.rules.exchange]))


def _strength(view: SeatView, card: Card) -> int:
    return view.public.rules.cards.strength[card.index]


def _side_suits_first(view: SeatView, weakest_first: list[Card]) -> list[Card]:
    suit_of = view.public.rules.cards.suit_of
    return sorted(weakest_first, key=lambda card: suit_of[card.index] is Suit.SPADES)
