"""The turn prompts posted in channels: `cogs.table_message.prompts.Noted` over the database."""

from sqlalchemy import RowMapping, select

from bot.tables.ports import Prompted
from data.database import Database
from data.schema import prompts
from data.statements import PROMPT, UNPROMPT
from data.transaction import run


class SqlPrompts:
    """Remembers which prompts are posted, so that a restart does not repeat them."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def standing(self) -> list[Prompted]:
        """Give every prompt, oldest first.

        Raises:
            StoreError: they cannot be read now.
        """
        oldest_first = select(prompts).order_by(prompts.c.message_id)
        async with self._database.read() as connection:
            rows = (await connection.execute(oldest_first)).mappings()
            return [_prompted(row) for row in rows]

    async def note(self, prompt: Prompted) -> None:
        """Note that a prompt is posted; noting it again changes nothing.

        Raises:
            StoreError: it cannot be written now.
        """
        number, moves = prompt.turn or (None, None)
        row = {
            "message_id": prompt.message_id,
            "channel_id": prompt.channel_id,
            "table_id": prompt.table_id,
            "round": number,
            "moves": moves,
            "user_id": prompt.user_id,
        }
        await self._database.write(lambda: run(PROMPT, [row]))

    async def forget(self, message_id: int) -> None:
        """Note that a prompt is gone; an unknown one is ignored.

        Raises:
            StoreError: it cannot be written now.
        """
        await self._database.write(lambda: run(UNPROMPT, [{"message_id": message_id}]))


def _prompted(row: RowMapping) -> Prompted:
    turn = None if row["moves"] is None else (row["round"], row["moves"])
    return Prompted(row["channel_id"], row["message_id"], row["table_id"], turn, row["user_id"])
