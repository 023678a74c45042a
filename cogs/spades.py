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
from cogs.hand.showing import show_refusal
from cogs.help import commands as help_commands
from cogs.help.commands import HelpCommands
from cogs.lobby import ending, house_rules, people, presses
from cogs.lobby.commands import LobbyCommands
from cogs.lobby.listing import ListCommands
from cogs.lobby.people import PeopleCommands
from cogs.lobby.quick_play import QuickPlayCommands
from cogs.records import anew, history, puzzles, review
from cogs.records import commands as records
from cogs.records.anew import RatingAdminCommands
from cogs.records.commands import RecordCommands
from cogs.records.history import HistoryCommands
from cogs.records.puzzles import PuzzleCommands
from cogs.rules import commands as rules
from cogs.rules.commands import RulesCommands
from cogs.rules.rule_sets import RuleSetCommands
from cogs.settings import my_data, personal, server
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
    **history.HANDLERS,
    **review.HANDLERS,
    **anew.HANDLERS,
    **puzzles.HANDLERS,
    **rules.HANDLERS,
    **personal.HANDLERS,
    **my_data.HANDLERS,
    **server.HANDLERS,
}
"""The handlers of all controls, by verb."""

ORDER: Final = (
    "play", "new", "hand", "join", "start", "tables", "invite", "hint", "score", "rules", "leave",
    "resume", "history", "puzzle", "leaderboard", "stats", "me", "help", "end",
)  # fmt: skip
"""The commands of those who play, as Discord offers them: what is wanted most often comes first,
what ends a table last."""


@app_commands.guild_only()
class Spades(
    LobbyCommands,
    ListCommands,
    QuickPlayCommands,
    PeopleCommands,
    PlayCommands,
    RecordCommands,
    HistoryCommands,
    PuzzleCommands,
    RulesCommands,
    PersonalSettingsCommands,
    HelpCommands,
    commands.GroupCog,
    group_name=COMMAND,
    group_description="Play Spades",
):
    """The commands for players."""

    def __init__(self) -> None:
        """Put the commands into the order in which Discord offers them."""
        super().__init__()
        group = self.app_command
        assert isinstance(group, app_commands.Group)  # noqa: S101 - that of a `GroupCog`
        for name in ORDER:
            command = group.get_command(name)
            assert command is not None, name  # noqa: S101 - a test gives each command
            group.remove_command(name)
            group.add_command(command)


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class SpadesAdmin(
    RuleSetCommands,
    ServerSettingsCommands,
    RatingAdminCommands,
    commands.GroupCog,
    group_name=ADMIN,
    group_description="Set up Spades in this server",
):
    """The commands for those who manage a server.

    They are a group of their own, since Discord can hide only whole commands.
    """


async def setup(bot: Client) -> None:
    """Add the commands and the handlers of all controls to a bot."""
    await bot.tree.set_translator(CatalogTranslator())
    await bot.add_cog(Spades())
    await bot.add_cog(SpadesAdmin())
    await bot.add_cog(Door(HANDLERS, show_refusal))
    bot.tree.error(command_failed)


async def command_failed(interaction: Interaction, fault: app_commands.AppCommandError) -> None:
    """Answer a command that failed before its own code started, and log the cause."""
    if isinstance(fault, app_commands.CommandSignatureMismatch):
        log.warning("command_outdated", command=interaction.command and interaction.command.name)
    else:
        log.error("command_failed", exc_info=fault)
    answer = answer_to(interaction)
    await answer.run(answer.say(unexpected_text(answer.words)))
