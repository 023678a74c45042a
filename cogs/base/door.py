"""Receives every press, choice and form once, and passes it to its handler."""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, Final

import structlog
from discord import InteractionType
from discord.ext import commands
from structlog.contextvars import bound_contextvars

from bot.tables.errors import TableError
from bot.texts.refusals import old_button_text
from bot.texts.translator import Translator
from cogs.base.answer import Answer, Work, answer_to
from cogs.base.controls import MARK, PEOPLE_MARK, ROLES_MARK
from cogs.base.custom_ids import CustomId, decode
from cogs.base.finding import noticed
from cogs.base.services import Interaction, services_of
from engine.errors import RuleError

log = structlog.get_logger(__name__)

FOR_ALL_SEATED: Final = frozenset({"leave", "leave_sure"})
"""The verbs that a person with a seat may use without seeing the table."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press, choice or form.

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
        """The interaction's id, so that a second delivery has no effect."""
        return str(self.interaction.id)

    @property
    def values(self) -> tuple[str, ...]:
        """The chosen values of a menu."""
        values = self.data.get("values")
        return tuple(map(str, values)) if isinstance(values, list) else ()

    @property
    def data(self) -> Mapping[str, object]:
        """The data of the interaction."""
        return data_of(self.interaction)


def data_of(interaction: Interaction) -> Mapping[str, object]:
    """Give the data of an interaction as Discord sent it."""
    return {} if interaction.data is None else {**interaction.data}


Handler = Callable[[Pressed], Work]
"""Handles a press, a choice or a form."""

ShowRefusal = Callable[[Pressed, RuleError | TableError], Coroutine[Any, Any, bool]]
"""Shows a refusal in the hand that was pressed; gives False where the person has none there."""


class Door(commands.Cog):
    """Receives presses, choices and forms, also of messages from before a restart.

    discord.py's own ways need stored views, or rebuild the whole message for one press.
    """

    def __init__(self, handlers: Mapping[str, Handler], show_refusal: ShowRefusal) -> None:
        """Use these handlers, by verb, and a way to show a refusal in the pressed hand."""
        self._handlers = handlers
        self._show_refusal = show_refusal

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Pass a press to its handler; the person gets an answer in any case."""
        if interaction.type not in {InteractionType.component, InteractionType.modal_submit}:
            return
        if not services_of(interaction).deliveries.is_first(interaction.id):
            log.info("delivered_twice", interaction=interaction.id)
            return
        custom_id = str(data_of(interaction).get("custom_id"))
        for mark in (MARK, PEOPLE_MARK, ROLES_MARK):
            custom_id = custom_id.removeprefix(mark)
        meant = decode(custom_id)
        handler = None if meant is None else self._handlers.get(meant.verb)
        answer = answer_to(interaction)
        if meant is None or handler is None:
            await answer.run(answer.say(old_button_text(answer.words)))
            return
        with bound_contextvars(interaction=interaction.id, table=meant.table_id, kind=meant.verb):
            await answer.run(self._handle(handler, Pressed(meant, interaction, answer)))
        if meant.table_id and answer.stands_apart:
            services_of(interaction).hands.answered(meant.table_id, answer)

    async def _handle(self, handler: Handler, pressed: Pressed) -> None:
        """Pass a press to its handler; a refusal stands in the pressed hand if there is one.

        Raises:
            RuleError, TableError: it is refused, and the person has no hand to show it in.
        """
        await _require_sight(pressed)
        try:
            await handler(pressed)
        except (RuleError, TableError) as refusal:
            if not await self._show_refusal(pressed, refusal):
                raise


async def _require_sight(pressed: Pressed) -> None:
    """Check that the person sees the table of a press, and note that they are there.

    A hand stays open in the channel where it was requested, even when its table has moved. Discord
    lets people press only what is on a message of the bot; this check is for those who get around
    that.

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
