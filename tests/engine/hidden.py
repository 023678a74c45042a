"""What must stay hidden: every card in a view, and games that a viewer cannot tell apart."""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

from engine.cards import Bits, Card, CardSet, iter_cards
from engine.drawing import Drawing
from engine.game import Game
from engine.phases import Phase
from engine.round import Round
from engine.rules import Rules
from engine.seats import Seat
from engine.tricks import playable
from engine.views import PublicView, SeatView, public_view, seat_view
from tests.engine.tools import rebased

# Points, tricks and seats stay below this, and may be negative; a larger number in a view is a set
# of cards, of which there are no negative ones.
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
            if thing >= LARGEST_NUMBER:
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
    """Collect the cards that lie, or lay, face up in a round, a hand thrown in among them."""
    if current is None:
        return set()
    played = {card for trick in current.tricks for card in trick.cards} | set(current.trick)
    return played | set(current.shown) | set(current.dead)


def check_nothing_hidden_is_shown(game: Game) -> None:
    """Assert that every view shows played cards and what is the viewer's own, and nothing else.

    A viewer's own are the cards held and, wherever they are now, those that the viewer has passed
    to the partner. What the partner passes is neither before the cards have changed hands.
    """
    current = game.round
    played = played_in(current)
    assert set(cards_in(public_view(game))) <= played
    for seat in game.rules.seats:
        view = seat_view(game, seat)
        own = set() if current is None else _own(current, seat)
        assert set(cards_in(view)) <= played | own
        assert (view.hand is None) == (current is not None and not current.seen[seat])
        if current is not None and current.phase in {Phase.BIDDING, Phase.EXCHANGING}:
            assert not view.received


def _own(current: Round, seat: Seat) -> set[Card]:
    held = set(current.hand(seat)) if current.seen[seat] else set()
    return held | set(CardSet(current.passed[seat])) | _drawn_by(current, seat)


def _drawn_by(current: Round, seat: Seat) -> set[Card]:
    """Collect the cards of the stock that a seat has seen."""
    drawing = current.drawing
    if drawing is None:
        return set()
    seen = {card for turn in drawing.turns_of(seat) for card in turn}
    return seen | ({drawing.top} if drawing.top is not None and drawing.turn == seat else set())


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
    drawing = _other_stock(current, viewer, rng)
    hands = _other_hands(current, viewer, rng)
    if drawing is not None:
        played = CardSet.of(card for card in played_in(current)).bits
        hands = tuple(hand & ~played for hand in drawing.hands)
    legal: Bits = 0
    if current.phase == Phase.PLAYING:
        hand, first = hands[current.turn], not any(current.taken)
        legal = playable(game.rules, hand, current.led, broken=current.broken, first=first)
    nothing = (0,) * len(hands)
    passed = _other_passes(current, hands, viewer, rng)
    dealt = current.dealt if current.finished else nothing
    other = rebased(current, held=hands, dealt=dealt, passed=passed, drawing=drawing)
    other = other._replace(playable=legal)
    past = tuple(
        rebased(earlier, held=nothing, dealt=nothing, passed=nothing)._replace(tricks=())
        for earlier in game.past
    )
    return game._replace(round=other, past=past)


def _other_stock(current: Round, viewer: Seat | None, rng: random.Random) -> Drawing | None:
    """Shuffle the places of the stock whose cards the viewer has not seen, in turns or in play."""
    drawing = current.drawing
    if drawing is None:
        return None
    known = set(played_in(current)) | (set() if viewer is None else _drawn_by(current, viewer))
    places = [at for at, card in enumerate(drawing.stock) if card not in known]
    cards = [drawing.stock[at] for at in places]
    rng.shuffle(cards)
    stock = list(drawing.stock)
    for at, card in zip(places, cards, strict=True):
        stock[at] = card
    return drawing._replace(stock=tuple(stock))


def _other_hands(current: Round, viewer: Seat | None, rng: random.Random) -> tuple[Bits, ...]:
    """Shuffle the cards that the viewer does not see, those apart that the viewer has passed."""
    keeps = {viewer} if viewer is not None and current.seen[viewer] else set()
    keeps |= {seat for seat in current.rules.seats if seat == current.thrower}
    known: Bits = 0
    if viewer is not None and current.phase == Phase.PLAYING:
        known = current.passed[viewer]
    others = [seat for seat in current.rules.seats if seat not in keeps]
    pool = [card for seat in others for card in iter_cards(current.hands[seat] & ~known)]
    if current.dealt and not current.finished:
        pool += iter_cards(current.rules.deck_in_play.cards & ~sum(current.dealt))
    rng.shuffle(pool)
    hands = list(current.hands)
    for seat in others:
        stays = current.hands[seat] & known
        size = (current.hands[seat] & ~known).bit_count()
        hands[seat] = CardSet.of(pool[:size]).bits | stays
        del pool[:size]
    return tuple(hands)


def _other_passes(
    current: Round, hands: tuple[Bits, ...], viewer: Seat | None, rng: random.Random
) -> tuple[Bits, ...]:
    """Let the others have passed other cards; the viewer knows what it gave, and what it got."""
    passed = list(current.passed)
    partner = None if viewer is None else current.rules.partner_of(viewer)
    knows = {viewer} if current.phase == Phase.EXCHANGING else {viewer, partner}
    for seat in current.rules.seats:
        if passed[seat] and seat not in knows:
            held = [*iter_cards(hands[seat])] if current.phase == Phase.EXCHANGING else None
            deck = held or [*iter_cards(current.rules.deck_in_play.cards)]
            passed[seat] = CardSet.of(rng.sample(deck, passed[seat].bit_count())).bits
    return tuple(passed)


def check_views_ignore_hidden_cards(game: Game, rng: random.Random) -> None:
    """Assert that nobody's view changes when the cards hidden from them do."""
    assert views_of(game, None) == views_of(with_other_hidden_cards(game, None, rng), None)
    for seat in game.rules.seats:
        assert views_of(game, seat) == views_of(with_other_hidden_cards(game, seat, rng), seat)


def views_of(game: Game, viewer: Seat | None) -> PublicView | SeatView:
    """Give the view of a seat, or of the public."""
    return public_view(game) if viewer is None else seat_view(game, viewer)
