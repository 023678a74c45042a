"""From a round that is over to the picture of all hands at one of its cards."""

from dataclasses import replace

from bot.render import names
from bot.render.hands import NAME_WIDTH, HandsPicture, OpenHand
from bot.render.picture import Colors
from bot.render.showing import seat_picture, spades_of, tricks_of
from bot.tables.model import Table
from engine.cards import CardSet
from engine.game import Game
from engine.seats import Seat
from engine.views import PublicView, public_view, seat_view


def hands_picture(table: Table, state: Game, colors: Colors = "two") -> HandsPicture:
    """Give the content of the picture of all hands.

    Args:
        table: the table, for the names of its seats.
        state: its game at a card of a round that is over.
        colors: the set of card faces.
    """
    view = public_view(state)
    trick, _ = tricks_of(view)
    return HandsPicture(
        colors=colors,
        seats=tuple(_hand(table, state, view, seat) for seat in table.rules.seats),
        trick=trick,
        tricks=table.rules.hand_size,
        spades=spades_of(view),
    )


def _hand(table: Table, state: Game, view: PublicView, seat: Seat) -> OpenHand:
    deck = table.rules.deck_in_play
    held = deck.sorted(seat_view(state, seat).hand or CardSet())
    shown = seat_picture(table, view, seat, {})
    return OpenHand(
        shown=replace(shown, name=names.drawn(table.chairs[seat].name, NAME_WIDTH)),
        cards=held,
        suits=tuple(deck.suit_of[card.index] for card in held),
        acts=view.to_act == seat,
    )
