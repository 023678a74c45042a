"""One answer to every interaction, in time, whatever happens."""

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import timedelta
from typing import Any, Final

import discord
import structlog
from discord import ui

from bot.tables.errors import TableError
from bot.texts.refusals import refusal_text, slow_text, unexpected_text
from bot.texts.words import Words
from cogs.services import services_of
from cogs.ui.apart import parted, take_apart
from cogs.ui.network import UNREACHABLE
from cogs.ui.notice import notice
from engine.errors import RuleError

log = structlog.get_logger(__name__)

SECONDS_BEFORE_DEFERRING: Final = 2.0
"""Discord gives an interaction 3 s; a deferral sent after 2 still arrives on a slow line."""

TOKEN_LIFETIME: Final = timedelta(minutes=14, seconds=45)
"""How long an answer can be changed: Discord's 15 minutes, less what an edit takes on its way."""

Work = Coroutine[Any, Any, None]
"""What is done for an interaction."""

_GONE: Final = frozenset({10062, 40060, 10008, 10015, 50027})
"""Discord's codes for an interaction, its message or its token that exists no more."""


class Answer:
    """Answers one interaction: once, within its 3 s, or after a deferral of its own accord."""

    def __init__(self, interaction: discord.Interaction[Any], words: Words) -> None:
        """Begin to answer an interaction."""
        self.interaction = interaction
        self.words = words
        self._clock = services_of(interaction).clock
        self.received = self._clock.now()
        self._sending = asyncio.Lock()
        self._deferred = False
        self._answered = False
        self._deferring: asyncio.Task[None] | None = None
        self._followup: discord.WebhookMessage | None = None
        self._sent: list[ui.LayoutView] = []

    @property
    def expired(self) -> bool:
        """Whether the interaction's token is too old to be used.

        Counted from the receipt: the interaction's own time is that of Discord's clock.
        """
        return self._clock.now() - self.received >= TOKEN_LIFETIME

    async def run(self, work: Work) -> None:
        """Do the work of a command or press, and answer for it if it fails.

        Work for an interaction that has come before is not done again.
        """
        if not services_of(self.interaction).deliveries.is_first(self.interaction.id):
            log.info("delivered_twice", interaction=self.interaction.id)
            work.close()
            return
        loop = asyncio.get_running_loop()
        timer = loop.call_later(SECONDS_BEFORE_DEFERRING, self._begin_deferring)
        try:
            await self._guard(work)
        finally:
            timer.cancel()
            parted(self._sent)

    def _prepare(self, layout: ui.LayoutView) -> None:
        """Make a layout ready to be sent: discord.py must not store it."""
        layout.stop()
        self._sent.append(layout)

    async def _guard(self, work: Work) -> None:
        try:
            try:
                await work
            except (RuleError, TableError) as refusal:
                await self.say(refusal_text(refusal, self.words))
            except (discord.HTTPException, *UNREACHABLE):
                raise
            except Exception:
                log.exception("interaction_failed")
                await self.say(unexpected_text(self.words))
        except discord.HTTPException as fault:
            if fault.code in _GONE:
                log.info("answer_too_late", code=fault.code)
            elif fault.status >= 500:  # noqa: PLR2004 - HTTP's own number
                log.warning("answer_not_delivered", status=fault.status)
            else:
                log.exception("answer_failed", code=fault.code)
                await self._last_word()
        except UNREACHABLE as fault:
            # What was done is saved, so an apology would be wrong; a new press shows how it stands.
            log.warning("answer_not_delivered", cause=type(fault).__name__)

    async def _last_word(self) -> None:
        """Tell the person of a failed answer, if Discord lets it through."""
        if self._answered:
            return
        try:
            await self.say(unexpected_text(self.words))
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.warning("answer_given_up", cause=type(fault).__name__)

    def _begin_deferring(self) -> None:
        self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> None:
        async with self._sending:
            if self.interaction.response.is_done():
                return
            try:
                await self.interaction.response.defer(ephemeral=True)
            except (discord.HTTPException, *UNREACHABLE) as fault:
                log.warning("deferral_failed", cause=type(fault).__name__)
            else:
                self._deferred = True

    async def say(self, text: str) -> None:
        """Tell the person something that nobody else sees."""
        await self.whisper(notice(text))

    async def whisper(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        """Send a message that only the person sees, with the files that it shows."""
        self._prepare(layout)
        async with self._sending:
            await self._whisper(layout, files)

    async def _whisper(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
        if self._deferred or self._answered:
            self._followup = await self.interaction.followup.send(
                view=layout, files=files, ephemeral=True, wait=True
            )
        else:
            await self.interaction.response.send_message(view=layout, files=files, ephemeral=True)
        self._answered = True

    async def update(
        self, layout: ui.LayoutView, files: Sequence[discord.File] | None = None
    ) -> None:
        """Replace the message whose button was pressed."""
        self._prepare(layout)
        attached: dict[str, Any] = {} if files is None else {"attachments": list(files)}
        async with self._sending:
            if self._deferred or self._answered:
                await self.interaction.edit_original_response(view=layout, **attached)
            else:
                await self.interaction.response.edit_message(view=layout, **attached)
            self._answered = True

    async def ask(self, form: ui.Modal) -> None:
        """Open a form. It must be the first answer, so nothing slow may come before."""
        form.stop()
        async with self._sending:
            await self.interaction.response.send_modal(form)
            self._answered = True

    async def redraw(self, layout: ui.LayoutView) -> None:
        """Change the message that the person was shown last, for as long as the token lives.

        Raises:
            discord.HTTPException: it is gone, or Discord cannot serve it now.
        """
        layout.stop()
        try:
            if self._followup is None:
                await self.interaction.edit_original_response(view=layout)
            else:
                # After a deferred press `@original` is what was pressed: everybody's perhaps.
                await self._followup.edit(view=layout)
        finally:
            take_apart(layout)

    async def publish(self, layout: ui.LayoutView, files: Sequence[discord.File] = ()) -> int:
        """Answer with a message that everyone sees, and give its id."""
        self._prepare(layout)
        async with self._sending:
            if self._deferred:
                return await self._publish_late(layout, files)
            response = await self.interaction.response.send_message(view=layout, files=files)
            self._answered = True
            return response.message_id or (await self.interaction.original_response()).id

    async def _publish_late(self, layout: ui.LayoutView, files: Sequence[discord.File]) -> int:
        if self.interaction.type is discord.InteractionType.application_command:
            # The first follow-up completes the deferral, and stays as private as that was.
            await self._whisper(notice(slow_text(self.words)))
        sent = await self.interaction.followup.send(view=layout, files=files, wait=True)
        self._answered = True
        return sent.id
