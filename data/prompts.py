"""The turn prompts posted in channels: `cogs.table_message.prompts.Noted` over the database."""

from sqlalchemy import RowMapping, func, select

from bot.tables.ports import Prompted
from data.database import Database
from data.schema import of_shard, prompts, tables
from data.statements import PROMPT, UNPROMPT
from data.transaction import run


class SqlPrompts:
    """Remembers which prompts are posted, so that a restart does not repeat them."""

    def __init__(self, database: Database) -> None:
        """Use an open database."""
        self._database = database

    async def standing(self, shard: int | None = None) -> list[Prompted]:
        """Give every prompt, or those of the servers of a shard, oldest first.

        One whose server nobody knows belongs to the first shard.

        Raises:
            StoreError: they cannot be read now.
        """
        guild = func.coalesce(prompts.c.guild_id, tables.c.guild_id, 0)
        found = (
            select(*prompts.c[:-1], guild.label("guild_id"))
            .join(tables, tables.c.id == prompts.c.table_id, isouter=True)
            .order_by(prompts.c.message_id)
        )
        if shard is not None:
            found = found.where(of_shard(guild, shard, self._database.shards.count))
        async with self._database.read() as connection:
            rows = (await connection.execute(found)).mappings()
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
            "guild_id": prompt.guild_id,
        }
        await self._database.write(lambda: run(PROMPT, [row]), prompt.guild_id)

    async def forget(self, message_id: int) -> None:
        """Note that a prompt is gone; an unknown one is ignored.

        It needs no lease: whoever knows that the message is gone is right.

        Raises:
            StoreError: it cannot be written now.
        """
        await self._database.write(lambda: run(UNPROMPT, [{"message_id": message_id}]))


def _prompted(row: RowMapping) -> Prompted:
    turn = None if row["moves"] is None else (row["round"], row["moves"])
    return Prompted(
        row["channel_id"],
        row["message_id"],
        row["table_id"],
        turn,
        row["user_id"],
        row["guild_id"] or None,
    )
