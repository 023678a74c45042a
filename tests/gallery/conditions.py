"""States of a game that scenes wait for."""

from collections.abc import Callable

from bot.tables.model import Table
from engine.cards import CARDS
from engine.game import Game
from engine.phases import Phase
from engine.seats import SEATS
from engine.views import PublicView, SeatView, public_view, seat_view

Condition = Callable[[Table], bool]


def in_phase(phase: str) -> Condition:
    """Give whether the game is in a phase."""
    return lambda table: _public(table).phase == phase


def bids_made(count: int) -> Condition:
    """Give whether so many seats have bid."""

    def reached(table: Table) -> bool:
        view = _public(table)
        return view.phase == Phase.BIDDING and sum(bid is not None for bid in view.bids) == count

    return reached


def cards_drawn(turns: int) -> Condition:
    """Give whether two seats have taken so many turns at the pack."""

    def reached(table: Table) -> bool:
        view = _public(table)
        return view.phase == Phase.DRAWING and len(view.keeps) == turns

    return reached


def cards_on_table(count: int, tricks: int = 0) -> Condition:
    """Give whether a trick has so many cards, after at least so many tricks."""

    def reached(table: Table) -> bool:
        view = _public(table)
        return (
            view.phase == Phase.PLAYING
            and view.to_act is not None
            and len(view.trick) == count
            and len(view.tricks) >= tricks
        )

    return reached


def turn_of(seat: int, fits: Callable[[SeatView], bool]) -> Condition:
    """Give whether a seat is to play a card, and sees something that fits."""

    def reached(table: Table) -> bool:
        view = _public(table)
        return (
            view.phase == Phase.PLAYING
            and view.to_act == seat
            and fits(seat_view(_game(table), SEATS[seat]))
        )

    return reached


def leads(view: SeatView) -> bool:
    """Say whether a seat leads, but may not lead spades yet."""
    return not view.public.trick and len(view.playable) < len(view.hand or ())


def follows(view: SeatView) -> bool:
    """Say whether a seat must follow, and has several cards to choose from."""
    some = 2 < len(view.playable) < len(view.hand or ())
    return len(view.public.trick) > 1 and some and len(view.public.tricks) > 1


def is_void(view: SeatView) -> bool:
    """Say whether a seat has none of the suit that was led."""
    led = view.public.led
    if led is None or len(view.hand or ()) < 6:
        return False
    suits = view.public.rules.deck_in_play.suit_of
    return all(suits[card.index] is not suits[led.index] for card in view.playable)


def has_one_card(view: SeatView) -> bool:
    """Say whether a seat is to play its last card."""
    return len(view.hand or ()) == 1


def has_joker(view: SeatView) -> bool:
    """Say whether a seat holds a joker."""
    return any(card in (view.hand or ()) for card in CARDS[52:])


def may_claim(table: Table) -> bool:
    """Say whether the tricks that are left are certain."""
    return _game(table).certain is not None


def between_rounds(table: Table) -> bool:
    """Say whether a round has just been scored."""
    view = _public(table)
    return view.to_act is None and bool(view.sheets)


def _game(table: Table) -> Game:
    assert table.game is not None
    return table.game


def _public(table: Table) -> PublicView:
    return public_view(_game(table))
