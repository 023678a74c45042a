"""The rules in words, and the rule sets of a server."""

from functools import partial

from discord import app_commands, ui
from discord.ext import commands

from bot.tables.errors import ModeratorsOnly
from bot.tables.model import Table
from bot.tables.rulesets import LONGEST_NAME, UnknownRuleSet, find_rules, save_rules, tidy
from bot.texts import rulesets as texts
from bot.texts.rules import pace_sentence, rules_heading, rules_sentences
from bot.texts.words import Words
from cogs.access import is_manager
from cogs.finding import Interaction, complete_rules, complete_saved, complete_table, find_table
from cogs.services import services_of
from cogs.ui import palette
from cogs.ui.answer import Answer
from cogs.ui.language import words_for
from cogs.ui.parts import layout, text
from cogs.ui.press import Pressed, on_press
from cogs.which import at_table
from engine.presets import PRESETS
from engine.rules import Rules


class RulesCommands(commands.Cog):
    """The commands that explain rules and keep rule sets."""

    rules = app_commands.Group(name="rules", description="Read rules, and keep your own")

    @rules.command(name="show", description="Read the rules of a table or of a rule set")
    @app_commands.describe(table="The table", named="A rule set by its name")
    @app_commands.autocomplete(table=complete_table)
    @app_commands.autocomplete(named=complete_rules)
    async def show(  # noqa: D102 - the description above says it
        self, interaction: Interaction, table: int | None = None, named: str | None = None
    ) -> None:
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_show(answer, table, named))

    @rules.command(name="save", description="Keep the rules of a table under a name")
    @app_commands.describe(name="The name, at most 40 characters", table="The table")
    @app_commands.autocomplete(table=complete_table)
    async def save(  # noqa: D102
        self, interaction: Interaction, name: str, table: int | None = None
    ) -> None:
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_save(answer, name, table))

    @rules.command(name="list", description="See the rule sets to choose from")
    async def list(self, interaction: Interaction) -> None:  # noqa: D102
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_list(answer))

    @rules.command(name="delete", description="Delete a rule set of this server")
    @app_commands.describe(name="The rule set")
    @app_commands.autocomplete(name=complete_saved)
    async def delete(self, interaction: Interaction, name: str) -> None:  # noqa: D102
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_delete(answer, name))

    @rules.command(name="default", description="Choose what new tables of this server play")
    @app_commands.describe(name="A preset or a rule set of this server")
    @app_commands.autocomplete(name=complete_rules)
    async def default(self, interaction: Interaction, name: str) -> None:  # noqa: D102
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_default(answer, name))


async def _show(answer: Answer, table_id: int | None, named: str | None) -> None:
    interaction = answer.interaction
    if named is not None:
        rule_sets = services_of(interaction).rule_sets
        found = await find_rules(rule_sets, interaction.guild_id or 0, named)
        await answer.whisper(rules_view(found, answer.words))
        return
    await at_table(answer, table_id, "rules", partial(_show_rules_of, answer), ended=True)


async def _show_rules_of(answer: Answer, table: Table) -> None:
    await answer.whisper(rules_view(table.rules, answer.words, pace_sentence(table, answer.words)))


async def _save(answer: Answer, name: str, table_id: int | None) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    table = await find_table(interaction, table_id)
    kept = await save_rules(
        services_of(interaction).rule_sets,
        interaction.guild_id or 0,
        name,
        table.rules,
        interaction.user.id,
    )
    await answer.say(texts.saved(kept, answer.words))


async def _list(answer: Answer) -> None:
    interaction = answer.interaction
    rule_sets = services_of(interaction).rule_sets
    guild_id = interaction.guild_id or 0
    listing = texts.listing(
        await rule_sets.all(guild_id), await rule_sets.default(guild_id), answer.words
    )
    await answer.whisper(layout(text(listing), color=palette.LOBBY))


async def _delete(answer: Answer, name: str) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    name = tidy(name)
    if not await services_of(interaction).rule_sets.delete(interaction.guild_id or 0, name):
        raise UnknownRuleSet(name[:LONGEST_NAME])
    await answer.say(texts.deleted(name, answer.words))


async def _default(answer: Answer, name: str) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    rule_sets = services_of(interaction).rule_sets
    guild_id = interaction.guild_id or 0
    name = tidy(name)
    await find_rules(rule_sets, guild_id, name)
    await rule_sets.make_default(guild_id, name)
    key = name.casefold()
    await answer.say(texts.is_default(key if key in PRESETS else name, answer.words))


def _require_manager(interaction: Interaction) -> None:
    if not is_manager(interaction):
        raise ModeratorsOnly


def rules_view(rules: Rules, words: Words, clock: str = "") -> ui.LayoutView:
    """Draw the rules in short sentences.

    Args:
        rules: the rules.
        words: the language of the reader.
        clock: how long people may think at a table of a pace of its own, in place of the clock of
            the rules.
    """
    said = rules_sentences(rules, words, clock=not clock)
    sentences = "\n".join(f"- {sentence}" for sentence in said)
    heading = f"### {rules_heading(rules, words)}"
    return layout(
        text(heading, sentences, f"-# {clock}" if clock else ""),
        color=palette.LOBBY,
    )


@on_press("rules")
async def rules(pressed: Pressed) -> None:
    """Explain the rules of the table."""
    table = await services_of(pressed.interaction).tables.get(pressed.id.table_id)
    await _show_rules_of(pressed.answer, table)
