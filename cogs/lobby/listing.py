"""`/spades tables`: the open tables of a server, first those that wait for the person."""

from collections.abc import Sequence

from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.tables.model import Table
from bot.texts import answers
from bot.texts.table import table_label
from bot.texts.translator import Translator
from cogs.base.answer import Answer, answer_to
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.layouts import Color, layout, line, notice, rows, text
from cogs.base.services import Interaction, services_of
from cogs.base.which import MOST_ASKED, TABLES_IN_A_ROW


class ListCommands(commands.Cog):
    """The command that lists tables."""

    @app_commands.command(
        name="tables", description="See the open tables, those that wait for you first"
    )
    async def tables(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        await answer.run(_list(answer))


async def _list(answer: Answer) -> None:
    services = services_of(answer.interaction)
    found = await services.tables.in_guild(answer.interaction.guild_id or 0)
    user_id = answer.interaction.user.id
    mine: list[Table] = []
    others: list[Table] = []
    async for table in services.sight.seen(answer.interaction, found):
        # Whose turn it is, only the game tells.
        seated = table.seat_of(user_id) is not None
        full = await services.tables.get(table.id) if seated else table
        (mine if full.waits_for(user_id) else others).append(full)
    await answer.whisper(tables_view(mine, others, answer.words))


def tables_view(mine: Sequence[Table], others: Sequence[Table], words: Translator) -> ui.LayoutView:
    """List the open tables of a server.

    Args:
        mine: those where it is the person's turn, each with a button to the hand.
        others: the rest.
        words: the language of the person.
    """
    if not mine:
        return notice(answers.table_list(others, words))
    presses = [
        Press(CustomId("hand", table.id), table_label(table, words), style=ButtonStyle.primary)
        for table in mine[:MOST_ASKED]
    ]
    rest = [line(), text(answers.other_tables(others, words))] if others else []
    return layout(
        text(answers.my_turns(mine, words)),
        *rows(presses, TABLES_IN_A_ROW),
        *rest,
        color=Color.YOUR_TURN,
    )
