"""A person's own hand, which nobody else sees."""

from discord import ButtonStyle, ui

from bot.tables.errors import NotPlaying, TableEnded
from bot.tables.model import Status, Table
from bot.texts import drawing, lessons
from bot.texts import hand as texts
from bot.texts.refusals import refusal_text
from bot.texts.sheet import sheet_text
from bot.texts.translator import Translator
from cogs.base.appearance import Appearance
from cogs.base.controls import Press, next_round
from cogs.base.custom_ids import CustomId, turn_text
from cogs.base.layouts import Color, Piece, layout, row, text
from cogs.hand.absence import stand_in_press
from cogs.hand.choices import choices, tip
from engine.actions import SeatAction
from engine.phases import Phase
from engine.seats import Seat
from engine.views import SeatView, seat_view


def hand_view(
    table: Table,
    seat: Seat,
    appearance: Appearance,
    note: str = "",
    hinted: SeatAction | None = None,
    absent: Seat | None = None,
    *,
    possible: bool = False,
) -> ui.LayoutView:
    """Draw the hand of a seat as it stands.

    Args:
        table: the table.
        seat: the seat; only its holder may see this.
        appearance: how things look to that person.
        note: a line above the cards, for example why a press was refused.
        hinted: the action of a hint, to be marked.
        absent: the seat that the table has waited for too long, or None.
        possible: whether the numbers of an opening are to say "and a possible".
    """
    words = appearance.words
    if table.game is None or table.status is Status.LOBBY:
        return _quiet(table, words, words("The game has not begun yet."), note)
    if table.status.ended:
        return _quiet(table, words, refusal_text(TableEnded(table), words, table), note)
    view = seat_view(table.game, seat)
    if table.status is not Status.PLAYING:
        return _waiting(table, words, note)
    if texts.not_playing_phase(view):
        return _between(table, view, appearance, note)
    return layout(
        text(texts.heading(table, words), note),
        text(known(table, view, words)),
        *choices(table, view, appearance, hinted, possible=possible),
        row(*_beside(table, view, appearance, hinted)),
        *_absences(table, seat, absent, words),
        color=Color.YOUR_TURN if view.public.to_act == seat else Color.TABLE,
    )


def _absences(
    table: Table, seat: Seat, absent: Seat | None, words: Translator
) -> tuple[Piece, ...]:
    """Offer to take back one's seat, or to let a computer player take over an absent person's."""
    pieces: tuple[Piece, ...] = ()
    if table.chairs[seat].away:
        pieces += (text(texts.away(words)), row(_back(table, words)))
    if absent is not None:
        pieces += (
            text(texts.absent(table, absent, words)),
            row(stand_in_press(table, absent, words)),
        )
    return pieces


def _beside(
    table: Table, view: SeatView, appearance: Appearance, hinted: SeatAction | None
) -> list[Press]:
    """Give the buttons to further views, which open in place of the hand with a way back."""
    words = appearance.words
    presses = [
        Press(CustomId("score", table.id), words("Score")),
        Press(CustomId("more", table.id), words("More")),
    ]
    if view.public.to_act == view.seat and view.hand is not None:
        if appearance.settings.hints:
            hint = CustomId("hint", table.id, (turn_text(table.turn_key),))
            presses.insert(0, Press(hint, words("Hint"), disabled=hinted is not None))
        if tip(table, view, appearance):
            # It is last, since on a phone it is alone in a second row.
            presses.append(Press(CustomId("no_tips", table.id), lessons.put_away_label(words)))
    return presses


def _quiet(table: Table, words: Translator, said: str, note: str) -> ui.LayoutView:
    return layout(text(texts.heading(table, words), note, said), color=Color.QUIET)


def _between(table: Table, view: SeatView, appearance: Appearance, note: str) -> ui.LayoutView:
    """Draw the wait for the next deal, which comes at once when all are ready."""
    words = appearance.words
    sheets = () if view.public.thrown_in else view.public.sheets
    pieces: list[Piece] = [
        text(texts.heading(table, words), note, texts.between_rounds(table, view, words)),
        *(
            text(sheet_text(table, sheet, words), drawing.was_out(view.public, words))
            for sheet in sheets[-1:]
        ),
    ]
    if appearance.tips and len(sheets) == 1:
        pieces.append(text(lessons.sheet_lesson(table, sheets[0], words)))
    if table.chairs[view.seat].ready:
        return layout(*pieces, text(texts.waits_for_next(table, words)), color=Color.QUIET)
    return layout(*pieces, *next_round(table, words), color=Color.QUIET)


def _waiting(table: Table, words: Translator, note: str) -> ui.LayoutView:
    """Draw a hand at a paused or parked table, with the way to resume it."""
    said = refusal_text(NotPlaying(table.status), words, table)
    pieces: list[Piece] = [text(texts.heading(table, words), note, said)]
    if table.status is Status.PAUSED:
        pieces.append(row(_back(table, words)))
    return layout(*pieces, color=Color.QUIET)


def _back(table: Table, words: Translator) -> Press:
    return Press(CustomId("back", table.id), words("I'm back"), style=ButtonStyle.success)


def known(table: Table, view: SeatView, words: Translator) -> str:
    """Give the facts to decide by: the bids or the trick, and both sides' standing."""
    said = (_told(table, view, words), texts.standing(table, view, words))
    return "\n".join(filter(None, said))


def _told(table: Table, view: SeatView, words: Translator) -> str:
    if view.public.phase == Phase.DRAWING:
        return drawing.draws(table, view.public, words, view.seat)
    playing = view.public.phase == Phase.PLAYING
    told = texts.trick_above if playing else texts.bids_so_far
    return told(table, view, words)
