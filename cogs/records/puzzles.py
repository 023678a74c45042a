"""Puzzles: one a day for the server, and from one's own mistakes."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from discord import ButtonStyle, app_commands
from discord.ext import commands

from bot.tables.errors import NoSuchTable
from bot.tables.puzzles import Found, Puzzle
from bot.tables.reviewing import NoReviewNowError
from bot.texts import puzzles as texts
from bot.texts import review as review_texts
from bot.texts.refusals import old_button_text
from cogs.base.answer import Answer, answer_to
from cogs.base.appearance import appearance_of
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId, parse_id, parse_number
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, Piece, layout, line, row, text
from cogs.base.services import Interaction, services_of
from cogs.records.review import card_rows, retry_view
from engine.errors import BadNotation
from engine.notation import parse_card


class PuzzleCommands(commands.Cog):
    """The command for puzzles."""

    @app_commands.command(name="puzzle", description="Find the best card in a real position")
    @app_commands.describe(kind="Today's puzzle of this server, or one from your own mistakes")
    @app_commands.choices(
        kind=[
            app_commands.Choice(name="Today's", value="day"),
            app_commands.Choice(name="From my mistakes", value="mine"),
        ]
    )
    async def puzzle(self, interaction: Interaction, kind: str = "day") -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_day(answer) if kind == "day" else _mine(answer, None))


async def _day(answer: Answer, said: str = "") -> None:
    """Show the puzzle of the day, and yesterday's with its solution."""
    services = services_of(answer.interaction)
    today = services.clock.now().date()
    try:
        present = await _seen(answer, today)
        past = await _seen(answer, today - timedelta(days=1))
    except NoReviewNowError:
        await answer.say(review_texts.no_review(answer.words))
        return
    if present is not None and past is not None and present.turn == past.turn:
        # A server with few games: nothing new has been played since.
        present = None
    pieces: list[Piece] = []
    if present is None:
        pieces.append(text(texts.no_puzzle(answer.words)))
    else:
        pieces.append(text(texts.of_day(present, today, answer.words), said))
        pieces += card_rows(
            present.table,
            present.turn,
            appearance_of(answer.interaction),
            lambda card: CustomId("solve", present.table.id, (today.strftime("%Y%m%d"), str(card))),
        )
    if past is not None:
        pieces += [line(), text(texts.solution(past, answer.words))]
    mine = Press(CustomId("mine", 0), answer.words("From my mistakes"))
    await answer.show(layout(*pieces, row(mine), color=Color.RESULT))


async def _seen(answer: Answer, day: date) -> Puzzle | None:
    """Give the puzzle of a day if its table is one that the person sees."""
    services = services_of(answer.interaction)
    puzzle = await services.puzzles.of_day(answer.interaction.guild_id or 0, day)
    if puzzle is None:
        return None
    try:
        await services.sight.require(answer.interaction, puzzle.table)
    except NoSuchTable:
        return None
    return puzzle


async def solve(pressed: Pressed) -> None:
    """Take an answer to the puzzle of the day."""
    match pressed.id.args:
        case [day, card] if day == _today(pressed):
            try:
                chosen = parse_card(card)
            except BadNotation:
                await pressed.answer.say(old_button_text(pressed.words))
                return
            await _day(pressed.answer, texts.answered(chosen, pressed.words))
        case _:
            await _day(pressed.answer)


def _today(pressed: Pressed) -> str:
    return services_of(pressed.interaction).clock.now().strftime("%Y%m%d")


async def mine(pressed: Pressed) -> None:
    """Show the next puzzle from one's own mistakes."""
    table_id, number = parse_id(*pressed.id.args[:1]), parse_number(*pressed.id.args[1:])
    after = None if table_id is None or number is None else (table_id, number)
    await _mine(pressed.answer, after)


async def _mine(answer: Answer, after: tuple[int, int] | None) -> None:
    interaction = answer.interaction
    try:
        found = await services_of(interaction).puzzles.of_person(
            interaction.guild_id or 0, interaction.user.id, after
        )
    except NoReviewNowError:
        await answer.say(review_texts.no_review(answer.words))
        return
    onward = _onward(found, answer)
    if found.puzzle is None:
        said = texts.none_of_own(answer.words, more=found.onward is not None)
        await answer.show(layout(text(said), *onward, color=Color.QUIET))
        return
    puzzle = found.puzzle
    await answer.show(
        retry_view(
            puzzle.table,
            puzzle.number,
            puzzle.turn,
            appearance_of(interaction),
            texts.origin(puzzle, answer.words),
            onward,
        )
    )


def _onward(found: Found, answer: Answer) -> list[Piece]:
    """Offer to look on, if there is more."""
    if found.onward is None:
        return []
    args = tuple(map(str, found.onward))
    return [
        row(
            Press(CustomId("mine", 0, args), answer.words("Next puzzle"), style=ButtonStyle.primary)
        )
    ]


HANDLERS: Final[Mapping[str, Handler]] = {
    "solve": solve,
    "mine": mine,
}
"""The handlers of this module's controls, by verb."""
