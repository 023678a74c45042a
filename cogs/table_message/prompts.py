"""Mentions the person whom a table waits for, in a short message that is removed after the turn.

A press at the table during the turn restarts the wait. Each turn gets one prompt. Posted prompts
are stored with their turn, so that a restart repeats none, and removes those whose turn has passed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import discord
import structlog

from bot.ending import finished
from bot.preferences import NEVER
from bot.tables.model import Status, Table
from bot.tables.ports import Prompted, StoreError
from bot.texts import table as texts
from cogs.base.faults import FAULTS, passes, told, wait_after
from cogs.base.outgoing import Outgoing, Priority
from cogs.table_message.posting import nonce_of
from cogs.table_message.public_appearance import PublicAppearance

log = structlog.get_logger(__name__)

SECONDS_AFTER_FAULT: Final = 1.0
"""Seconds before the first retry of a prompt."""

SECONDS_AFTER_REFUSAL: Final = 3600.0
"""Seconds without mentions in a channel where the bot may not post."""

Turn = tuple[tuple[int, int], int]
"""A turn of a table (`Table.turn_key`), and the user who is to act."""


class Noted(Protocol):
    """Remembers posted prompts between runs."""

    async def standing(self, shard: int | None = None) -> Sequence[Prompted]:
        """Give every prompt, or those in the servers of a shard, oldest first.

        Raises:
            StoreError: they cannot be read now.
        """
        ...

    async def note(self, prompt: Prompted) -> None:
        """Note that a prompt is posted.

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
    """The prompt of a turn.

    Attributes:
        turn: the turn, and the person to act.
        table: the present table.
        seconds: how long the table waits before the prompt.
        timer: the timer of the prompt.
        waiting: the task that waits to send it.
        message: the posted message.
        faults: how often Discord could not be reached.
    """

    turn: Turn
    table: Table
    seconds: float
    timer: asyncio.TimerHandle | None = None
    waiting: asyncio.Task[None] | None = None
    message: discord.PartialMessage | None = None
    faults: int = 0


class Prompts:
    """At most one prompt per table, and one per turn."""

    def __init__(
        self,
        client: discord.Client,
        appearance: PublicAppearance,
        outgoing: Outgoing,
        noted: Noted,
    ) -> None:
        """Start with none; `start` loads the previous process's prompts.

        Args:
            client: the Discord client.
            appearance: how tables look to everyone, and when people want to be mentioned.
            outgoing: gives every request its turn.
            noted: stores posted prompts.
        """
        self._client = client
        self._appearance = appearance
        self._outgoing = outgoing
        self._noted = noted
        self._prompts: dict[int, _Prompt] = {}
        self._left: dict[int, list[Prompted]] = {}
        self._refused: dict[int, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self, shard: int | None = None) -> None:
        """Load the previous process's prompts, before any table is taken up.

        Args:
            shard: whose; None for those of all servers.

        Raises:
            StoreError: they cannot be read now.
        """
        for prompt in await self._noted.standing(shard):
            self._left.setdefault(prompt.table_id or 0, []).append(prompt)

    def taken_up(self, is_open: Callable[[int], bool]) -> None:
        """Remove old prompts of tables that are not open any more.

        Those of open tables stay until the table is in memory, see `table_changed`.
        """
        for table_id in [each for each in self._left if not is_open(each)]:
            self._tidy(table_id)

    def _tidy(self, table_id: int) -> None:
        """Remove the old prompts of a table, except the one that stands for the present turn."""
        prompt = self._prompts.get(table_id)
        kept = None if prompt is None or prompt.message is None else prompt.message.id
        for left in self._left.pop(table_id, ()):
            if left.message_id != kept:
                self._take_away(self._message(left))

    def release(self, table_id: int) -> bool:
        """Let go of a table that is to leave memory; say whether no prompt is on its way."""
        prompt = self._prompts.get(table_id)
        if prompt is None:
            return True
        if prompt.timer is not None or prompt.waiting is not None:
            return False
        if prompt.message is not None:
            turn, user_id = prompt.turn
            posted = prompt.message
            guild_id = prompt.table.place.guild_id
            left = Prompted(posted.channel.id, posted.id, table_id, turn, user_id, guild_id)
            self._left.setdefault(table_id, []).append(left)
        del self._prompts[table_id]
        return True

    def drop(self, table_id: int) -> None:
        """Let go of the prompts of a table; those that are posted stay."""
        self._left.pop(table_id, None)
        prompt = self._prompts.pop(table_id, None)
        if prompt is not None:
            _put_off(prompt)

    def table_changed(self, table: Table) -> None:
        """Remove the prompt of a past turn, and schedule the next one."""
        turn = _waits_for(table)
        prompt = self._prompts.get(table.id)
        if prompt is not None and prompt.turn == turn:
            prompt.table = table
            return
        self._withdraw(table.id)
        if turn is None or self._closed:
            self._tidy(table.id)
            return
        seconds = self._appearance.mention_after(table, turn[1])
        left = self._left_for(table.id, turn)
        if left is not None:
            self._prompts[table.id] = _Prompt(turn, table, seconds, message=self._message(left))
        elif seconds != NEVER:
            prompt = self._prompts[table.id] = _Prompt(turn, table, seconds)
            self._wait(prompt, seconds)
        self._tidy(table.id)

    def pressed(self, table_id: int, user_id: int) -> None:
        """Postpone the prompt of a person who has just pressed something; a posted one stays."""
        prompt = self._prompts.get(table_id)
        if prompt is None or prompt.turn[1] != user_id or self._closed:
            return
        if prompt.timer is not None or prompt.waiting is not None:
            _put_off(prompt)
            self._wait(prompt, prompt.seconds)

    def table_posted(self, table_id: int, message_id: int) -> None:
        """Make a scheduled prompt link to a table's new message."""
        prompt = self._prompts.get(table_id)
        if prompt is not None:
            prompt.table = replace(prompt.table, message_id=message_id)

    def _left_for(self, table_id: int, turn: Turn) -> Prompted | None:
        left = self._left.get(table_id, ())
        return next((each for each in left if (each.turn, each.user_id) == turn), None)

    def _message(self, prompt: Prompted) -> discord.PartialMessage:
        guild_id = prompt.guild_id
        channel = self._client.get_partial_messageable(prompt.channel_id, guild_id=guild_id)
        return channel.get_partial_message(prompt.message_id)

    def _withdraw(self, table_id: int) -> None:
        prompt = self._prompts.pop(table_id, None)
        if prompt is None:
            return
        _put_off(prompt)
        if prompt.message is not None:
            self._take_away(prompt.message)

    def _wait(self, prompt: _Prompt, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        prompt.timer = loop.call_later(seconds, self._begin, prompt)

    def _begin(self, prompt: _Prompt) -> None:
        """Send the prompt, once the server is known and unless the channel refuses it."""
        prompt.timer = None
        place = prompt.table.place
        if not self._appearance.knows(place.guild_id):
            self._wait(prompt, prompt.seconds)
        elif self._refused.get(place.channel_id, 0.0) <= asyncio.get_running_loop().time():
            prompt.waiting = asyncio.create_task(self._ask(prompt), name="prompt")
            self._keep(prompt.waiting)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, prompt: _Prompt) -> None:
        channel_id, server = prompt.table.place.channel_id, prompt.table.place.guild_id
        try:
            lane = "post", channel_id
            async with self._outgoing.turn(lane, Priority.PROMPT, server=server):
                # From here on it is being sent: if withdrawn, it is removed afterwards.
                prompt.waiting = None
                sent = await self._send(prompt)
        except (discord.Forbidden, discord.NotFound) as fault:
            self._refuse(channel_id)
            log.info("prompts_refused", table=prompt.table.id, cause=told(fault))
        except FAULTS as fault:
            log.info("prompt_not_sent", table=prompt.table.id, cause=told(fault))
            if passes(fault) and self._stands(prompt) and not self._closed:
                self._wait(prompt, wait_after(prompt.faults, SECONDS_AFTER_FAULT))
                prompt.faults += 1
        else:
            if sent is not None:
                await self._sent(prompt, sent)

    def _stands(self, prompt: _Prompt) -> bool:
        return self._prompts.get(prompt.table.id) is prompt

    def _refuse(self, channel_id: int) -> None:
        now = asyncio.get_running_loop().time()
        self._refused = {each: until for each, until in self._refused.items() if until > now}
        self._refused[channel_id] = now + SECONDS_AFTER_REFUSAL

    async def _send(self, prompt: _Prompt) -> discord.PartialMessage | None:
        """Mention the person, unless the prompt was withdrawn."""
        table, (turn, user_id) = prompt.table, prompt.turn
        unwanted = self._appearance.mention_after(table, user_id) == NEVER
        if unwanted or not self._stands(prompt):
            return None
        place = table.place
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        user = discord.Object(user_id)
        sent = await channel.send(
            texts.prompt(table, user.id, self._appearance.words(table)),
            allowed_mentions=discord.AllowedMentions(users=[user]),
            nonce=nonce_of("prompt", channel.id, table.id, *turn, user_id),
        )
        return channel.get_partial_message(sent.id)

    async def _sent(self, prompt: _Prompt, message: discord.PartialMessage) -> None:
        turn, user_id = prompt.turn
        guild_id = prompt.table.place.guild_id
        noted = Prompted(message.channel.id, message.id, prompt.table.id, turn, user_id, guild_id)
        # Stored before it can be deleted, so that a deleted prompt is never stored afterwards.
        await self._write(self._noted.note(noted))
        prompt.message = message
        if not self._stands(prompt):
            self._take_away(message)

    def _take_away(self, message: discord.PartialMessage, faults: int = 0) -> None:
        """Delete a prompt; after the bot stops, the next process does it."""
        if not self._closed:
            self._keep(asyncio.create_task(self._delete(message, faults), name="prompt-gone"))

    async def _delete(self, message: discord.PartialMessage, faults: int) -> None:
        try:
            lane, server = ("delete", message.channel.id), _server_of(message)
            async with self._outgoing.turn(lane, Priority.TIDY, server=server):
                await message.delete()
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("prompt_out_of_reach", message=message.id, code=fault.code)
        except FAULTS as fault:
            log.info("prompt_not_deleted", message=message.id, cause=told(fault))
            if passes(fault):
                wait = wait_after(faults, SECONDS_AFTER_FAULT)
                loop = asyncio.get_running_loop()
                loop.call_later(wait, self._take_away, message, faults + 1)
            return
        await self._write(self._noted.forget(message.id))

    async def _write(self, write: Awaitable[None]) -> None:
        try:
            await write
        except StoreError:
            # A fault here is harmless: at worst a prompt remains after a crash.
            log.warning("prompt_not_noted")

    async def close(self) -> bool:
        """Stop prompting; say whether all requests under way were finished.

        Posted prompts stay: the next process knows their turns.
        """
        self._closed = True
        for prompt in self._prompts.values():
            _put_off(prompt)
        return await finished(self._tasks)


def _server_of(message: discord.PartialMessage) -> int | None:
    channel = message.channel
    return channel.guild_id if isinstance(channel, discord.PartialMessageable) else None


def _put_off(prompt: _Prompt) -> None:
    """Cancel a prompt that is not being sent yet."""
    if prompt.timer is not None:
        prompt.timer.cancel()
        prompt.timer = None
    if prompt.waiting is not None:
        prompt.waiting.cancel()
        prompt.waiting = None


def _waits_for(table: Table) -> Turn | None:
    """Give the turn and the user that a table waits for, or None."""
    turn = table.turn
    if table.status is not Status.PLAYING or turn is None:
        return None
    chair = table.chairs[turn]
    if chair.person is None or chair.away:
        return None
    return table.turn_key, chair.person.id
