"""The rules of a table or rule set in words, and the list of rule sets."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from discord import app_commands, ui
from discord.ext import commands

from bot.tables.model import Table
from bot.tables.rulesets import find_rules
from bot.texts import rulesets as texts
from bot.texts.names import preset_titles
from bot.texts.rules import pace_sentence, rules_heading, rules_sentences
from bot.texts.translator import Translator
from cogs.base.answer import Answer, answer_to
from cogs.base.door import Handler
from cogs.base.finding import complete_rules, complete_table
from cogs.base.layouts import Color, layout, text
from cogs.base.services import Interaction, services_of
from cogs.base.which import at_its_table, at_table
from cogs.hand.showing import show_aside
from engine.rules import Rules


class RulesCommands(commands.Cog):
    """The commands that explain rules."""

    rules = app_commands.Group(name="rules", description="Read rules")

    @rules.command(name="show", description="Read the rules of a table or of a rule set")
    @app_commands.describe(
        table="The table whose rules to read; the one here if empty",
        named="A rule set by its name or code",
    )
    @app_commands.autocomplete(table=complete_table)
    @app_commands.autocomplete(named=complete_rules)
    async def show(  # noqa: D102 - the description above says it
        self, interaction: Interaction, table: int | None = None, named: str | None = None
    ) -> None:
        answer = answer_to(interaction)
        await answer.run(_show(answer, table, named))

    @rules.command(name="list", description="See the rule sets to choose from")
    async def list(self, interaction: Interaction) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_list(answer))


async def _show(answer: Answer, table_id: int | None, named: str | None) -> None:
    interaction = answer.interaction
    if named is not None:
        rule_sets = services_of(interaction).rule_sets
        found = await find_rules(rule_sets, interaction.guild_id or 0, named, preset_titles())
        await answer.whisper(rules_view(found, answer.words))
        return
    await at_table(answer, table_id, "rules", partial(_show_rules_of, answer), ended=True)


async def _show_rules_of(answer: Answer, table: Table) -> None:
    view = rules_view(table.rules, answer.words, pace_sentence(table, answer.words))
    await show_aside(answer, table, view)


async def _list(answer: Answer) -> None:
    interaction = answer.interaction
    rule_sets = services_of(interaction).rule_sets
    guild_id = interaction.guild_id or 0
    listing = texts.listing(
        await rule_sets.all(guild_id), await rule_sets.default(guild_id), answer.words
    )
    await answer.whisper(layout(text(listing), color=Color.LOBBY))


def rules_view(rules: Rules, words: Translator, clock: str = "") -> ui.LayoutView:
    """Draw the rules in short sentences; the arguments are those of `rules_text`."""
    return layout(rules_text(rules, words, clock), color=Color.LOBBY)


def rules_text(rules: Rules, words: Translator, clock: str = "") -> ui.TextDisplay[ui.LayoutView]:
    """Describe the rules in short sentences.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: the clock of a table whose pace overrides that of the rules.
    """
    said = rules_sentences(rules, words, clock=not clock)
    sentences = "\n".join(f"- {sentence}" for sentence in said)
    heading = f"### {rules_heading(rules, words)}"
    return text(heading, sentences, f"-# {clock}" if clock else "", texts.code_line(rules, words))


HANDLERS: Final[Mapping[str, Handler]] = {
    "rules": at_its_table(_show_rules_of),
}
"""The handlers of this module's controls, by verb."""
