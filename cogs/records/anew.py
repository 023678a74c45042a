"""`/spades-admin ratings`: lets the ratings of a server begin anew."""

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.tables.errors import ModeratorsOnly, NotSaved
from bot.tables.ports import StoreError
from bot.texts import records as texts
from bot.texts.translator import Translator
from cogs.base.access import is_manager
from cogs.base.answer import Answer, answer_to
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, layout, notice, row, text
from cogs.base.services import Interaction, services_of
from cogs.records.boards import present_season


class RatingAdminCommands(commands.Cog):
    """The command for the ratings of a server."""

    @app_commands.command(name="ratings", description="Let the ratings of this server begin anew")
    async def ratings(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        await answer.run(_ask(answer))


def _require_manager(interaction: Interaction) -> None:
    if not is_manager(interaction):
        raise ModeratorsOnly


async def _ask(answer: Answer) -> None:
    _require_manager(answer.interaction)
    await answer.whisper(anew_view(present_season(answer.interaction), answer.words))


def anew_view(season: int, words: Translator) -> ui.LayoutView:
    """Ask whether the ratings of a server are to begin anew."""
    begin = Press(CustomId("anew", 0), words("Begin anew"), style=ButtonStyle.danger)
    return layout(text(texts.anew_question(season, words)), row(begin), color=Color.QUIET)


async def begin_anew(pressed: Pressed) -> None:
    """Let the ratings begin anew, once: the answer has no button any more."""
    interaction = pressed.interaction
    _require_manager(interaction)
    records, guild_id = services_of(interaction).records, interaction.guild_id or 0
    try:
        await records.begin_anew(guild_id, present_season(interaction))
    except StoreError as fault:
        raise NotSaved from fault
    await pressed.answer.update(notice(texts.began_anew(pressed.words)))


HANDLERS: Final[Mapping[str, Handler]] = {"anew": begin_anew}
"""The handlers of this module's controls, by verb."""
