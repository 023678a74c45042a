"""The public message of a running game, and what remains of it afterwards."""

from discord import ButtonStyle, ui

from bot.tables.model import Asking, Status, Table
from bot.tables.records import NOT_RATED, Order, Rated
from bot.texts import claims as claim_texts
from bot.texts import deal as deal_texts
from bot.texts import guests, lobby, records
from bot.texts import sheet as sheets
from bot.texts import table as texts
from bot.texts.drawing import draws
from bot.texts.ending import resigning, resigning_sides, wanted
from bot.texts.near_the_end import first_round
from bot.texts.translator import Translator
from cogs.base.controls import Press, next_round
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, Piece, layout, line, row, rows, text
from cogs.table_message.lobby_view import lobby_view
from cogs.table_message.message import Drawn
from engine.phases import Phase
from engine.round import Round
from engine.score_sheet import RoundScore
from engine.views import PublicView, public_view


def message_view(
    table: Table,
    words: Translator,
    note: str = "",
    drawn: Drawn | None = None,
    *,
    calls: bool = False,
    claims: bool = False,
    rated: Rated = NOT_RATED,
) -> ui.LayoutView:
    """Draw the public message of a table as it stands.

    Args:
        table: the table.
        words: the language of the server.
        note: a line to add at the end, for example that the bot was restarted.
        drawn: the picture of the table, or None for a message without one.
        calls: whether the server has a role to call to a lobby.
        claims: whether the server lets certain tricks be claimed.
        rated: what the game has changed in ratings.
    """
    if table.status is Status.CLOSED:
        return layout(text(texts.closed(table, words)), color=Color.QUIET)
    if table.game is None:
        return lobby_view(table, words, drawn, calls=calls)
    view = public_view(table.game)
    if view.outcome is not None:
        return _result(table, view, words, drawn, rated)
    if view.thrown_in or (view.to_act is None and view.sheets):
        draw = _thrown_in if view.thrown_in else _between
        return draw(table, view, words, note, drawn)
    offered = claim_texts.public_offer(table, words) if claims else ""
    if drawn is not None:
        return _drawn(table, view, words, f"{offered}\n{note}".strip(), drawn)
    return _playing(table, view, words, f"{offered}\n{note}".strip())


def _playing(table: Table, view: PublicView, words: Translator, note: str) -> ui.LayoutView:
    pieces = [
        text(texts.table_head(table, view, words)),
        text(texts.sides(table, view, words)),
        line(),
    ]
    trick = deal_texts.trick(table, view, words)
    if trick:
        pieces.append(text(trick))
    pieces.append(text(*_state(table, view, words), note))
    return layout(*pieces, *_buttons(table, words), color=Color.TABLE)


def _state(table: Table, view: PublicView, words: Translator) -> tuple[str, ...]:
    """Say who is to act, and whether the table is about to end."""
    drawn = draws(table, view, words) if view.phase == Phase.DRAWING else ""
    bids = deal_texts.openings(table, view, words), first_round(view, words)
    turn, abandoned = texts.turn(table, view, words), texts.abandoned(table, words)
    return drawn, *bids, turn, abandoned, *_asked(table, words)


def _asked(table: Table, words: Translator) -> tuple[str, ...]:
    """Say what people at the table, or beside it, ask for."""
    return wanted(table, words), resigning(table, words), guests.asks(table, words)


def _drawn(
    table: Table, view: PublicView, words: Translator, note: str, drawn: Drawn
) -> ui.LayoutView:
    """Draw a table whose picture shows everything but the names."""
    return layout(
        text(texts.short_head(table, words)),
        drawn.piece,
        text(texts.seated(table, view, words)),
        text(*_state(table, view, words), note),
        *_buttons(table, words),
        color=Color.TABLE,
    )


def _thrown_in(
    table: Table, view: PublicView, words: Translator, note: str, drawn: Drawn | None
) -> ui.LayoutView:
    """Draw a deal that was thrown in; the hand of whoever threw it in is shown to everyone."""
    if drawn is None:
        shown: list[Piece] = [
            text(texts.table_head(table, view, words), texts.sides(table, view, words))
        ]
    else:
        shown = [
            text(texts.short_head(table, words)),
            drawn.piece,
            text(texts.seated(table, view, words)),
        ]
    return layout(
        *shown,
        text(deal_texts.thrown_in(table, view, words)),
        text(texts.next_deal(table, words), *_asked(table, words), note),
        *next_round(table, words),
        *_buttons(table, words),
        color=Color.TABLE,
    )


def _between(
    table: Table, view: PublicView, words: Translator, note: str, drawn: Drawn | None
) -> ui.LayoutView:
    """Draw the score of a round; the last trick stays visible, in the picture or in words."""
    sheet = text(sheets.sheet_text(table, view.sheets[-1], words))
    if drawn is None:
        shown = [
            text(texts.table_head(table, view, words)),
            sheet,
            line(),
            text(_unplayed(table, view, words) or deal_texts.last_trick(table, view, words)),
        ]
    else:
        head = texts.short_head(table, words), _unplayed(table, view, words)
        shown = [text(*head), drawn.piece, sheet]
    return layout(
        *shown,
        text(texts.next_deal(table, words), *_asked(table, words), note),
        *next_round(table, words),
        *_buttons(table, words),
        color=Color.TABLE,
    )


def _unplayed(table: Table, view: PublicView, words: Translator) -> str:
    """Say why a round ended before its last card was played; nothing where it did not."""
    return claim_texts.claimed(table, view, words) or deal_texts.too_few_bid(table, view, words)


def _result(
    table: Table, view: PublicView, words: Translator, drawn: Drawn | None, rated: Rated
) -> ui.LayoutView:
    outcome = view.outcome
    played_out = outcome is not None and outcome.resigned is None
    claimed = _unplayed(table, view, words)
    return layout(
        text(
            texts.title(table, words),
            "" if outcome is None else sheets.outcome_text(table, outcome, words),
        ),
        line() if drawn is None else drawn.piece,
        *([text(claimed, sheets.sheet_text(table, view.sheets[-1], words))] if played_out else []),
        *_ratings(table, rated, words),
        row(
            Press(CustomId("rematch", table.id), words("Rematch"), style=ButtonStyle.success),
            Press(CustomId("score", table.id), words("Score")),
            Press(CustomId("game", table.id), words("Review")),
            Press(CustomId("verify", table.id), words("Verify")),
        ),
        color=Color.RESULT,
    )


def _ratings(table: Table, rated: Rated, words: Translator) -> list[Piece]:
    """Say what a game has changed in ratings, and that a season is over if it began the next."""
    changed = records.changes_line(table, rated.changes, words)
    pieces: list[Piece] = [text(changed)] if changed else []
    if rated.season_over is not None:
        over, season = records.season_over(rated.season_over, words), str(rated.season_over)
        pieces.append(text(over))
        final = CustomId("final", 0, (Order.PARTNERS.value, season, "1"))
        pieces.append(row(Press(final, words("Final table"))))
    return pieces


def left_view(table: Table, number: int, words: Translator) -> ui.LayoutView:
    """Draw what remains of a message once a new one replaces it.

    Args:
        table: the table.
        number: the deal of the message; 0 is the lobby.
        words: the language of the server.
    """
    game = table.game
    if number == 0 and game is not None:
        return begun_view(table, words)
    deals = () if game is None else game.deals
    if game is not None and 0 < number <= len(deals) and deals[number - 1].finished:
        deal = deals[number - 1]
        if deal.thrown_in:
            return thrown_view(table, deal, words)
        played = sum(not earlier.thrown_in for earlier in deals[: number - 1])
        return past_round_view(table, game.sheets[played], words)
    return moved_view(table, words)


def thrown_view(table: Table, deal: Round, words: Translator) -> ui.LayoutView:
    """Draw what remains of the message of a deal that was thrown in: the hand, if one was shown."""
    head = words("-# Table {id}: everything was dealt again.", id=table.id)
    return layout(text(head, deal_texts.thrown_hand(table, deal, words)), color=Color.QUIET)


def past_round_view(table: Table, sheet: RoundScore, words: Translator) -> ui.LayoutView:
    """Draw what remains of the message of an earlier round: its score sheet."""
    head = words("-# Table {id}, round {round}", id=table.id, round=sheet.number)
    return layout(text(head, sheets.sheet_text(table, sheet, words)), color=Color.QUIET)


def begun_view(table: Table, words: Translator) -> ui.LayoutView:
    """Draw what remains of the lobby once the game has begun."""
    return layout(
        text(
            lobby.head(table, words),
            words("-# The game has begun below."),
            lobby.hash_line(table, words),
        ),
        row(Press(CustomId("fair", table.id), words("Fair deals"))),
        color=Color.QUIET,
    )


def moved_view(table: Table, words: Translator) -> ui.LayoutView:
    """Draw what remains of a message when the table has moved to another one."""
    return layout(
        text(words("-# Table {id} goes on in another message.", id=table.id)),
        color=Color.QUIET,
    )


def _decide(table: Table, asking: Asking, words: Translator) -> Piece:
    """Give the buttons that let someone take the seat that they ask for, or not."""
    guest = (str(asking.person.id),)
    return row(
        Press(CustomId("allow", table.id, guest), guests.allow_label(asking, words)),
        Press(CustomId("deny", table.id, guest), guests.deny_label(table, asking, words)),
    )


def _buttons(table: Table, words: Translator) -> tuple[Piece, ...]:
    """Give the buttons that keep their place on every message.

    They are two rows of two: four in one row are wider than a phone, and the last would wrap.
    """
    agree = [
        Press(CustomId("resign", table.id, (str(side),)), words("Resign too"))
        for side in resigning_sides(table)
    ]
    if table.end_votes:
        agree.append(Press(CustomId("end", table.id), words("End it too")))
    return (
        row(
            Press(CustomId("hand", table.id), words("My hand"), style=ButtonStyle.primary),
            Press(CustomId("score", table.id), words("Score")),
        ),
        row(
            Press(CustomId("last", table.id), words("Last trick")),
            Press(CustomId("more", table.id), words("More")),
        ),
        *rows(agree),
        *(_decide(table, asking, words) for asking in table.asking),
    )
