"""A person's hand: looking at it, bidding and playing from it."""

from discord import app_commands
from discord.ext import commands

from bot.tables import chairs
from bot.tables.model import Table
from bot.texts import hand as hand_texts
from bot.texts.refusals import old_button_text, refusal_text
from bot.texts.table import last_trick, title
from cogs.finding import Interaction, complete_table, find_table
from cogs.lobby import hand_is_open, show_hand
from cogs.services import services_of
from cogs.ui import palette
from cogs.ui.answer import Answer
from cogs.ui.custom_ids import parse_turn
from cogs.ui.hand_view import hand_view
from cogs.ui.language import words_for
from cogs.ui.parts import layout, text
from cogs.ui.press import Pressed, on_press
from engine.actions import Look, Play, SeatAction
from engine.errors import BadNotation, RuleError
from engine.notation import parse_bid, parse_card
from engine.seats import SEATS, Seat
from engine.views import public_view


class PlayCommands(commands.Cog):
    """The command for one's own hand."""

    @app_commands.command(name="hand", description="See your cards, bid and play")
    @app_commands.describe(table="The table")
    @app_commands.autocomplete(table=complete_table)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_hand(answer, table))


async def _hand(answer: Answer, table_id: int | None) -> None:
    await _show_own_hand(answer, await find_table(answer.interaction, table_id))


async def _show_own_hand(answer: Answer, table: Table) -> None:
    chairs.require_open(table)
    seat = chairs.require_seat(table, answer.interaction.user.id)
    await show_hand(answer, table, seat)


@on_press("hand")
async def hand(pressed: Pressed) -> None:
    """Show one's own hand."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    await _show_own_hand(pressed.answer, table)


@on_press("last")
async def last(pressed: Pressed) -> None:
    """Show the trick completed last."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    said = pressed.words("The game has not begun yet.")
    if table.game is not None:
        said = last_trick(table, public_view(table.game), pressed.words)
    await pressed.answer.whisper(
        layout(text(title(table, pressed.words), said), color=palette.QUIET)
    )


@on_press("bid")
async def bid(pressed: Pressed) -> None:
    """Bid."""
    await _act(pressed)


@on_press("play")
async def play(pressed: Pressed) -> None:
    """Play a card."""
    await _act(pressed)


@on_press("look")
async def look(pressed: Pressed) -> None:
    """Turn one's cards over, and give up blind nil."""
    await _act(pressed)


def _meant(pressed: Pressed) -> tuple[Seat, tuple[int, int], SeatAction]:
    """Read what a button of a hand means: the seat, the turn it was offered for, the action.

    Raises:
        BadNotation: it means nothing to this version of the bot.
    """
    match pressed.id.verb, pressed.id.args:
        case "bid", [turn, ("0" | "1" | "2" | "3") as seat, said]:
            held = SEATS[int(seat)]
            return held, _turn(turn), parse_bid(said, held)
        case "play", [turn, ("0" | "1" | "2" | "3") as seat, card]:
            held = SEATS[int(seat)]
            return held, _turn(turn), Play(held, parse_card(card))
        case "look", [number, ("0" | "1" | "2" | "3") as seat] if number.isdecimal():
            held = SEATS[int(seat)]
            return held, _turn_of_round(pressed, int(number)), Look(held)
        case _:
            raise BadNotation("a button of a hand", str(pressed.id))


def _turn_of_round(pressed: Pressed, number: int) -> tuple[int, int]:
    """Give the present turn if it is one of a round, else the beginning of that round.

    A look may be taken out of turn, but not at the cards of a later round.
    """
    table = services_of(pressed.interaction).tables.open_table(pressed.id.table_id)
    if table is not None and table.turn_key[0] == number:
        return table.turn_key
    return (number, 0)


def _turn(said: str) -> tuple[int, int]:
    turn = parse_turn(said)
    if turn is None:
        raise BadNotation("a turn", said)
    return turn


async def _act(pressed: Pressed) -> None:
    """Do what a press on a hand asks for, and show in its place the hand as it is then."""
    tables = services_of(pressed.interaction).tables
    try:
        seat, turn, action = _meant(pressed)
    except BadNotation:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    note = ""
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
    await _redraw(pressed, table, seat, note)


async def _redraw(pressed: Pressed, table: Table, seat: Seat, note: str) -> None:
    view = hand_view(table, seat, pressed.words, note)
    await pressed.answer.update(view)
    await hand_is_open(pressed.answer, table, view)
