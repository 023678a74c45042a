"""One answer to every interaction, in time, whatever happens."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import discord
import structlog
from discord import ui

from bot.metrics import INTERACTIONS, UNANSWERED
from bot.outages import UNREACHABLE, cause_of, is_outage
from bot.tables.errors import TableError
from bot.tables.ports import Clock
from bot.texts.refusals import (
    deleted_message_text,
    discord_away_text,
    discord_forbids_text,
    refusal_text,
    slow_text,
    unexpected_text,
)
from bot.texts.translator import Translator
from cogs.base.callbacks import GONE, afresh
from cogs.base.delivery import Delivery
from cogs.base.faults import UNKNOWN_MESSAGE
from cogs.base.language import words_for
from cogs.base.layouts import notice, unlink, unlink_all
from cogs.base.services import Interaction, services_of
from engine.errors import RuleError

log = structlog.get_logger(__name__)

TOKEN_LIFETIME: Final = timedelta(minutes=14, seconds=45)
"""How long an answer can be edited: Discord's 15 minutes, minus the time that an edit takes."""

Work = Coroutine[Any, Any, None]
"""The work for an interaction."""


class Answer:
    """Answers one interaction: within its 3 s, or after an automatic deferral."""

    def __init__(self, interaction: Interaction, words: Translator, clock: Clock) -> None:
        """Begin to answer an interaction.

        Args:
            interaction: the interaction.
            words: the language of the person.
            clock: tells how old the interaction's token is.
        """
        self.interaction = interaction
        self.words = words
        self._clock = clock
        self.received = self._clock.now()
        self._delivery = Delivery(interaction)
        self._followup: discord.WebhookMessage | None = None
        self._sent: list[ui.LayoutView] = []
        self.shown_id: int | None = None
        """The id of the answer that only the person sees; None before there is one."""

    @property
    def expired(self) -> bool:
        """Whether the interaction's token is too old to be used.

        It is counted from the receipt, since the interaction's own time is by Discord's clock.
        """
        return self._clock.now() - self.received >= TOKEN_LIFETIME

    @property
    def in_place(self) -> bool:
        """Whether the pressed message is one that only the person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def pressed_id(self) -> int | None:
        """The id of the pressed message if only the person sees it, otherwise None."""
        message = self.interaction.message
        return message.id if message is not None and self.in_place else None

    @property
    def stands_apart(self) -> bool:
        """Whether the answer is in a message of its own, not in the pressed one."""
        return self.pressed_id is None or self.shown_id not in {None, self.pressed_id}

    async def run(self, work: Work) -> None:
        """Do the work of a command or press, and report a failure."""
        INTERACTIONS.labels(self.interaction.type.name).inc()
        timer = self._delivery.defer_in_time()
        try:
            await self._answer_for(work)
        except discord.HTTPException as fault:
            if fault.code in GONE:
                log.info("answer_too_late", code=fault.code)
            elif is_outage(fault):
                log.warning("answer_not_delivered", status=fault.status)
            else:
                log.exception("answer_failed", code=fault.code)
                await self._last_word()
        except UNREACHABLE as fault:
            # The change is saved, so an apology would be wrong; the next press shows the present
            # state.
            log.warning("answer_not_delivered", cause=type(fault).__name__)
        except asyncio.CancelledError:
            # The bot stops: a deferral under way must not outlive its connections.
            self._delivery.cancel()
            raise
        finally:
            timer.cancel()
            unlink_all(self._sent)
            self._part_from_response()
            if not self._delivery.answered:
                UNANSWERED.inc()

    def _part_from_response(self) -> None:
        """Let discord.py's response go, which refers to its interaction: nothing follows it.

        Otherwise each interaction, with the message that was pressed, would wait for the garbage
        collector.
        """
        with suppress(AttributeError):
            del self.interaction._cs_response  # type: ignore[attr-defined]  # noqa: SLF001

    def _prepare(self, layout: ui.LayoutView) -> None:
        """Prepare a layout for sending: discord.py must not store it."""
        layout.stop()
        self._sent.append(layout)

    async def _answer_for(self, work: Work) -> None:
        """Do the work, and tell the person if it fails.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer itself could not be
                delivered.
        """
        try:
            await work
        except (RuleError, TableError) as refusal:
            await self.say(refusal_text(refusal, self.words))
        except (discord.HTTPException, *UNREACHABLE) as fault:
            if self._delivery.failed_with(fault):
                raise
            await self.say(self._told(fault))
        except Exception:
            log.exception("interaction_failed")
            await self.say(unexpected_text(self.words))

    def _told(self, fault: BaseException) -> str:
        """Log a failed request of the work, and give the sentence for the person."""
        if is_outage(fault):
            log.warning("request_failed", cause=cause_of(fault))
            return discord_away_text(self.words)
        if isinstance(fault, discord.Forbidden):
            log.warning("request_failed", cause=cause_of(fault), code=fault.code)
            return discord_forbids_text(self.words)
        log.error("interaction_failed", exc_info=fault)
        return unexpected_text(self.words)

    async def _last_word(self) -> None:
        """Tell the person that the answer failed, if Discord accepts it."""
        if self._delivery.answered:
            return
        try:
            await self.say(unexpected_text(self.words))
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.warning("answer_given_up", cause=type(fault).__name__)

    async def say(self, text: str) -> None:
        """Tell the person something in private."""
        await self.whisper(notice(text))

    async def whisper(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Send a message that only the person sees, with its files."""
        self._prepare(layout)
        async with self._delivery.sending:
            await self._whisper(layout, files)

    async def _whisper(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        made = afresh(files)

        async def later() -> None:
            self._followup = await self._delivery.deliver(
                lambda: self.interaction.followup.send(
                    view=layout, files=made(), ephemeral=True, wait=True
                )
            )

        given = await self._delivery.first(
            lambda: self.interaction.response.send_message(
                view=layout, files=made(), ephemeral=True
            ),
            later,
        )
        if self._followup is not None:
            self.shown_id = self._followup.id
        elif given is not None:
            self.shown_id = given.message_id

    async def show(
        self, layout: ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> None:
        """Answer in the pressed message if only the person sees it, otherwise in a new one.

        This keeps the answers to presses on a hand from piling up. Without files, a message keeps
        its own.
        """
        if self.in_place:
            await self.update(layout, files)
        else:
            await self.whisper(layout, files or ())

    async def update(
        self, layout: ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> None:
        """Replace the message whose button was pressed.

        If it has been deleted, by a newer answer or a moderator, the answer is a new message.
        """
        self._prepare(layout)
        made = None if files is None else afresh(files)

        def attached() -> dict[str, Any]:
            return {} if made is None else {"attachments": made()}

        async with self._delivery.sending:
            try:
                await self._delivery.first(
                    lambda: self.interaction.response.edit_message(view=layout, **attached()),
                    lambda: self._delivery.deliver(
                        lambda: self.interaction.edit_original_response(view=layout, **attached())
                    ),
                )
            except discord.NotFound as fault:
                if fault.code != UNKNOWN_MESSAGE:
                    raise
                await self._instead(layout, () if made is None else made())
                return
        if self.in_place and self.interaction.message is not None:
            self.shown_id = self.interaction.message.id

    async def _instead(self, layout: ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Answer in a new private message, since the pressed one has been deleted."""
        log.info("pressed_message_deleted")
        if not self.in_place:
            layout, files = notice(deleted_message_text(self.words)), ()
            self._prepare(layout)
        await self._whisper(layout, files)

    async def ask(self, form: ui.Modal) -> None:
        """Open a form. It must be the first answer, so nothing slow may precede it."""
        form.stop()
        async with self._delivery.sending:
            await self._delivery.deliver(lambda: self.interaction.response.send_modal(form))
            self._delivery.given()

    async def redraw(self, layout: ui.LayoutView) -> None:
        """Edit the person's last private message, while the token is valid.

        Raises:
            discord.HTTPException: it is gone, or Discord cannot serve it now.
        """
        layout.stop()
        try:
            if self._followup is None:
                await self.interaction.edit_original_response(view=layout)
            else:
                # After a deferred press `@original` is the pressed message, which may be public.
                await self._followup.edit(view=layout)
        finally:
            unlink(layout)

    async def take_away(self) -> None:
        """Delete the person's last private message, while the token is valid.

        Raises:
            discord.HTTPException: it is gone, or Discord cannot serve it now.
        """
        if self._followup is None:
            await self.interaction.delete_original_response()
        else:
            await self._followup.delete()

    async def publish(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> int:
        """Answer with a message that everyone sees, and give its id."""
        self._prepare(layout)
        made = afresh(files)
        late: list[discord.WebhookMessage] = []

        async def later() -> None:
            if self.interaction.type is discord.InteractionType.application_command:
                # The first follow-up completes the deferral, and is private like it.
                await self._whisper(notice(slow_text(self.words)))
            # Everyone sees it, so it is not sent again after a lost response.
            late.append(
                await self._delivery.once(
                    lambda: self.interaction.followup.send(view=layout, files=made(), wait=True)
                )
            )

        async with self._delivery.sending:
            response = await self._delivery.first(
                lambda: self.interaction.response.send_message(view=layout, files=made()), later
            )
            if late:
                return late[0].id
            if response is not None and response.message_id:
                return response.message_id
            original = await self._delivery.deliver(self.interaction.original_response)
            return original.id if original is not None else 0


def answer_to(interaction: Interaction) -> Answer:
    """Begin to answer a person in their own language."""
    return Answer(interaction, words_for(interaction), services_of(interaction).clock)
