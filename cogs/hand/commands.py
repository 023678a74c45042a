"""A person's hand: looking, bidding, passing and playing."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import partial
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.tables import seating
from bot.tables.errors import NotPlaying, NotSaved, TableEnded
from bot.tables.model import Status, Table
from bot.tables.ports import StoreError
from bot.texts import hand as hand_texts
from bot.texts.deal import last_trick
from bot.texts.refusals import old_button_text, refusal_text
from bot.texts.table import title
from bot.texts.why import hint_text, no_hint
from cogs.base.answer import Answer, answer_to
from cogs.base.appearance import appearance_of
from cogs.base.door import Handler, Pressed
from cogs.base.finding import complete_table
from cogs.base.layouts import Color, layout, text
from cogs.base.services import Interaction, services_of
from cogs.base.which import at_its_table, at_table
from cogs.hand.confirm_view import Asked, confirm_view
from cogs.hand.reading import meant
from cogs.hand.showing import hand_is_open, show_aside, show_hand
from cogs.hand.view import hand_view
from engine.actions import Bid, Claim, Keep, Play, SeatAction, Throw, Toss
from engine.errors import BadNotation, NotYourTurn, RuleError
from engine.notation import parse_card
from engine.seats import Seat
from engine.views import public_view, seat_view


class PlayCommands(commands.Cog):
    """The command for one's own hand."""

    @app_commands.command(name="hand", description="See your cards, bid and play")
    @app_commands.describe(table="The table whose cards to see; yours here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "hand", partial(_show_own_hand, answer)))

    @app_commands.command(name="hint", description="Ask what a strong player would do")
    @app_commands.describe(table="The table to get a hint at; yours here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "hint", partial(_hint, answer)))


async def _hint(answer: Answer, table: Table) -> None:
    seat = _seat_to_act(table, answer.interaction.user.id)
    said, action = await _advice(answer, table, seat)
    view = hand_view(table, seat, appearance_of(answer.interaction), said, action)
    await answer.whisper(view)
    await hand_is_open(answer, table, view)


async def hint(pressed: Pressed) -> None:
    """Show a hint in the hand."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    try:
        seat = _seat_to_act(table, pressed.user_id)
    except NotYourTurn as late:
        said = refusal_text(late, pressed.words, table)
        await _redraw(pressed, table, seating.require_seat(table, pressed.user_id), said)
        return
    said, action = await _advice(pressed.answer, table, seat)
    view = hand_view(table, seat, appearance_of(pressed.interaction), said, action)
    with _answering(pressed):
        await pressed.answer.update(view)
        await hand_is_open(pressed.answer, table, view)


def _seat_to_act(table: Table, user_id: int) -> Seat:
    """Give the seat of a person whose turn it is.

    Raises:
        NotSeated, TableEnded, NotPlaying: as their names say.
        NotYourTurn: another seat is to act.
    """
    seating.require_open(table)
    seat = seating.require_seat(table, user_id)
    if table.status is not Status.PLAYING or table.turn is None:
        raise NotPlaying(table.status)
    if table.turn != seat:
        raise NotYourTurn(seat, table.turn)
    return seat


async def _advice(answer: Answer, table: Table, seat: Seat) -> tuple[str, SeatAction | None]:
    services = services_of(answer.interaction)
    if table.game is None:
        return "", None
    view = seat_view(table.game, seat)
    choice = await services.advisor.advise(view, str(answer.interaction.id))
    if choice is None:
        return no_hint(answer.words), None
    return hint_text(choice, answer.words), choice.action


async def _show_own_hand(answer: Answer, table: Table) -> None:
    seating.require_open(table)
    seat = seating.require_seat(table, answer.interaction.user.id)
    await show_hand(answer, table, seat)


async def last(pressed: Pressed) -> None:
    """Show the last complete trick."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    said = pressed.words("The game has not begun yet.")
    if table.game is not None:
        said = last_trick(table, public_view(table.game), pressed.words)
    shown = layout(text(title(table, pressed.words), said), color=Color.QUIET)
    await show_aside(pressed.answer, table, shown)


async def no_tips(pressed: Pressed) -> None:
    """Stop showing tips to the person."""
    services = services_of(pressed.interaction)
    settings = services.preferences.of_person(pressed.user_id)
    try:
        await services.preferences.set_person(
            pressed.user_id, settings.model_copy(update={"tips": False})
        )
    except StoreError as fault:
        raise NotSaved from fault
    table = await services.tables.get(pressed.id.table_id)
    await _redraw(pressed, table, seating.require_seat(table, pressed.user_id), "")


async def why(pressed: Pressed) -> None:
    """Say why a card cannot be played now, and change nothing."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seat = seating.require_seat(table, pressed.user_id)
    await _redraw(pressed, table, seat, _why_not(pressed, table, seat))


def _why_not(pressed: Pressed, table: Table, seat: Seat) -> str:
    """Give the reason; without one, the table has moved on."""
    try:
        card = parse_card("".join(pressed.id.args))
        if table.game is not None:
            table.game.apply(Play(seat, card))
    except RuleError as refusal:
        return refusal_text(refusal, pressed.words, table)
    return hand_texts.stale(pressed.words)


async def keep(pressed: Pressed) -> None:
    """Play nothing, and show the hand again."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    await _redraw(pressed, table, seating.require_seat(table, pressed.user_id), "")


async def possible(pressed: Pressed) -> None:
    """Turn the switch that makes the numbers of an opening say "and a possible"."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    seat = seating.require_seat(table, pressed.user_id)
    await _redraw(pressed, table, seat, "", possible=pressed.id.args[-1:] == ("on",))


async def ask_or_act(pressed: Pressed) -> None:
    """Do what was pressed, or ask for confirmation; say why an action is not possible."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    action = _to_ask_about(pressed, table)
    if action is None:
        await act(pressed)
        return
    view = confirm_view(table, action.seat, action, appearance_of(pressed.interaction))
    await pressed.answer.update(view)


def _to_ask_about(pressed: Pressed, table: Table) -> Asked | None:
    """Give the action of a press if it is legal and the person wants to confirm it.

    A nil that is the only legal bid needs no confirmation. To throw a hand in is always asked
    again: everyone's cards go with it.
    """
    settings = services_of(pressed.interaction).preferences.of_person(pressed.user_id)
    try:
        seat, turn, action = meant(pressed)
    except BadNotation:
        return None
    if table.game is None or turn != table.turn_key or seat != table.seat_of(pressed.user_id):
        return None
    if isinstance(action, Claim | Keep | Toss):
        return None
    wanted = settings.confirm if isinstance(action, Play) else settings.confirm_costly
    if isinstance(action, Throw):
        wanted = True
    if isinstance(action, Bid):
        costly = action.is_nil or action.is_blind_number
        wanted = wanted and costly and len(seat_view(table.game, seat).bids) > 1
    return action if wanted and action in table.game.legal_actions else None


async def claim(pressed: Pressed) -> None:
    """Claim the tricks that are left, unless the server has switched that off meanwhile."""
    if appearance_of(pressed.interaction).claims:
        await act(pressed)
    else:
        await keep(pressed)


async def act(pressed: Pressed) -> None:
    """Apply the action of a press, and show the new hand in the same message."""
    tables = services_of(pressed.interaction).tables
    try:
        seat, turn, action = meant(pressed)
    except BadNotation:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    note = ""
    # Before the action: its news would otherwise refresh this hand, which the answer shows.
    with _answering(pressed):
        try:
            acted = await tables.act(
                pressed.id.table_id,
                pressed.user_id,
                pressed.command_id,
                lambda _: action,
                seat=seat,
                turn_key=turn,
            )
            table = acted.table
            note = hand_texts.stale(pressed.words) if acted.stale else ""
        except RuleError as refusal:
            table = await tables.get(pressed.id.table_id)
            note = refusal_text(refusal, pressed.words, table)
        except (NotPlaying, TableEnded):
            # The hand says so by itself, and how the table goes on.
            table = await tables.get(pressed.id.table_id)
            seat = seating.require_seat(table, pressed.user_id)
        await _redraw(pressed, table, seat, note)


def _answering(pressed: Pressed) -> AbstractContextManager[None]:
    hands = services_of(pressed.interaction).hands
    return hands.answering(pressed.id.table_id, pressed.user_id)


async def _redraw(
    pressed: Pressed, table: Table, seat: Seat, note: str, *, possible: bool = False
) -> None:
    view = hand_view(table, seat, appearance_of(pressed.interaction), note, possible=possible)
    with _answering(pressed):
        await pressed.answer.update(view)
        await hand_is_open(pressed.answer, table, view)


HANDLERS: Final[Mapping[str, Handler]] = {
    "hint": hint,
    "hand": at_its_table(_show_own_hand),
    "stay": at_its_table(_show_own_hand),
    "last": last,
    "no_tips": no_tips,
    "bid": ask_or_act,
    "play": ask_or_act,
    "pass": ask_or_act,
    "sure": act,
    "sure_bid": act,
    "sure_pass": act,
    "possible": possible,
    "throw": ask_or_act,
    "sure_throw": act,
    "why": why,
    "keep": keep,
    "look": act,
    "claim": claim,
    "draw": act,
}
"""The handlers of this module's controls, by verb."""
