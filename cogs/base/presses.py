"""Who handles which press, choice or form."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

import discord
from structlog.contextvars import bound_contextvars

from bot.texts.refusals import old_button_text
from bot.texts.words import Words
from cogs.base import custom_ids
from cogs.base.access import require_sight
from cogs.base.answer import Answer, Work
from cogs.base.custom_ids import CustomId
from cogs.base.finding import person_of
from cogs.base.language import words_for
from cogs.base.services import services_of


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
    if pressed.table_id and not answer.in_place:
        services_of(interaction).hands.answered(pressed.table_id, answer)


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
        tables, interaction = services_of(pressed.interaction).tables, pressed.interaction
        table = await tables.get(table_id)
        await require_sight(interaction, table, own=pressed.id.verb in FOR_ALL_SEATED)
        await tables.noticed(table_id, person_of(interaction))
    await handler(pressed)
