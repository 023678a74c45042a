"""Keeps the public messages of tables up to date: the newest state wins, in few edits."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import discord
import structlog

from bot.ending import finished
from bot.outages import UNREACHABLE
from bot.tables.errors import TableError
from bot.tables.model import Status, Table
from bot.tables.ports import News
from bot.texts.translator import Translator
from cogs.base.faults import FAULTS, wait_after
from cogs.base.outgoing import Outgoing, Priority
from cogs.base.services import Change, Hands, Send
from cogs.table_message.line import Line, after_fault, spread
from cogs.table_message.message import TableMessage
from cogs.table_message.prompts import Prompts
from cogs.table_message.public_appearance import PublicAppearance
from cogs.table_message.public_messages import PublicMessages
from cogs.table_message.shown import Shown, Standing

log = structlog.get_logger(__name__)

Park = Callable[[int], Awaitable[None]]
"""Parks a table whose channel cannot be used."""


class Presenter:
    """Shows saved changes to people.

    A server's tables are shown only once the server is known, and with it its language.
    """

    def __init__(  # noqa: PLR0913 - what it joins, once
        self,
        messages: PublicMessages,
        hands: Hands,
        prompts: Prompts,
        appearance: PublicAppearance,
        outgoing: Outgoing,
        park: Park,
        *,
        seconds_between_edits: float,
        seconds_before_edit: float,
    ) -> None:
        """Start with no tables.

        Args:
            messages: brings the public messages up to date.
            hands: the open hands, refreshed along with the public message.
            prompts: the messages that ask someone to act.
            appearance: how tables look to everyone.
            outgoing: the queue of requests, which closes with this.
            park: parks a table whose channel cannot be used.
            seconds_between_edits: the shortest time between two edits of a message.
            seconds_before_edit: how long a change waits, so that changes that follow at once, or an
                answer to a press that shows the same, save an edit.
        """
        self.appearance = appearance
        self._messages = messages
        self._hands = hands
        self._prompts = prompts
        self._outgoing = outgoing
        self._park = park
        self._between = seconds_between_edits
        self._before = seconds_before_edit
        self._lines: dict[int, Line] = {}
        self._held: dict[int, set[int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def shows_pictures(self, guild_id: int) -> bool:
        """Say whether a server wants pictures."""
        return self.appearance.shows_pictures(guild_id)

    def publish(self, news: News) -> None:
        """Note a saved change, and show it soon."""
        table = news.after
        line = self._lines.get(table.id)
        if line is None:
            line = self._lines[table.id] = Line(Shown.of(table))
        shown = line.shown
        shown.table, shown.late = table, 0
        if news.before is not None and news.before.message_id and table.message_id is None:
            shown.stray = True
        if news.before is not None and table.warned_at and not news.before.warned_at:
            # Nobody would see a warning in an old message.
            shown.stray = True
        if news.restored:
            shown.doubtful = shown.restarted = True
        elif news.events:
            shown.restarted = False
        if news.actor is not None:
            shown.acted = asyncio.get_running_loop().time()
            self._outgoing.hurry(table.id, Priority.PLAY)
        self._hands.table_changed(table)
        self._prompts.table_changed(table)
        # A parked table has no message, or none that anyone sees.
        if table.status is not Status.PARKED and (news.before is not None or news.restored):
            self._soon(line, self._before + (spread(table) if news.restored else 0.0))

    def release(self, table_id: int) -> bool:
        """Let go of a table that is to leave memory; say whether that is possible now."""
        line = self._lines.get(table_id)
        if line is not None and (line.running or line.timer is not None or line.shown.news):
            return False
        if not (self._hands.release(table_id) and self._prompts.release(table_id)):
            return False
        self._let_go(table_id)
        return True

    def drop(self, table_id: int) -> None:
        """Let go of a table that another process serves now."""
        self._hands.drop(table_id)
        self._prompts.drop(table_id)
        self._let_go(table_id)

    def _let_go(self, table_id: int) -> None:
        line = self._lines.pop(table_id, None)
        if line is None:
            return
        if line.timer is not None:
            line.timer.cancel()
        if line.shown.standing is not None:
            self._messages.attached.forget(line.shown.standing.id)

    def pressed(self, table_id: int, user_id: int) -> None:
        """Note that a person has pressed something at a table, which postpones a mention."""
        self._prompts.pressed(table_id, user_id)

    def words(self, table: Table) -> Translator:
        """Give the language of a table's server."""
        return self.appearance.words(table)

    async def open_with(self, table: Table, send: Send) -> None:
        """Show a new table by the answer to a command or press.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer could not be delivered.
            NotSaved: the id of the message could not be saved.
        """
        message = await self.appearance.message(table)
        try:
            message_id = await send(message.view, message.files())
        except (discord.HTTPException, *UNREACHABLE):
            self._look_for(table)
            raise
        if self._posted(table, message_id, message):
            await self._messages.note(table.id, message_id, 0)

    def _posted(self, table: Table, message_id: int, message: TableMessage) -> bool:
        """Note that the answer to a command is a public message of a table.

        Returns:
            Whether it is the table's message now; it is not if the table has moved on.
        """
        line = self._lines.get(table.id)
        if line is None:
            return True
        shown = line.shown
        answer = Standing(message_id, table.place.channel_id, 0)
        other = shown.standing
        if other is not None and other.number > 0:
            self._spawn(self._messages.reduce(shown.table, answer))
            return False
        self._messages.attached.note(message_id, message)
        shown.replaced(answer, message.key)
        if other is not None and other != answer:
            self._spawn(self._messages.delete(table, other))
        if other is not None or line.running or message.late:
            self._soon(line, self._before)
        return True

    async def change_with(self, table: Table, message_id: int, change: Change) -> None:
        """Show a table's present state by the answer to a press on its message.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: the answer could not be delivered.
        """
        message = await self.appearance.message(table)
        await self._messages.attached.change(
            message_id, message, lambda files: change(message.view, files)
        )
        line = self._lines.get(table.id)
        if line is not None and line.shown.standing is not None:
            standing = line.shown.standing
            if standing.id == message_id:
                line.shown.looks(standing, message.key)
                if message.late:
                    self._soon(line, self._before)

    def _look_for(self, table: Table) -> None:
        """Find the answer that should have shown a table, or post a message."""
        line = self._lines.get(table.id)
        if line is not None:
            line.shown.doubtful = True
            self._soon(line, self._before)

    def show_again(self, table: Table) -> None:
        """Post a new message of a table whose old one cannot be seen any more."""
        line = self._lines.get(table.id)
        if line is not None:
            line.shown.table = table
            line.shown.stray = True
            self._soon(line, 0.0)

    def server_known(self, guild_id: int) -> None:
        """Show the tables of a server that has become known."""
        for table_id in self._held.pop(guild_id, ()):
            line = self._lines.get(table_id)
            if line is not None:
                self._soon(line, 0.0)

    def servers_known(self) -> None:
        """Show tables of servers that were unknown, and park those of servers left since.

        By now Discord has named every server of a shard, including unavailable ones.
        """
        for guild_id in tuple(self._held):
            self.server_known(guild_id)
        for line in self._lines.values():
            if self.appearance.has_left(line.shown.table.place.guild_id):
                self._soon(line, 0.0)

    def _soon(self, line: Line, seconds: float) -> None:
        """Show a table in some seconds, or at an earlier time already planned.

        While Discord cannot be reached, the planned time is not moved up.
        """
        line.shown.news = True
        if self._closed or line.running or self._lines.get(line.shown.table.id) is not line:
            return
        loop = asyncio.get_running_loop()
        if line.timer is not None:
            if line.faults or line.timer.when() <= loop.time() + seconds:
                return
            line.timer.cancel()
        line.timer = loop.call_later(seconds, self._begin, line)

    def _begin(self, line: Line) -> None:
        line.timer = None
        guild_id = line.shown.table.place.guild_id
        if self.appearance.has_left(guild_id):
            self._spawn(self._leave(line))
        elif not self.appearance.knows(guild_id):
            self._held.setdefault(guild_id, set()).add(line.shown.table.id)
        else:
            line.running = True
            self._spawn(self._show(line))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, line: Line) -> None:
        wait: float | None = None
        try:
            wait = await self._try(line)
        finally:
            line.running = False
        shown = line.shown
        if wait is not None:
            self._soon(line, wait)
        elif shown.news:
            self._soon(line, self._between)
        elif shown.late:
            self._soon(line, wait_after(shown.late - 1, self._between))
        elif shown.table.status.ended:
            self._let_go(shown.table.id)

    async def _leave(self, line: Line) -> None:
        """Park a table whose server the bot has left."""
        await self._lose(line, gone=True)
        if line.shown.table.status.ended:
            self._let_go(line.shown.table.id)

    async def _try(self, line: Line) -> float | None:
        """Show a table; give the seconds until the next try, or None."""
        shown = line.shown
        try:
            await self._messages.bring_up_to_date(shown)
            line.faults = 0
            line.warned.clear()
            if shown.table.status.ended and not shown.news:
                await self._messages.note_end(shown.table, shown)
        except FAULTS as fault:
            sequel = after_fault(line, fault, self._between)
            if sequel.lost:
                await self._lose(line, gone=sequel.gone)
            return sequel.wait
        except TableError:
            log.warning("message_not_noted", table=shown.table.id)
        except Exception:
            log.exception("table_not_shown", table=shown.table.id)
            shown.news = False
        return None

    async def _lose(self, line: Line, *, gone: bool) -> None:
        """Park a table whose channel cannot be used.

        Args:
            line: the table's.
            gone: whether its end cannot be shown there either.
        """
        table = line.shown.table
        try:
            if table.status.ended and gone:
                await self._messages.note_end(table, line.shown)
            else:
                await self._park(table.id)
        except TableError:
            log.warning("table_not_parked", table=table.id)

    async def close(self) -> None:
        """Stop once the edits under way are done or take too long."""
        self._closed = True
        for line in self._lines.values():
            if line.timer is not None:
                line.timer.cancel()
        self._outgoing.close()
        endings = finished(self._tasks), self._prompts.close(), self._hands.close()
        if not all(await asyncio.gather(*endings)):
            log.warning("messages_given_up")
        await self.appearance.close()
