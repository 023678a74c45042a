"""`/spades me`, "My data": a person's data as a file, and "Forget me", which is asked twice."""

from collections.abc import Mapping
from io import BytesIO
from typing import Final

import discord
from discord import ButtonStyle, ui

from bot.tables.errors import NotSaved
from bot.tables.ports import StoreError
from bot.texts import my_data as texts
from bot.texts.translator import Translator
from cogs.base.controls import Press
from cogs.base.custom_ids import CustomId
from cogs.base.door import Handler, Pressed
from cogs.base.layouts import Color, layout, row, text
from cogs.base.services import services_of

MOST_BYTES: Final = 9_000_000
"""What Discord takes as a file from a bot, with some room."""

NAME: Final = "spades-my-data.json"


def data_press(words: Translator) -> Press:
    """Give the button that leads to a person's own data."""
    return Press(CustomId("my_data", 0), texts.label(words))


def data_view(words: Translator) -> ui.LayoutView:
    """Show what can be done with one's data."""
    return layout(
        text(texts.head(words)),
        row(
            Press(CustomId("my_file", 0), texts.download(words)),
            Press(CustomId("forget_me", 0), texts.forget(words), style=ButtonStyle.danger),
            Press(CustomId("my_settings", 0), words("Back")),
        ),
        color=Color.QUIET,
    )


async def show_data(pressed: Pressed) -> None:
    """Show it in place of the settings."""
    await pressed.answer.update(data_view(pressed.words))


async def give_file(pressed: Pressed) -> None:
    """Give all that is stored of the person."""
    try:
        found = await services_of(pressed.interaction).own_data.export(pressed.user_id)
    except StoreError as fault:
        raise NotSaved from fault
    if len(found) > MOST_BYTES:
        await pressed.answer.say(texts.too_large(pressed.words))
        return
    said = layout(
        text(texts.file(pressed.words)), ui.File(f"attachment://{NAME}"), color=Color.QUIET
    )
    await pressed.answer.whisper(said, [discord.File(BytesIO(found), NAME)])


async def ask(pressed: Pressed) -> None:
    """Ask for the first time."""
    words = pressed.words
    go_on = Press(CustomId("forget_sure", 0), texts.go_on(words), style=ButtonStyle.danger)
    await pressed.answer.update(_question(texts.first_question(words), go_on, words))


async def ask_again(pressed: Pressed) -> None:
    """Ask for the second time."""
    words = pressed.words
    done = Press(CustomId("forget_now", 0), texts.for_good(words), style=ButtonStyle.danger)
    await pressed.answer.update(_question(texts.second_question(words), done, words))


def _question(said: str, press: Press, words: Translator) -> ui.LayoutView:
    back = Press(CustomId("my_data", 0), words("Back"))
    return layout(text(said), row(press, back), color=Color.QUIET)


async def forget(pressed: Pressed) -> None:
    """Forget the person."""
    services = services_of(pressed.interaction)
    try:
        await services.own_data.forget(pressed.user_id)
    except StoreError as fault:
        raise NotSaved from fault
    await pressed.answer.update(layout(text(texts.forgotten(pressed.words)), color=Color.QUIET))


HANDLERS: Final[Mapping[str, Handler]] = {
    "my_data": show_data,
    "my_file": give_file,
    "forget_me": ask,
    "forget_sure": ask_again,
    "forget_now": forget,
}
"""The handlers of this module's controls, by verb."""
