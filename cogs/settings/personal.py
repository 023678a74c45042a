"""`/spades me`: personal settings."""

from collections.abc import Callable, Mapping
from typing import Final

from discord import app_commands, ui
from discord.ext import commands

from bot.preferences import PersonalSettings
from bot.tables.errors import NotSaved
from bot.tables.ports import StoreError
from bot.texts import settings as texts
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import answer_to
from cogs.base.controls import Pick, Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.language import words_for
from cogs.base.layouts import Color, layout, row, rows, text
from cogs.base.services import Interaction, services_of
from cogs.settings.choices import (
    AS_DISCORD,
    chosen_language,
    chosen_mention,
    languages,
    mention_pick,
)
from cogs.settings.my_data import data_press

_SWITCHES: Final[dict[str, Callable[[PersonalSettings], PersonalSettings]]] = {
    "four_color": lambda s: s.model_copy(update={"four_color": not s.four_color}),
    "text_only": lambda s: s.model_copy(update={"text_only": not s.text_only}),
    "order": lambda s: s.model_copy(
        update={"order": "low_first" if s.order == "high_first" else "high_first"}
    ),
    "playable_first": lambda s: s.model_copy(update={"playable_first": not s.playable_first}),
    "hints": lambda s: s.model_copy(update={"hints": not s.hints}),
    "confirm": lambda s: s.model_copy(update={"confirm": not s.confirm}),
    "confirm_costly": lambda s: s.model_copy(update={"confirm_costly": not s.confirm_costly}),
    "tips": lambda s: s.model_copy(update={"tips": not s.tips}),
}
"""The personal settings with a switch, in the order of their buttons."""

_SWITCHES_IN_A_ROW: Final = 2
"""Buttons that fit side by side on a phone."""


class PersonalSettingsCommands(commands.Cog):
    """The command for personal settings."""

    @app_commands.command(name="me", description="Choose how Spades looks to you")
    async def me(self, interaction: Interaction) -> None:  # noqa: D102 - said above
        answer = answer_to(interaction)
        settings = services_of(interaction).preferences.of_person(interaction.user.id)
        view = personal_view(settings, _server_mentions(interaction), answer.words)
        await answer.run(answer.whisper(view))


def _server_mentions(interaction: Interaction) -> float:
    return services_of(interaction).preferences.mention_after(interaction.guild_id or 0)


def personal_view(
    settings: PersonalSettings, server_mentions: float, words: Translator
) -> ui.LayoutView:
    """Draw the settings of a person, each with a button or a menu.

    Args:
        settings: what the person has chosen.
        server_mentions: when this server mentions people, see `Preferences.mention_after`.
        words: the language of the person.
    """
    switches = [
        Press(CustomId("me", 0, (name,)), texts.personal_label(name, settings, words))
        for name in _SWITCHES
    ]
    pick = Pick(
        CustomId("my_language", 0),
        languages(words),
        placeholder=texts.language_prompt(words),
        chosen=settings.language or AS_DISCORD,
    )
    elsewhere = texts.mention_as_server(server_mentions, words)
    mentions = mention_pick("my_mentions", settings.mention_after, elsewhere, words)
    return layout(
        text(texts.personal_head(words)),
        *rows(switches, _SWITCHES_IN_A_ROW),
        text(texts.my_mention_prompt(words)),
        ui.ActionRow(mentions),
        text(texts.language_prompt(words)),
        ui.ActionRow(pick),
        row(data_press(words)),
        color=Color.QUIET,
    )


async def switch(pressed: Pressed) -> None:
    """Switch a personal setting."""
    change = _SWITCHES.get("".join(pressed.id.args))
    if change is None:
        await pressed.answer.say(old_button_text(pressed.words))
        return
    preferences = services_of(pressed.interaction).preferences
    await _keep_person(pressed, change(preferences.of_person(pressed.user_id)))


async def show_settings(pressed: Pressed) -> None:
    """Show the settings again."""
    settings = services_of(pressed.interaction).preferences.of_person(pressed.user_id)
    await _show_person(pressed, settings)


async def choose_my_language(pressed: Pressed) -> None:
    """Choose the language of what only this person sees."""
    settings = services_of(pressed.interaction).preferences.of_person(pressed.user_id)
    await _keep_person(pressed, settings.model_copy(update={"language": chosen_language(pressed)}))


async def choose_my_mentions(pressed: Pressed) -> None:
    """Choose when the person is mentioned."""
    settings = services_of(pressed.interaction).preferences.of_person(pressed.user_id)
    await _keep_person(
        pressed, settings.model_copy(update={"mention_after": chosen_mention(pressed)})
    )


async def _keep_person(pressed: Pressed, settings: PersonalSettings) -> None:
    try:
        await services_of(pressed.interaction).preferences.set_person(pressed.user_id, settings)
    except StoreError as fault:
        raise NotSaved from fault
    await _show_person(pressed, settings)


async def _show_person(pressed: Pressed, settings: PersonalSettings) -> None:
    mentions, words = _server_mentions(pressed.interaction), words_for(pressed.interaction)
    await pressed.answer.update(personal_view(settings, mentions, words))


HANDLERS: Final[Mapping[str, Handler]] = {
    "me": switch,
    "my_settings": show_settings,
    "my_language": choose_my_language,
    "my_mentions": choose_my_mentions,
}
"""The handlers of this module's controls, by verb."""
