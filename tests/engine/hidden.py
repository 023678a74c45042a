"""What must stay hidden: every card in a view, and games that a viewer cannot tell apart."""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from engine.cards import Card, CardSet, iter_cards
from engine.game import Game
from engine.phases import BIDDING
from engine.round import Round
from engine.rules import Rules
from engine.seats import Seat
from engine.tricks import playable
from engine.views import PublicView, SeatView, public_view, seat_view

# Points, tricks and seats stay below this; a larger number in a view is a set of cards.
LARGEST_NUMBER = 1 << 13


def cards_in(thing: object) -> Iterator[Card]:
    """Yield every card that can be reached from a view, however deep it lies.

    Raises:
        TypeError: something in the view is of a kind that this walk does not know.
    """
    match thing:
        case Card():
            yield thing
        case CardSet():
            yield from thing
        case None | bool() | Enum() | str() | Rules():
            return  # the rules hold the whole deck, which is no secret
        case int():
            if abs(thing) >= LARGEST_NUMBER:
                yield from iter_cards(thing)
        case tuple():
            for item in thing:
                yield from cards_in(item)
        case _ if is_dataclass(thing):
            for field in fields(thing):
                yield from cards_in(getattr(thing, field.name))
        case _:
            raise TypeError(type(thing))


def played_in(current: Round | None) -> set[Card]:
    """Collect the cards that lie, or lay, face up in a round."""
    if current is None:
        return set()
    return {card for trick in current.tricks for card in trick.cards} | set(current.trick)


def check_nothing_hidden_is_shown(game: Game) -> None:
    """Assert that every view shows played cards and the viewer's own, and no other card."""
    played = played_in(game.round)
    assert set(cards_in(public_view(game))) <= played
    for seat in game.rules.seats:
        own: set[Card] = set()
        if game.round is not None and game.round.seen[seat]:
            own = set(game.round.hand(seat))
        view = seat_view(game, seat)
        assert set(cards_in(view)) <= played | own
        assert (view.hand is None) == (game.round is not None and not game.round.seen[seat])


def with_other_hidden_cards(game: Game, viewer: Seat | None, rng: random.Random) -> Game:
    """Deal what the viewer cannot see anew, in this round and the past ones.

    Args:
        game: the real game.
        viewer: a seat, or None for the public.
        rng: shuffles.
    """
    current = game.round
    if current is None:
        return game
    keeps = {viewer} if viewer is not None and current.seen[viewer] else set()
    others = [seat for seat in game.rules.seats if seat not in keeps]
    pool = [card for seat in others for card in iter_cards(current.hands[seat])]
    rng.shuffle(pool)
    hands, dealt = list(current.hands), list(current.dealt)
    for seat in others:
        size = current.hands[seat].bit_count()
        hands[seat] = CardSet.of(pool[:size]).bits
        dealt[seat] = (current.dealt[seat] ^ current.hands[seat]) | hands[seat]
        del pool[:size]
    legal = 0
    if current.phase != BIDDING:
        legal = playable(game.rules, hands[current.turn], current.led, broken=current.broken)
    other = current._replace(hands=tuple(hands), dealt=tuple(dealt), playable=legal)
    past = tuple(earlier._replace(dealt=(0,) * len(hands), tricks=()) for earlier in game.past)
    return game._replace(round=other, past=past)


def check_views_ignore_hidden_cards(game: Game, rng: random.Random) -> None:
    """Assert that nobody's view changes when the cards hidden from them do."""
    assert views_of(game, None) == views_of(with_other_hidden_cards(game, None, rng), None)
    for seat in game.rules.seats:
        assert views_of(game, seat) == views_of(with_other_hidden_cards(game, seat, rng), seat)


def views_of(game: Game, viewer: Seat | None) -> PublicView | SeatView:
    """Give the view of a seat, or of the public."""
    return public_view(game) if viewer is None else seat_view(game, viewer)
