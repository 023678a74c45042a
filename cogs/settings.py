"""`/spades me` and `/spades-admin settings`: what people and servers choose for themselves."""

from collections.abc import Callable, Sequence
from typing import Final, get_args

import discord
from discord import ButtonStyle, app_commands, ui
from discord.ext import commands

from bot.preferences import Language, PersonalSettings, ServerSettings
from bot.tables.errors import ModeratorsOnly, NotSaved
from bot.tables.model import Pace
from bot.tables.ports import StoreError
from bot.texts import settings as texts
from bot.texts.refusals import old_button_text
from bot.texts.words import Words
from cogs.access import is_manager
from cogs.finding import Interaction
from cogs.services import services_of
from cogs.ui import palette
from cogs.ui.answer import Answer
from cogs.ui.custom_ids import CustomId
from cogs.ui.language import words_for
from cogs.ui.parts import layout, rows, text
from cogs.ui.pick import Choice, Pick
from cogs.ui.press import Press, Pressed, on_press
from engine.errors import BadNotation

_AS_DISCORD: Final = "auto"

_SWITCHES: Final[dict[str, Callable[[PersonalSettings], PersonalSettings]]] = {
    "four_color": lambda s: s.model_copy(update={"four_color": not s.four_color}),
    "text_only": lambda s: s.model_copy(update={"text_only": not s.text_only}),
    "order": lambda s: s.model_copy(
        update={"order": "low_first" if s.order == "high_first" else "high_first"}
    ),
    "hints": lambda s: s.model_copy(update={"hints": not s.hints}),
    "confirm": lambda s: s.model_copy(update={"confirm": not s.confirm}),
    "pings": lambda s: s.model_copy(update={"pings": not s.pings}),
}
"""What each button of the personal settings does, in the order in which they stand."""

ABSENT_HOURS: Final = (1, 3, 6, 12, 24, 48)
"""Hours that a server may choose from until a seat may be handed to a computer player."""

ABANDONED_DAYS: Final = (2, 3, 7, 14, 30)
"""Days that a server may choose from until a table where nobody acts is closed."""

_SWITCHES_IN_A_ROW: Final = 2
"""What a phone shows side by side."""


class PersonalSettingsCommands(commands.Cog):
    """The command for one's own settings."""

    @app_commands.command(name="me", description="Choose how Spades looks to you")
    async def me(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = Answer(interaction, words_for(interaction))
        settings = services_of(interaction).preferences.of_person(interaction.user.id)
        await answer.run(answer.whisper(personal_view(settings, answer.words)))


class ServerSettingsCommands(commands.Cog):
    """The command for the settings of a server."""

    @app_commands.command(name="settings", description="Choose how Spades is in this server")
    async def settings(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = Answer(interaction, words_for(interaction))
        await answer.run(_show_server(answer))


def personal_view(settings: PersonalSettings, words: Words) -> ui.LayoutView:
    """Draw the settings of a person, each with a button."""
    switches = [
        Press(CustomId("me", 0, (name,)), texts.personal_label(name, settings, words))
        for name in _SWITCHES
    ]
    pick = Pick(
        CustomId("my_language", 0),
        _languages(words),
        placeholder=texts.language_prompt(words),
        chosen=settings.language or _AS_DISCORD,
    )
    return layout(
        text(texts.personal_head(words)),
        *rows(switches, _SWITCHES_IN_A_ROW),
        text(texts.language_prompt(words)),
        ui.ActionRow(pick),
        color=palette.QUIET,
    )


def _languages(words: Words) -> list[Choice]:
    named = [(texts.LANGUAGE_NAMES[code], code) for code in get_args(Language)]
    return [(texts.same_language(words), _AS_DISCORD), *named]


@on_press("me")
async def switch(pressed: Pressed) -> None:
    """Switch a personal setting."""
    change = _SWITCHES.get("".join(pressed.id.args))
    if change is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    preferences = services_of(pressed.interaction).preferences
    await _keep_person(pressed, change(preferences.of_person(pressed.user_id)))


@on_press("my_language")
async def choose_my_language(pressed: Pressed) -> None:
    """Choose the language of what the person alone sees."""
    settings = services_of(pressed.interaction).preferences.of_person(pressed.user_id)
    await _keep_person(pressed, settings.model_copy(update={"language": _language(pressed)}))


def _language(pressed: Pressed) -> str | None:
    """Give the language that was chosen, None for Discord's own.

    Raises:
        BadNotation: it is none of those offered.
    """
    match pressed.values:
        case [chosen] if chosen == _AS_DISCORD:
            return None
        case [chosen] if chosen in get_args(Language):
            return chosen
        case _:
            raise BadNotation("a language", ", ".join(pressed.values)[:100])


async def _keep_person(pressed: Pressed, settings: PersonalSettings) -> None:
    try:
        await services_of(pressed.interaction).preferences.set_person(pressed.user_id, settings)
    except StoreError as fault:
        raise NotSaved from fault
    await pressed.answer.update(personal_view(settings, words_for(pressed.interaction)))


async def _show_server(answer: Answer) -> None:
    interaction = answer.interaction
    _require_manager(interaction)
    settings = services_of(interaction).preferences.of_server(interaction.guild_id or 0)
    await answer.whisper(server_view(settings, answer.words))


def _require_manager(interaction: Interaction) -> None:
    if not is_manager(interaction):
        raise ModeratorsOnly


def server_view(settings: ServerSettings, words: Words) -> ui.LayoutView:
    """Draw the settings of a server, for those who may manage it."""
    pictures = Press(
        CustomId("pictures", 0),
        texts.pictures_label(settings, words),
        style=ButtonStyle.primary if settings.pictures else ButtonStyle.secondary,
    )
    paces = [(texts.pace_name(pace, words), pace.value) for pace in Pace]
    return layout(
        text(texts.server_head(words)),
        ui.ActionRow(pictures),
        text(texts.pace_prompt(words)),
        ui.ActionRow(Pick(CustomId("pace", 0), paces, chosen=settings.pace.value)),
        text(texts.language_prompt(words)),
        ui.ActionRow(
            Pick(
                CustomId("language", 0), _languages(words), chosen=settings.language or _AS_DISCORD
            )
        ),
        text(texts.absent_prompt(words)),
        ui.ActionRow(_numbers("absent", ABSENT_HOURS, settings.absent_hours, texts.hours, words)),
        text(texts.abandoned_prompt(words)),
        ui.ActionRow(
            _numbers("abandoned", ABANDONED_DAYS, settings.abandoned_days, texts.days, words)
        ),
        color=palette.QUIET,
    )


def _numbers(
    verb: str,
    offered: Sequence[int],
    chosen: int,
    said: Callable[[int, Words], str],
    words: Words,
) -> Pick:
    choices = [(said(number, words), str(number)) for number in offered]
    return Pick(CustomId(verb, 0), choices, chosen=str(chosen))


@on_press("absent")
async def choose_absent(pressed: Pressed) -> None:
    """Choose when a computer player may play for someone who is away."""
    await _keep_number(pressed, "absent_hours", ABSENT_HOURS)


@on_press("abandoned")
async def choose_abandoned(pressed: Pressed) -> None:
    """Choose when a table where nobody acts is closed."""
    await _keep_number(pressed, "abandoned_days", ABANDONED_DAYS)


async def _keep_number(pressed: Pressed, name: str, offered: Sequence[int]) -> None:
    """Keep the number that was chosen; what was not offered changes nothing."""
    settings = _of_server(pressed.interaction)
    chosen = next((number for number in offered if str(number) in pressed.values), None)
    changed = settings if chosen is None else settings.model_copy(update={name: chosen})
    await _keep_server(pressed, changed)


@on_press("pictures")
async def switch_pictures(pressed: Pressed) -> None:
    """Switch the pictures of tables on or off."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"pictures": not settings.pictures}))


@on_press("pace")
async def choose_pace(pressed: Pressed) -> None:
    """Choose the pace of new tables."""
    pace = next((pace for pace in Pace if (pace.value,) == pressed.values), None)
    if pace is None:
        raise BadNotation("a pace", ", ".join(pressed.values)[:100])
    await _keep_server(pressed, _of_server(pressed.interaction).model_copy(update={"pace": pace}))


@on_press("language")
async def choose_language(pressed: Pressed) -> None:
    """Choose the language of public messages."""
    settings = _of_server(pressed.interaction)
    await _keep_server(pressed, settings.model_copy(update={"language": _language(pressed)}))


def _of_server(interaction: discord.Interaction[discord.Client]) -> ServerSettings:
    return services_of(interaction).preferences.of_server(interaction.guild_id or 0)


async def _keep_server(pressed: Pressed, settings: ServerSettings) -> None:
    interaction = pressed.interaction
    _require_manager(interaction)
    try:
        await services_of(interaction).preferences.set_server(interaction.guild_id or 0, settings)
    except StoreError as fault:
        raise NotSaved from fault
    await pressed.answer.update(server_view(settings, pressed.words))
