"""`/spades-admin settings`: the settings of a server."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.preferences import ServerSettings
from bot.tables.errors import ModeratorsOnly, NotSaved
from bot.tables.model import Pace
from bot.tables.ports import StoreError
from bot.texts import settings as texts
from bot.texts.translator import Translator
from cogs.base.access import is_manager
from cogs.base.answer import Answer, answer_to
from cogs.base.controls import Pick, PickRole, Press
from cogs.base.custom_ids import CustomId, parse_id
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, layout, text
from cogs.base.services import Interaction, services_of
from cogs.settings.choices import (
    AS_DISCORD,
    chosen_language,
    chosen_mention,
    languages,
    mention_pick,
)
from engine.errors import BadNotation

ABSENT_HOURS: Final = (1, 3, 6, 12, 24, 48)
"""The choices of hours until a computer player may take over a seat."""

ABANDONED_DAYS: Final = (2, 3, 7, 14, 30)
"""The choices of days until a table where nobody acts is closed."""


class ServerSettingsCommands(commands.Cog):
    """The command for the settings of a server."""

    @app_commands.command(name="settings", description="Choose how Spades works in this server")
    async def settings(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        await answer.run(_show_server(answer))


async def _show_server(answer: Answer) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    usual = services_of(interaction).preferences.usual_mention_after
    await answer.whisper(server_view(_of_server(interaction), usual, answer.words))


def _require_manager(interaction: Interaction) -> None:
    if not is_manager(interaction):
        raise ModeratorsOnly


def server_view(
    settings: ServerSettings, usual_mentions: float, words: Translator, note: str = ""
) -> ui.LayoutView:
    """Draw the settings of a server, for those who may manage it.

    Args:
        settings: what the server has chosen.
        usual_mentions: when people are mentioned where the server has not chosen.
        words: the language of the person.
        note: a line to add, for example what a choice cannot do.
    """
    paces = [(texts.pace_name(pace, words), pace.value) for pace in Pace]
    elsewhere = texts.mention_as_usual(usual_mentions, words)
    return layout(
        text(texts.server_head(words), note),
        ui.ActionRow(
            _switch("pictures", texts.pictures_label(settings, words), on=settings.pictures),
            _switch("last_card", texts.last_card_label(settings, words), on=settings.last_card),
            _switch("claims", texts.claims_label(settings, words), on=settings.claims),
        ),
        text(texts.pace_prompt(words)),
        ui.ActionRow(Pick(CustomId("pace", 0), paces, chosen=settings.pace.value)),
        text(texts.mention_prompt(words)),
        ui.ActionRow(mention_pick("mentions", settings.mention_after, elsewhere, words)),
        text(texts.language_prompt(words)),
        ui.ActionRow(
            Pick(CustomId("language", 0), languages(words), chosen=settings.language or AS_DISCORD)
        ),
        text(texts.call_prompt(words)),
        ui.ActionRow(_call_role(settings, words)),
        text(texts.absent_prompt(words)),
        ui.ActionRow(_numbers("absent", ABSENT_HOURS, settings.absent_hours, texts.hours, words)),
        text(texts.abandoned_prompt(words)),
        ui.ActionRow(
            _numbers("abandoned", ABANDONED_DAYS, settings.abandoned_days, texts.days, words)
        ),
        color=Color.QUIET,
    )


def _switch(verb: str, label: str, *, on: bool) -> Press:
    style = ButtonStyle.primary if on else ButtonStyle.secondary
    return Press(CustomId(verb, 0), label, style=style)


def _call_role(settings: ServerSettings, words: Translator) -> PickRole:
    nobody = texts.no_call(words)
    return PickRole(CustomId("call_role", 0), placeholder=nobody, chosen=settings.call_role)


def _numbers(
    verb: str,
    offered: Sequence[int],
    chosen: int,
    said: Callable[[int, Translator], str],
    words: Translator,
) -> Pick:
    choices = [(said(number, words), str(number)) for number in offered]
    return Pick(CustomId(verb, 0), choices, chosen=str(chosen))


async def choose_absent(pressed: Pressed) -> None:
    """Choose when a computer player may play for someone who is away."""
    await _keep_number(pressed, "absent_hours", ABSENT_HOURS)


async def choose_abandoned(pressed: Pressed) -> None:
    """Choose when a table where nobody acts is closed."""
    await _keep_number(pressed, "abandoned_days", ABANDONED_DAYS)


async def _keep_number(pressed: Pressed, name: str, offered: Sequence[int]) -> None:
    """Store the chosen number; a value that was not offered changes nothing."""
    settings = _of_server(pressed.interaction)
    chosen = next((number for number in offered if str(number) in pressed.values), None)
    changed = settings if chosen is None else settings.model_copy(update={name: chosen})
    await _keep_server(pressed, changed)


async def switch_pictures(pressed: Pressed) -> None:
    """Switch the pictures of tables on or off."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"pictures": not settings.pictures}))


async def switch_last_card(pressed: Pressed) -> None:
    """Let the last card of a hand play itself, or wait for the person."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"last_card": not settings.last_card}))


async def switch_claims(pressed: Pressed) -> None:
    """Let certain tricks be claimed, or every card be played."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"claims": not settings.claims}))


async def choose_pace(pressed: Pressed) -> None:
    """Choose the pace of new tables."""
    pace = next((pace for pace in Pace if (pace.value,) == pressed.values), None)
    if pace is None:
        raise BadNotation("a pace", ", ".join(pressed.values)[:100])
    await _keep_server(pressed, _of_server(pressed.interaction).model_copy(update={"pace": pace}))


async def choose_mentions(pressed: Pressed) -> None:
    """Choose when people are mentioned."""
    settings = _of_server(pressed.interaction)
    await _keep_server(
        pressed, settings.model_copy(update={"mention_after": chosen_mention(pressed)})
    )


async def choose_call_role(pressed: Pressed) -> None:
    """Choose the role that lobbies may call; everyone is no such role."""
    interaction = pressed.interaction
    named = parse_id(*pressed.values)
    guild = interaction.guild
    found = None if guild is None or named is None else guild.get_role(named)
    if found is not None and found.is_default():
        found = None
    note = ""
    if found is not None and not (
        found.mentionable or interaction.app_permissions.mention_everyone
    ):
        note = texts.role_not_mentionable(found.id, pressed.words)
    chosen = None if found is None else found.id
    changed = _of_server(interaction).model_copy(update={"call_role": chosen})
    await _keep_server(pressed, changed, note)


async def choose_language(pressed: Pressed) -> None:
    """Choose the language of public messages."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"language": chosen_language(pressed)}))


def _of_server(interaction: Interaction) -> ServerSettings:
    """Give the settings of the server, without a role that has been deleted meanwhile."""
    services, guild_id = services_of(interaction), interaction.guild_id or 0
    settings = services.preferences.of_server(guild_id)
    if services.calls.role(guild_id) is None:
        return settings.model_copy(update={"call_role": None})
    return settings


async def _keep_server(pressed: Pressed, settings: ServerSettings, note: str = "") -> None:
    interaction = pressed.interaction
    _require_manager(interaction)
    preferences = services_of(interaction).preferences
    try:
        await preferences.set_server(interaction.guild_id or 0, settings)
    except StoreError as fault:
        raise NotSaved from fault
    view = server_view(settings, preferences.usual_mention_after, pressed.words, note)
    await pressed.answer.update(view)


HANDLERS: Final[Mapping[str, Handler]] = {
    "last_card": switch_last_card,
    "claims": switch_claims,
    "absent": choose_absent,
    "abandoned": choose_abandoned,
    "pictures": switch_pictures,
    "pace": choose_pace,
    "mentions": choose_mentions,
    "call_role": choose_call_role,
    "language": choose_language,
}
"""The handlers of this module's controls, by verb."""
