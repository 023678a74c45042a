"""Edits, posts, reduces and finds the public messages of tables."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, closing

import discord
import structlog

from bot.tables.model import Status, Table
from bot.texts.table import restarted
from cogs.base.faults import FAULTS, UNKNOWN_MESSAGE, told
from cogs.base.layouts import unlink
from cogs.base.outgoing import Outgoing, Priority
from cogs.table_message.attached import Attached
from cogs.table_message.message import TableMessage
from cogs.table_message.posting import find_message, nonce_of
from cogs.table_message.prompts import Prompts
from cogs.table_message.public_appearance import PublicAppearance
from cogs.table_message.shown import Shown, Standing
from cogs.table_message.view import left_view

log = structlog.get_logger(__name__)

NoteMessage = Callable[[int, int | None, int], Awaitable[None]]
"""Stores which message shows a table, and its round."""

Turn = AbstractAsyncContextManager[None]
"""A turn in the queue of requests, held inside the block."""


class PublicMessages:
    """Makes the requests that bring the public messages of tables up to date.

    Attributes:
        attached: the pictures that messages already have.
        note: stores which message shows a table.
    """

    def __init__(
        self,
        client: discord.Client,
        appearance: PublicAppearance,
        outgoing: Outgoing,
        prompts: Prompts,
        note: NoteMessage,
    ) -> None:
        """Start with none.

        Args:
            client: the Discord client.
            appearance: how tables look to everyone.
            outgoing: gives every request its turn.
            prompts: the messages that lead to the table's own.
            note: stores which message shows a table.
        """
        self._client = client
        self._appearance = appearance
        self._outgoing = outgoing
        self._prompts = prompts
        self.note = note
        self.attached = Attached()

    async def bring_up_to_date(self, shown: Shown) -> None:
        """Show a table's present state by an edit or a new message.

        If the table changes on the way, nothing is done, and `shown.news` is set.

        Raises:
            discord.HTTPException, discord.RateLimited: Discord refuses it.
            OSError, aiohttp.ClientError: Discord cannot be reached.
            TableError: the id of the message could not be saved.
        """
        if shown.doubtful and shown.wants_fresh:
            await self._adopt(shown)
        standing = shown.standing
        if standing is None or shown.wants_fresh:
            await self._post_anew(shown)
        else:
            await self._edit(shown, standing)

    async def _edit(self, shown: Shown, standing: Standing) -> None:
        """Edit the message of a table, or post a new one if it was deleted."""
        async with self._turn(shown, "edit", standing.place):
            if shown.standing != standing or shown.wants_fresh:
                shown.news = True
                return
            table = shown.take()
            with closing(await self._fresh(shown, table)) as fresh:
                if fresh.key == shown.components:
                    return
                try:
                    await self.attached.edit(self._message(standing), fresh)
                except discord.NotFound as fault:
                    if fault.code != UNKNOWN_MESSAGE:
                        raise
                else:
                    shown.looks(standing, fresh.key)
                    return
        if shown.was_deleted(standing) and table.status is not Status.CLOSED:
            await self._post_anew(shown)

    def _turn(self, shown: Shown, kind: str, place: int) -> Turn:
        priority = shown.priority(asyncio.get_running_loop().time())
        guild_id = shown.table.place.guild_id
        return self._outgoing.turn((kind, place), priority, shown.table.id, server=guild_id)

    async def _fresh(self, shown: Shown, table: Table) -> TableMessage:
        note = restarted(table, self._appearance.words(table)) if shown.restarted else ""
        fresh = await self._appearance.message(table, note, in_words=shown.in_words)
        shown.late = shown.late + 1 if fresh.late else 0
        return fresh

    async def _adopt(self, shown: Shown) -> None:
        """Adopt a message in the channel whose response was lost."""
        table, old, me = shown.table, shown.standing, self._client.user
        here = table.place.channel_id
        try:
            async with self._turn(shown, "read", here):
                channel = self._channel(here)
                found = None if me is None else await find_message(channel, me.id, table.id)
        except discord.Forbidden:
            # Without access to the channel's history, a new message is the only way.
            return
        known = {None if old is None else old.id, shown.lost}
        if found is None or shown.standing != old or found[0] in known:
            return
        message_id, lobby = found
        number = 0 if lobby or table.game is None else table.game.number
        adopted = Standing(message_id, here, number)
        shown.replaced(adopted)
        await self._succeeds(table, adopted, old, shown)

    async def _post_anew(self, shown: Shown) -> None:
        """Send a new message, reduce the old one to its result, and remember the new one.

        Sending the same message again, by a retry or after a crash, gives the existing one. It is
        remembered last, so that a crash on the way repeats all of it.
        """
        old, here = shown.standing, shown.table.place.channel_id
        async with self._turn(shown, "post", here):
            if shown.standing != old or shown.table.place.channel_id != here:
                shown.news = True
                return
            number, table = shown.number, shown.take()
            with closing(await self._fresh(shown, table)) as fresh:
                message = await self._send(shown, table, fresh)
                posted = Standing(message.id, here, number)
                ours = shown.standing == old
                if ours:
                    self.attached.note(message.id, fresh)
                    shown.replaced(posted, fresh.key)
        if not ours:
            # Meanwhile the answer to a command became this table's message.
            shown.news = True
            await self.delete(table, posted, self._turn(shown, "delete", here))
            return
        await self._succeeds(table, posted, old, shown)
        self._prompts.table_posted(table.id, posted.id)

    async def _succeeds(
        self, table: Table, standing: Standing, old: Standing | None, shown: Shown
    ) -> None:
        """Reduce a replaced message, and remember the one that replaces it.

        The new message is not edited before that, so the turn is as urgent as the table's own.
        """
        if old is not None:
            await self.reduce(table, old, self._turn(shown, "edit", old.place))
        if shown.standing == standing:
            await self.note(table.id, standing.id, standing.number)

    async def note_end(self, table: Table, shown: Shown) -> None:
        """Remember that a table's end has been shown and needs no further message.

        Raises:
            TableError: it could not be saved.
        """
        number = shown.standing.number if shown.standing is not None else 0
        await self.note(table.id, None, number)

    async def _send(self, shown: Shown, table: Table, fresh: TableMessage) -> discord.Message:
        """Send a message unless it has been sent before, and give its present content."""
        channel = self._channel(table.place.channel_id)
        replaced = shown.lost if shown.standing is None else shown.standing.id
        number = 0 if table.game is None else table.game.number
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

    async def reduce(self, table: Table, standing: Standing, turn: Turn | None = None) -> None:
        """Reduce a replaced message to its result.

        Args:
            table: the table.
            standing: the replaced message.
            turn: the turn to wait for, if there is any hurry.
        """
        self.attached.forget(standing.id)
        turn = turn or self._of(table, "edit", standing)
        try:
            async with turn:
                view = left_view(table, standing.number, self._appearance.words(table))
                view.stop()
                try:
                    await self._message(standing).edit(view=view, attachments=[])
                finally:
                    unlink(view)
        except FAULTS as fault:
            log.info("old_message_left", table=table.id, cause=told(fault))

    async def delete(self, table: Table, standing: Standing, turn: Turn | None = None) -> None:
        """Delete a second message of a table; the arguments are those of `reduce`."""
        self.attached.forget(standing.id)
        turn = turn or self._of(table, "delete", standing)
        try:
            async with turn:
                await self._message(standing).delete()
        except FAULTS as fault:
            log.info("second_message_left", table=table.id, cause=told(fault))

    def _of(self, table: Table, kind: str, standing: Standing) -> Turn:
        """Give a turn for a message that has been replaced."""
        lane, guild_id = (kind, standing.place), table.place.guild_id
        return self._outgoing.turn(lane, Priority.TABLE, server=guild_id)

    def _message(self, standing: Standing) -> discord.PartialMessage:
        return self._channel(standing.place).get_partial_message(standing.id)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)
