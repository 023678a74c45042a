"""Keeps the public messages of tables up to date: newest wins, a fresh message every round."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import structlog

from bot.tables.errors import TableError
from bot.tables.model import Status, Table
from bot.tables.ports import News
from bot.texts import table as texts
from cogs.ui.apart import take_apart
from cogs.ui.attached import Attached
from cogs.ui.hands import OpenHands
from cogs.ui.network import UNREACHABLE
from cogs.ui.posting import find_message, nonce_of
from cogs.ui.prompts import Prompts
from cogs.ui.public import PublicLook
from cogs.ui.table_message import TableMessage
from cogs.ui.table_view import left_view
from cogs.ui.tasks import finished

log = structlog.get_logger(__name__)

SECONDS_BETWEEN_EDITS: Final = 1.1
"""Discord lets about five edits through in five seconds a channel."""

SECONDS_BEFORE_EDIT: Final = 0.2
"""Long enough for an answer to arrive, short enough not to be noticed."""

UNKNOWN_MESSAGE: Final = 10008
_LOST: Final = frozenset({10003, 10004, 50001, 50013, 50083, 160005})
"""Codes that say a channel cannot be used: unknown, no access, no permission, archived, locked."""

_GONE: Final = frozenset({10003, 10004, 50001})
"""Those of them after which there is nothing left to show the end of a table to."""

NoteMessage = Callable[[int, int | None, int], Awaitable[None]]
Park = Callable[[int], Awaitable[None]]


LONGEST_WAIT: Final = 60.0
"""Seconds between two tries while Discord cannot be reached; each wait is twice the one before."""

_MOST_DOUBLINGS: Final = 10

SHOWN_AT_ONCE: Final = 10
"""Tables whose messages are made and sent at a time. Where more have changed, each waits for its
turn and is then shown as it is by then, so that work that nobody will see is not begun. At the
fifth of a second that Discord takes for an edit this comes to the fifty requests a second that it
lets a bot make, wherever it stands."""


@dataclass(slots=True)
class _Shown:
    """What is known of one table's public message.

    Attributes:
        doubtful: a message may have been sent of which nothing was heard, by this process or by
            the one before.
        burnt: how many fresh messages were deleted before anything was heard of them.
    """

    table: Table
    message_id: int | None
    number: int
    place: int
    stray: bool = False
    doubtful: bool = False
    burnt: int = 0
    components: object = None
    note: str = ""
    timer: asyncio.TimerHandle | None = None
    running: bool = False
    again: bool = False
    faults: int = 0


@dataclass(slots=True)
class Presenter:
    """Shows what has been saved. The one publisher of the bot.

    Attributes:
        client: the Discord client.
        hands: the open hands, refreshed along with the public message.
        prompts: the messages that ask someone to act.
        look: how tables look to everyone.
        seconds_between_edits: how often one message is edited at most.
        seconds_before_edit: how long news is held back, so that what follows at once, and the
            answer to a press that shows the same, save an edit.
        note_message: remembers in the store which message shows a table.
        park: sets a table aside whose channel cannot be used.
        attached: the pictures that stand on messages already.
    """

    client: discord.Client
    hands: OpenHands
    prompts: Prompts
    look: PublicLook
    seconds_between_edits: float = SECONDS_BETWEEN_EDITS
    seconds_before_edit: float = SECONDS_BEFORE_EDIT
    note_message: NoteMessage | None = None
    park: Park | None = None
    attached: Attached = field(default_factory=Attached)
    _shown: dict[int, _Shown] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: bool = False
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SHOWN_AT_ONCE))

    def publish(self, news: News) -> None:
        """Take note of something that has been saved, and show it soon."""
        table = news.after
        shown = self._shown.get(table.id)
        if shown is None:
            shown = _Shown(table, table.message_id, table.message_round, table.place.channel_id)
            if table.left is not None:
                # The process before has not come to replace it, as far as anybody knows.
                shown.message_id, shown.place = table.left.message_id, table.left.channel_id
                shown.stray = True
            self._shown[table.id] = shown
        shown.table = table
        if news.before is not None and news.before.message_id and table.message_id is None:
            shown.stray = True
        if news.restored:
            shown.doubtful = True
            shown.note = texts.restarted(self.look.words(table))
        elif news.events:
            shown.note = ""
        self.hands.table_changed(table)
        self.prompts.table_changed(table)
        if news.before is not None or news.restored:
            self._soon(shown, self.seconds_before_edit)

    def posted(self, table: Table, message_id: int, message: TableMessage) -> None:
        """Note that a command has answered with the public message of a table."""
        shown = self._shown.get(table.id)
        if shown is not None:
            self.attached.note(message_id, message)
            other, shown.message_id = shown.message_id, message_id
            shown.number = table.game.number if table.game is not None else 0
            shown.components = message.key
            if other not in {None, message_id}:
                self._spawn(self._delete(table, shown.place, other))

    def look_for(self, table: Table) -> None:
        """Find out whether the answer that should have shown a table stands, else post it."""
        shown = self._shown.get(table.id)
        if shown is not None:
            shown.doubtful = True
            self._soon(shown, self.seconds_before_edit)

    def show_again(self, table: Table) -> None:
        """Post the message of a table anew, where the old one cannot be seen any more."""
        shown = self._shown.get(table.id)
        if shown is not None:
            shown.table = table
            shown.stray = True
            self._soon(shown, 0.0)

    def _soon(self, shown: _Shown, seconds: float) -> None:
        if self._closed:
            return
        if shown.running:
            shown.again = True
        elif shown.timer is None:
            loop = asyncio.get_running_loop()
            shown.timer = loop.call_later(seconds, self._begin, shown)

    def _begin(self, shown: _Shown) -> None:
        shown.timer = None
        shown.running = True
        self._spawn(self._show(shown))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, shown: _Shown) -> None:
        try:
            async with self._turns:
                shown.again = False
                await self._bring_up_to_date(shown)
            shown.faults = 0
            if shown.table.status.ended and not shown.again:
                await self._note(shown.table, None, shown.number)
        except discord.HTTPException as fault:
            await self._failed(shown, fault)
        except UNREACHABLE as fault:
            log.warning("discord_unreachable", table=shown.table.id, cause=type(fault).__name__)
            self._try_again(shown)
        except TableError:
            log.warning("message_not_noted", table=shown.table.id)
        except Exception:
            log.exception("table_not_shown", table=shown.table.id)
        finally:
            shown.running = False
        if shown.table.status.ended and not shown.again:
            self._shown.pop(shown.table.id, None)
            self.attached.forget(shown.message_id)
        elif shown.again:
            wait = self.seconds_between_edits * 2**shown.faults
            self._soon(shown, min(wait, LONGEST_WAIT))

    def _try_again(self, shown: _Shown) -> None:
        """Show a table later, and later still while Discord does not come back."""
        shown.faults = min(shown.faults + 1, _MOST_DOUBLINGS)
        shown.again = True

    async def _failed(self, shown: _Shown, fault: discord.HTTPException) -> None:
        table = shown.table
        log.warning("table_not_shown", table=table.id, status=fault.status, code=fault.code)
        if fault.code in _LOST and self.park is not None:
            try:
                if table.status.ended and fault.code in _GONE:
                    await self._note(table, None, shown.number)
                else:
                    await self.park(table.id)
            except TableError:
                log.warning("table_not_parked", table=table.id)
        elif fault.status >= 500 or fault.status == 429 or fault.code == UNKNOWN_MESSAGE:  # noqa: PLR2004 - HTTP's own numbers
            self._try_again(shown)

    async def _bring_up_to_date(self, shown: _Shown) -> None:
        table = shown.table
        if shown.doubtful and (shown.message_id is None or shown.stray):
            await self._adopt(shown)
        number = 0 if table.game is None else table.game.number
        moved = shown.place != table.place.channel_id
        if shown.message_id is None or moved or shown.stray or number != shown.number:
            await self._post_anew(shown, table, number, shown.message_id)
            return
        with closing(await self.look.message(table, shown.note)) as fresh:
            if fresh.key != shown.components:
                await self._edit(shown, table, fresh, shown.message_id)

    async def _edit(
        self, shown: _Shown, table: Table, fresh: TableMessage, message_id: int
    ) -> None:
        """Edit the message of a table, or post it anew where it has been deleted."""
        try:
            await self.attached.edit(self._message(shown.place, message_id), fresh)
        except discord.NotFound as fault:
            if fault.code != UNKNOWN_MESSAGE:
                raise
            lost, shown.message_id = message_id, None
            if table.status is not Status.CLOSED:
                number = 0 if table.game is None else table.game.number
                await self._post_anew(shown, table, number, lost)
        else:
            shown.components = fresh.key

    async def _adopt(self, shown: _Shown) -> None:
        """Take over a message of which nothing was heard, if one stands in the channel."""
        table, old = shown.table, shown.message_id
        me = self.client.user
        try:
            channel = self._channel(table.place.channel_id)
            found = None if me is None else await find_message(channel, me.id, table.id)
        except discord.Forbidden:
            # Without a look at the channel's history a fresh message is all that is left.
            return
        if found is None or shown.message_id != old or found[0] == old:
            return
        if old is not None:
            await self._reduce(table, shown.place, old, shown.number)
        shown.message_id, lobby = found
        shown.place, shown.stray = table.place.channel_id, False
        shown.number = 0 if lobby or table.game is None else table.game.number
        await self._note(table, shown.message_id, shown.number)

    async def _post_anew(
        self, shown: _Shown, table: Table, number: int, replaced: int | None
    ) -> None:
        """Send a fresh message, reduce the old one to its result, and remember the fresh one.

        The same message sent again, by a retry or by the next process after a crash, is the one
        that is there already. It is remembered last, so that the next process would do all of it
        again.
        """
        old, old_place, old_number = shown.message_id, shown.place, shown.number
        with closing(await self.look.message(table, shown.note)) as fresh:
            message = await self._send(shown, table, fresh, number, replaced)
            if shown.message_id != old:
                # Meanwhile a command has answered with the message of this table.
                await self._delete(table, table.place.channel_id, message.id)
                return
            self.attached.note(message.id, fresh)
            shown.components = fresh.key
        shown.message_id, shown.number = message.id, number
        shown.place, shown.stray = table.place.channel_id, False
        if old is not None:
            await self._reduce(table, old_place, old, old_number)
        await self._note(table, message.id, number)
        self.prompts.table_posted(table.id, message.id)

    async def _note(self, table: Table, message_id: int | None, number: int) -> None:
        """Remember which message has to follow a table: none, once its end has been shown."""
        if self.note_message is not None:
            await self.note_message(table.id, message_id, number)

    async def _send(
        self, shown: _Shown, table: Table, fresh: TableMessage, number: int, replaced: int | None
    ) -> discord.Message:
        """Send a message unless it has been sent before, and give it as it should look now."""
        channel = self._channel(table.place.channel_id)
        nonce = nonce_of(channel.id, table.id, number, replaced, shown.burnt)
        doubtful, shown.doubtful = shown.doubtful, True
        try:
            message = await channel.send(view=fresh.view, files=fresh.files(), nonce=nonce)
        except discord.NotFound as fault:
            shown.burnt += fault.code == UNKNOWN_MESSAGE
            raise
        if doubtful:
            await message.edit(view=fresh.view, attachments=fresh.files())
        shown.doubtful = False
        return message

    async def _reduce(self, table: Table, place: int, message_id: int, number: int) -> None:
        self.attached.forget(message_id)
        view = left_view(table, number, self.look.words(table))
        view.stop()
        try:
            await self._message(place, message_id).edit(view=view, attachments=[])
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("old_message_left", table=table.id, cause=type(fault).__name__)
        finally:
            take_apart(view)

    async def _delete(self, table: Table, place: int, message_id: int) -> None:
        """Take away a second message of a table."""
        self.attached.forget(message_id)
        try:
            await self._message(place, message_id).delete()
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("second_message_left", table=table.id, cause=type(fault).__name__)

    def _message(self, place: int, message_id: int) -> discord.PartialMessage:
        return self._channel(place).get_partial_message(message_id)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(channel_id)

    async def close(self) -> None:
        """Stop, when the edits under way are done or take too long."""
        self._closed = True
        for shown in self._shown.values():
            if shown.timer is not None:
                shown.timer.cancel()
        endings = finished(self._tasks), self.prompts.close(), self.hands.close()
        if not all(await asyncio.gather(*endings)):
            log.warning("messages_given_up")
