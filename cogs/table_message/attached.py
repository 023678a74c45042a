"""Which picture stands on which message, so that no picture is sent twice."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import discord
import structlog

from cogs.table_message.message import TableMessage

log = structlog.get_logger(__name__)

MOST_REFUSALS: Final = 3
"""How often Discord may refuse to keep a file before that is asked no more.

A refusal may also mean that somebody has taken the picture off the message.
"""

_BAD_REQUEST: Final = 400

Change = Callable[[Sequence[discord.File] | None], Awaitable[object]]
"""Changes a message: the files to put in the place of its own, or None to keep those."""


class Attached:
    """The file that each public message of a table has."""

    def __init__(self) -> None:
        """Know nothing yet: of a message from before, the picture is sent once more."""
        self._names: dict[int, str] = {}
        self._refusals = 0

    def note(self, message_id: int, message: TableMessage) -> None:
        """Note that a message stands as it was sent."""
        self._names[message_id] = message.file_name

    def forget(self, message_id: int | None) -> None:
        """Know nothing of a message any more."""
        if message_id is not None:
            self._names.pop(message_id, None)

    async def edit(self, message: discord.PartialMessage, fresh: TableMessage) -> None:
        """Edit a message, with its picture only where that is another one.

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
        """Let a message be changed, with its picture only where that is another one.

        Args:
            message_id: the message.
            fresh: what it is to show.
            change: changes it; called again with the files where they were not to be kept.

        Raises:
            discord.HTTPException: Discord refused the change itself.
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
        # While it is on its way nobody can say which picture the message has.
        self.forget(message_id)
        await change(fresh.files())
        self.note(message_id, fresh)
