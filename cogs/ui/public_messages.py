"""The public message of a table as it stands in its channel: edited, sent anew, reduced, found."""

from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import discord
import structlog

from bot.tables.model import Status, Table
from cogs.ui.apart import take_apart
from cogs.ui.attached import Attached
from cogs.ui.network import UNREACHABLE
from cogs.ui.posting import find_message, nonce_of
from cogs.ui.prompts import Prompts
from cogs.ui.public import PublicLook
from cogs.ui.table_message import TableMessage
from cogs.ui.table_view import left_view

log = structlog.get_logger(__name__)

UNKNOWN_MESSAGE: Final = 10008
"""Discord's code for a message that has been deleted."""

NoteMessage = Callable[[int, int | None, int], Awaitable[None]]


@dataclass(slots=True)
class Shown:
    """What is known of one table's public message.

    Attributes:
        table: the table, as it is to be shown.
        message_id: the message that shows it, or that a fresh one is to take the place of.
        number: the round that the message belongs to; 0 is the lobby.
        place: the channel that the message is in.
        stray: a fresh message is wanted, where people are now.
        doubtful: a message may have been sent of which nothing was heard, by this process or by
            the one before.
        burnt: how many fresh messages were deleted before anything was heard of them.
        components: what the message is known to look like.
        note: a line to add at its end.
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

    @classmethod
    def of(cls, table: Table) -> "Shown":
        """Begin with what the store knows."""
        if table.left is None:
            return cls(table, table.message_id, table.message_round, table.place.channel_id)
        # The process before has not come to replace it, as far as anybody knows.
        left = table.left
        return cls(table, left.message_id, table.message_round, left.channel_id, stray=True)


class PublicMessages:
    """Does at Discord what brings the public messages of tables up to date.

    Attributes:
        attached: the pictures that stand on messages already.
        note_message: remembers in the store which message shows a table.
    """

    def __init__(self, client: discord.Client, look: PublicLook, prompts: Prompts) -> None:
        """Begin with none.

        Args:
            client: the Discord client.
            look: how tables look to everyone.
            prompts: the messages that lead to the table's own.
        """
        self._client = client
        self._look = look
        self._prompts = prompts
        self.attached = Attached()
        self.note_message: NoteMessage | None = None

    async def bring_up_to_date(self, shown: Shown) -> None:
        """Let the message of a table show it as it is: by an edit, or by a fresh message.

        Raises:
            discord.HTTPException: Discord refuses it.
            OSError, aiohttp.ClientError: Discord cannot be reached.
            TableError: which message shows the table could not be saved.
        """
        table = shown.table
        if shown.doubtful and (shown.message_id is None or shown.stray):
            await self._adopt(shown)
        number = 0 if table.game is None else table.game.number
        moved = shown.place != table.place.channel_id
        if shown.message_id is None or moved or shown.stray or number != shown.number:
            await self._post_anew(shown, table, number, shown.message_id)
            return
        with closing(await self._look.message(table, shown.note)) as fresh:
            if fresh.key != shown.components:
                await self._edit(shown, table, fresh, shown.message_id)

    async def _edit(self, shown: Shown, table: Table, fresh: TableMessage, message_id: int) -> None:
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

    async def _adopt(self, shown: Shown) -> None:
        """Take over a message of which nothing was heard, if one stands in the channel."""
        table, old = shown.table, shown.message_id
        me = self._client.user
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
        await self.note(table, shown.message_id, shown.number)

    async def _post_anew(
        self, shown: Shown, table: Table, number: int, replaced: int | None
    ) -> None:
        """Send a fresh message, reduce the old one to its result, and remember the fresh one.

        The same message sent again, by a retry or by the next process after a crash, is the one
        that is there already. It is remembered last, so that the next process would do all of it
        again.
        """
        old, old_place, old_number = shown.message_id, shown.place, shown.number
        with closing(await self._look.message(table, shown.note)) as fresh:
            message = await self._send(shown, table, fresh, number, replaced)
            if shown.message_id != old:
                # Meanwhile a command has answered with the message of this table.
                await self.delete(table, table.place.channel_id, message.id)
                return
            self.attached.note(message.id, fresh)
            shown.components = fresh.key
        shown.message_id, shown.number = message.id, number
        shown.place, shown.stray = table.place.channel_id, False
        if old is not None:
            await self._reduce(table, old_place, old, old_number)
        await self.note(table, message.id, number)
        self._prompts.table_posted(table.id, message.id)

    async def note(self, table: Table, message_id: int | None, number: int) -> None:
        """Remember which message has to follow a table: none, once its end has been shown."""
        if self.note_message is not None:
            await self.note_message(table.id, message_id, number)

    async def _send(
        self, shown: Shown, table: Table, fresh: TableMessage, number: int, replaced: int | None
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
        view = left_view(table, number, self._look.words(table))
        view.stop()
        try:
            await self._message(place, message_id).edit(view=view, attachments=[])
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("old_message_left", table=table.id, cause=type(fault).__name__)
        finally:
            take_apart(view)

    async def delete(self, table: Table, place: int, message_id: int) -> None:
        """Take away a second message of a table."""
        self.attached.forget(message_id)
        try:
            await self._message(place, message_id).delete()
        except (discord.HTTPException, *UNREACHABLE) as fault:
            log.info("second_message_left", table=table.id, cause=type(fault).__name__)

    def _message(self, place: int, message_id: int) -> discord.PartialMessage:
        return self._channel(place).get_partial_message(message_id)

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(channel_id)
