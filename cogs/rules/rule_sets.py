"""The commands for a server's own rule sets, for those who manage it."""

from discord import app_commands
from discord.ext import commands

from bot.tables.errors import ModeratorsOnly, UnknownRuleSet
from bot.tables.rule_codes import is_code
from bot.tables.rulesets import LONGEST_NAME, find_rules, preset_of, save_rules, tidy
from bot.texts import rulesets as texts
from bot.texts.names import preset_titles
from cogs.base.access import is_manager
from cogs.base.answer import Answer, answer_to
from cogs.base.finding import (
    complete_rules,
    complete_saved,
    complete_table,
    find_table,
)
from cogs.base.services import Interaction, services_of


class RuleSetCommands(commands.Cog):
    """The commands that save, delete and choose rule sets."""

    rules = app_commands.Group(name="rules", description="Save this server's own rules")

    @rules.command(name="save", description="Save the rules of a table under a name")
    @app_commands.describe(
        name="The name, at most 40 characters",
        table="The table whose rules to keep; the one here if empty",
    )
    @app_commands.autocomplete(table=complete_table)
    async def save(  # noqa: D102
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        table: int | None = None,
    ) -> None:
        answer = answer_to(interaction)
        await answer.run(_save(answer, name, table))

    @rules.command(name="delete", description="Delete a rule set of this server")
    @app_commands.describe(name="The rule set")
    @app_commands.autocomplete(name=complete_saved)
    async def delete(self, interaction: Interaction, name: str) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_delete(answer, name))

    @rules.command(name="default", description="Choose what new tables of this server play")
    @app_commands.describe(name="A preset or a rule set of this server")
    @app_commands.autocomplete(name=complete_rules)
    async def default(self, interaction: Interaction, name: str) -> None:  # noqa: D102
        answer = answer_to(interaction)
        await answer.run(_default(answer, name))


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
        titles=preset_titles(),
    )
    await answer.say(texts.saved(kept, answer.words))


async def _delete(answer: Answer, name: str) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    name, guild_id = tidy(name), interaction.guild_id or 0
    rule_sets = services_of(interaction).rule_sets
    saved = {each.name.casefold(): each.rules for each in await rule_sets.all(guild_id)}
    if not await rule_sets.delete(guild_id, name):
        raise UnknownRuleSet(name[:LONGEST_NAME])
    await answer.say(texts.deleted(name, saved.get(name.casefold()), answer.words))


async def _default(answer: Answer, name: str) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    rule_sets = services_of(interaction).rule_sets
    guild_id = interaction.guild_id or 0
    name = tidy(name)
    if is_code(name):
        raise UnknownRuleSet(name[:LONGEST_NAME])
    await find_rules(rule_sets, guild_id, name, preset_titles())
    saved = {rule_set.name.casefold() for rule_set in await rule_sets.all(guild_id)}
    if name.casefold() not in saved:
        name = preset_of(name, preset_titles()) or name
    await rule_sets.make_default(guild_id, name)
    await answer.say(texts.is_default(name, answer.words))


def _require_manager(interaction: Interaction) -> None:
    if not is_manager(interaction):
        raise ModeratorsOnly
