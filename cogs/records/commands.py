"""Scores, statistics and the leaderboard."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.tables.model import Table
from bot.tables.records import Order, Page
from bot.texts import answers
from bot.texts import records as texts
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer, answer_to
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.finding import complete_table
from cogs.base.language import public_words
from cogs.base.layouts import Color, layout, row, text
from cogs.base.services import Interaction, services_of
from cogs.base.which import at_its_table, at_table
from cogs.hand.showing import show_aside


class RecordCommands(commands.Cog):
    """The commands for scores, statistics and the leaderboard."""

    @app_commands.command(name="score", description="See how a table stands, point by point")
    @app_commands.describe(table="The table whose score to see; the one here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def score(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "score", partial(_score, answer), ended=True))

    @app_commands.command(name="leaderboard", description="See who plays best in this server")
    @app_commands.describe(order="What to sort by")
    @app_commands.choices(
        order=[
            app_commands.Choice(name="Wins", value="wins"),
            app_commands.Choice(name="Win rate", value="win_rate"),
            app_commands.Choice(name="Points a round", value="points_a_round"),
            app_commands.Choice(name="Nils made", value="nils_made"),
            app_commands.Choice(name="Fewest bags", value="fewest_bags"),
        ]
    )
    async def leaderboard(self, interaction: Interaction, order: str = "wins") -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_leaderboard(answer, Order(order)))

    @app_commands.command(name="stats", description="See your totals, or another person's")
    @app_commands.describe(person="Whose totals to see; yours if empty")
    async def stats(  # noqa: D102
        self, interaction: Interaction, person: discord.User | None = None
    ) -> None:
        answer = answer_to(interaction)
        await answer.run(_stats(answer, (person or interaction.user).id))


async def _score(answer: Answer, table: Table) -> None:
    said = text(answers.scores(table, answer.words))
    await show_aside(answer, table, layout(said, color=Color.QUIET))


async def _leaderboard(answer: Answer, order: Order) -> None:
    interaction = answer.interaction
    page = await services_of(interaction).records.leaderboard(interaction.guild_id or 0, order)
    words = public_words(interaction)
    await answer.publish(leaderboard_view(page, order, words))


def leaderboard_view(page: Page, order: Order, words: Translator) -> ui.LayoutView:
    """Draw a page of the leaderboard, with buttons to the adjacent pages."""
    board = layout(text(texts.leaderboard(page, order, words)), color=Color.RESULT)
    if page.pages == 1:
        return board
    return layout(
        text(texts.leaderboard(page, order, words)),
        row(
            _to(order, page.number - 1, words("Back"), possible=page.number > 1),
            _to(order, page.number + 1, words("Next"), possible=page.number < page.pages),
        ),
        color=Color.RESULT,
    )


def _to(order: Order, number: int, label: str, *, possible: bool) -> Press:
    custom_id = CustomId("board", 0, (order.value, str(number)))
    return Press(custom_id, label, style=ButtonStyle.secondary, disabled=not possible)


async def board(pressed: Pressed) -> None:
    """Turn a page of the leaderboard."""
    match pressed.id.args:
        case [order, number] if order in set(Order) and re.fullmatch(r"\d{1,6}", number):
            guild_id = pressed.interaction.guild_id or 0
            page = await services_of(pressed.interaction).records.leaderboard(
                guild_id, Order(order), int(number)
            )
            words = public_words(pressed.interaction)
            await pressed.answer.update(leaderboard_view(page, Order(order), words))
        case _:
            await pressed.answer.say(old_button_text(pressed.words))


async def _stats(answer: Answer, user_id: int) -> None:
    interaction = answer.interaction
    totals = await services_of(interaction).records.totals(interaction.guild_id or 0, user_id)
    await answer.whisper(
        layout(text(texts.stats(user_id, totals, answer.words)), color=Color.RESULT)
    )


HANDLERS: Final[Mapping[str, Handler]] = {
    "score": at_its_table(_score),
    "board": board,
}
"""The handlers of this module's controls, by verb."""
