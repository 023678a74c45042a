"""The door of every press, choice and form: each comes in once, and goes to its handler."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import structlog
from discord import InteractionType
from discord.ext import commands
from structlog.contextvars import bound_contextvars

from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer, Work, answer_to
from cogs.base.controls import MARK, PEOPLE_MARK
from cogs.base.custom_ids import CustomId, decode
from cogs.base.finding import noticed
from cogs.base.services import Interaction, services_of

log = structlog.get_logger(__name__)

FOR_ALL_SEATED: Final = frozenset({"leave"})
"""What whoever holds a seat may do without seeing the table any more."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press that has arrived.

    Attributes:
        id: what was pressed.
        interaction: the interaction of the press.
        answer: where the answer goes.
    """

    id: CustomId
    interaction: Interaction
    answer: Answer

    @property
    def user_id(self) -> int:
        """The user who pressed."""
        return self.interaction.user.id

    @property
    def words(self) -> Translator:
        """The language of the person."""
        return self.answer.words

    @property
    def command_id(self) -> str:
        """The interaction's id, which makes a double delivery have one effect."""
        return str(self.interaction.id)

    @property
    def values(self) -> tuple[str, ...]:
        """What was chosen, where a selection was made."""
        values = self.data.get("values")
        return tuple(map(str, values)) if isinstance(values, list) else ()

    @property
    def data(self) -> Mapping[str, object]:
        """What Discord says of a choice or a form."""
        return data_of(self.interaction)


def data_of(interaction: Interaction) -> Mapping[str, object]:
    """Give what Discord says of an interaction, as it has come."""
    return {} if interaction.data is None else {**interaction.data}


Handler = Callable[[Pressed], Work]
"""Does what a press, a choice or a form asks for."""


class Door(commands.Cog):
    """Receives what people press, choose and fill in, whichever process once sent it.

    discord.py has ways of its own for each of these, but they need views that are kept, or make the
    whole message anew for one press.
    """

    def __init__(self, handlers: Mapping[str, Handler]) -> None:
        """Stand before the handlers, by verb."""
        self._handlers = handlers

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand a press to its handler; the person gets an answer in any case."""
        if interaction.type not in {InteractionType.component, InteractionType.modal_submit}:
            return
        if not services_of(interaction).deliveries.is_first(interaction.id):
            log.info("delivered_twice", interaction=interaction.id)
            return
        custom_id = str(data_of(interaction).get("custom_id"))
        meant = decode(custom_id.removeprefix(MARK).removeprefix(PEOPLE_MARK))
        handler = None if meant is None else self._handlers.get(meant.verb)
        answer = answer_to(interaction)
        if meant is None or handler is None:
            await answer.run(answer.say(old_button_text(answer.words)))
            return
        with bound_contextvars(interaction=interaction.id, table=meant.table_id, kind=meant.verb):
            await answer.run(_handle(handler, Pressed(meant, interaction, answer)))
        if meant.table_id and not answer.in_place:
            services_of(interaction).hands.answered(meant.table_id, answer)


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
        services = services_of(pressed.interaction)
        table = await services.tables.get(table_id)
        own = pressed.id.verb in FOR_ALL_SEATED
        await services.sight.require(pressed.interaction, table, own=own)
        await noticed(pressed.interaction, table_id)
    await handler(pressed)
