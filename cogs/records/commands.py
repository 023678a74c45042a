"""Scores, statistics and the leaderboard."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.tables.model import Table
from bot.tables.records import ALL_TIME, Order, PersonCard
from bot.texts import answers
from bot.texts import records as texts
from bot.texts.person import person_alt, person_picture
from bot.texts.translator import Translator
from cogs.base.answer import Answer, answer_to
from cogs.base.appearance import appearance_of
from cogs.base.door import Handler
from cogs.base.finding import complete_table
from cogs.base.layouts import Color, Piece, layout, text
from cogs.base.services import Interaction, services_of
from cogs.base.which import at_its_table, at_table
from cogs.hand.showing import show_aside
from cogs.records.boards import present_season, publish_board, show_final, turn_page
from cogs.table_message.message import Drawn, files_of


class RecordCommands(commands.Cog):
    """The commands for scores, statistics and the leaderboard."""

    @app_commands.command(name="score", description="See how a table stands, point by point")
    @app_commands.describe(table="The table whose score to see; the one here if empty")
    @app_commands.autocomplete(table=complete_table)
    async def score(self, interaction: Interaction, table: int | None = None) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(at_table(answer, table, "score", partial(_score, answer), ended=True))

    @app_commands.command(name="leaderboard", description="See who plays best in this server")
    @app_commands.describe(order="What to sort by", season="This season if empty")
    @app_commands.choices(
        order=[
            app_commands.Choice(name="Rating with partners", value="partners"),
            app_commands.Choice(name="Rating in solo", value="solo"),
            app_commands.Choice(name="Wins against people", value="wins"),
            app_commands.Choice(name="Contracts made", value="contracts"),
            app_commands.Choice(name="Nils made", value="nils"),
            app_commands.Choice(name="Points a round", value="points"),
        ],
        season=[
            app_commands.Choice(name="This season", value="this"),
            app_commands.Choice(name="Last season", value="last"),
            app_commands.Choice(name="All time", value="all"),
        ],
    )
    async def leaderboard(  # noqa: D102
        self, interaction: Interaction, order: str = "partners", season: str = "this"
    ) -> None:
        answer = answer_to(interaction)
        now = present_season(interaction)
        meant = {"last": now - 1, "all": ALL_TIME}.get(season, now)
        await answer.run(publish_board(answer, Order(order), meant))

    @app_commands.command(name="stats", description="See your rating and totals, or another's")
    @app_commands.describe(person="Whose totals to see; yours if empty")
    async def stats(  # noqa: D102
        self, interaction: Interaction, person: discord.User | None = None
    ) -> None:
        answer = answer_to(interaction)
        await answer.run(_stats(answer, person or interaction.user))


async def _score(answer: Answer, table: Table) -> None:
    said = text(answers.scores(table, answer.words))
    await show_aside(answer, table, layout(said, color=Color.QUIET))


async def _stats(answer: Answer, person: discord.User | discord.Member) -> None:
    interaction, words = answer.interaction, answer.words
    card = await services_of(interaction).records.card(interaction.guild_id or 0, person.id)
    season = present_season(interaction)
    drawn = None if card is None else await _drawn(answer, person.display_name, card, season)
    await answer.whisper(stats_view(person.id, card, season, words, drawn), files_of(drawn))


def stats_view(
    user_id: int,
    card: PersonCard | None,
    season: int,
    words: Translator,
    drawn: Drawn | None = None,
) -> ui.LayoutView:
    """Draw a person's card: the picture, and in words all that it shows and more.

    Args:
        user_id: the person.
        card: what there is, or None before the first finished round.
        season: the present season.
        words: the language of the reader.
        drawn: the picture, or None.
    """
    said = text(texts.stats(user_id, card, season, words))
    shown: list[Piece] = [said] if drawn is None else [drawn.piece, said]
    return layout(*shown, color=Color.RESULT)


async def _drawn(answer: Answer, name: str, card: PersonCard, season: int) -> Drawn | None:
    """Draw a card; None where pictures are off, or late."""
    interaction = answer.interaction
    services = services_of(interaction)
    if appearance_of(interaction).settings.text_only or not services.presenter.shows_pictures(
        interaction.guild_id or 0
    ):
        return None
    picture = person_picture(name, card, season, answer.words)
    try:
        data = await services.renderer.draw(picture)
    except TimeoutError:
        return None
    return None if data is None else Drawn(data, person_alt(picture, answer.words))


HANDLERS: Final[Mapping[str, Handler]] = {
    "score": at_its_table(_score),
    "board": turn_page,
    "final": show_final,
}
"""The handlers of this module's controls, by verb."""
