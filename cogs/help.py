"""The rules, in words."""

from discord import app_commands, ui
from discord.ext import commands

from bot.texts.names import preset_title
from bot.texts.rules import clock_sentence, rules_heading, rules_sentences
from bot.texts.words import Words
from cogs.finding import Interaction, complete_table, find_table
from cogs.services import services_of
from cogs.ui import palette
from cogs.ui.answer import Answer
from cogs.ui.language import words_for
from cogs.ui.parts import layout, text
from cogs.ui.press import Pressed, on_press
from engine.errors import BadRules
from engine.presets import PRESETS
from engine.rules import Rules


class HelpCommands(commands.Cog):
    """The command that explains the rules."""

    @app_commands.command(name="rules", description="Read the rules of a table or of a rule set")
    @app_commands.describe(table="The table", named="A rule set by its name")
    @app_commands.autocomplete(table=complete_table)
    async def rules(  # noqa: D102
        self, interaction: Interaction, table: int | None = None, named: str | None = None
    ) -> None:
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_rules(answer, table, named))

    @rules.autocomplete("named")
    async def _complete_named(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [
            app_commands.Choice(name=preset_title(name), value=name)
            for name in PRESETS
            if typed.casefold() in f"{name} {preset_title(name)}".casefold()
        ]


async def _rules(answer: Answer, table_id: int | None, named: str | None) -> None:
    if named is not None:
        preset = PRESETS.get(named)
        if preset is None:
            raise BadRules(f"{named[:40]} is not a rule set I know.")
        await answer.whisper(rules_view(preset, answer.words))
        return
    table = await find_table(answer.interaction, table_id)
    clock = clock_sentence(table, answer.words)
    await answer.whisper(rules_view(table.rules, answer.words, clock))


def rules_view(rules: Rules, words: Words, clock: str = "") -> ui.LayoutView:
    """Draw the rules in short sentences.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: how long people may think at the table; left out for a rule set by itself.
    """
    sentences = "\n".join(f"- {sentence}" for sentence in rules_sentences(rules, words))
    heading = f"### {rules_heading(rules, words)}"
    return layout(text(heading, sentences, clock and f"-# {clock}"), color=palette.LOBBY)


@on_press("rules")
async def rules(pressed: Pressed) -> None:
    """Explain the rules of the table."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    clock = clock_sentence(table, pressed.words)
    await pressed.answer.whisper(rules_view(table.rules, pressed.words, clock))
