"""`/spades`: every command of the bot in one group."""

import structlog
from discord import app_commands
from discord.ext import commands

from bot.texts.refusals import unexpected_text
from bot.texts.words import COMMAND
from cogs import lobby_presses  # noqa: F401 - registers its buttons
from cogs.finding import Interaction
from cogs.house_rules import Forms
from cogs.lobby import LobbyCommands
from cogs.people import PeopleCommands
from cogs.play import PlayCommands
from cogs.records import RecordCommands
from cogs.rules import RulesCommands
from cogs.settings import SettingsCommands
from cogs.translator import CatalogTranslator
from cogs.ui.answer import Answer
from cogs.ui.language import words_for
from cogs.ui.pick import Pick, PickPerson
from cogs.ui.press import Press

log = structlog.get_logger(__name__)


@app_commands.guild_only()
class Spades(
    LobbyCommands,
    PeopleCommands,
    PlayCommands,
    RecordCommands,
    RulesCommands,
    SettingsCommands,
    commands.GroupCog,
    group_name=COMMAND,
    group_description="Play Spades",
):
    """The one command group."""


async def setup(bot: commands.Bot) -> None:
    """Give a bot the commands and the buttons."""
    bot.add_dynamic_items(Press, Pick, PickPerson)
    await bot.tree.set_translator(CatalogTranslator())
    await bot.add_cog(Spades())
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
