"""A short message that asks someone to act, when the table waits; it goes away after.

Which prompts stand is noted in the store, so that after a crash the next process takes them away.
"""

import asyncio
from collections.abc import Awaitable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import discord
import structlog

from bot.tables.model import Status, Table
from bot.tables.ports import StoreError
from bot.texts import table as texts
from cogs.ui.network import UNREACHABLE
from cogs.ui.public import PublicLook
from cogs.ui.tasks import finished

log = structlog.get_logger(__name__)

SECONDS_BEFORE_PROMPT: Final = 8.0
"""How long a table waits for a person before it mentions them."""


class Noted(Protocol):
    """Remembers between runs which prompts stand."""

    async def standing(self) -> Sequence[tuple[int, int]]:
        """Give the ids of the channel and the message of every prompt.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def note(self, channel_id: int, message_id: int) -> None:
        """Note that a prompt stands in a channel.

        Raises:
            StoreError: it cannot be written now.
        """
        ...

    async def forget(self, message_id: int) -> None:
        """Note that a prompt is gone.

        Raises:
            StoreError: it cannot be written now.
        """
        ...


@dataclass(slots=True)
class _Prompt:
    turn: tuple[tuple[int, int], int]
    table: Table
    timer: asyncio.TimerHandle | None = None
    message: discord.PartialMessage | None = None


class Prompts:
    """At most one prompt a table."""

    def __init__(
        self,
        client: discord.Client,
        look: PublicLook,
        noted: Noted,
        seconds: float = SECONDS_BEFORE_PROMPT,
    ) -> None:
        """Begin with none; `start` takes away what the process before has left.

        Args:
            client: the Discord client.
            look: how tables look to everyone, and who wants to be mentioned.
            noted: which prompts stand.
            seconds: how long a table waits before it mentions the person to act.
        """
        self._client = client
        self._look = look
        self._noted = noted
        self._seconds = seconds
        self._prompts: dict[int, _Prompt] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Take away, little by little, the prompts that a process without an end has left.

        Raises:
            StoreError: they cannot be read now.
        """
        left = await self._noted.standing()
        if left:
            self._spawn("left", self._delete_all(left))

    async def _delete_all(self, left: Sequence[tuple[int, int]]) -> None:
        for channel_id, message_id in left:
            channel = self._client.get_partial_messageable(channel_id)
            await self._delete(channel.get_partial_message(message_id))

    def table_changed(self, table: Table) -> None:
        """Withdraw the prompt of a turn that has passed, and think of the next."""
        turn = _waits_for(table)
        prompt = self._prompts.get(table.id)
        if prompt is not None and prompt.turn == turn:
            prompt.table = table
            return
        self._withdraw(table.id)
        if turn is not None and not self._closed and self._look.may_mention(turn[1]):
            prompt = _Prompt(turn, table)
            loop = asyncio.get_running_loop()
            prompt.timer = loop.call_later(self._seconds, self._begin, table.id, prompt)
            self._prompts[table.id] = prompt

    def table_posted(self, table_id: int, message_id: int) -> None:
        """Let a prompt that is still to come lead to a table's fresh message."""
        prompt = self._prompts.get(table_id)
        if prompt is not None:
            prompt.table = replace(prompt.table, message_id=message_id)

    def _withdraw(self, table_id: int) -> None:
        prompt = self._prompts.pop(table_id, None)
        if prompt is None:
            return
        if prompt.timer is not None:
            prompt.timer.cancel()
        if prompt.message is not None:
            self._spawn(table_id, self._delete(prompt.message))

    def _begin(self, table_id: int, prompt: _Prompt) -> None:
        prompt.timer = None
        self._spawn(table_id, self._send(table_id, prompt))

    def _spawn(self, which: object, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"prompt-{which}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, table_id: int, prompt: _Prompt) -> None:
        table = prompt.table
        if not self._look.may_mention(prompt.turn[1]):
            return
        link = f"https://discord.com/channels/{table.place.guild_id}/{table.place.channel_id}"
        if table.message_id is not None:
            link = f"{link}/{table.message_id}"
        channel = self._client.get_partial_messageable(table.place.channel_id)
        user = discord.Object(prompt.turn[1])
        text = texts.prompt(table, user.id, link, self._look.words(table))
        try:
            sent = await channel.send(text, allowed_mentions=discord.AllowedMentions(users=[user]))
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("prompt_not_sent", table=table_id, cause=type(fault).__name__)
            return
        message = channel.get_partial_message(sent.id)
        # Noted before anyone may delete it, so that what is forgotten is never noted after.
        await self._write(self._noted.note(message.channel.id, message.id))
        prompt.message = message
        if self._prompts.get(table_id) is not prompt:
            await self._delete(message)

    async def _delete(self, message: discord.PartialMessage) -> None:
        """Delete a prompt; where Discord cannot be asked now, the next process tries again."""
        try:
            await message.delete()
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("prompt_out_of_reach", message=message.id, code=fault.code)
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("prompt_not_deleted", message=message.id, cause=type(fault).__name__)
            return
        await self._write(self._noted.forget(message.id))

    async def _write(self, write: Awaitable[None]) -> None:
        try:
            await write
        except StoreError:
            # A prompt is a courtesy: the worst is that one is left after a crash.
            log.warning("prompt_not_noted")

    async def close(self) -> bool:
        """Withdraw every prompt; say whether all of that came to an end."""
        self._closed = True
        for table_id in tuple(self._prompts):
            self._withdraw(table_id)
        return await finished(self._tasks)


def _waits_for(table: Table) -> tuple[tuple[int, int], int] | None:
    """Give the turn and the user that a table waits for, or None where it waits for nobody."""
    turn = table.turn
    if table.status is not Status.PLAYING or turn is None:
        return None
    chair = table.chairs[turn]
    if chair.person is None or chair.away:
        return None
    return table.turn_key, chair.person.id
