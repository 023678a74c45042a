"""`/spades` for everyone, and `/spades-admin` for those who may manage the server."""

import structlog
from discord import app_commands
from discord.ext import commands

from bot.texts.refusals import unexpected_text
from bot.texts.words import ADMIN, COMMAND
from cogs.base.answer import Answer
from cogs.base.controls import Pick, PickPerson, Press
from cogs.base.finding import Interaction
from cogs.base.language import CatalogTranslator, words_for
from cogs.hand.commands import PlayCommands
from cogs.help.commands import HelpCommands
from cogs.lobby import presses  # noqa: F401 - registers its buttons
from cogs.lobby.commands import LobbyCommands
from cogs.lobby.house_rules import Forms
from cogs.lobby.people import PeopleCommands
from cogs.records.commands import RecordCommands
from cogs.rules.commands import RulesCommands
from cogs.rules.rule_sets import RuleSetCommands
from cogs.settings.personal import PersonalSettingsCommands
from cogs.settings.server import ServerSettingsCommands

log = structlog.get_logger(__name__)


@app_commands.guild_only()
class Spades(
    LobbyCommands,
    PeopleCommands,
    PlayCommands,
    RecordCommands,
    RulesCommands,
    PersonalSettingsCommands,
    HelpCommands,
    commands.GroupCog,
    group_name=COMMAND,
    group_description="Play Spades",
):
    """The commands of those who play."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SpadesAdmin(
    RuleSetCommands,
    ServerSettingsCommands,
    commands.GroupCog,
    group_name=ADMIN,
    group_description="Set Spades up in this server",
):
    """The commands of those who may manage a server.

    A group of their own, since Discord hides a whole command from people, and no part of one.
    """


async def setup(bot: commands.Bot) -> None:
    """Give a bot the commands and the buttons."""
    bot.add_dynamic_items(Press, Pick, PickPerson)
    await bot.tree.set_translator(CatalogTranslator())
    await bot.add_cog(Spades())
    await bot.add_cog(SpadesAdmin())
    await bot.add_cog(Forms())
    bot.tree.error(command_failed)


async def command_failed(interaction: Interaction, fault: app_commands.AppCommandError) -> None:
    """Answer for a command that failed before its own code began, and log the cause."""
    if isinstance(fault, app_commands.CommandSignatureMismatch):
        log.warning("command_outdated", command=interaction.command and interaction.command.name)
    else:
        log.error("command_failed", exc_info=fault)
    answer = Answer(interaction, words_for(interaction))
    await answer.run(answer.say(unexpected_text(answer.words)))
