"""Which picture each message has, so that no picture is sent twice."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord
import structlog

from cogs.table_message.message import TableMessage

log = structlog.get_logger(__name__)

MOST_REFUSALS: Final = 3
"""How often Discord may refuse to keep a file before the bot stops asking.

A refusal may also mean that someone has removed the picture from the message.
"""

_BAD_REQUEST: Final = 400

Change = Callable[[Sequence[discord.File] | None], Awaitable[object]]
"""Edits a message, with files that replace its own, or None to keep those."""


class Attached:
    """The file on each public message of a table."""

    def __init__(self) -> None:
        """Start empty: the picture of an older message is sent once more."""
        self._names: dict[int, str] = {}
        self._refusals = 0

    def note(self, message_id: int, message: TableMessage) -> None:
        """Note the picture of a message that was sent."""
        self._names[message_id] = message.file_name

    def forget(self, message_id: int | None) -> None:
        """Forget a message."""
        if message_id is not None:
            self._names.pop(message_id, None)

    async def edit(self, message: discord.PartialMessage, fresh: TableMessage) -> None:
        """Edit a message, with its picture only if it has changed.

        Raises:
            discord.HTTPException: Discord refused the edit.
        """

        async def change(files: Sequence[discord.File] | None) -> None:
            if files is None:
                await message.edit(view=fresh.view)
            else:
                await message.edit(view=fresh.view, attachments=files)

        await self.change(message.id, fresh, change)

    async def change(self, message_id: int, fresh: TableMessage, change: Change) -> None:
        """Change a message, with its picture only if it has changed.

        Args:
            message_id: the message.
            fresh: its new content.
            change: edits it; called again with the files if Discord could not keep them.

        Raises:
            discord.HTTPException: Discord refused the edit itself.
        """
        if self._names.get(message_id) == fresh.file_name and self._refusals < MOST_REFUSALS:
            try:
                await change(None)
            except discord.HTTPException as fault:
                if fault.status != _BAD_REQUEST or not fresh.file_name:
                    raise
                self._refusals += 1
                log.warning("picture_not_kept", code=fault.code)
            else:
                return
        # During the request it is unknown which picture the message has.
        self.forget(message_id)
        await change(fresh.files())
        self.note(message_id, fresh)
