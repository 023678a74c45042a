"""The turn prompts that stand in channels: `cogs.ui.prompts.Noted` over the database."""

from sqlalchemy import select

from data.database import Database
from data.schema import prompts
from data.statements import PROMPT, UNPROMPT
from data.transaction import Unit


class SqlPrompts:
    """Remembers which prompts stand, so that the next process can take them away."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def standing(self) -> list[tuple[int, int]]:
        """Give the ids of the channel and the message of every prompt, oldest first.

        Raises:
            StoreError: they cannot be read now.
        """
        oldest_first = select(prompts).order_by(prompts.c.message_id)
        async with self._database.read() as connection:
            rows = (await connection.execute(oldest_first)).mappings()
            return [(row["channel_id"], row["message_id"]) for row in rows]

    async def note(self, channel_id: int, message_id: int) -> None:
        """Note that a prompt stands in a channel; to note it again changes nothing.

        Raises:
            StoreError: it cannot be written now.
        """
        row = {"channel_id": channel_id, "message_id": message_id}

        def work(unit: Unit) -> None:
            unit.run(PROMPT, [row])

        await self._database.write(work)

    async def forget(self, message_id: int) -> None:
        """Note that a prompt is gone; one that is not known is gone already.

        Raises:
            StoreError: it cannot be written now.
        """

        def work(unit: Unit) -> None:
            unit.run(UNPROMPT, [{"message_id": message_id}])

        await self._database.write(work)
