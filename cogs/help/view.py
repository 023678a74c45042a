"""The pages of the help and the screens of a practice round, which only the person sees."""

from itertools import groupby
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.tables.model import Person
from bot.tables.practice import Practice, as_table
from bot.texts import hand as hand_texts
from bot.texts import help as texts
from bot.texts import lessons
from bot.texts.cards import card_label, suit_lines
from bot.texts.help import Page
from bot.texts.sheet import sheet_text
from bot.texts.translator import Translator
from cogs.base.appearance import Appearance
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, row, rows, text
from cogs.hand.choices import CARDS_IN_A_ROW, PICTURED_CARDS_IN_A_ROW
from engine.actions import Bid, Play, SeatAction
from engine.rules import Rules

_PAGES_IN_A_ROW: Final = 3
"""Buttons that fit side by side on a phone."""


def help_view(page: Page, rules: Rules, words: Translator) -> ui.LayoutView:
    """Draw a page of the help, with buttons to the others and into a game.

    Args:
        page: which.
        rules: the server's default rules.
        words: the language of the person.
    """
    pages = [
        Press(
            CustomId("help", 0, (each.value,)),
            texts.page_label(each, words),
            disabled=each is page,
        )
        for each in Page
    ]
    return layout(
        text(texts.page_text(page, rules, words)),
        *rows(pages, _PAGES_IN_A_ROW),
        row(
            _begin(texts.practice_label(words), ButtonStyle.success),
            _open(texts.open_label(words)),
        ),
        color=Color.QUIET,
    )


def _begin(label: str, style: ButtonStyle = ButtonStyle.secondary) -> Press:
    return Press(CustomId("practice", 0), label, style=style)


def _open(label: str, style: ButtonStyle = ButtonStyle.secondary) -> Press:
    return Press(CustomId("open", 0), label, style=style)


def practice_view(
    practice: Practice,
    person: Person,
    appearance: Appearance,
    note: str = "",
    hinted: SeatAction | None = None,
) -> ui.LayoutView:
    """Draw a practice round as it stands, with a lesson on each step.

    Args:
        practice: the round; it is the person's turn, or the round is over.
        person: who practises.
        appearance: how things look to that person.
        note: a line to add above the cards.
        hinted: the action of a hint, to be marked.
    """
    if practice.over:
        return _score(practice, person, appearance)
    if practice.view.bids:
        pieces = _bidding(practice, person, appearance, note, hinted)
    else:
        pieces = _playing(practice, person, appearance, note, hinted)
    words = appearance.words
    hint = CustomId("practice_hint", 0, practice.marks())
    stop = CustomId("help", 0, (Page.GAME.value,))
    pieces.append(
        row(
            Press(hint, words("Hint"), disabled=hinted is not None),
            Press(stop, words("Stop practising")),
        )
    )
    return layout(*pieces, color=Color.YOUR_TURN)


def _bidding(
    practice: Practice, person: Person, appearance: Appearance, note: str, hinted: SeatAction | None
) -> list[Piece]:
    words, view, table = appearance.words, practice.view, as_table(practice, person)
    held = appearance.sorted(view.hand or (), table.rules.deck_in_play)
    bids = sorted(view.bids, key=lambda bid: bid.tricks or len(view.bids))
    return [
        text(texts.practice_heading(words), texts.practice_intro(words)),
        text(hand_texts.bids_so_far(table, view, words)),
        text(suit_lines(held, table.rules.deck_in_play, words)),
        text(
            hand_texts.call(table, view, words),
            lessons.told(lessons.bidding_lesson(table, view, words)),
        ),
        *([text(note)] if note else []),
        *rows([_bid(practice, bid, words, marked=bid == hinted) for bid in bids]),
    ]


def _bid(practice: Practice, bid: Bid, words: Translator, *, marked: bool) -> Press:
    return Press(
        CustomId("practice", 0, practice.marks(bid)),
        words("Nil") if bid.is_nil else str(bid.tricks),
        style=ButtonStyle.success if marked else ButtonStyle.secondary,
    )


def _playing(
    practice: Practice, person: Person, appearance: Appearance, note: str, hinted: SeatAction | None
) -> list[Piece]:
    words, view, table = appearance.words, practice.view, as_table(practice, person)
    so_far = lessons.past_trick(table, view, words)
    if not so_far:
        so_far = lessons.told(lessons.contract_lesson(table, view, words))
    number = len(view.public.tricks) + 1
    return [
        text(texts.trick_heading(number, table.rules.hand_size, words), so_far),
        text(
            lessons.cards_so_far(table, view, words),
            hand_texts.standing(table, view, words),
            hand_texts.call(table, view, words),
            lessons.told(lessons.playing_lesson(view, words)),
        ),
        *([text(note)] if note else []),
        *_card_rows(practice, appearance, hinted),
    ]


def _card_rows(
    practice: Practice, appearance: Appearance, hinted: SeatAction | None
) -> list[ui.ActionRow[Any]]:
    """Give the cards as buttons, with a new row for each suit."""
    view = practice.view
    deck = view.public.rules.deck_in_play
    cards = appearance.sorted(view.hand or (), deck)
    suits = [list(held) for _, held in groupby(cards, key=lambda card: deck.suit_of[card.index])]
    spread: list[ui.ActionRow[Any]] = []
    for suit in suits:
        presses = [_card(practice, Play(view.seat, card), appearance, hinted) for card in suit]
        pictured = any(press.emoji for press in presses)
        spread += rows(presses, PICTURED_CARDS_IN_A_ROW if pictured else CARDS_IN_A_ROW)
    return spread


def _card(
    practice: Practice, play: Play, appearance: Appearance, hinted: SeatAction | None
) -> Press:
    """Give a card as a button; an illegal one says why, as in the hand."""
    playable = play.card in practice.view.playable
    custom_id = CustomId("practice", 0, practice.marks(play))
    if not playable:
        custom_id = CustomId("practice_why", 0, (str(play.card), *practice.marks()))
    style = ButtonStyle.primary if playable else ButtonStyle.secondary
    return Press(
        custom_id,
        card_label(play.card, appearance.words),
        style=ButtonStyle.success if play == hinted else style,
        emoji=appearance.face(play.card),
    )


def _score(practice: Practice, person: Person, appearance: Appearance) -> ui.LayoutView:
    words, table = appearance.words, as_table(practice, person)
    sheet = practice.game.sheets[-1]
    return layout(
        text(texts.practice_over(words), lessons.past_trick(table, practice.view, words)),
        text(sheet_text(table, sheet, words)),
        text(lessons.sheet_lesson(table, sheet, words)),
        row(
            _open(texts.real_table_label(words), ButtonStyle.success),
            _begin(texts.another_label(words)),
        ),
        row(Press(CustomId("help", 0, (Page.GAME.value,)), texts.back_label(words))),
        color=Color.RESULT,
    )
