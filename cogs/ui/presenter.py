"""When the public messages of tables are brought up to date: newest wins, in few edits."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

import discord
import structlog

from bot.tables.errors import TableError
from bot.tables.model import Table
from bot.tables.ports import News
from bot.texts import table as texts
from cogs.ui.attached import Attached
from cogs.ui.hands import OpenHands
from cogs.ui.network import UNREACHABLE
from cogs.ui.prompts import Prompts
from cogs.ui.public import PublicLook
from cogs.ui.public_messages import UNKNOWN_MESSAGE, PublicMessages, Shown
from cogs.ui.table_message import TableMessage
from cogs.ui.tasks import finished

log = structlog.get_logger(__name__)

SECONDS_BETWEEN_EDITS: Final = 1.1
"""Discord lets about five edits through in five seconds a channel."""

SECONDS_BEFORE_EDIT: Final = 0.2
"""Long enough for an answer to arrive, short enough not to be noticed."""

_LOST: Final = frozenset({10003, 10004, 50001, 50013, 50083, 160005})
"""Codes that say a channel cannot be used: unknown, no access, no permission, archived, locked."""

_GONE: Final = frozenset({10003, 10004, 50001})
"""Those of them after which there is nothing left to show the end of a table to."""

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
class _Line:
    """When the message of one table is brought up to date.

    Attributes:
        shown: what is known of the message.
        timer: of the next time.
        running: whether it is being done.
        again: whether there is something new to show since that began.
        faults: how often in a row it has not worked.
    """

    shown: Shown
    timer: asyncio.TimerHandle | None = None
    running: bool = False
    again: bool = False
    faults: int = 0


@dataclass(slots=True)
class Presenter:
    """Shows what has been saved. The one publisher of the bot.

    Attributes:
        messages: brings the public messages up to date at Discord.
        hands: the open hands, refreshed along with the public message.
        prompts: the messages that ask someone to act.
        look: how tables look to everyone.
        seconds_between_edits: how often one message is edited at most.
        seconds_before_edit: how long news is held back, so that what follows at once, and the
            answer to a press that shows the same, save an edit.
        park: sets a table aside whose channel cannot be used.
    """

    messages: PublicMessages
    hands: OpenHands
    prompts: Prompts
    look: PublicLook
    seconds_between_edits: float = SECONDS_BETWEEN_EDITS
    seconds_before_edit: float = SECONDS_BEFORE_EDIT
    park: Park | None = None
    _lines: dict[int, _Line] = field(default_factory=dict)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _closed: bool = False
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SHOWN_AT_ONCE))

    @property
    def attached(self) -> Attached:
        """The pictures that stand on messages already."""
        return self.messages.attached

    def publish(self, news: News) -> None:
        """Take note of something that has been saved, and show it soon."""
        table = news.after
        line = self._lines.get(table.id)
        if line is None:
            line = self._lines[table.id] = _Line(Shown.of(table))
        shown = line.shown
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
            self._soon(line, self.seconds_before_edit)

    def posted(self, table: Table, message_id: int, message: TableMessage) -> None:
        """Note that a command has answered with the public message of a table."""
        line = self._lines.get(table.id)
        if line is not None:
            shown = line.shown
            self.attached.note(message_id, message)
            other, shown.message_id = shown.message_id, message_id
            shown.number = table.game.number if table.game is not None else 0
            shown.components = message.key
            if other not in {None, message_id}:
                self._spawn(self.messages.delete(table, shown.place, other))

    def look_for(self, table: Table) -> None:
        """Find out whether the answer that should have shown a table stands, else post it."""
        line = self._lines.get(table.id)
        if line is not None:
            line.shown.doubtful = True
            self._soon(line, self.seconds_before_edit)

    def show_again(self, table: Table) -> None:
        """Post the message of a table anew, where the old one cannot be seen any more."""
        line = self._lines.get(table.id)
        if line is not None:
            line.shown.table = table
            line.shown.stray = True
            self._soon(line, 0.0)

    def _soon(self, line: _Line, seconds: float) -> None:
        if self._closed:
            return
        if line.running:
            line.again = True
        elif line.timer is None:
            loop = asyncio.get_running_loop()
            line.timer = loop.call_later(seconds, self._begin, line)

    def _begin(self, line: _Line) -> None:
        line.timer = None
        line.running = True
        self._spawn(self._show(line))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _show(self, line: _Line) -> None:
        shown = line.shown
        try:
            async with self._turns:
                line.again = False
                await self.messages.bring_up_to_date(shown)
            line.faults = 0
            if shown.table.status.ended and not line.again:
                await self.messages.note(shown.table, None, shown.number)
        except discord.HTTPException as fault:
            await self._failed(line, fault)
        except UNREACHABLE as fault:
            log.warning("discord_unreachable", table=shown.table.id, cause=type(fault).__name__)
            self._try_again(line)
        except TableError:
            log.warning("message_not_noted", table=shown.table.id)
        except Exception:
            log.exception("table_not_shown", table=shown.table.id)
        finally:
            line.running = False
        if shown.table.status.ended and not line.again:
            self._lines.pop(shown.table.id, None)
            self.attached.forget(shown.message_id)
        elif line.again:
            wait = self.seconds_between_edits * 2**line.faults
            self._soon(line, min(wait, LONGEST_WAIT))

    def _try_again(self, line: _Line) -> None:
        """Show a table later, and later still while Discord does not come back."""
        line.faults = min(line.faults + 1, _MOST_DOUBLINGS)
        line.again = True

    async def _failed(self, line: _Line, fault: discord.HTTPException) -> None:
        table = line.shown.table
        log.warning("table_not_shown", table=table.id, status=fault.status, code=fault.code)
        if fault.code in _LOST and self.park is not None:
            try:
                if table.status.ended and fault.code in _GONE:
                    await self.messages.note(table, None, line.shown.number)
                else:
                    await self.park(table.id)
            except TableError:
                log.warning("table_not_parked", table=table.id)
        elif fault.status >= 500 or fault.status == 429 or fault.code == UNKNOWN_MESSAGE:  # noqa: PLR2004 - HTTP's own numbers
            self._try_again(line)

    async def close(self) -> None:
        """Stop, when the edits under way are done or take too long."""
        self._closed = True
        for line in self._lines.values():
            if line.timer is not None:
                line.timer.cancel()
        endings = finished(self._tasks), self.prompts.close(), self.hands.close()
        if not all(await asyncio.gather(*endings)):
            log.warning("messages_given_up")
