"""Asks for confirmation of what costs much or cannot be taken back, in place of the hand."""

from typing import TypeAlias

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.texts import hand as texts
from bot.texts.blind_bids import sure_of_blind
from bot.texts.cards import card_label, card_text
from bot.texts.sheet import bid_text
from cogs.base.appearance import Appearance
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId, turn_text
from cogs.base.layouts import Color, layout, row, text
from cogs.hand.view import hand_view, known
from engine.actions import Bid, Look, Pass, Play, Throw
from engine.notation import print_bid
from engine.seats import Seat
from engine.views import SeatView, seat_view

Asked: TypeAlias = Look | Bid | Throw | Pass | Play
"""What a person can be asked about before it is done."""


def confirm_view(table: Table, seat: Seat, action: Asked, appearance: Appearance) -> ui.LayoutView:
    """Draw the question whether to do what was pressed.

    Args:
        table: the table.
        seat: the seat of the person.
        action: what was pressed.
        appearance: how things look to that person.
    """
    words = appearance.words
    if table.game is None:
        return hand_view(table, seat, appearance)
    view = seat_view(table.game, seat)
    asked, yes = _question(table, view, action, appearance)
    return layout(
        text(texts.heading(table, words)),
        text(known(table, view, words), asked),
        row(yes, Press(CustomId("keep", table.id), words("Not yet"))),
        color=Color.YOUR_TURN,
    )


def _question(
    table: Table, view: SeatView, action: Asked, appearance: Appearance
) -> tuple[str, Press]:
    """Give the question for an action, and the button that says yes."""
    words, turn, seat = appearance.words, turn_text(table.turn_key), str(view.seat)
    style = ButtonStyle.success
    match action:
        case Play(_, card):
            custom_id = CustomId("sure", table.id, (turn, seat, str(card)))
            label = words("Play {card}", card=card_label(card, words))
            asked = words("Play {card}?", card=card_text(card, words))
            return asked, Press(custom_id, label, style=style, emoji=appearance.face(card))
        case Bid():
            custom_id = CustomId("sure_bid", table.id, (turn, seat, print_bid(action)))
            label = words("Bid {bid}", bid=bid_text(action, words))
            sure = texts.sure_of_nil if action.is_nil else sure_of_blind
            return sure(action, table, words), Press(custom_id, label, style=style)
        case Pass(_, cards):
            held = view.public.rules.deck_in_play.sorted(cards)
            custom_id = CustomId("sure_pass", table.id, (turn, seat, *map(str, held)))
            asked = texts.sure_of_pass(cards, table, view, words)
            return asked, Press(custom_id, words("Pass these cards"), style=style)
        case Throw():
            custom_id = CustomId("sure_throw", table.id, (turn, seat))
            return texts.sure_of_throw(words), Press(custom_id, words("Throw in"), style=style)
        case Look():
            label = words("Look at my cards")
            custom_id = CustomId("look", table.id, (str(view.public.number), seat))
            return "", Press(custom_id, label, style=style)
