"""Delivers the parts of one answer to Discord: the first in time, or after a deferral."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import discord
import structlog

from bot.gate import received_at
from bot.metrics import ANSWER_SECONDS
from bot.outages import UNREACHABLE, cause_of
from cogs.base.callbacks import ALREADY_ANSWERED, GONE, bring
from cogs.base.services import Interaction

log = structlog.get_logger(__name__)

SECONDS_BEFORE_DEFERRING: Final = 2.0
"""Discord gives an interaction 3 s; a deferral sent after 2 still arrives on a slow line."""

ResultT = TypeVar("ResultT")


class Delivery:
    """Delivers the parts of the answer to one interaction, one at a time.

    Attributes:
        sending: held by whoever delivers a part.
        answered: whether a part that the person reads has been delivered.
    """

    def __init__(self, interaction: Interaction) -> None:
        """Deliver nothing yet."""
        self.sending = asyncio.Lock()
        self.answered = False
        self._began = received_at()
        self._interaction = interaction
        self._deferred = False
        self._deferring: asyncio.Task[None] | None = None
        self._undelivered: BaseException | None = None

    def given(self) -> None:
        """Note that a part that the person reads has been delivered."""
        if not self.answered:
            self.answered = True
            ANSWER_SECONDS.observe(asyncio.get_running_loop().time() - self._began)

    def defer_in_time(self) -> asyncio.TimerHandle:
        """Defer the answer if it takes too long; the timer can be cancelled."""
        loop = asyncio.get_running_loop()
        return loop.call_at(self._began + SECONDS_BEFORE_DEFERRING, self._begin_deferring)

    def cancel(self) -> None:
        """Cancel a deferral under way."""
        if self._deferring is not None:
            self._deferring.cancel()

    def failed_with(self, fault: BaseException) -> bool:
        """Say whether a fault is that of a part which could not be delivered."""
        return fault is self._undelivered

    def _begin_deferring(self) -> None:
        self._deferring = asyncio.get_running_loop().create_task(self._defer())

    async def _defer(self) -> None:
        async with self.sending:
            if self.answered:
                return
            try:
                await self.deliver(lambda: self._interaction.response.defer(ephemeral=True))
            except (discord.HTTPException, *UNREACHABLE) as fault:
                log.warning("deferral_failed", cause=cause_of(fault))
            else:
                self._deferred = True

    async def deliver(self, send: Callable[[], Awaitable[ResultT]]) -> ResultT | None:
        """Send a part with retries, unless Discord accepts no more parts.

        Returns:
            The result of sending; None if an earlier try turns out to have arrived.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it could not be delivered.
        """
        return await self.once(lambda: bring(send))

    async def once(self, send: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """Send a part without retries, unless Discord accepts no more parts.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it could not be delivered.
        """
        if isinstance(self._undelivered, discord.HTTPException) and self._undelivered.code in GONE:
            raise self._undelivered
        try:
            return await send()
        except (discord.HTTPException, *UNREACHABLE) as fault:
            self._undelivered = fault
            raise

    async def first(
        self, send: Callable[[], Awaitable[ResultT]], later: Callable[[], Awaitable[object]]
    ) -> ResultT | None:
        """Deliver the first answer, or what replaces it after a deferral.

        Args:
            send: sends the first answer.
            later: delivers the answer after a deferral, or in addition to another one.

        Returns:
            The result of the first answer; None if it was not this one, or is unknown.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: it could not be delivered.
        """
        if not (self._deferred or self.answered):
            doubtful = self._undelivered is not None
            try:
                given = await self.deliver(send)
            except discord.HTTPException as fault:
                if not (doubtful and fault.code == ALREADY_ANSWERED):
                    raise
                # The response to the deferral was lost, but the deferral has arrived.
                self._undelivered, self._deferred = None, True
            else:
                self.given()
                return given
        await later()
        self.given()
        return None
