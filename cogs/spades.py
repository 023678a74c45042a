"""`/spades` for everyone, and `/spades-admin` for those who may manage the server."""

from collections.abc import Mapping
from typing import Final

import structlog
from discord import app_commands
from discord.ext import commands

from bot.texts.refusals import unexpected_text
from bot.texts.translator import ADMIN, COMMAND
from cogs.base.answer import answer_to
from cogs.base.door import Door, Handler
from cogs.base.language import CatalogTranslator
from cogs.base.services import Client, Interaction
from cogs.hand import commands as hand
from cogs.hand.commands import PlayCommands
from cogs.help import commands as help_commands
from cogs.help.commands import HelpCommands
from cogs.lobby import ending, house_rules, people, presses
from cogs.lobby.commands import LobbyCommands
from cogs.lobby.people import PeopleCommands
from cogs.records import commands as records
from cogs.records.commands import RecordCommands
from cogs.rules import commands as rules
from cogs.rules.commands import RulesCommands
from cogs.rules.rule_sets import RuleSetCommands
from cogs.settings import personal, server
from cogs.settings.personal import PersonalSettingsCommands
from cogs.settings.server import ServerSettingsCommands

log = structlog.get_logger(__name__)

HANDLERS: Final[Mapping[str, Handler]] = {
    **presses.HANDLERS,
    **people.HANDLERS,
    **house_rules.HANDLERS,
    **ending.HANDLERS,
    **hand.HANDLERS,
    **help_commands.HANDLERS,
    **records.HANDLERS,
    **rules.HANDLERS,
    **personal.HANDLERS,
    **server.HANDLERS,
}
"""What each button, menu and form of the bot does, by its verb."""


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


async def setup(bot: Client) -> None:
    """Give a bot the commands and the door of its buttons, menus and forms."""
    await bot.tree.set_translator(CatalogTranslator())
    await bot.add_cog(Spades())
    await bot.add_cog(SpadesAdmin())
    await bot.add_cog(Door(HANDLERS))
    bot.tree.error(command_failed)


async def command_failed(interaction: Interaction, fault: app_commands.AppCommandError) -> None:
    """Answer for a command that failed before its own code began, and log the cause."""
    if isinstance(fault, app_commands.CommandSignatureMismatch):
        log.warning("command_outdated", command=interaction.command and interaction.command.name)
    else:
        log.error("command_failed", exc_info=fault)
    answer = answer_to(interaction)
    await answer.run(answer.say(unexpected_text(answer.words)))
