"""A review of one's own play in a round, and the same decision tried again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from discord import ButtonStyle, ui

from bot.tables.errors import NoSuchTable
from bot.tables.model import Table
from bot.tables.reviewing import NoReviewNowError
from bot.texts import review as texts
from bot.texts.cards import card_label
from bot.texts.positions import position_text
from bot.texts.refusals import old_button_text
from bot.texts.sheet import bid_text
from bot.texts.translator import Translator
from cogs.base.appearance import Appearance, appearance_of
from cogs.base.controls import MOST_CHOICES, Pick, Press
from cogs.base.custom_ids import CustomId, parse_number
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, Piece, layout, row, rows, text
from cogs.base.services import services_of
from engine.actions import Bid, Play, SeatAction
from engine.cards import Card
from engine.errors import BadNotation
from engine.notation import parse_bid, parse_card, print_bid
from engine.players.review import Review
from engine.seats import Seat
from engine.turns import Turn, is_over, sheet_of, turns_of

CARDS_IN_A_ROW: Final = 4


async def review(pressed: Pressed) -> None:
    """Show the review of the person's own play in a round."""
    number = parse_number(*(pressed.values or pressed.id.args)) or 0
    table, seat = await _own(pressed, number)
    if seat is None:
        played = table.played_seat(pressed.user_id) is not None
        await pressed.answer.say(texts.not_yours(pressed.words, table=played))
        return
    try:
        found = await services_of(pressed.interaction).reviewer.review(table, number, seat)
    except NoReviewNowError:
        await pressed.answer.say(texts.no_review(pressed.words))
        return
    await pressed.answer.show(review_view(table, found, pressed.words))


def review_view(table: Table, found: Review, words: Translator) -> ui.LayoutView:
    """Draw a review, with a button for each of the dearest decisions to try it again."""
    tries = [
        Press(
            CustomId("retry", table.id, (str(found.number), str(mistake.turn.place))),
            words("Try {n} again", n=number),
            style=ButtonStyle.primary,
        )
        for number, mistake in enumerate(found.mistakes[: texts.SHOWN], start=1)
    ]
    back = Press(CustomId("past", table.id, (str(found.number), "0")), words("The cards"))
    mine = Press(CustomId("mine", 0), words("From my mistakes"))
    return layout(
        text(texts.review_text(table, found, words)),
        *rows([*tries, back, mine]),
        color=Color.RESULT,
    )


async def retry(pressed: Pressed) -> None:
    """Set a decision again."""
    number, place = _number(pressed, 0), _number(pressed, 1)
    table, seat = await _own(pressed, number)
    turn = None if seat is None else _turn(table, number, seat, place)
    if turn is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    await pressed.answer.show(retry_view(table, number, turn, appearance_of(pressed.interaction)))


def retry_view(
    table: Table,
    number: int,
    turn: Turn,
    appearance: Appearance,
    said: str = "",
    onward: Sequence[Piece] = (),
) -> ui.LayoutView:
    """Draw a decision with all that was legal.

    Args:
        table: the table.
        number: the deal, from 1.
        turn: the decision.
        appearance: how things look to the person.
        said: what the last choice was worth, or where the position comes from.
        onward: what to do instead.
    """
    words = appearance.words
    back = Press(CustomId("review", table.id, (str(number),)), words("Back to the review"))
    return layout(
        text(position_text(table, turn, words)),
        *([text(said)] if said else []),
        *_choices(table, number, turn, appearance),
        row(back),
        *onward,
        color=Color.RESULT,
    )


def _choices(table: Table, number: int, turn: Turn, appearance: Appearance) -> list[Piece]:
    here = (str(number), str(turn.place))
    if isinstance(turn.action, Bid):
        bids = [bid for bid in turn.view.bids if not bid.blind and not bid.possible]
        choices = [(bid_text(bid, appearance.words), print_bid(bid)) for bid in bids]
        pick = CustomId("retried", table.id, here)
        asked = appearance.words("Choose a bid")
        return [row(Pick(pick, choices[:MOST_CHOICES], placeholder=asked))]
    return card_rows(
        table,
        turn,
        appearance,
        lambda card: CustomId("retried", table.id, (*here, str(card))),
    )


def card_rows(
    table: Table, turn: Turn, appearance: Appearance, custom_id: Callable[[Card], CustomId]
) -> list[Piece]:
    """Draw the cards that were legal, with a new row for each suit.

    Args:
        table: the table.
        turn: the decision.
        appearance: how things look to the person.
        custom_id: what a card's button means.
    """
    deck = table.rules.deck_in_play
    cards = appearance.sorted(turn.view.playable, deck)
    pieces: list[Piece] = []
    for _, suit in groupby(cards, key=lambda card: deck.suit_of[card.index]):
        presses = [
            Press(
                custom_id(card),
                card_label(card, appearance.words),
                style=ButtonStyle.primary,
                emoji=appearance.face(card),
            )
            for card in suit
        ]
        pieces += rows(presses, CARDS_IN_A_ROW)
    return pieces


async def retried(pressed: Pressed) -> None:
    """Say what another choice at the same decision was worth."""
    number, place = _number(pressed, 0), _number(pressed, 1)
    table, seat = await _own(pressed, number)
    turn = None if seat is None else _turn(table, number, seat, place)
    done = None if turn is None else _chosen(pressed, turn)
    if turn is None or done is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    try:
        judged = await services_of(pressed.interaction).reviewer.judge(
            table.id, number, replace(turn, action=done)
        )
    except NoReviewNowError:
        await pressed.answer.say(texts.no_review(pressed.words))
        return
    said = texts.tried_text(done, judged, pressed.words)
    await pressed.answer.show(
        retry_view(table, number, turn, appearance_of(pressed.interaction), said)
    )


def _chosen(pressed: Pressed, turn: Turn) -> SeatAction | None:
    """Read a choice; None where it is not legal there."""
    written = (*pressed.id.args[2:], *pressed.values)
    try:
        done: SeatAction = (
            parse_bid(written[0], turn.view.seat)
            if isinstance(turn.action, Bid)
            else Play(turn.view.seat, parse_card(written[0]))
        )
    except (BadNotation, IndexError):
        return None
    return done if done in turn.view.legal else None


async def _own(pressed: Pressed, number: int) -> tuple[Table, Seat | None]:
    """Give a table and the person's seat in a round, None where someone else has played it.

    Raises:
        NoSuchTable: there is no such round, or it is still played.
        StoreError: it cannot be found out now.
    """
    services = services_of(pressed.interaction)
    table = await services.tables.get(pressed.id.table_id)
    if table.game is None or not is_over(table.game, number):
        raise NoSuchTable(pressed.id.table_id)
    seat, sheet = table.played_seat(pressed.user_id), sheet_of(table.game, number)
    if seat is not None and sheet is not None:
        theirs = await services.history.rounds_of(table.id, pressed.user_id)
        return table, seat if sheet.number in theirs else None
    return table, seat


def _turn(table: Table, number: int, seat: Seat, place: int) -> Turn | None:
    game = table.game
    if game is None:
        return None
    turns = (turn for turn in turns_of(game, number, seat) if turn.place == place)
    turn = next(turns, None)
    return turn if turn is not None and isinstance(turn.action, Bid | Play) else None


def _number(pressed: Pressed, at: int) -> int:
    """Read a number of a button; 0, which no deal and no decision has, for anything else."""
    return parse_number(*pressed.id.args[at : at + 1]) or 0


HANDLERS: Final[Mapping[str, Handler]] = {
    "review": review,
    "retry": retry,
    "retried": retried,
}
"""The handlers of this module's controls, by verb."""
