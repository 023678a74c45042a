"""Checks every command: what Discord's own client would never send is refused.

discord.py trusts the content of an interaction: only Discord's client checks choices, ranges,
lengths and types of options.
"""

import logging
from typing import Any, Final

import discord
import structlog
from discord import AppCommandOptionType, app_commands

from bot.outages import UNREACHABLE
from bot.texts.refusals import unreadable_text
from cogs.base.answer import answer_to
from cogs.base.custom_ids import parse_id
from cogs.base.services import Client, Interaction, services_of

log = structlog.get_logger(__name__)

LARGEST_NUMBER: Final = 2**53
"""Discord's limit for an integer option."""

LONGEST_TEXT: Final = 6000
"""Discord's limit for a string option, in characters."""

_MALFORMED: Final = (LookupError, TypeError, ValueError, AttributeError)


class LateCompletions(logging.Filter):
    """A log filter that downgrades errors of late or repeated autocompletes, which need no fix."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Turn such a record into a note without a traceback; pass every other unchanged."""
        cause = record.exc_info[1] if record.exc_info else None
        if not isinstance(cause, (discord.HTTPException, *UNREACHABLE)):
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.msg, record.args = "Suggestions not taken (%s)", (type(cause).__name__,)
        record.exc_info = None
        return logging.getLogger(record.name).isEnabledFor(logging.INFO)


LATE_COMPLETIONS: Final = LateCompletions()


class SpadesTree(app_commands.CommandTree[Client]):
    """The command tree, which checks every command."""

    def __init__(self, client: Client) -> None:
        """Hold the commands of a client."""
        super().__init__(client)
        logging.getLogger("discord.app_commands.tree").addFilter(LATE_COMPLETIONS)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Accept commands that match their definition, and the first delivery of autocompletes."""
        completion = interaction.type is discord.InteractionType.autocomplete
        if not services_of(interaction).deliveries.is_first(interaction.id):
            log.info("delivered_twice", interaction=interaction.id)
            return False
        if self._fits(interaction.data, focused=int(completion)):
            return True
        log.warning("command_unreadable")
        if not completion:
            answer = answer_to(interaction)
            await answer.run(answer.say(unreadable_text(answer.words)))
        return False

    def _fits(self, data: Any, focused: int) -> bool:  # noqa: ANN401 - whatever has been sent
        try:
            command: Any = self.get_command(data["name"])
            options = data.get("options", [])
            while isinstance(command, app_commands.Group):
                (inner,) = options
                command, options = command.get_command(inner["name"]), inner.get("options", [])
            parameters = {each.display_name: each for each in command.parameters}
            if sum(bool(option.get("focused")) for option in options) != focused:
                return False
            return all(_fits(parameters[option["name"]], option) for option in options)
        except _MALFORMED:
            return False


def _fits(parameter: app_commands.Parameter, option: dict[str, Any]) -> bool:
    """Say whether Discord's client lets people choose or type a value."""
    value = option["value"]
    if option["type"] != parameter.type.value:
        return False
    if option.get("focused"):
        return isinstance(value, str)
    choices = [choice.value for choice in parameter.choices]
    return (not choices or value in choices) and _is_of_kind(parameter, value)


def _is_of_kind(parameter: app_commands.Parameter, value: Any) -> bool:  # noqa: ANN401
    match parameter.type:
        case AppCommandOptionType.integer:
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and abs(value) <= LARGEST_NUMBER and _within(parameter, value)
        case AppCommandOptionType.string:
            return isinstance(value, str) and _within(parameter, len(value), LONGEST_TEXT)
        case AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case _:
            return parse_id(value) is not None


def _within(parameter: app_commands.Parameter, value: float, most: float = float("inf")) -> bool:
    least = parameter.min_value
    largest = most if parameter.max_value is None else parameter.max_value
    return (least is None or least <= value) and value <= largest
