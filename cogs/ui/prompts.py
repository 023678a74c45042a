"""A short message that asks someone to act, when the table waits; it goes away after."""

import asyncio
from dataclasses import dataclass, replace
from typing import Final

import discord
import structlog

from bot.tables.model import Status, Table
from bot.texts import table as texts
from cogs.ui.network import UNREACHABLE
from cogs.ui.public import PublicLook
from cogs.ui.tasks import finished

log = structlog.get_logger(__name__)

SECONDS_BEFORE_PROMPT: Final = 8.0
"""How long a table waits for a person before it mentions them."""


@dataclass(slots=True)
class _Prompt:
    turn: tuple[tuple[int, int], int]
    table: Table
    timer: asyncio.TimerHandle | None = None
    message: discord.PartialMessage | None = None


class Prompts:
    """At most one prompt a table."""

    def __init__(
        self, client: discord.Client, look: PublicLook, seconds: float = SECONDS_BEFORE_PROMPT
    ) -> None:
        """Begin with none.

        Args:
            client: the Discord client.
            look: how tables look to everyone, and who wants to be mentioned.
            seconds: how long a table waits before it mentions the person to act.
        """
        self._client = client
        self._look = look
        self._seconds = seconds
        self._prompts: dict[int, _Prompt] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

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
            self._spawn(table_id, self._delete(table_id, prompt.message))

    def _begin(self, table_id: int, prompt: _Prompt) -> None:
        prompt.timer = None
        self._spawn(table_id, self._send(table_id, prompt))

    def _spawn(self, table_id: int, work: "asyncio._CoroutineLike[None]") -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"prompt-{table_id}")
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
        prompt.message = channel.get_partial_message(sent.id)
        if self._prompts.get(table_id) is not prompt:
            await self._delete(table_id, prompt.message)

    async def _delete(self, table_id: int, message: discord.PartialMessage) -> None:
        try:
            await message.delete()
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("prompt_not_deleted", table=table_id, cause=type(fault).__name__)

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
