"""What a hand offers in each phase: draws, bids, cards to pass and cards to play."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.tables.model import Table
from bot.texts import claims, drawing, lessons
from bot.texts import hand as texts
from bot.texts.blind_bids import face_down, may_bid_nil_blind
from bot.texts.cards import card_label, suit_lines
from bot.texts.translator import Translator
from cogs.base.appearance import Appearance
from cogs.base.controls import Pick, Press
from cogs.base.custom_ids import CustomId, turn_text
from cogs.base.layouts import Piece, row, rows, text
from engine.actions import Bid, Keep, Play, SeatAction, Toss
from engine.cards import Card, CardSet
from engine.notation import print_bid
from engine.phases import Phase
from engine.views import SeatView

PICTURED_CARDS_IN_A_ROW: Final = 3
CARDS_IN_A_ROW: Final = 4
"""Cards that fit side by side on the narrowest phone; more would wrap."""


def choices(
    table: Table,
    view: SeatView,
    appearance: Appearance,
    hinted: SeatAction | None,
    *,
    possible: bool,
) -> Sequence[Piece]:
    """Give what the seat may do now, or could if it were its turn, below its cards in words.

    Args:
        table: the table, in play.
        view: what the seat sees.
        appearance: how things look to its holder.
        hinted: the action of a hint, to be marked.
        possible: whether the numbers of an opening are to say "and a possible".
    """
    match view.public.phase:
        case Phase.DRAWING:
            return _drawing(table, view, appearance, hinted)
        case Phase.BIDDING:
            return _bidding(table, view, appearance, hinted, possible=possible)
        case Phase.EXCHANGING:
            return _exchanging(table, view, appearance)
        case _:
            return _playing(table, view, appearance, hinted)


def tip(table: Table, view: SeatView, appearance: Appearance) -> str:
    """Give a newcomer's tip on this step; empty for everyone else."""
    return (
        lessons.told(lessons.first_step(table, view, appearance.words)) if appearance.tips else ""
    )


def _drawing(
    table: Table, view: SeatView, appearance: Appearance, hinted: SeatAction | None
) -> list[Piece]:
    """Offer to keep or toss the top card, below the hand so far."""
    words = appearance.words
    pieces: list[Piece] = [
        *([text(_held(view, appearance))] if view.hand else []),
        text(
            drawing.last_drawn(view, words),
            texts.call(table, view, words),
            tip(table, view, appearance),
        ),
    ]
    draws = [action for action in view.legal if isinstance(action, Keep | Toss)]
    presses = [_draw(table, view, action, appearance, marked=action == hinted) for action in draws]
    return [*pieces, row(*presses)] if presses else pieces


def _draw(
    table: Table, view: SeatView, action: Keep | Toss, appearance: Appearance, *, marked: bool
) -> Press:
    keeps = isinstance(action, Keep)
    return Press(
        CustomId("draw", table.id, (_turn(table), str(view.seat), "keep" if keeps else "toss")),
        drawing.draw_label(action, appearance.words),
        style=ButtonStyle.success if marked else ButtonStyle.primary,
        emoji=appearance.face(view.offered) if keeps and view.offered is not None else None,
    )


def _bidding(
    table: Table,
    view: SeatView,
    appearance: Appearance,
    hinted: SeatAction | None,
    *,
    possible: bool,
) -> list[Piece]:
    words = appearance.words
    possible = possible and any(bid.possible for bid in view.bids)
    if view.hand is None:
        return _face_down(table, view, words)
    pieces: list[Piece] = [
        text(_held(view, appearance)),
        text(
            drawing.out_of_play(view, words),
            texts.how_to_bid(view, words),
            texts.call(table, view, words),
            tip(table, view, appearance),
        ),
    ]
    if view.public.bids[view.seat] is None:
        bids = _all_bids(view, possible=possible)
        pieces += rows([_bid(table, view, bid, words, marked=bid == hinted) for bid in bids])
    beside = _beside_bids(table, view, words, possible=possible)
    return [*pieces, row(*beside)] if beside else pieces


def _beside_bids(table: Table, view: SeatView, words: Translator, *, possible: bool) -> list[Press]:
    """Give what may be done in a turn to bid beside a bid: turn a switch, or throw the hand in."""
    turn, seat = _turn(table), str(view.seat)
    presses = []
    if any(bid.possible for bid in view.bids):
        switch = CustomId("possible", table.id, (turn, seat, "off" if possible else "on"))
        style = ButtonStyle.success if possible else ButtonStyle.secondary
        presses.append(Press(switch, words("And a possible"), style=style))
    if view.may_throw_in:
        presses.append(
            Press(CustomId("throw", table.id, (turn, seat)), words("Throw this hand in"))
        )
    return presses


def _held(view: SeatView, appearance: Appearance) -> str:
    """Give the hand in words, when its cards are not buttons."""
    deck = view.public.rules.deck_in_play
    return suit_lines(appearance.sorted(view.hand or (), deck), deck, appearance.words)


def _all_bids(view: SeatView, *, possible: bool) -> tuple[Bid, ...]:
    """Give the bids to show; out of turn their buttons are disabled."""
    rules, seat = view.public.rules, view.seat
    numbers = [Bid(seat, n, possible=possible) for n in range(1, rules.hand_size + 1)]
    if rules.nil == "none":
        return tuple(numbers)
    return (*numbers, Bid(seat, 0, zero=rules.nil == "zero"))


def _bid(
    table: Table, view: SeatView, bid: Bid, words: Translator, *, marked: bool = False
) -> Press:
    nil = words("Blind nil") if bid.blind else words("Nil")
    number = words("Blind {n}", n=bid.tricks) if bid.blind else str(bid.tricks)
    number = f"{number}+" if bid.possible else number
    return Press(
        CustomId("bid", table.id, (_turn(table), str(view.seat), print_bid(bid))),
        nil if bid.is_nil else number,
        style=ButtonStyle.success if marked else ButtonStyle.secondary,
        disabled=bid not in view.bids,
    )


def _face_down(table: Table, view: SeatView, words: Translator) -> list[Piece]:
    look = CustomId("look", table.id, (str(view.public.number), str(view.seat)))
    buttons = [
        Press(
            look,
            words("Look at my cards"),
            style=ButtonStyle.success,
            disabled=not view.may_look,
        )
    ]
    if may_bid_nil_blind(view):
        buttons.append(_bid(table, view, Bid(view.seat, 0, blind=True), words))
    numbers = [_bid(table, view, bid, words) for bid in view.bids if bid.is_blind_number]
    return [text(face_down(table, view, words)), row(*buttons), *rows(numbers)]


def _exchanging(table: Table, view: SeatView, appearance: Appearance) -> list[Piece]:
    """Offer the cards to pass, which nobody else sees, not even the partner."""
    words = appearance.words
    pieces: list[Piece] = [
        text(_held(view, appearance)),
        text(
            texts.exchanged(view, words),
            texts.call(table, view, words),
            tip(table, view, appearance),
        ),
    ]
    if view.public.to_act == view.seat:
        count = view.public.rules.exchange
        cards = appearance.sorted(view.hand or (), view.public.rules.deck_in_play)
        pick = Pick(
            CustomId("pass", table.id, (_turn(table), str(view.seat))),
            [(card_label(card, words), str(card)) for card in cards],
            placeholder=words.plural(
                "Choose {count} card to pass", "Choose {count} cards to pass", count
            ),
            count=count,
            emojis={str(card): face for card in cards if (face := appearance.face(card))},
        )
        pieces.append(ui.ActionRow(pick))
    return pieces


def _playing(
    table: Table, view: SeatView, appearance: Appearance, hinted: SeatAction | None
) -> list[Piece]:
    words = appearance.words
    return [
        text(
            texts.exchanged(view, words),
            drawing.out_of_play(view, words),
            texts.call(table, view, words),
            tip(table, view, appearance),
        ),
        *_claim(table, view, appearance),
        *_card_rows(table, view, appearance, hinted),
    ]


def _claim(table: Table, view: SeatView, appearance: Appearance) -> list[Piece]:
    """Offer everyone who plays to claim the remaining tricks if they are certain."""
    tricks = table.game.certain if appearance.claims and table.game is not None else None
    if tricks is None:
        return []
    words = appearance.words
    claim = CustomId("claim", table.id, (_turn(table), str(view.seat)))
    return [
        text(claims.offer(table, tricks, words)),
        row(Press(claim, words("Claim the rest"), style=ButtonStyle.success)),
    ]


def _card_rows(
    table: Table, view: SeatView, appearance: Appearance, hinted: SeatAction | None
) -> list[ui.ActionRow[Any]]:
    """Give the cards as buttons, with a new row for each suit.

    They keep their places from view to view, unless the person wants suits with a playable card
    first.
    """
    deck = view.public.rules.deck_in_play
    cards = appearance.sorted(view.hand or (), deck)
    suits = [list(held) for _, held in groupby(cards, key=lambda card: deck.suit_of[card.index])]
    playable = view.playable
    if appearance.settings.playable_first:
        suits.sort(key=lambda suit: not any(card in playable for card in suit))
    spread: list[ui.ActionRow[Any]] = []
    for suit in suits:
        presses = [_card(table, view, card, appearance, hinted) for card in suit]
        pictured = any(press.emoji for press in presses)
        spread += rows(presses, PICTURED_CARDS_IN_A_ROW if pictured else CARDS_IN_A_ROW)
    return spread


def _card(
    table: Table, view: SeatView, card: Card, appearance: Appearance, hinted: SeatAction | None
) -> Press:
    """Give a card as a button; an illegal one only says why.

    It is not disabled, since Discord dims disabled buttons, and people plan with all of their
    cards.
    """
    if card in view.playable:
        custom_id = CustomId("play", table.id, (_turn(table), str(view.seat), str(card)))
    else:
        custom_id = CustomId("why", table.id, (str(card),))
    return Press(
        custom_id,
        card_label(card, appearance.words),
        style=_card_style(card, view.playable, hinted),
        emoji=appearance.face(card),
    )


def _card_style(card: Card, playable: CardSet, hinted: SeatAction | None) -> ButtonStyle:
    if isinstance(hinted, Play) and hinted.card == card:
        return ButtonStyle.success
    return ButtonStyle.primary if card in playable else ButtonStyle.secondary


def _turn(table: Table) -> str:
    return turn_text(table.turn_key)
