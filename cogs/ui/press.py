"""The one kind of button there is, and who handles which press or choice.

Every button is a `Press` and every menu a `cogs.ui.pick.Pick`, registered once for the whole
bot: nothing else is ever in a view, and a view is stopped before it is sent, so discord.py never
stores one. A stored view that mixes these with ordinary buttons takes the whole pattern with it
when it times out.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self, cast

import discord
from discord import ButtonStyle, ui
from structlog.contextvars import bound_contextvars

from bot.texts.refusals import old_button_text
from bot.texts.words import Words
from cogs.access import require_sight
from cogs.services import services_of
from cogs.ui import custom_ids
from cogs.ui.answer import Answer, Work
from cogs.ui.apart import take_apart
from cogs.ui.custom_ids import CustomId
from cogs.ui.language import words_for

LABEL_LENGTH: Final = 38
"""Discord allows 80 characters; this many can be read on a phone."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press that has arrived.

    Attributes:
        id: what was pressed.
        interaction: the interaction of the press.
        answer: where the answer goes.
    """

    id: CustomId
    interaction: discord.Interaction[Any]
    answer: Answer

    @property
    def user_id(self) -> int:
        """The user who pressed."""
        return self.interaction.user.id

    @property
    def words(self) -> Words:
        """The language of the person."""
        return self.answer.words

    @property
    def command_id(self) -> str:
        """The interaction's id, which makes a double delivery have one effect."""
        return str(self.interaction.id)

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen, where a selection was made."""
        data = cast("dict[str, Any]", self.interaction.data or {})
        values = data.get("values")
        return tuple(map(str, values)) if isinstance(values, list) else ()


FOR_ALL_SEATED: Final = frozenset({"leave"})
"""What whoever holds a seat may do without seeing the table any more."""

Handler = Callable[[Pressed], Work]
_HANDLERS: Final[dict[str, Handler]] = {}


def on_press(verb: str) -> Callable[[Handler], Handler]:
    """Make a function the handler of a verb."""

    def register(handler: Handler) -> Handler:
        _HANDLERS[verb] = handler
        return handler

    return register


async def receive(interaction: discord.Interaction[Any], custom_id: str) -> None:
    """Hand a press or a choice to its handler; the person gets an answer in any case."""
    answer = Answer(interaction, words_for(interaction))
    pressed = custom_ids.decode(custom_id)
    handler = None if pressed is None else _HANDLERS.get(pressed.verb)
    if pressed is None or handler is None:
        await answer.run(answer.say(old_button_text(answer.words)))
        return
    with bound_contextvars(interaction=interaction.id, table=pressed.table_id, kind=pressed.verb):
        await answer.run(_handle(handler, Pressed(pressed, interaction, answer)))


class Press(ui.DynamicItem[ui.Button[Any]], template=r"s:[\s\S]*"):
    """A button that says by its custom id alone what it does."""

    def __init__(
        self,
        custom_id: CustomId | str,
        label: str | None = None,
        *,
        style: ButtonStyle = ButtonStyle.secondary,
        disabled: bool = False,
        emoji: str | discord.PartialEmoji | None = None,
    ) -> None:
        """Make a button for a custom id."""
        button: ui.Button[Any] = ui.Button(
            custom_id=str(custom_id),
            label=label[:LABEL_LENGTH] if label else None,
            style=style,
            disabled=disabled,
            emoji=emoji,
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Recognise a button that was pressed, whichever process once sent it."""
        label = item.label if isinstance(item, ui.Button) else None
        return cls(match[0], label or "\N{ZERO WIDTH SPACE}")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to its handler; the person gets an answer in any case."""
        try:
            await receive(interaction, self.custom_id)
        finally:
            # discord.py has made it of the whole message, for this one press.
            take_apart(self.view)


async def _handle(handler: Handler, pressed: Pressed) -> None:
    """Hand a press to its handler if the person sees the table that it names.

    A hand stays open in the channel where it was asked for, whatever has become of its table
    since. And Discord lets nobody press what does not stand on a message of the bot; this is for
    whoever finds a way all the same.

    Raises:
        NoSuchTable: the person does not see it, or there is none.
    """
    table_id = pressed.id.table_id
    if table_id:
        table = await services_of(pressed.interaction).tables.get(table_id)
        await require_sight(pressed.interaction, table, own=pressed.id.verb in FOR_ALL_SEATED)
        await services_of(pressed.interaction).tables.noticed(table_id, pressed.user_id)
    await handler(pressed)
